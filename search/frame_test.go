package search

import (
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// Razoring, the verification of a null move and a singular search search a node once more, in its
// own frame, before its moves are tried. What the node's later steps read must be as it was.

// again is the ply of the node in these tests. Nothing is learned about the root's moves, so the
// root's picker need not have been started.
const again = 1

// middlegame is a position and the move after which Black is to move.
var middlegame = [2]string{
	"r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2QK2R w KQ - 0 10", "h2h3"}

// atNode plays a game's move and searches the node after it, so that table and histories know
// something. Then it begins another visit of the node, up to where pvs prunes (steps 2 to 6).
func atNode(t *testing.T, game [2]string, kind nodeKind) (*worker, *frame) {
	t.Helper()
	w := played(t, game[0], game[1])
	w.rootDepth = 20
	w.params.NMPVerifyDepth = 5
	w.pvs(again, 7, -600, 600, nodePV)
	if _, over := w.arrive(again); over {
		t.Fatal("nothing to search")
	}
	entry, _ := w.table.Probe(w.pos[again].Key())
	entry.PV = kind == nodePV
	w.table.Store(w.pos[again].Key(), entry)
	f := w.at(again)
	f.kind = kind
	f.correction = w.correctionAt(again)
	w.probe(again)
	f.ttPv, w.at(0).ttPv = f.table.PV, true // what fails low below a principal variation joins it
	f.floor, f.ceiling = -eval.Infinity, eval.Infinity
	w.setEvaluation(again)
	f.picker = ordering.Picker{} // a started one tells that the node was searched again

	// Meanwhile another thread stores something else about the node, and the corrections learn.
	w.table.Store(w.pos[again].Key(),
		tt.Entry{Score: 17, Eval: f.rawEval, Depth: -1, Bound: tt.BoundExact, PV: true})
	*w.correction.pawn.at(board.Black, w.pos[again].PawnKey()) += 500
	return w, f
}

// zugzwang puts into the table that at the node passing reaches beta and no move does. So the tests
// do not depend on what the network thinks of a position.
func zugzwang(w *worker, beta int) {
	p := &w.pos[again]
	store := func(child *board.Position, score int) {
		w.table.Store(child.Key(), tt.Entry{
			Score: -score, Eval: tt.NoEval, Depth: 100, Bound: tt.BoundExact})
	}
	var child board.Position
	p.MakeNull(&child)
	store(&child, beta+50)
	var list board.MoveList
	p.Legal(&list)
	for _, m := range list.Slice() {
		p.Make(m, &child)
		store(&child, beta-200)
	}
}

// needed is what the later steps of a node and its children read.
type needed struct {
	visit
	inCheck, ttPv                           bool
	rawEval, staticEval, doubles, reduction int
	excluded                                board.Move
	earlier                                 ordering.Continuations
	position                                board.Position
	noNullUntil, evaluation                 int
}

func neededBy(w *worker, f *frame) needed {
	return needed{
		visit: f.visit, inCheck: f.inCheck, ttPv: f.ttPv, rawEval: f.rawEval,
		staticEval: f.staticEval, doubles: f.doubles, reduction: f.reduction,
		excluded: f.excluded, earlier: f.earlier, position: w.pos[again],
		noNullUntil: w.noNullUntil, evaluation: w.eval.Evaluate(&w.pos[again]),
	}
}

func TestSearchedAgainTheFrameStands(t *testing.T) {
	for _, tc := range []struct {
		name   string
		game   [2]string
		kind   nodeKind
		search func(w *worker, f *frame) (cut bool)
		cut    bool
	}{
		{"razoring holds", middlegame, nodeAll, func(w *worker, f *frame) bool {
			_, cut := w.razor(again, 1, f.estimate+w.params.RazorBase+w.params.RazorSlope)
			return cut
		}, true},
		{"verification holds", middlegame, nodeCut, func(w *worker, f *frame) bool {
			_, cut := w.nullMove(again, 20, f.estimate-150)
			return cut
		}, true},
		{"verification fails", middlegame, nodeCut, func(w *worker, f *frame) bool {
			zugzwang(w, f.estimate-150)
			_, cut := w.nullMove(again, 20, f.estimate-150)
			return cut
		}, false},
		{"singular search, cut-node", middlegame, nodeCut, func(w *worker, f *frame) bool {
			_, _, cut := w.singular(again, 8, f.table.Score+100)
			return cut
		}, false},
		{"singular search, all-node", middlegame, nodeAll, func(w *worker, f *frame) bool {
			_, _, cut := w.singular(again, 8, f.table.Score+100)
			return cut
		}, false},
		{"singular search, principal variation", middlegame, nodePV,
			func(w *worker, f *frame) bool {
				_, _, cut := w.singular(again, 8, f.table.Score+100)
				return cut
			}, false},
	} {
		w, f := atNode(t, tc.game, tc.kind)
		root, line := *w.at(0), slices.Clone(w.keys[:w.rootKey+again+1])
		before := neededBy(w, f)
		cut := tc.search(w, f)
		after := neededBy(w, f)
		if f.picker == (ordering.Picker{}) || cut != tc.cut {
			t.Errorf("%s: searched again: %v, cuts: %v",
				tc.name, f.picker != (ordering.Picker{}), cut)
		}
		if !strings.HasPrefix(tc.name, "singular") { // evaluates anew, with what was learned
			before.staticEval = eval.ScaleFifty(f.rawEval, w.pos[again].HalfmoveClock()) +
				f.correction
		}
		if after != before {
			t.Errorf("%s: the node had\n%+v, now\n%+v", tc.name, before, after)
		}
		if *w.at(again - 1) != root || !slices.Equal(w.keys[:w.rootKey+again+1], line) {
			t.Errorf("%s: the line that leads to the node changed", tc.name)
		}
	}
}

// TestTriedMovesAreTheNodesOwn: what was tried in a singular search or a verification is not
// punished as a move of the node.
func TestTriedMovesAreTheNodesOwn(t *testing.T) {
	for _, kind := range []nodeKind{nodeAll, nodePV} {
		w, f := atNode(t, middlegame, kind)
		w.table.Store(w.pos[again].Key(), tt.Entry{Move: f.table.Move, Score: f.estimate,
			Eval: f.rawEval, Depth: 7, Bound: tt.BoundExact})
		w.probe(again)
		if !w.mayBeSingular(again, 8) {
			t.Fatal("nothing is singular")
		}
		alpha := f.estimate + 40 // no move reaches it: all are tried
		w.pvs(again, 8, alpha, alpha+1, kind)
		tried := slices.Concat(f.quiets.slice(), f.noisies.slice())
		slices.Sort(tried)
		if n := len(tried); n < 8 || len(slices.Compact(tried)) != n || n > f.moves {
			t.Errorf("kind %d: of %d moves looked at %d were tried, %d of them different",
				kind, f.moves, n, len(slices.Compact(tried)))
		}
	}
}
