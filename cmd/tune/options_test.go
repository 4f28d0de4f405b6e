package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"sente/tune"
)

// TestBeginsFromTheBook: games begin from the book's own positions, and not a random move later.
func TestBeginsFromTheBook(t *testing.T) {
	const fen = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"
	path := filepath.Join(t.TempDir(), "book.epd")
	if err := os.WriteFile(path, []byte(fen+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	openings, err := (&options{book: path}).openings(&tune.State{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(20) {
		if p := openings.Draw(rand.New(rand.NewPCG(1, i))); p.FEN() != fen {
			t.Errorf("%s, want the position of the book", p.FEN())
		}
	}
}
