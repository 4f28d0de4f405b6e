package datagen

import (
	"context"
	"math"
	"testing"
	"time"
)

// patience is how long a test waits for the end of something that was interrupted.
const patience = time.Minute

// TestInterruptedSearch: an interrupted run does not wait for a search that would never end.
func TestInterruptedSearch(t *testing.T) {
	s := fastSelfPlay(1)
	s.Nodes, s.HardFactor = math.MaxUint32, 1
	label := SearchLabeller(nil, math.MaxUint64)
	for name, run := range map[string]func(context.Context){
		"a game": func(ctx context.Context) {
			w, err := newPlayer(&s)
			if err != nil {
				t.Error(err)
				return
			}
			if p, err := w.play(ctx, 1); err != nil || p.game != nil || p.rejected != 0 {
				t.Errorf("an interrupted game: %+v, %v", p, err)
			}
		},
		"labels": func(ctx context.Context) {
			if out, err := label(ctx, treePositions(3)); err == nil {
				t.Errorf("interrupted, and %d positions are labelled", len(out))
			}
		},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		done := make(chan struct{})
		go func() {
			run(ctx)
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatalf("%s: goes on after %v", name, patience)
		}
	}
}
