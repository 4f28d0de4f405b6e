package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	text := "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"0-1\"]\n\n1. Nonsense 0-1\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, []string{path, path + "x"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want to hear of the missing file", err)
	}
	const first = "1-0\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\t" +
		"e2e4 e7e5\nbroken\t"
	if !strings.HasPrefix(out.String(), first) || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%q, want two lines that begin %q", &out, first)
	}
	// Output that can't be written is an error.
	r, w := io.Pipe()
	r.Close()
	if err := run(w, []string{path}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("into a closed pipe: %v", err)
	}
}
