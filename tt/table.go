// Package tt is the transposition table that all search workers share.
//
// A Zobrist key picks one 64-byte bucket of five entries. Nobody locks: the check word of an
// entry holds the key's low half XORed with both halves of the data word, so a pair torn by a
// concurrent writer reads as a miss (Hyatt & Mann, "A lock-less transposition table", 2002).
// About one false hit in 10⁹ probes remains: a move from the table must be tested for legality.
package tt

import (
	"math"
	"math/bits"
	"sync/atomic"

	"sente/board"
	"sente/internal/memory"
)

// slots is the number of entries of a bucket: as many 12-byte entries as fit a cache line.
const slots = 5

// bucketBytes is the size of a bucket, one cache line of the usual processors.
const bucketBytes = 64

// A bucket is one cache line: five data words, their check words and 4 spare bytes.
type bucket struct {
	data  [slots]atomic.Uint64
	check [slots]atomic.Uint32
	_     uint32
}

// Table is a fixed-size cache of search results, indexed by position key. Probe, Read, Store,
// Prefetch, Hashfull and Size may run in any number of goroutines at once; Resize, Clear, SetView
// and Age may not run beside them. Make one with New.
type Table struct {
	buckets []bucket
	salt    uint64 // see SetView
	age     uint8  // counts searches modulo ageCycle
	probe   memory.Probe
}

// Rules of replacement, in plies of depth.
const (
	agePenalty    = 4 // an entry's loss for each search since it was written
	shallowMargin = 4 // a result shallower by this does not replace one of the same position
	shallowPV     = 2 // added to that if the new result is from a principal variation
)

// bucketOf maps a key to its bucket by its high bits, for any number of buckets; the low half of
// the key is left for the check word.
func (t *Table) bucketOf(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Probe returns what is stored for the position with this key.
func (t *Table) Probe(key uint64) (e Entry, hit bool) {
	hit = t.Read(key, &e)
	return e, hit
}

// Read does what Probe does, but fills e, which is zero after a miss. The search uses it because a
// processor stalls when it copies an Entry that was just written.
func (t *Table) Read(key uint64, e *Entry) (hit bool) {
	key ^= t.salt
	b := t.bucketOf(key)
	for i := range slots {
		d := b.data[i].Load()
		if b.check[i].Load() == checkOf(key, d) && d != 0 {
			e.unpack(d)
			return true
		}
	}
	*e = Entry{}
	return false
}

// Store records a search result. If it has no move, the position's earlier move is kept. A result
// that is not exact does not replace a much deeper one of the same position from this search or the
// last. The deeper one then also keeps its move, because its score belongs to that move. Storing
// the new move there was no better in 3,624 games.
func (t *Table) Store(key uint64, e Entry) {
	key, e.Depth = key^t.salt, max(MinDepth, min(e.Depth, MaxDepth))
	b := t.bucketOf(key)
	victim, worst := 0, math.MaxInt
	for i := range slots {
		d := b.data[i].Load()
		if d == 0 {
			victim, worst = i, math.MinInt
			continue
		}
		if b.check[i].Load() == checkOf(key, d) {
			if e.Move == board.NoMove {
				e.Move = moveOf(d)
			}
			margin := shallowMargin
			if e.PV {
				margin += shallowPV
			}
			if e.Bound != BoundExact && e.Depth+margin <= depthOf(d) && t.searchesSince(d) <= 1 {
				return
			}
			victim = i
			break
		}
		if worth := depthOf(d) - agePenalty*t.searchesSince(d); worth < worst {
			victim, worst = i, worth
		}
	}
	d := pack(e, t.age)
	b.data[victim].Store(d)
	b.check[victim].Store(checkOf(key, d))
}

// searchesSince returns the searches since the entry was stored, 0 to 31.
func (t *Table) searchesSince(d uint64) int {
	return int((t.age - ageOf(d)) % ageCycle)
}

// SetView chooses a view. Probe and Store see only the entries that were stored under the same
// view. The hidden entries cost nothing and are replaced as they age. Until then they are seen
// again as soon as their view is set. The view of a new table is 0. Other views should be random
// numbers or hashes: two with the same low 32 bits may see each other's entries.
func (t *Table) SetView(view uint64) { t.salt = view }

// Age marks the beginning of a new search: entries of older searches are replaced first.
func (t *Table) Age() { t.age = (t.age + 1) % ageCycle }

// Hashfull returns how many permille of the entries the current search has stored, from a sample.
// Entries that are left from 32 searches ago, or 64, count too.
func (t *Table) Hashfull() int {
	const permille = 1000
	const sample = permille / slots
	n := min(sample, len(t.buckets))
	used := 0
	for i := range n {
		for j := range slots {
			if d := t.buckets[i].data[j].Load(); d != 0 && ageOf(d) == t.age {
				used++
			}
		}
	}
	return used * permille / (n * slots)
}
