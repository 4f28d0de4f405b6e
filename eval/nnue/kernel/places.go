//go:build (amd64 || arm64) && !purego

package kernel

// places[set] lists which bits of the byte set are 1, from the lowest: one byte for each, the first
// in the lowest byte. A bit stands for one of eight neighbouring blocks.
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
