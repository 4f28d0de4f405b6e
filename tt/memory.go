package tt

import "sente/internal/memory"

// FreeMemory is how much memory and address space a process can still take, in bytes. An unknown
// number is math.MaxUint64.
type FreeMemory = memory.Free

// A MemoryProbe asks what is free. AvailableMemory is the one to use.
type MemoryProbe = memory.Probe

// ErrNotEnough says that a table does not fit the memory at hand.
var ErrNotEnough = memory.ErrNotEnough

// AvailableMemory asks the operating system.
func AvailableMemory() FreeMemory { return memory.Available() }
