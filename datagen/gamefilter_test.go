package datagen

import (
	"testing"

	"sente/board"
)

// TestGameFilterStart: only the first score that a game has must be within MaxStart.
func TestGameFilterStart(t *testing.T) {
	for _, tc := range []struct {
		scores []int16
		want   bool
	}{
		{[]int16{NoScore, 50, 900}, true}, {[]int16{-50, -900, 900}, true}, {[]int16{51, 0}, false},
		{[]int16{NoScore, NoScore, -51, 0}, false}, {[]int16{NoScore, NoScore}, true}, {nil, true},
	} {
		f := GameFilter{MaxPlies: MaxPlies, MaxStart: 50}
		g := &Game{Scores: tc.scores, Moves: make([]board.Move, len(tc.scores))}
		if got := f.Keep(g); got != tc.want {
			t.Errorf("scores %v: kept %t", tc.scores, got)
		}
	}
}
