package tt

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"

	"sente/internal/memory"
)

// New makes a cleared table of about the given number of bytes, at least one bucket. If that is
// more than nine tenths of what probe finds free, it fails with ErrNotEnough and allocates nothing.
// A nil probe means no such check.
func New(bytes uint64, probe MemoryProbe) (*Table, error) {
	t := &Table{probe: probe}
	if err := t.Resize(bytes); err != nil {
		return nil, err
	}
	return t, nil
}

// addresses is the number of bytes that a process can address at most. For more, make panics.
const addresses = uint64(min(math.MaxInt, 1<<47))

// Resize replaces the table by a cleared one of about the given number of bytes. On an error
// (ErrNotEnough, see New) the old table keeps all that it holds.
func (t *Table) Resize(bytes uint64) error {
	// The old table is given back before the new one is made, so it counts as free.
	if err := memory.Check(t.probe, bytes, t.Size()); err != nil {
		return fmt.Errorf("tt: %w", err)
	}
	if bytes > addresses {
		return fmt.Errorf("tt: %d MiB wanted: %w", bytes>>20, ErrNotEnough)
	}
	if t.buckets != nil {
		t.buckets = nil
		debug.FreeOSMemory()
	}
	t.buckets = make([]bucket, max(1, bytes/bucketBytes))
	memory.FreshHuge(unsafe.Pointer(unsafe.SliceData(t.buckets)), uintptr(t.Size()))
	t.Clear(runtime.GOMAXPROCS(0))
	return nil
}

// Size returns the table's size in bytes.
func (t *Table) Size() uint64 { return uint64(len(t.buckets)) * bucketBytes }

// clearChunk is the least number of buckets that is worth a goroutine, 1 MiB.
const clearChunk = 1 << 20 / bucketBytes

// Clear empties the table with up to the given number of goroutines. In a fresh table it also is
// the first touch of the memory, which costs more than the clearing.
func (t *Table) Clear(threads int) {
	t.age = 0
	threads = max(1, min(threads, len(t.buckets)/clearChunk))
	var wg sync.WaitGroup
	for i := range threads {
		// A goroutine may end a little after Wait. It holds t, not the slice of buckets: otherwise
		// a Resize right then could not free the old table.
		from, to := share(len(t.buckets), i, threads), share(len(t.buckets), i+1, threads)
		wg.Go(func() { clear(t.buckets[from:to]) })
	}
	wg.Wait()
}

// share returns where part i begins when n things are split into parts. The product needs 64 bits.
func share(n, i, parts int) int { return int(uint64(n) * uint64(i) / uint64(parts)) }
