//go:build (amd64 || arm64) && !purego

package ordering

import "sente/board"

// prefetch begins to load the rows of colour c's men into the processor's cache: call it as soon as
// they may be needed, tens of nanoseconds before they are.
func (t *PieceTo) prefetch(c board.Color) { prefetchRows(&t[c&1]) }

// prefetchRows prefetches *first and every other row after it, six in all: those of one colour's
// men.
//
//go:noescape
func prefetchRows(first *[64]int16)
