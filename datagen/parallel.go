package datagen

import (
	"runtime"
	"sync"
)

// mapOrdered calls f, on all cores, for every value that next returns, until next reports false. It
// calls emit with every result, in the order of the values. An error of emit ends it early and is
// returned. next and emit each run on one goroutine.
func mapOrdered[In, Out any](next func() (In, bool), f func(In) Out, emit func(Out) error) error {
	type job struct {
		in  In
		out chan Out
	}
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan job)
	order := make(chan chan Out, 4*workers)
	quit := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(jobs)
		defer close(order)
		for {
			in, ok := next()
			if !ok {
				return
			}
			j := job{in, make(chan Out, 1)}
			select {
			case order <- j.out:
			case <-quit:
				return
			}
			jobs <- j
		}
	})
	for range workers {
		wg.Go(func() {
			for j := range jobs {
				j.out <- f(j.in)
			}
		})
	}
	var err error
	for out := range order {
		if err = emit(<-out); err != nil {
			close(quit)
			break
		}
	}
	for range order { // so that the reader sees quit
	}
	wg.Wait()
	return err
}
