package search

import (
	"strings"
	"sync"
	"testing"
	"time"

	"sente/board"
	"sente/internal/boardtest"
)

// TestTwoPanicsStillAnswer makes two workers panic at once. Neither may keep the other from ending.
func TestTwoPanicsStillAnswer(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	for _, w := range e.workers {
		both.Add(1)
		broken := false // the answer without a search evaluates the root once more
		w.tap = &Tap{Every: 1, Take: func(*board.Position, int) {
			if !broken {
				broken = true
				both.Done()
				both.Wait()
			}
			panic("test")
		}}
	}
	p := boardtest.Position(t, kiwipete)
	answer := make(chan Result, 1)
	go func() { answer <- e.Begin(Root{Pos: p}, Limits{Depth: 5}).Run(nil) }()
	select {
	case r := <-answer:
		if !p.IsLegal(r.Best) || !strings.Contains(r.Fault, "panic") {
			t.Errorf("best %v, fault %q", r.Best, r.Fault)
		}
	case <-time.After(time.Minute):
		t.Error("no answer a minute after both workers broke")
	}
}

// TestHelpersPanicEndsTheSearch: a panic in a helper ends the main worker's search too.
func TestHelpersPanicEndsTheSearch(t *testing.T) {
	e := small(t)
	if err := e.SetThreads(2); err != nil {
		t.Fatal(err)
	}
	e.workers[1].tap = &Tap{Every: 1, Take: func(*board.Position, int) { panic("test") }}
	answer := make(chan Result, 1)
	s := e.Begin(Root{Pos: boardtest.Position(t, kiwipete)}, Limits{Nodes: 1 << 60})
	go func() { answer <- s.Run(nil) }()
	select {
	case r := <-answer:
		if !strings.Contains(r.Fault, "worker 1") {
			t.Errorf("fault %q", r.Fault)
		}
	case <-time.After(20 * time.Second):
		e.Stop()
		<-answer
		t.Error("the search goes on without its helper")
	}
}
