package datagen

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"sente/eval/nnue"
)

// An ArgumentError says that a request for openings makes no sense.
type ArgumentError string

func (e ArgumentError) Error() string { return "genfens: " + string(e) }

func misread(format string, args ...any) error {
	return ArgumentError(fmt.Sprintf(format, args...))
}

// GenFensCommand carries out OpenBench's request for openings. arguments is what follows the first
// word:
//
//	genfens N seed S book <None|FILE> [plies=N] [dfrc=PERCENT]
//
// It writes N lines "info string genfens FEN" to w. The same seed, book and network give the same
// lines. If network is nil, the search that judges the openings evaluates by material and squares.
// The error is an ArgumentError if the request makes no sense.
func GenFensCommand(w io.Writer, network *nnue.Network, arguments string) error {
	f := strings.Fields(arguments)
	if len(f) < 5 || f[1] != "seed" || f[3] != "book" {
		return misread("want N seed S book <None|FILE> [plies=N] [dfrc=PERCENT], not %q", arguments)
	}
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 0 {
		return misread("%q is not a number of positions", f[0])
	}
	seed, err := strconv.ParseUint(f[2], 10, 64)
	if err != nil {
		return misread("%q is not a seed", f[2])
	}
	return GenFens(w, network, n, seed, f[4], f[5:])
}

// GenFens writes n openings to w, as GenFensCommand says. book is a file of FENs or EPDs, or
// "None". extra may hold plies=N, the least number of random plies, and dfrc=PERCENT, the share of
// double Chess960 starts. Openings that a quick search finds lopsided are left out. If n is
// negative, the error is an ArgumentError.
func GenFens(w io.Writer, network *nnue.Network, n int, seed uint64,
	book string, extra []string) error {
	if n < 0 {
		return misread("%d is not a number of positions", n)
	}
	s := DefaultSelfPlay()
	s.Seed, s.Network, s.Material = seed, network, network == nil
	s.Openings.DFRC = 0
	for _, word := range extra {
		key, value, _ := strings.Cut(word, "=")
		v, err := strconv.Atoi(value)
		switch {
		case err == nil && key == "plies" && v >= 0 && v <= 100:
			s.Openings.RandomPlies, s.Openings.BookPlies = v, v
		case err == nil && key == "dfrc" && v >= 0 && v <= 100:
			s.Openings.DFRC = v
		default:
			return misread("%q is neither plies=N nor dfrc=PERCENT", word)
		}
	}
	if !strings.EqualFold(book, "none") {
		var err error
		if s.Openings.Book, err = ReadBook(book); err != nil {
			return fmt.Errorf("genfens: %w", err)
		}
	}
	player, err := newPlayer(&s)
	if err != nil {
		return fmt.Errorf("genfens: %w", err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range n {
		p, _, err := player.drawOpening(context.Background(), r)
		if err != nil {
			return fmt.Errorf("genfens: %w", err)
		}
		if _, err := fmt.Fprintf(w, "info string genfens %s\n", p.FEN()); err != nil {
			return err
		}
	}
	return nil
}
