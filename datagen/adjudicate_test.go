package datagen

import (
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

func TestRuledEnd(t *testing.T) {
	tests := []struct {
		fen    string
		result Result
		reason Reason
	}{
		{board.StartFEN, Draw, Unknown},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", BlackWins, Checkmate},
		{"7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", WhiteWins, Checkmate}, // mate comes before the clock
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 90", Draw, Stalemate},
		{"7k/8/6K1/8/8/8/8/6N1 b - - 0 90", Draw, Material},
		{"7k/8/6K1/8/8/8/8/6R1 b - - 100 90", Draw, FiftyMoves},
	}
	for _, tc := range tests {
		p := boardtest.Position(t, tc.fen)
		if result, reason := RuledEnd(&p, nil); result != tc.result || reason != tc.reason {
			t.Errorf("%s: %s by %s, want %s by %s", tc.fen, result, reason, tc.result, tc.reason)
		}
	}
	p := board.Start()
	keys := []uint64{p.Key(), 1, p.Key(), 2}
	if result, reason := RuledEnd(&p, keys); result != Draw || reason != Repetition {
		t.Errorf("third time: %s by %s", result, reason)
	}
	keys = keys[1:]
	if _, reason := RuledEnd(&p, keys); reason != Unknown {
		t.Errorf("second time: %s", reason)
	}
}

func TestAdjudication(t *testing.T) {
	a := Adjudication{WinScore: 1000, WinPlies: 3, DrawScore: 5, DrawPlies: 2, DrawFrom: 10}
	tests := []struct {
		name   string
		from   int
		scores []int
		at     int // index of the score that ends the game, -1: none
		want   Result
	}{
		{"White", 0, []int{0, 1000, 1200, 2000}, 3, WhiteWins},
		{"Black", 0, []int{-1000, -1200, -2000}, 2, BlackWins},
		{"mate", 0, []int{eval.MatedIn(3), eval.MatedIn(2), eval.MatedIn(1)}, 2, BlackWins},
		{"not in a row", 0, []int{1000, 1000, 999, 1000, 1000}, -1, Draw},
		{"both sides", 0, []int{1000, -1000, 1000, -1000}, -1, Draw},
		{"draw", 9, []int{0, 5, -5}, 2, Draw},
		{"no draw so early", 0, []int{0, 0, 0, 0}, -1, Draw},
		{"no draw", 20, []int{5, 6, 5, -6}, -1, Draw},
	}
	for _, tc := range tests {
		j := Judge{Rules: &a}
		at := -1
		var got Result
		for i, s := range tc.scores {
			if r, over := j.Add(tc.from+i, s); over {
				at, got = i, r
				break
			}
		}
		if at != tc.at || at >= 0 && got != tc.want {
			t.Errorf("%s: %v after score %d, want %v after %d", tc.name, got, at, tc.want, tc.at)
		}
	}
	never := Judge{Rules: &Adjudication{WinScore: 1000, DrawScore: 5}}
	for ply := range 50 {
		if _, over := never.Add(ply, 2000*(ply/25)); over {
			t.Fatal("ended a game that is played out")
		}
	}
}
