package tt

// Prefetch begins to load the bucket of key into the processor's cache. Call it as soon as the key
// of a child is known.
func (t *Table) Prefetch(key uint64) {
	// A load whose result nobody waits for does what a prefetch instruction does, and unlike one
	// in assembly it is inlined.
	t.bucketOf(key).data[0].Load()
}
