package search

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

// TestThreadsBounded: a number of threads beyond the bounds is refused, also if the bytes of their
// memory would overflow 64 bits.
func TestThreadsBounded(t *testing.T) {
	e := New()
	for _, n := range []int{math.MinInt, 0, MaxThreads + 1, math.MaxInt>>2 + 2, math.MaxInt} {
		if err := e.SetThreads(n); err == nil || len(e.workers) != 1 {
			t.Fatalf("%d threads: %d now, error %v", n, len(e.workers), err)
		}
	}
}

// TestThreadsMemory: SetThreads asks for as much memory as the new threads take. If that is not
// free, the old number of threads stays.
func TestThreadsMemory(t *testing.T) {
	e := small(t)
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	const more = 8
	want := more * e.workers[0].bytes()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := e.SetThreads(1 + more); err != nil {
		t.Fatal(err)
	}
	if err := e.Ready(); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	taken := after.TotalAlloc - before.TotalAlloc
	if taken < want || taken > want+want/50 {
		t.Errorf("%d more threads took %d bytes, asked for were %d", more, taken, want)
	}
	e.SetMemory(freeMemory(want))
	if err := e.SetThreads(1 + 2*more); err == nil || len(e.workers) != 1+more {
		t.Errorf("%d threads in the memory of %d: %v", len(e.workers), more, err)
	}
}

// TestThreadsTakeTheirMemory: new threads touch their memory at once, so that the next question for
// free memory does not count it as free.
func TestThreadsTakeTheirMemory(t *testing.T) {
	e := New()
	if err := e.SetThreads(4); err != nil {
		t.Fatal(err)
	}
	for i, w := range e.workers {
		if i > 0 && !w.touched {
			t.Errorf("thread %d has not touched its memory", i)
		}
	}
}

// TestFewerThreads: a search that was begun keeps the threads it was begun with.
func TestFewerThreads(t *testing.T) {
	for _, ponder := range []bool{false, true} {
		e := small(t)
		if err := e.SetThreads(2); err != nil {
			t.Fatal(err)
		}
		p := boardtest.Position(t, kiwipete)
		s := e.Begin(Root{Pos: p}, Limits{Depth: 3, Ponder: ponder})
		if err := e.SetThreads(1); err != nil {
			t.Fatal(err)
		}
		e.PonderHit()
		if len(s.workers) != 2 {
			t.Errorf("%d workers", len(s.workers))
		}
		if r := s.Run(nil); r.Depth < 1 || r.Fault != "" {
			t.Errorf("ponder %t: %+v", ponder, r)
		}
	}
}

// TestSettingsBelowZero: a negative overhead does not make a move longer. With a negative number of
// nodes for a millisecond, time is real.
func TestSettingsBelowZero(t *testing.T) {
	e := New()
	e.SetMoveOverhead(-time.Hour)
	e.SetNodesTime(-1)
	const given = 20 * time.Millisecond
	s := e.Begin(Root{Pos: board.Start()}, Limits{MoveTime: given, HasMoveTime: true})
	if s.clock.hard != given || s.clock.perMilli != 0 {
		t.Errorf("a move of %s takes %s, %d nodes a millisecond", given, s.clock.hard,
			s.clock.perMilli)
	}
}

// TestRootPlay: after a move Keys are those of the positions that may come again.
func TestRootPlay(t *testing.T) {
	root := Root{Pos: board.Start()}
	for i, tc := range []struct {
		san  string
		keys int
	}{{"Nf3", 1}, {"Nf6", 2}, {"Ng1", 3}, {"e5", 0}, {"Nf3", 1}, {"--", 0}, {"Ng1", 1}} {
		m := board.NullMove
		if tc.san != "--" {
			var err error
			if m, err = root.Pos.ParseSAN(tc.san); err != nil {
				t.Fatal(err)
			}
		}
		before := root.Pos
		root.Play(m)
		if len(root.Keys) != tc.keys || tc.keys > 0 && root.Keys[tc.keys-1] != before.Key() ||
			root.Pos != before.After(m) {
			t.Errorf("%d. %s: %d keys, want %d", i, tc.san, len(root.Keys), tc.keys)
		}
	}
}

// TestStopDuringBegin lets Stop meet Begin. If Stop stops the search, it also releases the answer.
func TestStopDuringBegin(t *testing.T) {
	e := small(t)
	root := Root{Pos: board.Start()}
	for range 20_000 {
		done := make(chan bool)
		go func() { e.Stop(); close(done) }()
		s := e.Begin(root, Limits{Infinite: true})
		<-done
		if e.stop.Load() {
			select {
			case <-s.released:
			default:
				t.Fatal("stopped, but the answer waits")
			}
		}
	}
}

// TestSearchUntilContext expects Search to end with its context, before and while it runs, with
// what is known then. A context that is done late must not stop the engine's next search.
func TestSearchUntilContext(t *testing.T) {
	e := small(t)
	root := Root{Pos: boardtest.Position(t, kiwipete)}
	for _, before := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		if before {
			cancel()
		}
		r, err := e.Search(ctx, root, Limits{Infinite: true}, func(*Info) { cancel() })
		if !errors.Is(err, context.Canceled) || !root.Pos.IsLegal(r.Best) {
			t.Errorf("done before: %t; best %v, error %v", before, r.Best, err)
		}
		cancel()
	}
	for range 300 {
		ctx, cancel := context.WithCancel(t.Context())
		_, _ = e.Search(ctx, root, Limits{Depth: 1}, func(*Info) { cancel() })
		cancel()
		r, err := e.Search(t.Context(), root, Limits{Depth: 3}, nil)
		if err != nil || r.Depth != 3 {
			t.Fatalf("the next search ended at depth %d: %v", r.Depth, err)
		}
	}
}

// TestPlayAfterBegin: the game may go on while its position is searched. The search still knows the
// positions before it: here the king's move to e8 repeats one for the third time.
func TestPlayAfterBegin(t *testing.T) {
	root := Root{Pos: boardtest.Position(t, "4k3/p7/8/8/8/8/4P3/4K2R w - - 0 1")}
	play := func(moves string) {
		for text := range strings.FieldsSeq(moves) {
			m, err := root.Pos.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			root.Play(m)
		}
	}
	play("e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1")
	king, err := root.Pos.ParseMove("d8e8")
	if err != nil {
		t.Fatal(err)
	}
	root.Moves = []board.Move{king}
	s := small(t).Begin(root, Limits{Depth: 3})
	play("a7a5 h1h2 d8c7 h2h1")
	if r := s.Run(nil); r.Score != eval.Draw {
		t.Errorf("score %d, want a draw by repetition", r.Score)
	}
}

// TestSearchTellsOfFault expects a panic to be an error beside the answer.
func TestSearchTellsOfFault(t *testing.T) {
	e := small(t)
	root := Root{Pos: board.Start()}
	r, err := e.Search(t.Context(), root, Limits{Depth: 3}, func(*Info) { panic("test") })
	if err == nil || !strings.Contains(err.Error(), r.Fault) || !root.Pos.IsLegal(r.Best) {
		t.Errorf("best %v, fault %q, error %v", r.Best, r.Fault, err)
	}
}
