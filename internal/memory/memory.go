// Package memory answers what large tables ask of the operating system: how much memory is free,
// and whether they may lie on huge pages.
package memory

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// A Probe returns how many bytes the process can still take, and false if that is not known.
// Available is the one to use; tests bring their own.
type Probe func() (bytes uint64, known bool)

// ErrNotEnough says that something does not fit the memory at hand.
var ErrNotEnough = errors.New("not enough memory")

// usableShare is the part of the free memory that Check gives away, in percent.
const usableShare = 90

// addressable is how many bytes a process with 32-bit addresses is trusted to have room for.
const addressable = 3 << 29

// Available asks the system how many bytes the process can take without pushing others out.
func Available() (bytes uint64, known bool) {
	return addressed(bits.UintSize)(systemAvailable())
}

// addressed bounds an answer by the address space of a machine with so many address bits.
func addressed(addressBits int) func(uint64, bool) (uint64, bool) {
	return func(bytes uint64, known bool) (uint64, bool) {
		switch {
		case addressBits > 32:
			return bytes, known
		case !known:
			return addressable, true
		}
		return min(bytes, addressable), true
	}
}

// Check returns ErrNotEnough with the numbers if want bytes don't fit what p finds free plus
// freed, the bytes that the caller gives back first. Ask before you allocate: in Go an allocation
// that fails ends the program. Where nothing is known everything fits.
func Check(p Probe, want, freed uint64) error {
	free, known := p()
	if !known {
		return nil
	}
	total := free + freed
	if total < free {
		total = math.MaxUint64
	}
	if usable := total / 100 * usableShare; want > usable {
		return fmt.Errorf("%d MiB wanted, %d MiB usable: %w", want>>20, usable>>20, ErrNotEnough)
	}
	return nil
}
