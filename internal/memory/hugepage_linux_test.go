package memory

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// TestFreshHugeOfReusedMemory: memory that Go's heap reuses, which make must fill with zeros, still
// gets huge pages and holds zeros.
func TestFreshHugeOfReusedMemory(t *testing.T) {
	const size = 32 << 20
	enabled, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || bytes.Contains(enabled, []byte("[never]")) {
		t.Skip("this system has no huge pages to give")
	}
	defrag, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/defrag")
	if err != nil || bytes.Contains(defrag, []byte("[never]")) ||
		bytes.Contains(defrag, []byte("[defer]")) {
		t.Skip("with memory in pieces this system has no huge pages to give at once")
	}
	old := make([]byte, 2*size)
	for i := range old {
		old[i] = 1
	}
	from := uintptr(unsafe.Pointer(&old[0]))
	old = nil
	runtime.GC()
	table := make([]byte, size)
	start := uintptr(unsafe.Pointer(&table[0]))
	if start < from || start >= from+2*size {
		t.Skip("the heap did not reuse the memory")
	}
	FreshHuge(unsafe.Pointer(&table[0]), size)
	for i, b := range table {
		if b != 0 {
			t.Fatalf("byte %d is %d after FreshHuge", i, b)
		}
		table[i] = 2
	}
	// The kernel may be short of huge pages, so half of them are enough.
	if got := hugeBytes(t, start, start+size); got < size/2 {
		t.Errorf("%d of %d MiB are on huge pages", got>>20, size>>20)
	}
	runtime.KeepAlive(table)
}

// TestFreshHugeLeavesTheRest: memory beside the given bytes keeps its content, whatever the
// alignment.
func TestFreshHugeLeavesTheRest(t *testing.T) {
	const size = 8 << 20
	all := make([]byte, size)
	for _, edge := range []int{1, 64, 4095, 4096, 4097} {
		for i := range all {
			all[i] = 7
		}
		clear(all[edge : size-edge])
		FreshHuge(unsafe.Pointer(&all[edge]), uintptr(size-2*edge))
		for i, b := range all {
			if inside := i >= edge && i < size-edge; inside && b != 0 || !inside && b != 7 {
				t.Fatalf("edge %d: byte %d is %d", edge, i, b)
			}
		}
	}
}

// TestWholePages: with pages of any size, nothing beyond the given memory is given back.
func TestWholePages(t *testing.T) {
	for _, page := range []uintptr{4 << 10, 16 << 10, 64 << 10} {
		for _, start := range []uintptr{0, 8 << 10, 64 << 10, 72<<10 + 64} {
			for _, size := range []uintptr{0, 100, 4 << 10, 9_610_392, 16 << 20} {
				skip, length := wholePages(start, size, page)
				if (length > 0 && (start+skip)%page != 0) || length%page != 0 ||
					length > 0 && skip+length > size {
					t.Errorf("page %d, start %d, size %d: %d bytes behind %d",
						page, start, size, length, skip)
				}
				if size > 2*page && length+2*page <= size {
					t.Errorf("page %d, start %d, size %d: only %d bytes", page, start, size, length)
				}
			}
		}
	}
}

// hugeBytes returns how many bytes on huge pages the mappings have that overlap from..to.
func hugeBytes(t *testing.T, from, to uintptr) (sum uintptr) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	meets := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var a, b, kib uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &a, &b); n == 2 {
			meets = a < to && b > from
		}
		if value, ok := strings.CutPrefix(lines.Text(), "AnonHugePages:"); ok && meets {
			if _, err := fmt.Sscanf(value, "%d", &kib); err == nil {
				sum += kib << 10
			}
		}
	}
	return sum
}
