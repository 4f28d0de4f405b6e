package tt

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/memory"
)

func newTable(t testing.TB, bytes uint64) *Table {
	t.Helper()
	table, err := New(bytes, memory.Available)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// freeMemory returns a probe that finds the given number of bytes free.
func freeMemory(bytes uint64) memory.Probe {
	return func() memory.Free { return memory.Free{Memory: bytes, Addresses: memory.Unknown} }
}

func drawEntry(t *rapid.T) Entry {
	return Entry{
		Move:  board.Move(rapid.Uint16().Draw(t, "move")),
		Score: rapid.IntRange(math.MinInt16, math.MaxInt16).Draw(t, "score"),
		Eval:  rapid.IntRange(math.MinInt16, math.MaxInt16).Draw(t, "eval"),
		Depth: rapid.IntRange(MinDepth, MaxDepth).Draw(t, "depth"),
		Bound: Bound(rapid.IntRange(0, 3).Draw(t, "bound")),
		PV:    rapid.Bool().Draw(t, "pv"),
	}
}

func TestPackRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawEntry(t)
		age := uint8(rapid.IntRange(0, ageCycle-1).Draw(t, "age"))
		d := pack(e, age)
		var got Entry
		if got.unpack(d); got != e || ageOf(d) != age {
			t.Fatalf("unpack = %+v age %d, want %+v age %d", got, ageOf(d), e, age)
		}
		if d == 0 {
			t.Fatal("an entry looks empty")
		}
	})
}

func TestStoreThenProbe(t *testing.T) {
	table := newTable(t, 1<<16)
	rapid.Check(t, func(t *rapid.T) {
		table.Clear(1)
		key, e := rapid.Uint64().Draw(t, "key"), drawEntry(t)
		if got, ok := table.Probe(key); ok {
			t.Fatalf("an empty table knows %+v", got)
		}
		table.Store(key, e)
		if got, ok := table.Probe(key); !ok || got != e {
			t.Fatalf("Probe = %+v %v, want %+v", got, ok, e)
		}
		if got, ok := table.Probe(key ^ 1); ok {
			t.Fatalf("another key finds %+v", got)
		}
	})
}

// Any size works, down to one bucket.
func TestSizes(t *testing.T) {
	for _, bytes := range []uint64{0, 1, 63, 64, 1000, 1<<20 + 77} {
		table := newTable(t, bytes)
		if table.Size() > max(bytes, bucketBytes) || table.Size()+bucketBytes < bytes {
			t.Errorf("New(%d) makes %d bytes", bytes, table.Size())
		}
		for _, key := range []uint64{0, 1, math.MaxUint64, 1 << 63} {
			table.Store(key, Entry{Move: 1, Score: 2, Eval: 3, Depth: 4, Bound: BoundExact})
			if _, ok := table.Probe(key); !ok {
				t.Errorf("%d bytes: key %x is lost", bytes, key)
			}
			table.Prefetch(key)
		}
	}
}

func TestSameKeyReplacement(t *testing.T) {
	const key = 0x123456789ABCDEF0
	old := Entry{Move: 7, Score: 10, Eval: 20, Depth: 12, Bound: BoundLower}
	tests := []struct {
		name    string
		next    Entry
		age     int // searches that begin between the two
		changed bool
	}{
		{"deeper", Entry{Move: 8, Depth: 13, Bound: BoundUpper}, 0, true},
		{"a little shallower", Entry{Move: 8, Depth: 9, Bound: BoundUpper}, 0, true},
		{"much shallower", Entry{Move: 8, Depth: 8, Bound: BoundUpper}, 0, false},
		{"shallower on a principal variation",
			Entry{Move: 8, Depth: 8, Bound: BoundUpper, PV: true}, 0, true},
		{"much shallower but exact", Entry{Move: 8, Depth: 1, Bound: BoundExact}, 0, true},
		{"much shallower, next search", Entry{Move: 8, Depth: 1, Bound: BoundUpper}, 1, false},
		{"much shallower, the search after it",
			Entry{Move: 8, Depth: 1, Bound: BoundUpper}, 2, true},
	}
	for _, tc := range tests {
		table := newTable(t, 1<<16)
		table.Store(key, old)
		for range tc.age {
			table.Age()
		}
		table.Store(key, tc.next)
		want := old
		if tc.changed {
			want = tc.next
		}
		if got, _ := table.Probe(key); got != want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, want)
		}
	}
}

func TestMoveIsKept(t *testing.T) {
	table := newTable(t, 1<<16)
	table.Store(5, Entry{Move: 99, Score: 1, Eval: 2, Depth: 3, Bound: BoundLower})
	table.Store(5, Entry{Score: 4, Eval: 5, Depth: 6, Bound: BoundUpper})
	if e, _ := table.Probe(5); e.Move != 99 || e.Score != 4 || e.Bound != BoundUpper {
		t.Errorf("%+v, want the new result with the old move", e)
	}
}

// In one bucket the shallowest entry is replaced first. An entry counts as agePenalty plies
// shallower for each search since it was stored.
func TestBucketReplacement(t *testing.T) {
	table := newTable(t, bucketBytes)
	has := func(key uint64) bool { _, ok := table.Probe(key); return ok }
	for i, depth := range []int{10, 5, 8, 30, 9} {
		table.Store(uint64(i+1), Entry{Move: 1, Depth: depth, Bound: BoundLower})
	}
	table.Store(6, Entry{Move: 1, Depth: 7, Bound: BoundLower}) // drops depth 5
	if has(2) || !has(1) || !has(3) || !has(4) || !has(5) || !has(6) {
		t.Error("not the shallowest entry was replaced")
	}
	table.Age()
	table.Age()
	table.Store(7, Entry{Move: 1, Depth: 1, Bound: BoundLower}) // drops depth 7
	if has(6) {
		t.Error("depth 7 of an old search survived")
	}
	table.Store(8, Entry{Move: 1, Depth: 2, Bound: BoundLower}) // depth 8 minus 8 is below 1
	if has(3) || !has(7) || !has(4) {
		t.Error("an old entry of depth 8 must go before a new one of depth 1")
	}
	table.Clear(1)
	for key := range uint64(9) {
		if has(key) {
			t.Errorf("key %d survived Clear", key)
		}
	}
}

// The age wraps around, but an entry of the previous search is always one search old.
func TestAgeWraps(t *testing.T) {
	table := newTable(t, bucketBytes)
	for i := range 2 * ageCycle {
		last := pack(Entry{Move: 1, Bound: BoundExact}, uint8((i+ageCycle-1)%ageCycle))
		if n := table.searchesSince(last); n != 1 {
			t.Fatalf("after %d searches the last one is %d searches ago", i, n)
		}
		table.Age()
	}
}

func TestHashfull(t *testing.T) {
	table := newTable(t, 1<<18)
	if n := table.Hashfull(); n != 0 {
		t.Errorf("an empty table is %d‰ full", n)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	entries := table.Size() / bucketBytes * slots
	for range entries / 2 {
		table.Store(rng.Uint64(), Entry{Move: 1, Score: 2, Eval: 3, Depth: 4, Bound: BoundLower})
	}
	if n := table.Hashfull(); n < 430 || n > 510 {
		t.Errorf("%d‰ full after as many stores as half the entries, want 430 to 510", n)
	}
	table.Age()
	if n := table.Hashfull(); n != 0 {
		t.Errorf("%d‰ full of a new search", n)
	}
	for range 20 * entries {
		table.Store(rng.Uint64(), Entry{Move: 1, Score: 2, Eval: 3, Depth: 4, Bound: BoundLower})
	}
	if n := table.Hashfull(); n < 990 || n > 1000 {
		t.Errorf("%d‰ full when overfilled", n)
	}
	if n := newTable(t, bucketBytes).Hashfull(); n != 0 {
		t.Errorf("one empty bucket is %d‰ full", n)
	}
}

// Writers on few buckets tear each other's pairs; whatever is found must be what was stored under
// that key. Every field is a function of the key.
func TestConcurrentUse(t *testing.T) {
	table := newTable(t, 4*bucketBytes)
	of := func(key uint64) Entry {
		return Entry{
			Move: board.Move(key), Score: int(int16(key >> 8)), Eval: int(int16(key >> 16)),
			Depth: int(key>>24&127) + MinDepth, Bound: Bound(key >> 3 & 3), PV: key>>5&1 != 0,
		}
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 7))
			var keys [64]uint64
			shared := rand.New(rand.NewPCG(42, 42))
			for i := range keys {
				keys[i] = shared.Uint64()
			}
			for range 20_000 {
				key := keys[rng.IntN(len(keys))]
				if of(key).Move == board.NoMove {
					continue
				}
				if e, ok := table.Probe(key); ok && e != of(key) {
					t.Errorf("key %x holds %+v, want %+v", key, e, of(key))
					return
				}
				table.Store(key, of(key))
				if rng.IntN(1000) == 0 {
					table.Hashfull()
				}
			}
		})
	}
	wg.Wait()
}

func TestResize(t *testing.T) {
	table, err := New(1<<20, freeMemory(1<<30))
	if err != nil {
		t.Fatal(err)
	}
	table.Store(5, Entry{Move: 99, Score: 1, Eval: 2, Depth: 3, Bound: BoundLower})
	for _, bytes := range []uint64{1 << 33, 1 << 46, math.MaxUint64} {
		if err := table.Resize(bytes); !errors.Is(err, memory.ErrNotEnough) {
			t.Errorf("%d bytes of 1 GiB: %v, want ErrNotEnough", bytes, err)
		}
	}
	if table.Size() != 1<<20 {
		t.Errorf("the old table has %d bytes after a failure", table.Size())
	}
	if _, ok := table.Probe(5); !ok {
		t.Error("the old table is empty after a failure")
	}
	if err := table.Resize(2 << 20); err != nil || table.Size() != 2<<20 {
		t.Errorf("%d bytes, %v", table.Size(), err)
	}
	if _, ok := table.Probe(5); ok {
		t.Error("the new table is not empty")
	}
}

// TestOldTableCountsAsFree: the table that is replaced makes room for the new one.
func TestOldTableCountsAsFree(t *testing.T) {
	free := uint64(20 << 20)
	table, err := New(10<<20, func() memory.Free {
		return memory.Free{Memory: free, Addresses: memory.Unknown}
	})
	if err != nil {
		t.Fatal(err)
	}
	free = 4 << 20
	if err := table.Resize(12 << 20); err != nil {
		t.Errorf("12 MiB with 4 MiB free and 10 MiB to give back: %v", err)
	}
	if err := table.Resize(15 << 20); !errors.Is(err, memory.ErrNotEnough) {
		t.Errorf("15 MiB with 4 MiB free and 12 MiB to give back: %v, want ErrNotEnough", err)
	}
}

// TestOldTableIsFreedFirst: a new table of the same size takes no more of the system's memory than
// the old one had. Addresses without memory behind them don't count, because a small object may lie
// where the old table was.
func TestOldTableIsFreedFirst(t *testing.T) {
	const size = 64 << 20
	table, err := New(size, nil)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := table.Resize(size); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	held := func(m *runtime.MemStats) int64 { return int64(m.HeapSys) - int64(m.HeapReleased) }
	if more := held(&after) - held(&before); more > size/2 {
		t.Errorf("a second table takes %d MiB more", more>>20)
	}
}

// TestSizeBeyondTheAddresses: a size that no process can address is refused, with a probe and
// without one.
func TestSizeBeyondTheAddresses(t *testing.T) {
	sizes := []uint64{1 << 48, 1 << 62, 1 << 63}
	if bits.UintSize == 32 {
		sizes = append(sizes, 1<<31, 1<<32) // 2,048 and 4,096 MiB
	}
	for _, bytes := range sizes {
		for _, probe := range []memory.Probe{nil, freeMemory(memory.Unknown)} {
			if _, err := New(bytes, probe); !errors.Is(err, memory.ErrNotEnough) {
				t.Errorf("%d bytes: %v, want ErrNotEnough", bytes, err)
			}
		}
	}
}

func TestViewsHideEachOther(t *testing.T) {
	table := newTable(t, 1<<20)
	table.Store(5, Entry{Move: 99, Score: 1, Eval: 2, Depth: 3, Bound: BoundLower})
	table.SetView(0x9E3779B97F4A7C15)
	if _, hit := table.Probe(5); hit {
		t.Error("an entry of view 0 is seen by another")
	}
	table.Store(5, Entry{Move: 98, Score: 1, Eval: 2, Depth: 3, Bound: BoundLower})
	table.SetView(0)
	if e, hit := table.Probe(5); !hit || e.Move != 99 {
		t.Errorf("view 0 sees %+v, %v, want its own entry", e, hit)
	}
}

func TestProbeAndStoreDoNotAllocate(t *testing.T) {
	table := newTable(t, 1<<20)
	key := uint64(1)
	if n := testing.AllocsPerRun(1000, func() {
		key *= 0x9E3779B97F4A7C15
		table.Store(key, Entry{Move: 1, Score: 2, Eval: 3, Depth: 4, Bound: BoundExact, PV: true})
		table.Probe(key)
		table.Prefetch(key)
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

const benchBytes = 256 << 20

func BenchmarkProbeMiss(b *testing.B) {
	table := newTable(b, benchBytes)
	b.ReportAllocs()
	for key := uint64(1); b.Loop(); key *= 0x9E3779B97F4A7C15 {
		table.Probe(key)
	}
}

func BenchmarkStore(b *testing.B) {
	table := newTable(b, benchBytes)
	b.ReportAllocs()
	for key := uint64(1); b.Loop(); key *= 0x9E3779B97F4A7C15 {
		table.Store(key, Entry{Move: 1, Score: 2, Eval: 3, Depth: 4, Bound: BoundLower})
	}
}

// busy is work of about 100 ns that needs no memory.
func busy(x uint64) uint64 {
	for range 60 {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// A probe of a cold bucket after some work, without and with a prefetch before the work.
func BenchmarkWorkProbe(b *testing.B)         { benchWork(b, false) }
func BenchmarkPrefetchWorkProbe(b *testing.B) { benchWork(b, true) }

func benchWork(b *testing.B, prefetch bool) {
	table := newTable(b, benchBytes)
	key := uint64(1)
	for b.Loop() {
		key *= 0x9E3779B97F4A7C15
		if prefetch {
			table.Prefetch(key)
		}
		// The next key depends on the work and on what the probe found, as in a search.
		x := busy(key)
		e, _ := table.Probe(key)
		key += uint64(e.Score) + x&2
		key |= 1
	}
}
