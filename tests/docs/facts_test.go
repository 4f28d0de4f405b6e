package docs

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sente/datagen"
)

// find returns what the group of the regular expression form matches in a page.
func find(t *testing.T, page, form string) string {
	t.Helper()
	m := regexp.MustCompile(form).FindStringSubmatch(read(t, page))
	if m == nil {
		t.Fatalf("nothing in %s matches %s", page, form)
	}
	return m[1]
}

// TestShippedNetwork: the page of the embedded network and docs/training.md must name the same
// network. docs/training.md and docs/strength.md must have a row about it.
func TestShippedNetwork(t *testing.T) {
	name := find(t, "eval/nnue/net/README.md", `(?m)^Network: \*\*(\w+)\*\*`)
	if ships := find(t, "docs/training.md", `\*\*(\w+) ships\.\*\*`); ships != name {
		t.Errorf(
			"eval/nnue/net/README.md names the network %s, docs/training.md says that %s ships",
			name, ships)
	}
	for _, page := range []string{"docs/training.md", "docs/strength.md"} {
		if !strings.Contains(read(t, page), "\n| "+name+" | ") {
			t.Errorf("%s has no row about %s", page, name)
		}
	}
}

// TestVersion: CITATION.cff and the head of CHANGELOG.md must name the program's version.
func TestVersion(t *testing.T) {
	version := find(t, "cmd/engine/version.go", `(?m)^const version = "(.*)"$`)
	if cited := find(t, "CITATION.cff", `(?m)^version: (.*)$`); cited != version {
		t.Errorf("CITATION.cff names the version %s, want %s", cited, version)
	}
	if newest := find(t, "CHANGELOG.md", `(?m)^## (\S+)`); newest != version {
		t.Errorf("CHANGELOG.md begins with the version %s, want %s", newest, version)
	}
}

// TestStrength: README.md and docs/strength.md must have the same table of strength. They must call
// Sente level with Stockfish if zero is within the error of the match, and otherwise stronger or
// weaker.
func TestStrength(t *testing.T) {
	const table = `(?s)(\| opponent \|.*?)\n\n`
	if a, b := find(t, "README.md", table), find(t, "docs/strength.md", table); a != b {
		t.Errorf("README.md has\n%s\ndocs/strength.md\n%s", a, b)
	}
	const row = `(?m)^\| stockfish [^|]+(?:\|[^|]+){3}\| `
	elo, err := strconv.Atoi(find(t, "README.md", row+`([+-]?\d+) ±`))
	if err != nil {
		t.Fatal(err)
	}
	bound, err := strconv.Atoi(find(t, "README.md", row+`[+-]?\d+ ± (\d+) `))
	if err != nil {
		t.Fatal(err)
	}
	want := "level with"
	if elo > bound {
		want = "stronger than"
	} else if elo < -bound {
		want = "weaker than"
	}
	for _, page := range []string{"README.md", "docs/strength.md"} {
		const place = `(?s)\*\*Estimated place.{0,20}(level with|stronger than|weaker than)`
		if got := find(t, page, place); got != want {
			t.Errorf("%s says %s, the table %d ± %d", page, got, elo, bound)
		}
	}
}

// TestPerftPositions: docs/performance.md must give the number of positions in the files.
func TestPerftPositions(t *testing.T) {
	var n [2]int
	for i, name := range []string{"standard.epd", "chess960.epd"} {
		f, err := os.Open(filepath.Join(root, "tests", "perft", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if strings.Contains(lines.Text(), ";D") {
				n[i]++
			}
		}
	}
	want := fmt.Sprintf("counts %d positions of chess and %d of Chess960", n[0], n[1])
	text := strings.Join(strings.Fields(read(t, "docs/performance.md")), " ")
	if !strings.Contains(text, want) {
		t.Errorf("docs/performance.md does not say that the test %s", want)
	}
}

// TestSelfPlay: docs/data.md must give the defaults of self-play.
func TestSelfPlay(t *testing.T) {
	s := datagen.DefaultSelfPlay()
	text := strings.Join(strings.Fields(read(t, "docs/data.md")), " ")
	number := func(n int) string {
		return strings.TrimPrefix(fmt.Sprintf("%d,%03d", n/1000, n%1000), "0,")
	}
	for _, want := range []string{
		fmt.Sprintf("begins with %d or %d random",
			s.Openings.RandomPlies, s.Openings.RandomPlies+1),
		fmt.Sprintf("for %d%% of the games (`-dfrc`)", s.Openings.DFRC),
		fmt.Sprintf("or with %d or %d from a position of a book",
			s.Openings.BookPlies, s.Openings.BookPlies+1),
		fmt.Sprintf("says more than %d [centipawns]", s.Reject),
		fmt.Sprintf("a soft limit of %d nodes", s.Nodes),
		fmt.Sprintf("find %s centipawns for the same side", number(s.Adjudication.WinScore)),
		fmt.Sprintf("at most %d either way after ply %d",
			s.Adjudication.DrawScore, s.Adjudication.DrawFrom),
		fmt.Sprintf("Of the games, %d%% (`-play-out`)", s.PlayOut),
		fmt.Sprintf("not ended after %s plies", number(s.AbandonPlies)),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("docs/data.md does not say %q", want)
		}
	}
}

// TestPlatforms: docs/usage.md must list the platforms of a release.
func TestPlatforms(t *testing.T) {
	rows := regexp.MustCompile(
		`(?m)^\t\{"([^"]+)", "[^"]+", "[^"]+", "[^"]*",\s+"([^"]+)"\},$`).FindAllStringSubmatch(
		read(t, "internal/release/platforms.go"), -1)
	if len(rows) < 5 {
		t.Fatalf("%d platforms were found", len(rows))
	}
	_, table, _ := strings.Cut(read(t, usage), "| your machine | file of a release |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range rows {
		if row := "| " + m[2] + " | `" + m[1] + "` |"; !strings.Contains(table, row) {
			t.Errorf("%s lacks the row %s", usage, row)
		}
	}
	if listed := strings.Count(table, "\n"); listed != len(rows) { // rows below the line of dashes
		t.Errorf("%s lists %d platforms, want %d", usage, listed, len(rows))
	}
}

// TestTechniques: the file of each technique must exist and must have its function.
func TestTechniques(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "docs/architecture.md"), "\n## Where a technique lives")
	section, _, _ = strings.Cut(section, "\n## ")
	row := regexp.MustCompile(
		`(?m)^\| [^|]+ \| ([a-z0-9/]*[a-z0-9](?:\.go)?) \| ([\w, ]*)\| [^|]+ \|$`)
	rows := row.FindAllStringSubmatch(section, -1)
	rows = slices.DeleteFunc(rows, func(m []string) bool { return m[1] == "file" }) // the heading
	if len(rows) < 20 {
		t.Fatalf("%d techniques were found", len(rows))
	}
	if lines := strings.Count(section, "\n| "); len(rows) != lines-2 { // two headings
		t.Errorf("%d of %d rows were understood", len(rows), lines-2)
	}
	for _, m := range rows {
		if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
			t.Error(err)
			continue
		}
		for _, name := range strings.Fields(strings.ReplaceAll(m[2], ",", " ")) {
			declared := regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + name + `[\[(]`)
			if !declared.MatchString(read(t, m[1])) {
				t.Errorf("there is no function %s in %s", name, m[1])
			}
		}
	}
}
