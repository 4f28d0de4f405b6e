package tt_test

import (
	"errors"
	"fmt"
	"math"

	"sente/board"
	"sente/tt"
)

func Example() {
	table, err := tt.New(1<<20, nil) // bytes
	if err != nil {
		fmt.Println(err)
		return
	}
	p := board.Start()
	m, err := p.ParseSAN("e4")
	if err != nil {
		fmt.Println(err)
		return
	}
	entry := tt.Entry{Move: m, Score: 35, Eval: 20, Depth: 8, Bound: tt.BoundExact, PV: true}
	table.Store(p.Key(), entry)
	e, ok := table.Probe(p.Key())
	fmt.Println(ok, p.SAN(e.Move), e.Score, e.Depth, e.Bound == tt.BoundExact)
	_, ok = table.Probe(p.Key() ^ 1)
	fmt.Println(ok)
	// Output:
	// true e4 35 8 true
	// false
}

func ExampleNew() {
	little := func() tt.FreeMemory {
		return tt.FreeMemory{Memory: 10 << 20, Addresses: math.MaxUint64}
	}
	_, err := tt.New(10<<20, little) // a tenth is kept
	fmt.Println(errors.Is(err, tt.ErrNotEnough))
	_, err = tt.New(8<<20, little)
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}
