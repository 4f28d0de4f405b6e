package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/board"
	"sente/book"
	"sente/internal/cli"
)

func TestMakeBook(t *testing.T) {
	dir := t.TempDir()
	games, output := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "made.bin")
	const text = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"2\"]\n\n1. e4 c5 1/2-1/2\n\n[Event \"broken\"]\n\n1. e4 e4 1-0\n\n" +
		"[Event \"3\"]\n\n1. d4 d5 0-1\n\n[Event \"4\"]\n\n1. d4 d5 *\n\n[Event \"5\"]\n\n1. c4 1-0\n"
	if err := os.WriteFile(games, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := run([]string{"book", "make", games, "-o", output, "-plies", "2", "-min", "2"}, strings.NewReader(""), &stdout, &stderr)
	if code != cli.Done || !strings.HasSuffix(stdout.String(), "3 entries from 5 games; 1 broken games skipped\n") ||
		!strings.Contains(stderr.String(), "line 11: game 3") {
		t.Fatalf("exit code %d, stdout %q, stderr %q", code, &stdout, &stderr)
	}
	file, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	p := board.Start()
	found, err := b.Lookup(&p)
	if err != nil || len(found) != 2 || found[0].Move.String() != "e2e4" || found[0].Weight != 3 ||
		found[1].Move.String() != "d2d4" || found[1].Weight != 1 {
		t.Errorf("%v, %v, want e2e4 with 3 and d2d4 with 1", found, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 2 {
		t.Errorf("files left: %q, want the games and the book", left)
	}
	code = run([]string{"book", "make", games, "-o", output, "-min", "100"}, strings.NewReader(""), &stdout, &stderr)
	if again, err := os.ReadFile(output); code != cli.Failed || err != nil || !bytes.Equal(again, file) {
		t.Errorf("a book without moves: exit code %d, want %d, and the old book as it was", code, cli.Failed)
	}
}

func TestMakeBookUsage(t *testing.T) {
	for _, args := range [][]string{{"book"}, {"book", "make"}, {"book", "burn", "x"}, {"book", "make", "x", "-plies", "0"},
		{"book", "make", "x", "-min", "x"}, {"book", "make", "x", "-hash", "1"}} {
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != cli.Misunderstood || stdout.Len() > 0 {
			t.Errorf("%q: exit code %d, stdout %q, want %d", args, code, &stdout, cli.Misunderstood)
		}
	}
}
