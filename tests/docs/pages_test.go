package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// pages returns the names of all pages for people.
func pages(t *testing.T) []string {
	t.Helper()
	names := []string{"eval/nnue/net/README.md"}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/experiments/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d pages, %v", pattern, len(found), err)
		}
		for _, path := range found {
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	return names
}

// TestLength: no page has more lines than a reader can be asked to read.
func TestLength(t *testing.T) {
	for name, most := range map[string]int{
		"README.md": 250, "docs/strength.md": 120, "docs/training.md": 150, "docs/data.md": 250,
		"docs/tuning.md": 150, "docs/performance.md": 150,
	} {
		if n := strings.Count(read(t, name), "\n"); n > most {
			t.Errorf("%s has %d lines, want at most %d", name, n, most)
		}
	}
}

// TestWidth: lines have at most 100 columns, except for tables, what programs print, and text that
// can't be broken.
func TestWidth(t *testing.T) {
	const most = 100
	for _, name := range pages(t) {
		fenced := false
		for i, line := range strings.Split(read(t, name), "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
			}
			free := strings.HasPrefix(line, "|") ||
				!strings.Contains(strings.TrimSpace(line), " ") ||
				fenced && !strings.HasPrefix(line, "$ ") && !strings.HasPrefix(line, "    -")
			if n := utf8.RuneCountInString(line); n > most && !free {
				t.Errorf("%s:%d has %d columns, want at most %d", name, i+1, n, most)
			}
		}
	}
}

// TestCodeWidth: lines of code have at most 100 columns, with a tab counted as four. Declarations
// that assembly repeats from Go may be longer.
func TestCodeWidth(t *testing.T) {
	const most = 100
	lines := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		kinds := []string{".go", ".s", ".h", ".js", ".css", ".py", ".sh"}
		if err != nil || !slices.Contains(kinds, filepath.Ext(name)) {
			return err
		}
		text, err := os.ReadFile(name)
		for i, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "// func ") {
				continue
			}
			lines++
			n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    "))
			if n > most {
				t.Errorf("%s:%d has %d columns, want at most %d", name, i+1, n, most)
			}
		}
		return err
	})
	if err != nil || lines < 10_000 {
		t.Errorf("%d lines were found, %v", lines, err)
	}
}

// TestFigures: the figures take at most 400 KB in all.
func TestFigures(t *testing.T) {
	const most = 400_000
	figures, err := filepath.Glob(filepath.Join(root, "docs", "*.svg"))
	if err != nil || len(figures) == 0 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	var sum int64
	for _, path := range figures {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	if sum > most {
		t.Errorf("%d figures have %d bytes, want at most %d", len(figures), sum, most)
	}
}

// pathForm finds names of files and folders of this repository in a text.
var pathForm = regexp.MustCompile(`(?:^|[^\w/.-])(?:\./)?(` +
	`(?:cmd|internal|tests|docs|search|eval|protocol|datagen|train|tune|board|analyze|ordering|` +
	`syzygy|pgn|book|tt)/[\w./-]*\w)`)

// TestPaths: every file and folder that a page names exists.
func TestPaths(t *testing.T) {
	paths := 0
	for _, name := range pages(t) {
		for _, m := range pathForm.FindAllStringSubmatch(read(t, name), -1) {
			paths++
			_, fromRoot := os.Stat(filepath.Join(root, m[1]))
			_, fromHere := os.Stat(filepath.Join(root, filepath.Dir(name), m[1]))
			if fromRoot != nil && fromHere != nil {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
	}
	if paths < 50 {
		t.Errorf("only %d paths were found", paths)
	}
}

var (
	fencedForm  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	codeForm    = regexp.MustCompile("`[^`\n]*`")
	linkForm    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	namedForm   = regexp.MustCompile(`\[([\w-]+\.md)\]\(([^)\s#]+)`)
	headingForm = regexp.MustCompile(`(?m)^#+ (.+)$`)
	letterForm  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors returns the names under which links can reach a page's headings.
func anchors(text string) map[string]bool {
	names := map[string]bool{}
	for _, m := range headingForm.FindAllStringSubmatch(fencedForm.ReplaceAllString(text, ""), -1) {
		name := letterForm.ReplaceAllString(strings.ToLower(m[1]), "")
		names[strings.ReplaceAll(name, " ", "-")] = true
	}
	return names
}

// TestLinks: every file and heading that a page links to exists. A link whose text is a page's name
// leads to that page.
func TestLinks(t *testing.T) {
	links := 0
	for _, name := range pages(t) {
		text := codeForm.ReplaceAllString(fencedForm.ReplaceAllString(read(t, name), ""), "")
		for _, m := range namedForm.FindAllStringSubmatch(text, -1) {
			if path.Base(m[2]) != m[1] {
				t.Errorf("%s: the link %s leads to %s", name, m[1], m[2])
			}
		}
		for _, m := range linkForm.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			links++
			target, anchor, _ := strings.Cut(m[1], "#")
			file := name
			if target != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(name), target))
			}
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			} else if anchor != "" && !anchors(read(t, file))[anchor] {
				t.Errorf("%s links to %s, which has no such heading", name, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were found", links)
	}
}
