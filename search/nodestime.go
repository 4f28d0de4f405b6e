package search

import (
	"time"

	"sente/board"
)

// nodeClock replaces the clocks of a game by a count of nodes, so that games by the clock come out
// alike on every machine (the option nodestime). It takes the first clock it is told over and keeps
// its own from there on, because what a program's clock says depends on the machine.
type nodeClock struct {
	perMilli  int // nodes that are a millisecond; 0: clocks are real
	running   [2]bool
	left      [2]time.Duration
	movesToGo [2]int // of the last move
}

// SetNodesTime makes n nodes count as a millisecond of every limit in time; 0: time is real. On one
// thread a search by the clock then repeats exactly.
func (e *Engine) SetNodesTime(n int) { e.budget = nodeClock{perMilli: n} }

// begin puts what side us has left into l. A game's first clock is believed, and so is the first
// one after a time control.
func (n *nodeClock) begin(l *Limits, us board.Color) {
	if n.perMilli == 0 || !l.HasTime[us] {
		return
	}
	if !n.running[us] || l.MovesToGo > n.movesToGo[us] {
		n.running[us], n.left[us] = true, l.Time[us]
	}
	n.movesToGo[us] = l.MovesToGo
	l.Time[us] = n.left[us]
}

// end takes the nodes of a search that begin was called for off side us's clock.
func (n *nodeClock) end(l *Limits, us board.Color, nodes uint64) {
	if n.perMilli > 0 && l.HasTime[us] {
		n.left[us] += max(l.Inc[us], 0) - nodeTime(nodes, n.perMilli)
	}
}

// newGame forgets the clocks.
func (n *nodeClock) newGame() { *n = nodeClock{perMilli: n.perMilli} }

// micros is how many microseconds a millisecond has.
const micros = 1000

// nodeTime returns how long nodes are, to the microsecond.
func nodeTime(nodes uint64, perMilli int) time.Duration {
	return time.Duration(nodes*micros/uint64(perMilli)) * time.Microsecond
}

// timeNodes returns how many nodes a time is, at least 1.
func timeNodes(t time.Duration, perMilli int) uint64 {
	return max(uint64(max(t, 0).Microseconds())*uint64(perMilli)/micros, 1)
}
