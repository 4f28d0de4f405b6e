// Package memory answers what large tables ask of the operating system: how much memory is free,
// and whether they may lie on huge pages.
package memory

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime/metrics"
)

// Free is what a process can still take, in bytes. What is not known is Unknown.
type Free struct {
	Memory    uint64 // without pushing others out; what the process frees is free again
	Addresses uint64 // of address space; the runtime never gives back what it once had
}

// Unknown stands for a number that the system does not tell.
const Unknown = math.MaxUint64

// A Probe asks what is free. Available is the one to use; tests bring their own.
type Probe func() Free

// ErrNotEnough says that something does not fit the memory at hand.
var ErrNotEnough = errors.New("not enough memory")

// usableShare is the part of what is free that Check gives away, in percent.
const usableShare = 90

// addressable is how many bytes a process with 32-bit addresses is trusted to have room for.
const addressable = 1 << 31

// Available asks the system.
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

// Check returns ErrNotEnough with the numbers if want bytes don't fit into what p finds free and
// the freed bytes that the caller gives back first. Ask before you allocate: in Go an allocation
// that fails ends the program. An amount that is not known sets no limit, and neither does a nil p.
func Check(p Probe, want, freed uint64) error {
	if p == nil {
		return nil
	}
	free := p()
	most := usable(free.Memory, freed)
	// Freed addresses stay with the runtime: free.Addresses lacks them, but they can be used again.
	if addresses := usable(free.Addresses, 0); addresses < most {
		most = max(addresses, min(freed, most))
	}
	if want > most {
		return fmt.Errorf("%d MiB wanted, %d MiB usable: %w", want>>20, most>>20, ErrNotEnough)
	}
	return nil
}

// usable returns the usable share of free and freed bytes together, Unknown if free is not known or
// the sum overflows.
func usable(free, freed uint64) uint64 {
	if total := free + freed; free != Unknown && total >= free {
		return total / 100 * usableShare
	}
	return Unknown
}
