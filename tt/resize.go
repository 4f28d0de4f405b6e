package tt

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"
)

// ErrMemory says that a table of the wanted size does not fit the memory at hand.
var ErrMemory = errors.New("not enough memory")

// usableShare is the part of the available memory that a table may take, in percent.
const usableShare = 90

// New makes a cleared table of about the given number of bytes, at least one bucket. It fails with
// ErrMemory, without trying, if that is more than the machine or the control group has to give.
func New(bytes int) (*Table, error) {
	t := &Table{}
	if err := t.Resize(bytes); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize replaces the table by a cleared one of about the given number of bytes. On an error
// (ErrMemory, see New) the old table stands with all that it holds.
func (t *Table) Resize(bytes int) error {
	if bytes < 0 {
		return fmt.Errorf("tt: size %d is negative", bytes)
	}
	// Allocation failure is fatal in Go, so compare first. The old table is freed before the new
	// one is made: what it takes counts as available.
	if free, ok := AvailableMemory(); ok {
		usable := (free + uint64(t.Size())) / 100 * usableShare
		if uint64(bytes) > usable {
			return fmt.Errorf("tt: %d MiB wanted, %d MiB usable: %w", bytes>>20, usable>>20, ErrMemory)
		}
	}
	if t.buckets != nil {
		t.buckets = nil
		debug.FreeOSMemory()
	}
	t.buckets = make([]bucket, max(1, bytes/bucketBytes))
	AdviseHugePages(unsafe.Pointer(unsafe.SliceData(t.buckets)), uintptr(len(t.buckets))*bucketBytes)
	t.Clear(runtime.GOMAXPROCS(0))
	return nil
}

// Size returns the table's size in bytes.
func (t *Table) Size() int { return len(t.buckets) * bucketBytes }

// clearChunk is the least number of buckets that are worth a goroutine of their own, 1 MiB.
const clearChunk = 1 << 20 / bucketBytes

// Clear empties the table with up to the given number of goroutines. In a fresh table it also is
// the first touch of the memory, which costs more than the clearing.
func (t *Table) Clear(threads int) {
	t.age = 0
	threads = max(1, min(threads, len(t.buckets)/clearChunk))
	var wg sync.WaitGroup
	for i := range threads {
		part := t.buckets[len(t.buckets)*i/threads : len(t.buckets)*(i+1)/threads]
		wg.Go(func() { clear(part) })
	}
	wg.Wait()
}
