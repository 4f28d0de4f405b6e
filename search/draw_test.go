package search

import (
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

// played returns a worker that has played the moves from a position, the first at ply 0.
func played(t *testing.T, fen string, moves ...string) *worker {
	t.Helper()
	e := small(t)
	s := e.Begin(Root{Pos: boardtest.Position(t, fen)}, Limits{})
	w := e.workers[0]
	w.begin(s, &s.root)
	for ply, text := range moves {
		m := boardtest.Move(t, &w.pos[ply], text)
		w.play(ply, m)
	}
	return w
}

// TestCanRepeat: a side that can go back to an earlier position of the line, the root included, is
// seen to have a draw.
func TestCanRepeat(t *testing.T) {
	const kings = "k7/8/8/8/8/8/8/K6R w - - 0 1"
	for _, tc := range []struct {
		name, fen string
		moves     []string
		want      bool
	}{
		{"nothing was played", board.StartFEN, nil, false},
		{"both knights are out", board.StartFEN, []string{"g1f3", "g8f6"}, false},
		{"one is home, and so can be the other", board.StartFEN,
			[]string{"g1f3", "g8f6", "f3g1"}, true},
		{"another knight came out", board.StartFEN, []string{"g1f3", "g8f6", "b1c3"}, false},
		{"a pawn has moved", board.StartFEN, []string{"g1f3", "g8f6", "e2e4"}, false},
		{"back to ply 2", board.StartFEN, []string{"g1f3", "g8f6", "f3d4", "f6g8", "d4f3"}, true},
		{"back to the root by triangles", kings,
			[]string{"a1a2", "a8b7", "a2b1", "b7b8", "b1a1"}, true},
		{"the triangle ends elsewhere", kings,
			[]string{"a1a2", "a8b7", "a2b1", "b7b8", "b1c1"}, false},
	} {
		if got := played(t, tc.fen, tc.moves...).canRepeat(len(tc.moves)); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// TestCanRepeatLooksNoFartherThanTheRoot: a position that occurred once, before the root, may occur
// again without a draw.
func TestCanRepeatLooksNoFartherThanTheRoot(t *testing.T) {
	w := played(t, board.StartFEN, "g1f3", "g8f6", "f3g1")
	root := Root{Pos: w.pos[3], Keys: []uint64{w.pos[0].Key(), w.pos[1].Key(), w.pos[2].Key()}}
	w.begin(w.search, &root)
	if w.canRepeat(0) {
		t.Error("a position of the game before counts as one of the line")
	}
}

// TestRepetitionAtHandIsADraw: a side that can go back to an earlier position of the line has at
// least a draw. That holds in an open window, too.
func TestRepetitionAtHandIsADraw(t *testing.T) {
	for depth := 0; depth <= 8; depth++ {
		w := played(t, "6kn/5ppp/8/8/8/8/5PPP/3QK1N1 b - - 0 1", "h8g6", "g1f3", "g6f8", "f3g1")
		if !w.canRepeat(4) {
			t.Fatal("no repetition at hand")
		}
		w.link(3).picker.All(&w.pos[3], &w.history, &w.at(3).earlier, board.NoMove, board.NoMove)
		if got := w.pvs(4, depth, -600, 600, nodePV); got < eval.Draw {
			t.Errorf("depth %d: %d", depth, got)
		}
	}
}

// TestThirdOccurrenceEndsALine: in the search a return to the root is a draw at once. A line that
// is shown ends where the game ends, with the third occurrence.
func TestThirdOccurrenceEndsALine(t *testing.T) {
	there, back := []string{"g1f3", "g8f6"}, []string{"f3g1", "f6g8"}
	w := played(t, board.StartFEN, append(there, back...)...)
	for ply := range 5 {
		if got := w.isRepetition(ply, ply); got != (ply == 4) {
			t.Errorf("ply %d: a repetition: %t", ply, got)
		}
	}
	var line []board.Move
	for i := range 12 { // f3 comes a third time with the ninth move, the root with the eighth
		line = append(line, w.at(i%4).move)
	}
	if n := w.drawnAfter(line); n != 8 {
		t.Errorf("%d moves of the line are shown, want 8", n)
	}
}

// TestStalemateInQuiescence: a side with king and pawns alone and without a legal move scores a
// draw and is not evaluated.
func TestStalemateInQuiescence(t *testing.T) {
	for fen, stalemate := range map[string]bool{
		"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1":   true,
		"7k/8/6K1/7p/7P/8/8/5Q2 w - - 0 1": true,
		"7k/8/6K1/7p/8/8/8/5Q2 w - - 0 1":  false, // the pawn can move
		"k7/8/6K1/8/8/8/8/5Q2 w - - 0 1":   false, // the king can
	} {
		w := played(t, fen, "f1f7")
		if v := w.quiesce(1, -eval.Infinity, eval.Infinity, true); (v == eval.Draw) != stalemate {
			t.Errorf("%s: after f1f7 %d, stalemate: %v", fen, v, stalemate)
		}
	}
}
