package train

import (
	"math/bits"

	"sente/datagen"
	"sente/eval/nnue"
)

// A batch is a set of positions ready for the passes through a network. Positions are in the order
// of their output buckets, and within a bucket in the order of their king buckets. Each position
// has two views. Each view has a slot. Slots are in the order of the views' king buckets, so that
// neighbours use the same rows.
type batch struct {
	n      int
	groups []group
	target []float32  // expected result of each position, 0 to 1
	from   []int32    // index of each position in the slice given to fill
	slot   [][2]int32 // slots of each position's views, the side to move's first

	// The active inputs form a sparse matrix of ones. It is stored twice, by slot and by row. The
	// rows of slot s, with the bias row, are rows[rowsAt[s]:rowsAt[s+1]]. The slots of row r are
	// slots[slotsAt[r]:slotsAt[r+1]]. Entries are offsets: row r is r*lanes, slot s is s*lanes.
	rows, rowsAt   []int32
	slots, slotsAt []int32

	all   []features // of each position, in the order given to fill
	kinds []int      // for each kind of positions: where the next one goes
}

// firstKind returns the first kind of positions in an output bucket.
func (l *layout) firstKind(bucket int) int { return bucket * l.kingBuckets * l.kingBuckets }

// kind returns the kind of a position: its output bucket with the king buckets of both views.
func (l *layout) kind(f *features) int {
	bucket := nnue.OutputBucket(f.count, l.OutputBuckets)
	return l.firstKind(bucket) + int(f.kingBucket[0])*l.kingBuckets + int(f.kingBucket[1])
}

// A group is a run of positions that have the same output bucket.
type group struct{ bucket, from, to int }

// groupSize is how many positions a group has at most. Gradients are summed within each group and
// then over the groups. So the result depends on groupSize, but not on the number of threads.
const groupSize = 512

// grown returns a slice of n elements. It reuses s if s has room for them.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// fill prepares b for the given positions. target says what the network should predict for each; it
// may be nil.
func (b *batch) fill(l *layout, positions []datagen.Packed,
	target func(k *datagen.Packed) float64) {
	n := len(positions)
	b.n = n
	b.target, b.from = grown(b.target, n), grown(b.from, n)
	b.slot, b.all = grown(b.slot, n), grown(b.all, n)
	// Where each kind of positions begins. Kinds are in the order of the output bucket, then of
	// both king buckets, so that the views of neighbours are neighbours too.
	kinds := grown(b.kinds, l.OutputBuckets*l.kingBuckets*l.kingBuckets+1)
	clear(kinds)
	b.kinds = kinds
	var views [nnue.MaxKingBuckets + 1]int // the slot where each king bucket begins
	ones := 0
	for i := range positions {
		f := &b.all[i]
		l.extract(f, &positions[i])
		kinds[l.kind(f)+1]++
		views[f.kingBucket[0]+1]++
		views[f.kingBucket[1]+1]++
		ones += 2 * (f.active + 1)
	}
	for k := range len(kinds) - 1 {
		kinds[k+1] += kinds[k]
	}
	b.groups = b.groups[:0]
	for k := range l.OutputBuckets {
		from, to := kinds[l.firstKind(k)], kinds[l.firstKind(k+1)]
		for ; from < to; from += groupSize {
			b.groups = append(b.groups, group{k, from, min(from+groupSize, to)})
		}
	}
	for k := range l.kingBuckets {
		views[k+1] += views[k]
	}
	for i := range positions {
		at := &kinds[l.kind(&b.all[i])]
		b.from[*at] = int32(i)
		if target != nil {
			b.target[*at] = float32(target(&positions[i]))
		}
		*at++
	}
	// The position and side of each slot, in the order of the slots.
	owner := grown(b.slots, 2*n) // memory that link fills anew later
	for p, i := range b.from {
		for side, k := range b.all[i].kingBucket {
			slot := views[k]
			views[k]++
			b.slot[p][side] = int32(slot)
			owner[slot] = 2*i + int32(side)
		}
	}
	b.link(l, owner, ones)
}

// link builds the sparse matrix. owner[slot] is 2*position + side of the view in that slot. ones is
// the number of entries.
func (b *batch) link(l *layout, owner []int32, ones int) {
	b.rows, b.rowsAt = grown(b.rows, ones), grown(b.rowsAt, 2*b.n+1)
	b.slotsAt = grown(b.slotsAt, l.rows+1)
	clear(b.slotsAt)
	at := int32(0)
	for slot, view := range owner {
		f := &b.all[view>>1]
		b.rowsAt[slot] = at
		for _, row := range f.rows[view&1][:f.active] {
			b.rows[at] = int32(row) * lanes
			b.slotsAt[row+1]++
			at++
		}
		b.rows[at] = int32(l.inputRows) * lanes
		at++
	}
	b.rowsAt[len(owner)] = at
	b.slotsAt[l.rows] = int32(2 * b.n)
	for row := range l.rows {
		b.slotsAt[row+1] += b.slotsAt[row]
	}
	b.slots = grown(b.slots, ones) // overwrites owner, which may share its memory
	shift := bits.TrailingZeros(lanes)
	for slot := range 2 * b.n {
		for _, row := range b.rows[b.rowsAt[slot]:b.rowsAt[slot+1]] {
			r := row >> shift
			b.slots[b.slotsAt[r]] = int32(slot) * lanes
			b.slotsAt[r]++
		}
	}
	copy(b.slotsAt[1:], b.slotsAt[:l.rows]) // each entry is now where the next row begins
	b.slotsAt[0] = 0
}
