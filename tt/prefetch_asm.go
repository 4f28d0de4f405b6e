//go:build (amd64 || arm64) && !purego

package tt

// Prefetch begins to load the bucket of key into the processor's cache. Call it as soon as the key
// of a child is known, tens of nanoseconds before the probe.
func (t *Table) Prefetch(key uint64) { prefetch(t.bucketOf(key ^ t.salt)) }

// prefetch is one instruction; unlike a load it does not hold up those behind it.
//
//go:noescape
func prefetch(b *bucket)
