package tt

import (
	"math"
	"testing"
)

// TestOneSlotForAPosition: a position that is stored again keeps its slot, so that the other
// positions of its bucket stay.
func TestOneSlotForAPosition(t *testing.T) {
	table := newTable(t, bucketBytes)
	for key := uint64(1); key <= slots; key++ {
		for depth := range 2 * slots {
			table.Store(key, Entry{Move: 1, Depth: depth, Bound: BoundExact})
		}
	}
	for key := uint64(1); key <= slots; key++ {
		if e, ok := table.Probe(key); !ok || e.Depth != 2*slots-1 {
			t.Errorf("key %d of %d: %+v, %v, want depth %d", key, slots, e, ok, 2*slots-1)
		}
	}
}

// TestShare: the parts of a large table follow each other and leave nothing out, also where an int
// has 32 bits.
func TestShare(t *testing.T) {
	const n, parts = 1 << 30, 300
	if share(n, 0, parts) != 0 || share(n, parts, parts) != n {
		t.Error("something is left out")
	}
	for i := range parts {
		if size := share(n, i+1, parts) - share(n, i, parts); size < n/parts || size > n/parts+1 {
			t.Errorf("part %d has %d", i, size)
		}
	}
}

// TestClearLeavesNothing: any number of goroutines clears the whole of a table.
func TestClearLeavesNothing(t *testing.T) {
	table := newTable(t, 4<<20)
	for threads := range 6 {
		for i := range table.buckets {
			table.buckets[i].data[i%slots].Store(1)
		}
		table.Clear(threads)
		for i := range table.buckets {
			if table.buckets[i].data[i%slots].Load() != 0 {
				t.Fatalf("%d goroutines leave bucket %d of %d", threads, i, len(table.buckets))
			}
		}
	}
}

// TestDepthsBeyondTheEnds: a depth that an entry cannot hold becomes the nearest one that it can.
func TestDepthsBeyondTheEnds(t *testing.T) {
	for depth, want := range map[int]int{
		MaxDepth + 3: MaxDepth, MinDepth - 1: MinDepth, MinDepth - 2: MinDepth, -1000: MinDepth,
	} {
		table := newTable(t, 1<<16)
		table.Store(5, Entry{Depth: depth})
		if got, hit := table.Probe(5); !hit || got.Depth != want {
			t.Errorf("depth %d: %+v, %t, want depth %d", depth, got, hit, want)
		}
	}
}

// TestReplacementSeesTheDepthHeld: whether a result replaces an earlier one depends on the depths
// that entries hold, not on those that were asked for.
func TestReplacementSeesTheDepthHeld(t *testing.T) {
	for _, tc := range []struct{ first, second int }{
		{0, math.MaxInt}, {-1000, -1000}, {MinDepth, math.MinInt}, {MaxDepth + 1000, MaxDepth},
	} {
		table := newTable(t, 1<<16)
		table.Store(5, Entry{Move: 1, Depth: tc.first, Bound: BoundLower})
		table.Store(5, Entry{Move: 2, Depth: tc.second, Bound: BoundLower})
		if e, hit := table.Probe(5); !hit || e.Move != 2 {
			t.Errorf("depth %d after %d: %+v, %t, want move 2", tc.second, tc.first, e, hit)
		}
	}
}

// TestTornEntryIsAMiss: an entry is not found if any bit of its data word is another writer's.
func TestTornEntryIsAMiss(t *testing.T) {
	table := newTable(t, bucketBytes)
	const key = 0x123456789abcdef0
	table.Store(key, Entry{Move: 77, Score: -321, Eval: 123, Depth: 9, Bound: BoundLower})
	b := &table.buckets[0]
	for i := range slots {
		d := b.data[i].Load()
		if d == 0 {
			continue
		}
		for bit := range 64 {
			b.data[i].Store(d ^ 1<<bit)
			if e, ok := table.Probe(key); ok {
				t.Errorf("with bit %d of the data word changed: %+v", bit, e)
			}
		}
		b.data[i].Store(d)
	}
	if _, ok := table.Probe(key); !ok {
		t.Error("the whole entry is not found")
	}
}
