package syzygy

import (
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"sente/board"
)

// Tables is a set of table files. The zero value is an empty set. All methods but Close may
// be called concurrently.
type Tables struct {
	slots   []slot // open addressing by material, a power of two
	entries []*entry
	counts  [2]int // files by kind
	most    int    // men
}

// An entry is the two files of one material.
type entry struct{ files [2]*file } // by kind; nil: not there

// A slot finds an entry by the material of a position; swap says that the position's black is
// the file's white.
type slot struct {
	material material
	entry    *entry
	swap     bool
}

// emptyPath is what some GUIs send for an empty string option.
const emptyPath = "<empty>"

// extensions of file names by kind.
var extensions = [2]string{".rtbw", ".rtbz"}

// Open finds the tables in a list of folders, separated by the system's list separator (a
// colon, on Windows a semicolon); parts that are empty or "<empty>" are skipped. When two
// folders hold the same file, the first good one counts. Each error names a folder or file
// that is left out; the set of the others is always returned. Headers are read and checked
// here, several files at a time; the files themselves are mapped when first probed.
func Open(paths string) (*Tables, []error) {
	t := new(Tables)
	var errs []error
	found := make(map[material]*entry)
	for _, dir := range filepath.SplitList(paths) {
		files, err := list(dir)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		wanted := files[:0]
		for _, f := range files {
			if p := found[f.material]; p == nil || p.files[f.kind] == nil {
				wanted = append(wanted, f)
			}
		}
		for i, err := range verifyAll(wanted) {
			if err != nil {
				errs = append(errs, err)
				continue
			}
			t.add(found, wanted[i])
		}
	}
	t.hash()
	return t, errs
}

// list returns the table files of a folder, found by their names. If dir can't be read as it is,
// list tries it again without the spaces around it.
func list(dir string) ([]*file, error) {
	trimmed := strings.TrimSpace(dir)
	if trimmed == "" || trimmed == emptyPath {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil && trimmed != dir {
		dir = trimmed
		entries, err = os.ReadDir(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("syzygy: %w", err)
	}
	var files []*file
	for _, e := range entries {
		for k, ext := range extensions {
			name, ok := strings.CutSuffix(e.Name(), ext)
			if !ok {
				continue
			}
			if m, ok := parseName(name); ok {
				path := filepath.Join(dir, e.Name())
				files = append(files, &file{path: path, material: m, kind: kind(k)})
			}
		}
	}
	return files, nil
}

// verifyAll finds the sizes of the files and verifies their headers. It returns an error or
// nil for each.
func verifyAll(files []*file) []error {
	errs := make([]error, len(files))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(len(files), 4*runtime.GOMAXPROCS(0)) { // mostly waiting for the disk
		workers.Go(func() {
			for i := range next {
				f := files[i]
				info, err := os.Stat(f.path)
				if err == nil && !info.Mode().IsRegular() {
					err = fmt.Errorf("%s: not a file", f.path)
				}
				if err != nil {
					errs[i] = fmt.Errorf("syzygy: %w", err)
					continue
				}
				f.size = info.Size()
				errs[i] = f.verify()
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	workers.Wait()
	return errs
}

// add adds a verified file to the set.
func (t *Tables) add(found map[material]*entry, f *file) {
	p := found[f.material]
	if p == nil {
		p = new(entry)
		found[f.material] = p
		t.entries = append(t.entries, p)
	}
	p.files[f.kind] = f
	t.counts[f.kind]++
	t.most = max(t.most, f.material.men())
}

// hash fills the slots, with both orientations of each material.
func (t *Tables) hash() {
	n := 4
	for n < 4*len(t.entries) {
		n *= 2
	}
	t.slots = make([]slot, n)
	for _, p := range t.entries {
		f := p.files[kindWDL]
		if f == nil {
			f = p.files[kindDTZ]
		}
		t.insert(slot{f.material, p, false})
		if !f.material.symmetric() {
			t.insert(slot{f.material.swap(), p, true})
		}
	}
}

func (t *Tables) insert(s slot) {
	i := t.slotOf(s.material)
	for t.slots[i].entry != nil && t.slots[i].material != s.material {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = s
}

// slotOf returns where the search for a material begins.
func (t *Tables) slotOf(m material) int {
	return int(uint64(m)*0x9E3779B97F4A7C15>>40) & (len(t.slots) - 1)
}

// lookup returns the file of a kind for a position's material and whether black is its white.
func (t *Tables) lookup(m material, k kind) (f *file, swap, ok bool) {
	i := t.slotOf(m)
	for t.slots[i].entry != nil {
		if s := &t.slots[i]; s.material == m {
			f = s.entry.files[k]
			return f, s.swap, f != nil
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	return nil, false, false
}

// Found returns how many WDL and DTZ files the set holds, and the most men of any.
func (t *Tables) Found() (wdl, dtz, maxMen int) {
	return t.counts[kindWDL], t.counts[kindDTZ], t.most
}

// Err returns the error of a file that passed Open but failed when it was first probed (removed,
// changed, unreadable, no address space), nil if there is none. Probes of such a file are misses.
func (t *Tables) Err() error {
	for _, p := range t.entries {
		for _, f := range p.files {
			if f == nil {
				continue
			}
			f.mu.Lock()
			err := f.err
			f.mu.Unlock()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Close unmaps the files. No probe may be running. Later probes of anything but bare kings are
// misses.
func (t *Tables) Close() error {
	var first error
	for _, p := range t.entries {
		for _, f := range p.files {
			if f == nil {
				continue
			}
			if err := f.close(); err != nil && first == nil {
				first = fmt.Errorf("syzygy: %s: %w", f.path, err)
			}
		}
	}
	return first
}

// menOf returns the men of p by side and kind, the file's white first and its squares
// mirrored if swap is set.
func menOf(p *board.Position, swap bool) (m men) {
	for k := board.Pawn; k <= board.King; k++ {
		white, black := uint64(p.Pieces(board.White, k)), uint64(p.Pieces(board.Black, k))
		if swap {
			white, black = bits.ReverseBytes64(black), bits.ReverseBytes64(white)
		}
		m[0][k], m[1][k] = white, black
	}
	return m
}
