package app

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sente/board"
	"sente/book"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

func TestMakeBook(t *testing.T) {
	dir := t.TempDir()
	games, output := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "made.bin")
	const text = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"2\"]\n\n1. e4 c5 1/2-1/2\n\n" +
		"[Event \"broken\"]\n\n1. e4 e4 1-0\n\n" +
		"[Event \"3\"]\n\n1. d4 d5 0-1\n\n[Event \"4\"]\n\n1. d4 d5 *\n\n" +
		"[Event \"5\"]\n\n1. c4 1-0\n"
	if err := os.WriteFile(games, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	code := runTest([]string{"book", "make", games, "-o", output, "-plies", "2", "-min", "2"},
		strings.NewReader(""), &stdout, &stderr)
	if code != cli.Done ||
		!strings.HasSuffix(stdout.String(), "3 entries from 5 games; 1 broken games skipped\n") ||
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
	code = runTest([]string{"book", "make", games, "-o", output, "-min", "100"},
		strings.NewReader(""), &stdout, &stderr)
	if again, err := os.ReadFile(output); code != cli.Failed || err != nil ||
		!bytes.Equal(again, file) {
		t.Errorf("a book without moves: exit code %d, want %d, and the old book as it was", code,
			cli.Failed)
	}
	const want = "5 games read, 1 broken; no move was played at least 100 times (-min)"
	if !strings.Contains(stderr.String(), want) {
		t.Errorf("a book without moves: %q, want %q", &stderr, want)
	}
}

// TestMakeBookCountsAllFiles: the games of all files are counted together, and so are the broken
// ones.
func TestMakeBookCountsAllFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "[Event \"1\"]\n\n1. e4 e5 1-0\n\n[Event \"broken\"]\n\n1. e4 e4 1-0\n"
	if err := os.WriteFile("a.pgn", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"book", "make", "a.pgn", "a.pgn", "-min", "1", "-o", "made.bin"}
	code := runTest(args, strings.NewReader(""), &stdout, &stderr)
	const want = "from 2 games; 2 broken games skipped\n"
	if code != cli.Done || !strings.HasSuffix(stdout.String(), want) {
		t.Errorf("exit code %d, stdout %q, stderr %q, want %q", code, &stdout, &stderr, want)
	}
}

func TestMakeBookUsage(t *testing.T) {
	for _, args := range [][]string{{"book"}, {"book", "make"}, {"book", "burn", "x"},
		{"book", "make", "x", "-plies", "0"},
		{"book", "make", "x", "-min", "x"}, {"book", "make", "x", "-hash", "1"},
		{"book", "make", "x", "-o", "-"}} {
		var stdout, stderr bytes.Buffer
		if code := runTest(args, strings.NewReader(""), &stdout,
			&stderr); code != cli.Misunderstood || stdout.Len() > 0 {
			t.Errorf("%q: exit code %d, stdout %q, want %d", args, code, &stdout, cli.Misunderstood)
		}
	}
}

// TestMakeBookKeepsGames: a book never overwrites the games that it is made from.
func TestMakeBookKeepsGames(t *testing.T) {
	const text = "1. e4 e5 1-0\n"
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.pgn", "b.pgn"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outputs := []string{"a.pgn", "./b.pgn"}
	if os.Symlink("b.pgn", "link.pgn") == nil {
		outputs = append(outputs, "link.pgn")
	}
	for _, output := range outputs {
		var stdout, stderr bytes.Buffer
		args := []string{"book", "make", "a.pgn", "b.pgn", "-min", "1", "-o", output}
		code := runTest(args, strings.NewReader(""), &stdout, &stderr)
		if code != cli.Failed || stdout.Len() > 0 ||
			!strings.Contains(stderr.String(), "would be written over") {
			t.Errorf("-o %s: exit code %d, stdout %q, stderr %q, want %d and the reason",
				output, code, &stdout, &stderr, cli.Failed)
		}
		if now, err := os.ReadFile(output); err != nil || string(now) != text {
			t.Errorf("-o %s: the games are now %q, %v", output, now, err)
		}
	}
}

// TestMakeBookOfCompressedGames: a compressed file is an error that names the file, also if other
// files are good.
func TestMakeBookOfCompressedGames(t *testing.T) {
	t.Chdir(t.TempDir())
	err := errors.Join(os.WriteFile("a.pgn", []byte("1. e4 e5 1-0\n"), 0o600),
		os.WriteFile("b.pgn.gz", []byte("\x1f\x8b\x08\x00\n1. d4 d5 1-0\n"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"book", "make", "a.pgn", "b.pgn.gz", "-min", "1", "-o", "made.bin"}
	code := runTest(args, strings.NewReader(""), &stdout, &stderr)
	const want = "b.pgn.gz: this file is compressed: unpack it first"
	if code != cli.Failed || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit code %d, stdout %q, stderr %q, want %d and %q", code, &stdout, &stderr,
			cli.Failed, want)
	}
	if _, err := os.Stat("made.bin"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a book: %v", err)
	}
}

// TestMakeBookInterrupted interrupts a run that has read a broken game and waits for more. No new
// file is left, and the old book is as it was.
func TestMakeBookInterrupted(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "made.bin"), []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := clitest.Command(dir, "book", "make", "/dev/stdin", "-o", "made.bin", "-min", "1")
	const games = "[Event \"1\"]\n\n1. e4 e5 1-0\n\n[Event \"2\"]\n\n1. e4 e4 1-0\n\n" +
		"[Event \"3\"]\n\n1. d4"
	code, said := interrupt(t, c, games, "game 2")
	if code != cli.Interrupted || !strings.Contains(said, "interrupted") {
		t.Errorf("exit code %d: %s", code, said)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("files left: %v", left)
	}
	if now, _ := os.ReadFile(filepath.Join(dir, "made.bin")); string(now) != "old" {
		t.Errorf("the old book is now %q", now)
	}
}

// TestBookFolder checks that temporary files lie beside the book, not beside a link to it, and
// never in a folder of devices.
func TestBookFolder(t *testing.T) {
	folder := t.TempDir()
	if got := filepath.Clean(tempFolder(filepath.Join(folder, "book.bin"))); got != folder {
		t.Errorf("temporary files go into %q, want %q", got, folder)
	}
	link := filepath.Join(t.TempDir(), "link")
	if os.Symlink(filepath.Join(folder, "book.bin"), link) == nil &&
		filepath.Clean(tempFolder(link)) != folder {
		t.Errorf("temporary files go into %q, want %q", tempFolder(link), folder)
	}
	if got := tempFolder(os.DevNull); got != "" {
		t.Errorf("temporary files go into %q, want the system's folder", got)
	}
}

// TestBookFolderBehindLinks: ".." behind a link to a folder means the parent of the link's target.
func TestBookFolderBehindLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows drops what stands before .. itself")
	}
	t.Chdir(t.TempDir())
	if err := errors.Join(os.MkdirAll("a/b", 0o700), os.Mkdir("x", 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("../a/b", "x/down"), os.Symlink("down/../book.bin", "x/book"),
		os.Symlink("book.bin", "a/book")); err != nil {
		t.Fatal(err)
	}
	for output, folder := range map[string]string{
		"book.bin": ".", "x/book.bin": "x", "x/book": "a", "x/down/../book.bin": "a",
		"x/down/../book": "a",
	} {
		got, err1 := os.Stat(tempFolder(output))
		want, err2 := os.Stat(folder)
		if err := errors.Join(err1, err2); err != nil || !os.SameFile(got, want) {
			t.Errorf("%s: temporary files go into %q, want %s; %v", output, tempFolder(output),
				folder, err)
		}
	}
}
