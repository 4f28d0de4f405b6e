package search

import (
	"math/bits"

	"sente/board"
	"sente/internal/splitmix"
)

// Tap shows positions of the search tree to somebody who collects them, for training. It sees
// positions whose evaluation is asked for, so none in check, and one in Every of them. A hash of
// the position decides, so chance chooses between siblings.
type Tap struct {
	Every uint64 // 1: all
	Seed  uint64 // other seeds show other positions
	// Take gets a position and what the network says of it, without any correction, in centipawns
	// for the side to move. It is required. It is called on the searching goroutine and must not
	// keep p.
	Take func(p *board.Position, rawEval int)
}

// SetTap makes the main worker show positions of its tree to t from the next search on; nil: none.
// The search itself does not change. No search may be running.
func (e *Engine) SetTap(t *Tap) { e.workers[0].tap = t }

// show passes the position at ply to the tap if its hash is one that the tap wants.
func (w *worker) show(ply, rawEval int) {
	p := &w.pos[ply]
	hash := splitmix.At(p.Key() ^ w.tap.Seed)
	if lot, _ := bits.Mul64(hash, w.tap.Every); lot == 0 { // of Every lots
		w.tap.Take(p, rawEval)
	}
}
