package search

import (
	"testing"

	"sente/board"
	"sente/internal/boardtest"
	"sente/ordering"
)

// TestRefutationTeachesTheSideThatMoved: the quiet move that leads to a node without a move above
// alpha gains in its own side's histories, whatever an earlier search left beyond the node.
func TestRefutationTeachesTheSideThatMoved(t *testing.T) {
	for _, stale := range []string{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"} {
		w := played(t, board.StartFEN)
		for ply, text := range []string{"e2e4", "b8c6"} {
			m, err := w.pos[ply].ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			f := w.link(ply)
			f.picker.All(&w.pos[ply], &w.history, &f.earlier, board.NoMove, board.NoMove)
			w.play(ply, m)
		}
		w.link(2)
		w.pos[3] = boardtest.Position(t, stale)
		w.learnRefutation(2, 5)
		p, f := &w.pos[1], w.at(1)
		if v := w.history.Quiet(p, p.Threats(), &ordering.Continuations{}, f.move); v <= 0 {
			t.Errorf("with %s beyond the node, %v gains %d", stale, f.move, v)
		}
	}
}
