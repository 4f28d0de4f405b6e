//go:build (!amd64 && !arm64) || purego

package tt

// Prefetch begins to load the bucket of key into the processor's cache. Call it as soon as the key
// of a child is known, tens of nanoseconds before the probe. This build has no prefetch
// instruction. It uses a load instead, and nothing waits for the result.
func (t *Table) Prefetch(key uint64) { t.bucketOf(key ^ t.salt).data[0].Load() }
