//go:build (!amd64 && !arm64) || purego

package ordering

import "sente/board"

// prefetch does nothing without the processor's instruction for it.
func (t *PieceTo) prefetch(board.Color) {}
