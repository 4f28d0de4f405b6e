//go:build (amd64 || arm64) && !purego

package kernel

// places lists, for each set of eight blocks, where its members are: a byte each, the first lowest.
//
//lint:ignore U1000 only the assembly reads it
var places = func() (table [256]uint64) {
	for set := range table {
		n := 0
		for i := range 8 {
			if set>>i&1 != 0 {
				table[set] |= uint64(i) << (8 * n)
				n++
			}
		}
	}
	return table
}()
