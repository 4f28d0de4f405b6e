package search

import (
	"sync/atomic"
	"unsafe"

	"sente/board"
	"sente/eval"
	"sente/ordering"
	"sente/tt"
)

// pollInterval is the number of nodes between a worker's looks at the clock. It reads the stop flag
// at every node: with more threads than processors a worker may just have waited for its turn, and
// must not search pollInterval nodes more.
const pollInterval = 1024

// worker is the memory of one searching goroutine. While a search runs, no other goroutine touches
// it, except for the atomics.
type worker struct {
	// The line that is being searched, by ply.
	pos     [eval.MaxPly + 2]board.Position
	frames  [eval.MaxPly + 4 + sentinels]frame
	eval    eval.State
	keys    []uint64 // of the game before the root, then of the search's line
	rootKey int      // index of the root's key in keys

	touched bool // see touch

	// One search.
	id          int
	root        []rootMove
	tbMen       int // see Search
	nodes       uint64
	tbHits      uint64
	pollAt      uint64 // node count at which the limits are checked next
	selDepth    int
	rootDepth   int   // plies, of the running iteration
	first       int   // index in root of the running line's first move; lines before it are done
	noNullUntil int   // during a verification: plies less than this try no null move
	verifying   int16 // ply of the node whose null move is verified, 0 if none is
	stopped     bool
	undamped    bool         // static evaluations don't know the fifty-move clock
	stop        *atomic.Bool // the engine's
	table       *tt.Table
	search      *Search
	params      *Params
	line        rootLine // of the last complete iteration, in the end the answer
	exact       rootLine // of the running iteration: the best so far with an exact score
	raised      rootLine // of the running iteration: what beat exact and is searched again
	view        view     // as Search.view; the histories were learned under it

	// One game.
	learned    bool // anything since forget
	history    ordering.History
	correction correction

	tap *Tap // nil: nobody collects positions

	_             [64]byte      // the atomics share no cache line with the rest
	published     atomic.Uint64 // nodes, for other goroutines to read
	publishedHits atomic.Uint64
	_             [64]byte
}

// at returns the frame of ply, which may be as low as -sentinels.
func (w *worker) at(ply int) *frame { return &w.frames[ply+sentinels] }

// begin sets the worker up for a search.
func (w *worker) begin(s *Search, root *Root) {
	w.search = s
	w.table = s.engine.table
	w.params = s.params
	w.undamped = s.engine.undamped
	w.history.Weights = w.params.weights()
	w.nodes, w.tbHits = 0, 0
	w.pollAt = 0
	w.stopped = false
	w.tbMen = s.tbMen
	w.noNullUntil, w.verifying = 0, 0
	if w.view != s.view && w.learned {
		w.forget() // another view of positions taught it
	}
	w.view, w.learned = s.view, true
	w.stop = &s.engine.stop
	w.pos[0] = root.Pos
	w.rootKey = len(root.Keys)
	if n := w.rootKey + eval.MaxPly + 2; cap(w.keys) < n {
		w.keys = make([]uint64, n)
	} else {
		w.keys = w.keys[:n]
	}
	copy(w.keys, root.Keys)
	w.keys[w.rootKey] = root.Pos.Key()
	for i := range sentinels {
		w.frames[i] = frame{movedPiece: board.NoPiece, inCheck: true}
	}
	for i := range w.frames {
		f := &w.frames[i]
		f.excluded, f.killer, f.reduction = board.NoMove, board.NoMove, 0
	}
	w.eval.Reset(&w.pos[0])
	w.root = w.root[:0]
	for _, m := range s.rootMoves {
		w.root = append(w.root, rootMove{
			move: m, rank: s.verdicts[m].rank, score: -eval.Infinity, previous: -eval.Infinity,
		})
	}
}

// bytes returns the memory that the worker takes.
func (w *worker) bytes() uint64 {
	return uint64(unsafe.Sizeof(*w)-unsafe.Sizeof(w.eval)) + w.eval.Bytes()
}

// touch writes to all of the worker's memory, because the first write to a page is slow. It also
// clears what was learned.
func (w *worker) touch() {
	clear(w.pos[:])
	clear(w.frames[:])
	w.eval.Touch()
	w.forget()
	w.touched = true
}

// forget clears what was learned in a game.
func (w *worker) forget() {
	w.learned = false
	w.history.Clear()
	w.correction = correction{}
}

// enter counts a node and checks the limits when that is due. It reports whether the search goes
// on.
func (w *worker) enter(ply int) bool {
	if w.nodes >= w.pollAt || w.stop.Load() {
		w.poll()
	}
	if w.stopped {
		return false
	}
	w.nodes++
	w.selDepth = max(w.selDepth, ply)
	return true
}

// poll publishes the node count, and learns whether to stop.
func (w *worker) poll() {
	w.published.Store(w.nodes)
	w.publishedHits.Store(w.tbHits)
	w.pollAt = w.nodes + pollInterval
	if w.id == 0 {
		w.search.checkNodes()
	}
	w.search.checkTime()
	w.stopped = w.stop.Load()
}

// play makes move m at ply and prepares the child: position, evaluation and history links.
func (w *worker) play(ply int, m board.Move) {
	f, p, next := w.at(ply), &w.pos[ply], &w.pos[ply+1]
	pc := p.PieceOn(m.From())
	f.move, f.movedPiece, f.movedTo = m, pc, m.To()
	f.continuation = w.history.Continuation(f.inCheck, m.IsNoisy(), pc, m.To())
	p.Make(m, next)
	w.keys[w.rootKey+ply+1] = next.Key()
	w.eval.Push(next)
}

// undo goes back to the position before play or playNull.
func (w *worker) undo() { w.eval.Pop() }

// playNull passes at ply.
func (w *worker) playNull(ply int) {
	f, p, next := w.at(ply), &w.pos[ply], &w.pos[ply+1]
	f.move, f.movedPiece, f.movedTo = board.NullMove, board.NoPiece, board.NoSquare
	f.continuation = nil
	p.MakeNull(next)
	w.table.Prefetch(next.Key())
	w.keys[w.rootKey+ply+1] = next.Key()
	w.eval.Push(next)
}

// link sets earlier, the continuation tables of the moves before ply, and returns the frame of ply.
func (w *worker) link(ply int) *frame {
	f := w.at(ply)
	f.earlier = ordering.Continuations{
		w.at(ply - 1).continuation, w.at(ply - 2).continuation,
		w.at(ply - 4).continuation, w.at(ply - 6).continuation,
	}
	return f
}
