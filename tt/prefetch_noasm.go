//go:build (!amd64 && !arm64) || purego

package tt

// Prefetch begins to load the bucket of key into the processor's cache. Call it as soon as the key
// of a child is known, tens of nanoseconds before the probe. A load whose result nobody waits for
// stands in for the instruction.
func (t *Table) Prefetch(key uint64) { t.bucketOf(key ^ t.salt).data[0].Load() }
