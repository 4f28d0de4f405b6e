// Package docs checks README.md and the pages of docs/ against what the programs do, against each
// other, and for their form.
package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
	"sente/tests/self"
)

const (
	root  = "../.."
	usage = "docs/usage.md"
)

func TestMain(m *testing.M) { self.Main(m) }

// TestOptions compares the table of UCI options with the answer to uci, including the order.
func TestOptions(t *testing.T) {
	var got []string
	row := regexp.MustCompile(
		`(?m)^\| ([\w ]+) \| (spin|check|string|combo|button) \|([^|]*)\|([^|]*)\|`)
	for _, m := range row.FindAllStringSubmatch(read(t, usage), -1) {
		fields := []string{m[1], m[2], strings.TrimSpace(m[3]), strings.TrimSpace(m[4])}
		got = append(got, strings.Join(fields, " | "))
	}
	var want []string
	declaration := regexp.MustCompile(
		`(?m)^option name (.+) type (\w+)(?: default (\S+))?` +
			`(?: min (\S+) max (\S+))?((?: var \S+)*)\r?$`)
	for _, m := range declaration.FindAllStringSubmatch(answer(t, "uci"), -1) {
		values := m[4]
		switch m[2] {
		case "spin":
			values = m[4] + " to " + m[5]
		case "combo":
			values = strings.TrimPrefix(strings.ReplaceAll(m[6], " var ", ", "), ", ")
		}
		want = append(want, strings.Join([]string{m[1], m[2],
			strings.Replace(m[3], "<empty>", "", 1), values}, " | "))
	}
	if len(want) == 0 {
		t.Fatal("the engine declares no options")
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/usage.md has the options\n\t%s\nthe engine declares\n\t%s",
			strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestCommands: docs/usage.md and the engine's help must list the same commands beyond those of
// UCI.
func TestCommands(t *testing.T) {
	standard := strings.Fields(
		"uci debug isready setoption ucinewgame position go stop ponderhit quit")
	var want []string
	for _, m := range regexp.MustCompile(`(?m)^(\w+)( .*)?\r?$`).FindAllStringSubmatch(answer(t,
		"uci", "help"), -1) {
		switch word := m[1]; {
		case slices.Contains(standard, word), word == "id", word == "option", word == "uciok":
		default:
			want = append(want, word)
		}
	}
	_, section, _ := strings.Cut(read(t, usage), "\n## Commands beyond UCI")
	section, _, _ = strings.Cut(section, "\n## ")
	var got []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)").FindAllStringSubmatch(section, -1) {
		got = append(got, m[1])
	}
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("docs/usage.md has the commands %v, the engine %v", got, want)
	}
}

// answer returns what the engine prints for some commands.
func answer(t *testing.T, commands ...string) string {
	t.Helper()
	out, err := clitest.Command("", commands...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestExample builds and runs the program in the section about the library. A workspace stands for
// its -replace, which needs `go mod tidy`, and so the network.
func TestExample(t *testing.T) {
	_, code, found := strings.Cut(read(t, "README.md"), "```go\n")
	if !found {
		t.Fatal("README.md has no Go program")
	}
	code, _, _ = strings.Cut(code, "```")
	dir := t.TempDir()
	write(t, filepath.Join(dir, "main.go"), code)
	write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26.0\n")
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	goTool(t, dir, "work", "init", ".", checkout)
	out := goTool(t, dir, "run", ".")
	if want := "best: Qxf7#"; !strings.Contains(out, want) {
		t.Errorf("the program prints\n%swant %s in it", out, want)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// goTool runs the go command in dir and returns what it prints.
func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// TestReadmeOptions: the options in README.md must have the defaults that docs/usage.md gives.
func TestReadmeOptions(t *testing.T) {
	defaults := map[string]string{}
	for _, m := range regexp.MustCompile(
		`(?m)^\| ([\w ]+) \| (?:spin|check|string|combo|button) \|([^|]*)\|`).FindAllStringSubmatch(
		read(t, usage), -1) {
		defaults[m[1]] = strings.TrimSpace(m[2])
	}
	_, section, _ := strings.Cut(read(t, "README.md"), "\n## Options")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile(
		`(?m)^\| (\w[\w ]*) \|([^|]*)\| [^|]+ \|$`).FindAllStringSubmatch(section, -1)
	rows = rows[min(1, len(rows)):] // skip the heading
	if len(rows) != 10 {
		t.Errorf("README.md has %d options, want the ten that people set", len(rows))
	}
	for _, m := range rows {
		if want, known := defaults[m[1]]; !known || strings.TrimSpace(m[2]) != want {
			t.Errorf("README.md gives %s the default %q, docs/usage.md %q",
				m[1], strings.TrimSpace(m[2]), want)
		}
	}
}
