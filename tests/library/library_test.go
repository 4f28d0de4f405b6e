// Package library compiles and runs the programs of docs/library.md.
package library

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sente/pgn"
)

// programs returns the paths of the programs in docs/library.md. They are built in a workspace, as
// the page says.
func programs(t *testing.T) []string {
	t.Helper()
	checkout, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(checkout, "docs", "library.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n\ngo 1.26.0\n")
	goTool(t, dir, "work", "init", ".", checkout)
	var built []string
	program := regexp.MustCompile("(?s)```go\n(package main\n.*?)```")
	for _, m := range program.FindAllSubmatch(text, -1) {
		name := string(rune('a' + len(built)))
		write(t, filepath.Join(dir, name, "main.go"), string(m[1]))
		goTool(t, dir, "vet", "./"+name)
		built = append(built, filepath.Join(dir, name+".exe"))
		goTool(t, dir, "build", "-o", name+".exe", "./"+name)
	}
	return built
}

func TestPrograms(t *testing.T) {
	built := programs(t)
	if len(built) != 3 {
		t.Fatalf("docs/library.md has %d programs, want 3", len(built))
	}
	t.Run("analyse", func(t *testing.T) {
		out, _ := run(t, "", built[0], "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
		lines := strings.Split(strings.TrimSpace(out), "\n")
		want := "1. mate in 1 (won 1000, drawn 0, lost 0 of 1000) Rd8#"
		if len(lines) != 3 || lines[0] != want {
			t.Errorf("it prints\n%swant three lines, the first\n%s", out, want)
		}
	})
	t.Run("play", func(t *testing.T) { play(t, built[1]) })
	t.Run("annotate", func(t *testing.T) {
		page := filepath.Join(t.TempDir(), "report.html")
		out, messages := run(t, "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e5 *\n", built[2], page)
		if !strings.Contains(out, "2. g4 $4 ") {
			t.Errorf("no mark for 2. g4 in\n%s", out)
		}
		for _, want := range []string{"2. g4, blunder: allows mate in 1\n", "left out: "} {
			if !strings.Contains(messages, want) {
				t.Errorf("no %q in\n%s", want, messages)
			}
		}
		report, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(report), "Qh4#") {
			t.Errorf("the report: %v, %d bytes", err, len(report))
		}
	})
}

// play runs the program that plays a short game, and reads the game.
func play(t *testing.T, program string) {
	out, _ := run(t, "", program, "1s", "20ms")
	g, err := pgn.NewReader(strings.NewReader(out)).Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	if g.Result == "*" || g.Tag("Termination") == "" || len(g.Moves) == 0 {
		t.Errorf("no whole game:\n%s", out)
	}
	for i, m := range g.Moves {
		if _, ok := pgn.Clock(m.Comment); !ok {
			t.Errorf("no clock at half-move %d", i+1)
		}
	}
}

// run returns what a program prints on standard output and standard error.
func run(t *testing.T, input, program string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, messages strings.Builder
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &messages
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, messages.String())
	}
	return out.String(), messages.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// goTool runs the go command in dir.
func goTool(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
