package reference

import "sente/internal/splitmix"

// Table remembers one entry E for a position and the depth to which it was searched. An entry is
// found only for exactly that depth, because a deeper search may find another value than minimax
// has at this depth.
//
// Without a limit it holds all it is given. With a limit it is lossy, as real tables are: an entry
// has one slot, by its hash, and a newer entry replaces an older one. Entries carry their whole
// key, so an entry found is never another position's unless two keys are equal.
//
// Make one with NewTable: no search takes a nil table or a zero one.
type Table[E any] struct {
	slots []slot[E]      // with a limit
	all   map[identity]E // without one
	used  int            // slots that hold an entry
}

type identity struct {
	key   uint64
	depth int
}

type slot[E any] struct {
	identity
	used  bool
	entry E
}

// NewTable returns an empty table for at most size entries; size 0 means no limit.
func NewTable[E any](size int) *Table[E] {
	if size <= 0 {
		return &Table[E]{all: make(map[identity]E)}
	}
	return &Table[E]{slots: make([]slot[E], size)}
}

// Load returns the entry of a position at a depth, if the table still has it.
func (t *Table[E]) Load(key uint64, depth int) (E, bool) {
	if t.slots == nil {
		e, ok := t.all[identity{key, depth}]
		return e, ok
	}
	s := t.slot(key, depth)
	if s.used && s.key == key && s.depth == depth {
		return s.entry, true
	}
	var none E
	return none, false
}

// Store remembers e and forgets what its slot held.
func (t *Table[E]) Store(key uint64, depth int, e E) {
	if t.slots == nil {
		t.all[identity{key, depth}] = e
		return
	}
	s := t.slot(key, depth)
	if !s.used {
		t.used++
	}
	*s = slot[E]{identity{key, depth}, true, e}
}

// Len is the number of entries held.
func (t *Table[E]) Len() int { return len(t.all) + t.used }

func (t *Table[E]) slot(key uint64, depth int) *slot[E] {
	return &t.slots[splitmix.Mix(key+uint64(depth))%uint64(len(t.slots))]
}
