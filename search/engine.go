package search

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"sente/eval/nnue"
	"sente/internal/memory"
	"sente/internal/splitmix"
	"sente/tt"
)

// The defaults and bounds of an Engine.
const (
	DefaultHash     = 16      // MiB
	MaxHash         = 1 << 25 // MiB, more than any machine has
	DefaultOverhead = 30 * time.Millisecond
	MaxMultiPV      = 256
	MaxThreads      = 1024
)

// Engine holds what lasts from one search to the next: table, threads with their histories,
// network, parameters. New makes one; the zero Engine can't be used. Only one goroutine may call
// its methods; Stop and PonderHit may come from any.
type Engine struct {
	table     *tt.Table // nil until Ready or SetHash
	hash      int       // MiB
	free      memory.Probe
	net       *nnue.Network
	params    Params
	workers   []*worker // [0] is the main worker
	multiPV   int
	overhead  time.Duration
	nodeClock nodeClock
	answered  answer
	bases     tablebases
	undamped  bool // see SetFiftyDamping
	strength  Strength
	seed      uint64 // of the errors of limited strength, in the running game
	stop      atomic.Bool
	current   atomic.Pointer[Search]
}

// New returns an engine with one thread, the built-in network if there is one, and a table of
// DefaultHash, which Ready allocates.
func New() *Engine {
	e := &Engine{hash: DefaultHash, free: memory.Available, params: DefaultParams(), multiPV: 1,
		overhead: DefaultOverhead, net: nnue.Default(),
		bases: tablebases{limit: DefaultProbeLimit, depth: DefaultProbeDepth, fifty: true}}
	e.addWorkers(1)
	return e
}

func (e *Engine) addWorkers(n int) {
	for len(e.workers) < n {
		w := new(worker)
		memory.FreshHuge(unsafe.Pointer(w), unsafe.Sizeof(*w)) // for its histories
		w.id = len(e.workers)
		w.eval.UseNetwork(e.net)
		e.workers = append(e.workers, w)
	}
}

// SetMemory sets the function that says how much memory is free, in place of tt.AvailableMemory.
// Tests use it to imitate a small machine. Call it before Ready and SetHash, because a table keeps
// asking the function that it was made with.
func (e *Engine) SetMemory(free tt.MemoryProbe) { e.free = free }

// SetHash sets the size of the transposition table in MiB, 0 to MaxHash, and empties the table. If
// the table has that size already, nothing changes. 0 is the smallest table, one bucket. If the
// size is out of range or does not fit the free memory, the old table stays, and the error says so.
func (e *Engine) SetHash(mib int) error {
	if mib < 0 || mib > MaxHash {
		return fmt.Errorf("a table of %d MiB: want 0 to %d", mib, MaxHash)
	}
	if e.table != nil && mib == e.hash {
		return nil
	}
	bytes := uint64(mib) << 20
	if e.table == nil {
		table, err := tt.New(bytes, e.free)
		if err != nil {
			return err
		}
		e.table = table
	} else if err := e.table.Resize(bytes); err != nil {
		return err
	}
	e.hash = mib
	return nil
}

// Ready allocates the memory that a search needs and touches its pages, so that no search does it
// while its clock runs. It costs nothing if that is already done. Run calls it too. If the table
// does not fit, Ready makes a smaller one, and the error says so once. The engine can still search.
func (e *Engine) Ready() error {
	e.touchWorkers()
	if e.table != nil {
		return nil
	}
	wanted := e.hash
	err := e.SetHash(wanted)
	for mib := wanted / 2; e.table == nil; mib /= 2 { // 0 MiB, one bucket, always fits
		_ = e.SetHash(mib) // the first refusal is the one that counts
	}
	if err != nil {
		return fmt.Errorf("%w; searching with %d MiB", err, e.hash)
	}
	return nil
}

// touchWorkers touches the memory of the workers that have not done so.
func (e *Engine) touchWorkers() {
	var wg sync.WaitGroup
	for _, w := range e.workers {
		if !w.touched {
			wg.Go(w.touch)
		}
	}
	wg.Wait()
}

// SetThreads sets the number of threads that search, 1 to MaxThreads. Their memory is taken at
// once. If the number is out of range or the memory does not fit, the old number stays, and the
// error says so.
func (e *Engine) SetThreads(n int) error {
	if n < 1 || n > MaxThreads {
		return fmt.Errorf("%d threads: want 1 to %d", n, MaxThreads)
	}
	if more := n - len(e.workers); more > 0 {
		need := uint64(more) * e.workers[0].bytes()
		if err := memory.Check(e.free, need, 0); err != nil {
			return fmt.Errorf("%d threads: %w", n, err)
		}
	}
	e.workers = slices.Clone(e.workers[:min(n, len(e.workers))]) // a Search may hold the old ones
	e.addWorkers(n)
	e.touchWorkers()
	return nil
}

// SetMultiPV sets how many best lines are searched, 1 to MaxMultiPV. Other numbers count as the
// nearest of them.
func (e *Engine) SetMultiPV(n int) { e.multiPV = max(1, min(n, MaxMultiPV)) }

// SetMoveOverhead sets the time that passes after an answer until the opponent's clock starts.
// Every limit in time is shortened by it. DefaultOverhead holds until it is called; less than 0 is
// 0, and more than a year is a year.
func (e *Engine) SetMoveOverhead(d time.Duration) { e.overhead = bounded(d) }

// SetFiftyDamping tells whether static evaluations are drawn towards 0 as the fifty-move rule comes
// near, as they are in play. Turn it off to make scores that a network will learn: in play, damping
// is applied to the network's output, so it would count twice. Call it before the first search. It
// clears nothing that was learned under the other setting.
func (e *Engine) SetFiftyDamping(on bool) { e.undamped = !on }

// SetNetwork sets the network that evaluates; nil means Material. Table and histories are cleared,
// because their scores come from another evaluation.
func (e *Engine) SetNetwork(n *nnue.Network) {
	e.net = n
	for _, w := range e.workers {
		w.eval.UseNetwork(n)
		w.touched = false
	}
	e.NewGame()
}

// Network returns the network that evaluates, nil for Material.
func (e *Engine) Network() *nnue.Network { return e.net }

// Params returns the search's numbers for reading and, while nothing is searched, for changing.
func (e *Engine) Params() *Params { return &e.params }

// ClearHash empties the transposition table.
func (e *Engine) ClearHash() {
	if e.table != nil {
		e.table.Clear(len(e.workers))
	}
}

// NewGame forgets everything learned: the next search is exactly that of a new engine. Only the
// errors of limited strength differ from game to game.
func (e *Engine) NewGame() {
	e.seed = splitmix.At(e.seed)
	e.nodeClock.newGame()
	e.answered = answer{}
	e.forget()
}

func (e *Engine) forget() {
	e.ClearHash()
	var wg sync.WaitGroup
	for _, w := range e.workers {
		wg.Go(w.forget)
	}
	wg.Wait()
}

// Stop ends the search that was begun, from any goroutine: Run answers soon. Harmless when nothing
// runs.
func (e *Engine) Stop() {
	e.stop.Store(true)
	if s := e.current.Load(); s != nil {
		s.release()
	}
}

// PonderHit turns a pondering search into a normal one, from any goroutine: its clock has been
// running since Limits.Start. Harmless when nothing ponders.
func (e *Engine) PonderHit() {
	if s := e.current.Load(); s != nil && s.pondering.Load() {
		s.ponderHit()
	}
}
