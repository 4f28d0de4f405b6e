package docs

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

// A command in a console block is a line that begins with "$ ". What it prints stands below it.
// There, … stands for any text in a line, and a line with nothing but … stands for any lines.
// Blocks that need a window, another program or much time are marked "console norun".
type command struct{ line, prints string }

var blockForm = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

// commands returns the commands of the console blocks that are to be run.
func commands(text string) []command {
	var list []command
	for _, block := range blockForm.FindAllStringSubmatch(text, -1) {
		if block[1] != "console" {
			continue
		}
		continues := false
		for _, line := range strings.Split(strings.TrimSuffix(block[2], "\n"), "\n") {
			prompted := strings.HasPrefix(line, "$ ")
			switch {
			case prompted:
				list = append(list, command{line: line[2:]})
			case len(list) == 0:
			case continues:
				list[len(list)-1].line += "\n" + line
			default:
				list[len(list)-1].prints += line + "\n"
			}
			continues = (prompted || continues) && strings.HasSuffix(line, "\\")
		}
	}
	return list
}

// matches tells whether output is what a page says that a command prints.
func matches(output, prints string) bool {
	form := regexp.QuoteMeta(prints)
	form = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(form, "(?:.*\n)*?")
	form = strings.ReplaceAll(form, "…", ".*")
	return regexp.MustCompile(`\A` + form + `\z`).MatchString(output)
}

func TestMatches(t *testing.T) {
	for _, tc := range []struct {
		output, prints string
		want           bool
	}{
		{"a\n", "a\n", true}, {"a\n", "", false}, {"", "a\n", false},
		{"a\nb\n", "…\n", true}, {"", "…\n", true}, {"a\nb\nc\n", "…\nc\n", true},
		{"a\nb\nc\n", "…\nb\n", false}, {"took 3 s\n", "took … s\n", true},
		{"a\nb\n", "a…\n", false}, {"1+1\n", "1+1\n", true},
	} {
		if matches(tc.output, tc.prints) != tc.want {
			t.Errorf("%q against %q: want %v", tc.output, tc.prints, tc.want)
		}
	}
	got := commands("```console norun\n$ no\n```\n```console\n$ a \\\n    b\nout\n$ c\n```\n" +
		"```\n$ plain\n```\n")
	if len(got) != 2 || got[0] != (command{"a \\\n    b", "out\n"}) ||
		got[1] != (command{"c", ""}) {
		t.Errorf("%q", got)
	}
}

// TestConsole runs the commands of each page in a scratch copy of the checkout. It compares what
// they print with what the page says.
func TestConsole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds all programs")
	}
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	programs := t.TempDir()
	if err := os.Symlink(clitest.Path(), filepath.Join(programs, "sente")); err != nil {
		t.Skip(err)
	}
	ran := 0
	for _, name := range pages(t) {
		list := commands(read(t, name))
		if len(list) == 0 {
			continue
		}
		ran++
		t.Run(name, func(t *testing.T) {
			dir := scratch(t)
			for _, c := range list {
				cmd := exec.Command(shell, "-c", c.line)
				cmd.Dir = dir
				// With -trimpath the build cache works whatever the name of the folder.
				cmd.Env = append(os.Environ(), "PATH="+programs+string(os.PathListSeparator)+
					os.Getenv("PATH"), "GOFLAGS=-trimpath -pgo=off")
				out, err := cmd.CombinedOutput()
				text := regexp.MustCompile(
					`(?m)^go: downloading .*\n`).ReplaceAllString(string(out), "")
				if err != nil {
					t.Fatalf("$ %s\n%s%v", c.line, text, err)
				}
				if !matches(text, c.prints) {
					t.Errorf("$ %s prints\n%s%s says\n%s", c.line, text, name, c.prints)
				}
			}
		})
	}
	if ran < 5 {
		t.Errorf("only %d pages have commands that are run", ran)
	}
}

// scratch returns a new folder with a copy of all that a build needs.
func scratch(t *testing.T) string {
	t.Helper()
	from, to := os.DirFS(root), t.TempDir()
	err := fs.WalkDir(from, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == ".git" || path == "bin" || path == "dist" ||
			d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, path), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, path), text, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// TestCommandsStandInConsoleBlocks: no block of another kind holds a command.
func TestCommandsStandInConsoleBlocks(t *testing.T) {
	shell := regexp.MustCompile(
		`(?m)^(\$ )?(\w+=\S+ )*(go (build|run|test|work|mod)|make|` +
			`(\./|bin/)?(sente|datagen|train|tune)|` +
			`fastchess|cutechess-cli|docker|xboard|git)( .*)?$`)
	for _, name := range pages(t) {
		for _, block := range blockForm.FindAllStringSubmatch(read(t, name), -1) {
			if strings.HasPrefix(block[1], "console") {
				continue
			}
			if line := shell.FindString(block[2]); line != "" {
				t.Errorf("%s: %q stands in a block that is no console", name, line)
			}
		}
	}
}
