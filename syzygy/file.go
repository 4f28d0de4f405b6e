package syzygy

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"sync/atomic"
)

// A file is one table file. It is mapped at its first probe.
type file struct {
	path     string
	size     int64
	material material
	kind     kind

	layout atomic.Pointer[layout] // nil until loaded; unusable if that failed
	mu     sync.Mutex             // held while loading
	data   []byte
	err    error
}

// unusable is the layout of a file that could not be loaded.
var unusable = new(layout)

// errFault says that a mapped file could not be read.
var errFault = errors.New("cut short or unreadable")

// verify checks the header against the size of the file, reading only the header.
func (f *file) verify() error {
	in, err := f.open()
	if err != nil {
		return err
	}
	defer in.Close()
	for n := int64(4096); ; n *= 8 { // bytes to read: most headers are short
		head := make([]byte, min(n, f.size))
		if _, err := io.ReadFull(io.NewSectionReader(in, 0, f.size), head); err != nil {
			return fmt.Errorf("syzygy: %s: %w", f.path, err)
		}
		_, err := parse(head, f.size, f.material, f.kind)
		if errors.Is(err, errShort) && n < f.size {
			continue
		}
		if err != nil {
			return fmt.Errorf("syzygy: %s: %w", f.path, err)
		}
		return nil
	}
}

// table returns the layout of the file, nil if it cannot be loaded.
func (f *file) table() *layout {
	l := f.layout.Load()
	if l == nil {
		l = f.load()
	}
	if l == unusable {
		return nil
	}
	return l
}

// load maps and parses the file, once.
func (f *file) load() *layout {
	f.mu.Lock()
	defer f.mu.Unlock()
	if l := f.layout.Load(); l != nil {
		return l
	}
	l, err := f.openAndParse()
	if err != nil {
		l = unusable
		f.err = fmt.Errorf("syzygy: %s: %w", f.path, err)
	}
	f.layout.Store(l)
	return l
}

func (f *file) openAndParse() (*layout, error) {
	in, err := f.open()
	if err != nil {
		return nil, err
	}
	defer in.Close() // the mapping stays
	return f.mapAndParse(in)
}

func (f *file) mapAndParse(in *os.File) (*layout, error) {
	data, err := mapFile(in, f.size)
	if err != nil {
		return nil, err
	}
	l, err := f.parseMapped(data)
	if err != nil {
		return nil, errors.Join(err, unmapFile(data))
	}
	f.data = data
	return l, nil
}

// parseMapped parses the whole file. A fault while it reads the mapping becomes errFault, if the
// caller has turned faults into panics.
func (f *file) parseMapped(data []byte) (l *layout, err error) {
	ok := true
	defer func() {
		if !ok {
			l, err = nil, errFault
		}
	}()
	defer missOnFault(&ok)
	return parse(data, f.size, f.material, f.kind)
}

// close unmaps the file. It is not loaded again.
func (f *file) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.layout.Store(unusable)
	if f.data == nil {
		return nil
	}
	data := f.data
	f.data = nil
	return unmapFile(data)
}

// open opens the file. It fails unless the file is as long as it was when it was found: its header
// was checked against that length, and a mapping must not be longer than the file.
func (f *file) open() (*os.File, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	if err := checkSize(in, f.size); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

func checkSize(f *os.File, size int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != size {
		return fmt.Errorf("size changed from %d to %d bytes", size, info.Size())
	}
	if size > math.MaxInt {
		return errors.New("too large for this system's address space")
	}
	return nil
}
