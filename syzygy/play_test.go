package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sente/board"
)

// TestPlayThreeMen wins won positions of three men by the ranking of Root alone.
func TestPlayThreeMen(t *testing.T) {
	tables := open(t, "testdata")
	for _, name := range []string{"KQvK", "KRvK", "KPvK"} {
		playWon(t, tables, name, 60)
	}
}

// TestPlayFourMen does the same with a thousand positions of four men.
func TestPlayFourMen(t *testing.T) {
	if *syzygyDir == "" {
		t.Skip("needs -syzygy")
	}
	tables := open(t, *syzygyDir)
	for _, name := range []string{"KBNvK", "KQvKR", "KRPvK", "KRvKP", "KPvKP"} {
		playWon(t, tables, name, 200)
	}
}

// playWon plays n games from random won positions of the table. The winner takes Root's first
// move. The loser alternates between the longest defence and any move. Every game must end in mate
// before the fifty-move rule and without a third repetition.
func playWon(t *testing.T, tables *Tables, name string, n int) {
	t.Helper()
	m, ok := parseName(name)
	if !ok {
		t.Fatalf("no such table: %s", name)
	}
	rng := rand.New(rand.NewPCG(9, uint64(m)))
	longest := 0
	for game := 0; game < n; {
		p, err := board.ParseFEN(randomFEN(rng, m))
		if err != nil {
			continue
		}
		if w, ok := tables.ProbeWDL(&p); !ok || w != Win {
			continue
		}
		game++
		start, winner := p.FEN(), p.SideToMove()
		var keys []uint64
		for ply := 0; ; ply++ {
			if !p.HasLegalMove() {
				if !p.IsCheckmate() || p.SideToMove() == winner {
					t.Fatalf("%s: ends in %s", start, p.FEN())
				}
				longest = max(longest, ply)
				break
			}
			if drawnByRule(&p, keys) || ply > 1000 {
				t.Fatalf("%s: drawn after %d plies in %s", start, ply, p.FEN())
			}
			moves, byDTZ, ok := tables.Root(&p, keys)
			if !ok || !byDTZ || len(moves) != p.CountLegal() {
				t.Fatalf("%s: Root gives %d moves, %v, %v", p.FEN(), len(moves), byDTZ, ok)
			}
			best := moves[0]
			if p.SideToMove() == winner {
				if best.WDL != Win {
					t.Fatalf("%s: the win is lost in %s: %v", start, p.FEN(), best)
				}
			} else if game&1 == 0 {
				best = moves[rng.IntN(len(moves))]
			}
			keys = append(keys, p.Key())
			if p = p.After(best.Move); p.HalfmoveClock() == 0 {
				keys = keys[:0]
			}
		}
	}
	t.Logf("%s: %d of %d won, the longest in %d plies", name, n, n, longest)
}

func TestRootRanks(t *testing.T) {
	const certain, edge, cursed, even = rankWin, rankEdge, rankCursed, 0
	tests := []struct {
		name             string
		dtz, clock       int
		zeroed, repeated bool
		wdl              WDL
		rank             int
	}{
		{"win", 20, 10, false, false, Win, certain},
		{"win, repeated", 20, 10, false, true, Win, certain - 20},
		{"last certain win", 20, 79, false, false, Win, certain},
		{"rounding may spoil it", 20, 80, false, false, Win, edge},
		{"too late", 20, 81, false, false, CursedWin, cursed - 20},
		{"mate on the last ply", 1, 99, true, false, Win, certain},
		{"cursed", 120, 0, false, false, CursedWin, cursed - 120},
		{"cursed after a capture", 101, 40, true, false, CursedWin, cursed - 101},
		{"draw", 0, 40, false, false, Draw, even},
		{"loss", -20, 10, false, false, Loss, -certain},
		{"loss, near the draw", -40, 30, false, false, Loss, -certain + 40},
		{"last loss", -40, 60, false, false, Loss, -certain + 40},
		{"saved by the clock", -40, 61, false, false, BlessedLoss, -cursed + 40},
		{"blessed", -120, 0, false, false, BlessedLoss, -cursed + 120},
		{"loss after a capture", -1, 99, true, false, Loss, -certain + 1},
	}
	for _, tc := range tests {
		r := RootMove{DTZ: tc.dtz}
		r.rank(tc.clock, tc.zeroed, tc.repeated)
		if r.WDL != tc.wdl || r.Rank != tc.rank {
			t.Errorf("%s: %v, rank %d; want %v, %d", tc.name, r.WDL, r.Rank, tc.wdl, tc.rank)
		}
	}
}

// TestRootSeesRepetition: a winning move into a third occurrence is a draw.
func TestRootSeesRepetition(t *testing.T) {
	tables := open(t, "testdata")
	p := position(t, "8/8/8/8/8/2k5/8/K5Q1 w - - 10 40")
	fresh, _, ok := tables.Root(p, nil)
	if !ok || fresh[0].WDL != Win {
		t.Fatalf("Root: %v, %v", fresh, ok)
	}
	child := p.After(fresh[0].Move)
	seen, _, ok := tables.Root(p, []uint64{child.Key(), p.Key(), child.Key()})
	if !ok {
		t.Fatal("Root misses")
	}
	i := slices.IndexFunc(seen, func(r RootMove) bool { return r.Move == fresh[0].Move })
	if seen[i].WDL != Draw || seen[i].DTZ != 0 {
		t.Errorf("third occurrence: %+v", seen[i])
	}
	if seen[0].WDL != Win || seen[0].Rank >= rankWin {
		t.Errorf("with a repetition the first move is %+v, want a win ranked by distance", seen[0])
	}
}

// TestRootWithoutDTZ falls back to outcomes.
func TestRootWithoutDTZ(t *testing.T) {
	dir := t.TempDir()
	copyTables(t, dir, "KPvK.rtbw", "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw")
	tables := open(t, dir)
	moves, byDTZ, ok := tables.Root(position(t, "8/8/8/8/3k4/8/1P6/K7 w - - 0 1"), nil)
	if !ok || byDTZ || len(moves) != 4 {
		t.Fatalf("%v, by DTZ %v, %v", moves, byDTZ, ok)
	}
	if moves[0].Move.UCI(false) != "a1a2" || moves[0].WDL != Win || moves[1].WDL != Draw ||
		moves[3].Rank != 0 {
		t.Errorf("got %+v; only a1a2 wins", moves)
	}
}
