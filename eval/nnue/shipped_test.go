package nnue

import (
	"testing"

	"sente/board"
)

// TestShippedNetwork: the program carries a network, small enough to be embedded, that knows the
// least a network must: the start position is about even and a queen more wins.
func TestShippedNetwork(t *testing.T) {
	file, err := files.ReadFile(embeddedName)
	if err != nil {
		t.Fatalf("the program would play without a network: %v", err)
	}
	if len(file) > 16<<20 {
		t.Errorf("the network has %d bytes, want at most 16 MiB", len(file))
	}
	net := Default()
	tests := []struct {
		name, placement string
		low, high       int // centipawns from White's side
	}{
		{"start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", -60, 60},
		{"White has a queen more", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 500, 10000},
		{"Black has a queen more", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR", -10000, -500},
		{"White has a queen more in the endgame", "6k1/5pp1/7p/8/8/7P/2Q2PP1/6K1", 500, 10000},
		{"Black has a queen more in the endgame", "6k1/2q2pp1/7p/8/8/7P/5PP1/6K1", -10000, -500},
	}
	for _, tc := range tests {
		for _, side := range []string{"w", "b"} {
			p := mustParse(t, tc.placement+" "+side+" - - 0 1")
			got := net.Evaluate(&p)
			t.Logf("%s, %s to move: %d", tc.name, side, got)
			if p.SideToMove() == board.Black {
				got = -got
			}
			if got < tc.low || got > tc.high {
				t.Errorf("%s, %s to move: %d centipawns for White, want %d to %d", tc.name, side, got, tc.low, tc.high)
			}
		}
	}
}
