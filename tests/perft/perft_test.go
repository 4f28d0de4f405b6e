// Package perft counts the leaves of the tree of legal moves, from positions whose counts are
// known.
//
// standard.epd and chess960.epd are our own selection. A second engine made each count. By default
// every position is counted to the greatest depth that has at most six million leaves:
//
//	go test ./tests/perft                       seconds
//	go test ./tests/perft -leaves 100000000     minutes
//	go test ./tests/perft -long -timeout 0      every depth in the tables
//	go test ./tests/perft -perft-dir DIR        and every .epd and .perft file of DIR
package perft

import (
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

var (
	leaves = flag.Uint64("leaves", 6_000_000,
		"count to the greatest depth with at most `n` leaves")
	long     = flag.Bool("long", false, "count to every depth in the tables, however long it takes")
	perftDir = flag.String("perft-dir", "",
		"also count every .epd and .perft file of this `folder`")
)

// thoroughLeaves is the largest count that is made in more than one way.
const thoroughLeaves = 1_000_000

func TestStandard(t *testing.T) {
	countFile(t, "standard.epd", 60)
}

func TestChess960(t *testing.T) {
	countFile(t, "chess960.epd", 40)
}

func TestFolder(t *testing.T) {
	if *perftDir == "" {
		t.Skip("no -perft-dir")
	}
	counted := 0
	for _, ending := range []string{"*.epd", "*.perft"} {
		files, err := filepath.Glob(filepath.Join(*perftDir, ending))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			t.Run(filepath.Base(path), func(t *testing.T) { countFile(t, path, 1) })
		}
		counted += len(files)
	}
	if counted == 0 {
		t.Fatalf("%s has no .epd or .perft file", *perftDir)
	}
}

// countFile checks every position of a file, which must hold at least atLeast of them.
func countFile(t *testing.T, path string, atLeast int) {
	entries, err := readSuite(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) < atLeast {
		t.Fatalf("%s: %d positions, want at least %d", path, len(entries), atLeast)
	}
	t.Logf("%s: %d positions", path, len(entries))
	for _, e := range entries {
		t.Run(e.at, func(t *testing.T) {
			t.Parallel()
			e.check(t)
		})
	}
}

// check counts the leaves of e at each depth, shallowest first, for the position as it is and with
// the colours exchanged.
func (e entry) check(t *testing.T) {
	p := boardtest.Position(t, e.fen)
	swapped := boardtest.Position(t, boardtest.Exchanged(e.fen))
	checked := 0
	for _, depth := range slices.Sorted(maps.Keys(e.leaves)) {
		want := e.leaves[depth]
		if want > *leaves && checked > 0 && !*long {
			break
		}
		checked++
		if got := p.Perft(depth); got != want {
			t.Fatalf("%s depth %d: %d leaves, want %d%s",
				e.fen, depth, got, want, divide(&p, depth))
		}
		if want > thoroughLeaves {
			continue
		}
		if got := swapped.Perft(depth); got != want {
			t.Fatalf("%s depth %d: %d leaves with the colours swapped, want %d%s",
				swapped.FEN(), depth, got, want, divide(&swapped, depth))
		}
		if depth <= 3 {
			if got := walk(&p, depth); got != want {
				t.Fatalf("%s depth %d: %d leaves by single moves, want %d", e.fen, depth, got, want)
			}
		}
	}
}

// walk counts leaves without perft's bulk counting: it makes every move, and so reaches every leaf.
func walk(p *board.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var list board.MoveList
	p.Legal(&list)
	var leaves uint64
	var next board.Position
	for _, m := range list.Slice() {
		p.Make(m, &next)
		leaves += walk(&next, depth-1)
	}
	return leaves
}

// divide returns the count below each root move, to compare with another engine.
func divide(p *board.Position, depth int) string {
	var b strings.Builder
	p.Divide(depth, func(m board.Move, leaves uint64) {
		b.WriteString("\n\t" + m.UCI(true) + ": " + strconv.FormatUint(leaves, 10))
	})
	return b.String()
}
