package analyze

import (
	"slices"
	"testing"

	"sente/board"
	"sente/eval"
)

// TestWhatMomentsSay: each way to play badly has its sentence, the same for either side.
func TestWhatMomentsSay(t *testing.T) {
	black := readGames(t, "1. e4 *")[0]
	for _, tc := range []struct {
		before, after int // of the side that moves
		lastMark      Mark
		want          string
	}{
		{0, eval.MatedIn(4), Unmarked, "allows mate in 2"},
		{eval.MateIn(3), 100, Unmarked, "misses mate in 2"},
		{500, -200, Unmarked, "turns a won game into a worse one"},
		{500, -200, Blunder, "turns a won game into a worse one"},
		{200, 0, Mistake, "lets the chance go that the last move gave"},
		{-20, -250, Blunder, "gets into trouble"},
		{500, 0, Inaccuracy, "lets the win slip"},
		{1000, 400, Unmarked, "makes the win harder"},
		{1000, 400, Blunder, "makes the win harder"},
		{200, -400, Unmarked, "gets into a lost position"},
		{-50, -400, Unmarked, "gets into a lost position"},
		{200, -150, Unmarked, "gives the advantage away"},
		{0, -250, Unmarked, "gets into trouble"},
		{-200, -600, Unmarked, "makes a bad position worse"},
	} {
		g := &Game{Positions: []board.Position{board.Start(), black.Positions()[1], board.Start()}}
		g.Moves = []Move{{Mark: tc.lastMark}, {}}
		g.Found = []Found{{}, {Score: -tc.before}, {Score: -tc.after}}
		if got := g.what(1); got != tc.want {
			t.Errorf("Black from %d to %d: %q, want %q", tc.before, tc.after, got, tc.want)
		}
		g.Positions[1] = board.Start()
		g.Found = []Found{{}, {Score: tc.before}, {Score: tc.after}}
		if got := g.what(1); got != tc.want {
			t.Errorf("White from %d to %d: %q, want %q", tc.before, tc.after, got, tc.want)
		}
	}
}

// TestWorstMoments: of many mistakes the twelve that lost the most are returned, in their order.
func TestWorstMoments(t *testing.T) {
	g := &Game{Positions: make([]board.Position, 15), Found: make([]Found, 16)}
	for i := range g.Positions {
		g.Positions[i] = board.Start()
		g.Moves = append(g.Moves, Move{Mark: Mistake, Lost: float64(10 + i*7%15)})
	}
	g.Moves[4].Mark = Inaccuracy
	var got []int
	for _, m := range g.Moments() {
		got = append(got, m.Index)
	}
	// 0 lost 10 percent, 13 lost 11; 11 lost 12 and 9 lost 13.
	if want := []int{1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14}; !slices.Equal(got, want) {
		t.Errorf("moments %v, want %v", got, want)
	}
}

// TestEndsNotYet: a game that ends in the second occurrence of a position, or a ply before fifty
// moves, is not drawn by that. An occurrence before a null move does not count.
func TestEndsNotYet(t *testing.T) {
	for _, text := range []string{
		"1. Nf3 Nf6 2. Ng1 Ng8 *",
		"1. Nf3 Nf6 2. Ng1 Ng8 3. -- -- 4. Nf3 Nf6 5. Ng1 Ng8 *",
		"[FEN \"k7/8/8/8/8/8/1R6/K7 w - - 98 80\"]\n\n80. Rb3 *",
	} {
		g := analyzed(t, newAnalyzer(500), text)
		if last := g.Found[len(g.Found)-1]; len(last.Line) == 0 {
			t.Errorf("%s: over, with %+v", text, last)
		}
	}
}
