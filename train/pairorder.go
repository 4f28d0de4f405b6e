package train

import (
	"math/bits"
	"slices"

	"sente/datagen"
	"sente/eval/nnue"
)

// Inference skips four neighbouring products of a network of three layers if all of them are 0.
// Most are. orderPairs puts products that are often active together side by side. Then more fours
// can be skipped. The evaluations do not change by a bit.

// orderPairs orders the products of r, a network of layout l. It judges by which products are
// active in the given positions.
func orderPairs(l *layout, r *nnue.Raw, positions []datagen.Packed) {
	active := activePairs(l, r, positions)
	permutePairs(r, groupedByUse(active))
}

// use is the set of accumulators, by number, in which a product is not 0.
type use []uint64

func (u use) count() int {
	n := 0
	for _, w := range u {
		n += bits.OnesCount64(w)
	}
	return n
}

// activePairs returns the use of each product, with a bit for each position and side. The positions
// must have passed datagen.Packed.Check.
func activePairs(l *layout, r *nnue.Raw, positions []datagen.Packed) []use {
	half := r.H / 2
	active := make([]use, half)
	for i := range active {
		active[i] = make(use, (2*len(positions)+63)/64)
	}
	lanes := make([]int32, r.H)
	clamped := func(i int) int32 { return min(max(lanes[i], 0), nnue.QA) }
	var f features
	for n := range positions {
		l.extract(&f, &positions[n])
		for view := range f.rows {
			for i := range lanes {
				lanes[i] = int32(r.FTBias[i])
			}
			for _, row := range f.rows[view][:f.active] {
				for i, w := range r.FTWeights[int(row)*r.H:][:r.H] {
					lanes[i] += int32(w)
				}
			}
			for i, u := range active {
				if at := 2*n + view; clamped(i)*clamped(i+half)>>nnue.PairShift > 0 {
					u[at/64] |= 1 << (at % 64)
				}
			}
		}
	}
	return active
}

// groupedByUse returns the products in groups of four. Each group begins with the most used product
// that is left. Then it takes three more, each time the product whose use overlaps the group's
// most.
func groupedByUse(active []use) []int {
	const group = 4
	left := make([]int, len(active))
	counts := make([]int, len(active))
	for i, u := range active {
		left[i], counts[i] = i, u.count()
	}
	var order []int
	var together use
	for len(left) > 0 {
		best, least := 0, 0
		for at, i := range left {
			cost := -counts[i]
			if len(order)%group > 0 {
				for w, x := range active[i] {
					cost += bits.OnesCount64(x &^ together[w])
				}
			}
			if at == 0 || cost < least {
				best, least = at, cost
			}
		}
		i := left[best]
		left = slices.Delete(left, best, best+1)
		if len(order)%group == 0 {
			together = make(use, len(active[i]))
		}
		for w, x := range active[i] {
			together[w] |= x
		}
		order = append(order, i)
	}
	return order
}

// permutePairs moves product order[i] to place i, with its two lanes and its weights.
func permutePairs(r *nnue.Raw, order []int) {
	half := len(order)
	for at := 0; at < len(r.FTWeights); at += half {
		permute(r.FTWeights[at:at+half], order)
	}
	for at := 0; at < len(r.FTBias); at += half {
		permute(r.FTBias[at:at+half], order)
	}
	for at := 0; at < len(r.L1Weights); at += half {
		permute(r.L1Weights[at:at+half], order)
	}
}

// permute moves the element at order[i] to place i.
func permute[T any](s []T, order []int) {
	old := slices.Clone(s)
	for i, from := range order {
		s[i] = old[from]
	}
}
