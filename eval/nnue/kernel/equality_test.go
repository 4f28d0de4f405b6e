//go:build !purego && (amd64 || arm64)

package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

const (
	guard  = 32   // lanes before and after every buffer that must stay untouched
	marker = -321 // value of guard lanes
	rowsN  = 40   // weight rows in the tests
)

// fills are the ways a test fills accumulators and weights.
var fills = []struct {
	name string
	lane func(r *rand.Rand) int16
}{
	{"small", func(r *rand.Rand) int16 { return int16(r.IntN(600) - 150) }},
	{"any", func(r *rand.Rand) int16 { return int16(r.Uint32()) }},
	{"extreme", func(r *rand.Rand) int16 {
		return [...]int16{-32768, -32767, -1, 0, 1, 254, 255, 256, 32766, 32767}[r.IntN(10)]
	}},
}

// outWeight returns an output weight in the contract's range, often one of its ends.
func outWeight(r *rand.Rand) int16 {
	return [...]int16{-maxOutWeight, maxOutWeight, 0,
		int16(r.IntN(2*maxOutWeight+1) - maxOutWeight)}[r.IntN(4)]
}

// guarded returns n lanes from fill between guard lanes, and a check that the guards are untouched.
func guarded(r *rand.Rand, n int,
	fill func(*rand.Rand) int16) ([]int16, func(t *testing.T, what string)) {
	all := make([]int16, n+2*guard)
	for i := range all {
		all[i] = marker
	}
	lanes := all[guard : guard+n : guard+n]
	for i := range lanes {
		lanes[i] = fill(r)
	}
	return lanes, func(t *testing.T, what string) {
		t.Helper()
		for i, v := range all {
			if (i < guard || i >= guard+n) && v != marker {
				t.Fatalf("%s: lane %d outside of the buffer is %d", what, i-guard, v)
			}
		}
	}
}

func randomRow(r *rand.Rand, h int) uint32 { return uint32(r.IntN(rowsN) * h) }

func randomRows(r *rand.Rand, h, n int, shape Shape) []Rows {
	adds, subs := shape.counts()
	rows := make([]Rows, n)
	for i := range rows {
		for j := range adds {
			rows[i].Add[j] = randomRow(r, h)
		}
		for j := range subs {
			rows[i].Sub[j] = randomRow(r, h)
		}
	}
	return rows
}

func sameLanes(t *testing.T, what string, got, want []int16) {
	t.Helper()
	if !slices.Equal(got, want) {
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: lane %d is %d, want %d", what, i, got[i], want[i])
			}
		}
	}
}

// checkEquality compares all kernels in use with the specification for every H up to 1024.
func checkEquality(t *testing.T) {
	checkLayersEquality(t)
	r := rand.New(rand.NewPCG(1, 2))
	for h := 32; h <= 1024; h += 32 {
		for _, fill := range fills {
			weights, whole := guarded(r, rowsN*h, fill.lane)
			out, wholeOut := guarded(r, 2*h, outWeight)
			for shape := Add1Sub1; shape <= Add2Sub2; shape++ {
				what := fmt.Sprintf("H=%d %s shape %d", h, fill.name, shape)
				for n := 1; n <= 2; n++ {
					src, wholeSrc := guarded(r, n*h, fill.lane)
					dst, wholeDst := guarded(r, n*h, fill.lane)
					want := make([]int16, n*h)
					rows := randomRows(r, h, n, shape)
					updateGeneric(want, src, weights, rows, shape)
					Update(dst, src, weights, rows, shape)
					sameLanes(t, what+": Update", dst, want)
					wholeDst(t, what)
					wholeSrc(t, what)
					Update(src, src, weights, rows, shape)
					sameLanes(t, what+": Update in place", src, want)
				}
				src, _ := guarded(r, 2*h, fill.lane)
				dst, wholeDst := guarded(r, 2*h, fill.lane)
				want := make([]int16, 2*h)
				rows := [2]Rows(randomRows(r, h, 2, shape))
				for side := range 2 {
					wantSum := updateForwardGeneric(want, src, weights, &rows, shape, out[side*h:],
						out[(1-side)*h:])
					got := UpdateForward(dst, src, weights, &rows, shape, out, side)
					if got != wantSum {
						t.Fatalf("%s side %d: UpdateForward = %d, want %d",
							what, side, got, wantSum)
					}
					sameLanes(t, what+": UpdateForward", dst, want)
					us, them := want[side*h:(side+1)*h], want[(1-side)*h:(2-side)*h]
					if got := Forward(us, them, out); got != wantSum {
						t.Fatalf("%s side %d: Forward = %d, want %d", what, side, got, wantSum)
					}
				}
				wholeDst(t, what)
			}
			checkRefreshEquality(t, r, h, weights, fill.lane)
			whole(t, "weights")
			wholeOut(t, "output weights")
		}
	}
}

func checkRefreshEquality(t *testing.T, r *rand.Rand, h int, weights []int16,
	fill func(*rand.Rand) int16) {
	for _, count := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {3, 2}, {32, 32}} {
		what := fmt.Sprintf("H=%d Refresh +%d -%d", h, count[0], count[1])
		var add, sub []uint32
		for range count[0] {
			add = append(add, randomRow(r, h))
		}
		for range count[1] {
			sub = append(sub, randomRow(r, h))
		}
		cache, wholeCache := guarded(r, h, fill)
		dst, wholeDst := guarded(r, h, fill)
		wantCache, want := slices.Clone(cache), make([]int16, h)
		refreshGeneric(wantCache, want, weights, add, sub)
		Refresh(cache, dst, weights, add, sub)
		sameLanes(t, what, cache, wantCache)
		sameLanes(t, what, dst, want)
		wholeCache(t, what)
		wholeDst(t, what)

		what += " in place"
		wantCache = slices.Clone(cache)
		refreshGeneric(wantCache, want, weights, add, sub)
		Refresh(cache, cache, weights, add, sub)
		sameLanes(t, what, cache, want)
		wholeCache(t, what)
	}
}
