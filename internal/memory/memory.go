// Package memory asks the operating system for large tables: how much memory is free, and whether
// they may lie on huge pages.
package memory

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime/metrics"
)

// Free is what a process can still take, in bytes. A number that is not known is Unknown.
type Free struct {
	Memory    uint64 // without pushing others out; memory that the process frees counts again
	Addresses uint64 // of address space; the runtime never gives any back
}

// Unknown stands for a number that the system does not give.
const Unknown = math.MaxUint64

// A Probe returns what is free. The usual one is Available; tests replace it.
type Probe func() Free

// ErrNotEnough says that something does not fit into the free memory.
var ErrNotEnough = errors.New("not enough memory")

// usableShare is how much of the free memory Check lets a caller take, in percent.
const usableShare = 90

// addressable is how many bytes of address space a process with 32-bit addresses may use.
const addressable = 1 << 31

// Available returns what the system says is free.
func Available() Free {
	free := systemFree()
	if bits.UintSize == 32 {
		free.Addresses = min(free.Addresses, addressable-min(addressable, mapped()))
	}
	return free
}

// mapped returns how many bytes of address space the Go runtime holds.
func mapped() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

// Check returns ErrNotEnough, with the numbers, if want bytes don't fit. They may take what p finds
// free, and the freed bytes that the caller gives back first. Call it before you allocate, because
// in Go a failed allocation ends the program. A number that is not known sets no limit, and neither
// does a nil p.
func Check(p Probe, want, freed uint64) error {
	if p == nil {
		return nil
	}
	free := p()
	most := usable(free.Memory, freed)
	// The runtime keeps freed addresses. free.Addresses does not include them, but they can be used
	// again.
	if addresses := usable(free.Addresses, 0); addresses < most {
		most = max(addresses, min(freed, most))
	}
	if want > most {
		return fmt.Errorf("%d MiB wanted, %d MiB usable: %w", want>>20, most>>20, ErrNotEnough)
	}
	return nil
}

// usable returns the usable share of free and freed bytes together. It returns Unknown if free is
// not known or the sum overflows.
func usable(free, freed uint64) uint64 {
	if total := free + freed; free != Unknown && total >= free {
		return total / 100 * usableShare
	}
	return Unknown
}
