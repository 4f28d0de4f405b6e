package search

import (
	"time"

	"sente/board"
)

// nodeClock replaces the clocks of a game by a count of nodes, so that games by the clock are the
// same on every machine (the option nodestime). It starts from the first clock that it is told and
// then counts for itself, because the GUI's clock depends on the machine.
type nodeClock struct {
	perMilli  int // nodes that are a millisecond; 0: clocks are real
	running   [2]bool
	left      [2]time.Duration
	movesToGo [2]int // of the last move, 0: not told
}

// maxNodesTime is the most nodes a millisecond with which a year in nodes does not overflow.
const maxNodesTime = 500_000

// SetNodesTime makes n nodes count as a millisecond of every limit in time; 0: time is real. On one
// thread a search by the clock then repeats exactly. If n changes, the clocks are forgotten. A
// negative n counts as 0, one above maxNodesTime as that.
func (e *Engine) SetNodesTime(n int) {
	if n = max(0, min(n, maxNodesTime)); n != e.nodeClock.perMilli {
		e.nodeClock = nodeClock{perMilli: n}
	}
}

// begin sets the time of side us in l to the time that it has left by the count. It trusts the
// clock in l only at the start of a game and after a time control.
func (n *nodeClock) begin(l *Limits, us board.Color) {
	if n.perMilli == 0 || !l.HasTime[us] {
		return
	}
	before := n.movesToGo[us]
	control := before == 1 || before > 0 && l.MovesToGo == 0 || l.MovesToGo > before
	if !n.running[us] || control {
		n.running[us], n.left[us] = true, min(l.Time[us], longest)
	}
	l.Time[us] = n.left[us]
}

// end takes the nodes of the finished search off the clock of side us and adds the increment. It is
// not called for a search that pondered in vain, because no move was played.
func (n *nodeClock) end(l *Limits, us board.Color, nodes uint64) {
	if n.perMilli > 0 && l.HasTime[us] {
		n.movesToGo[us] = l.MovesToGo
		n.left[us] += bounded(l.Inc[us]) - nodeTime(nodes, n.perMilli)
	}
}

// newGame forgets the clocks.
func (n *nodeClock) newGame() { *n = nodeClock{perMilli: n.perMilli} }

// micros is the number of microseconds in a millisecond.
const micros = 1000

// nodeTime returns how long nodes are, to the microsecond.
func nodeTime(nodes uint64, perMilli int) time.Duration {
	return time.Duration(nodes*micros/uint64(perMilli)) * time.Microsecond
}

// timeNodes returns the nodes that a time stands for, at least 1.
func timeNodes(t time.Duration, perMilli int) uint64 {
	return max(uint64(bounded(t).Microseconds())*uint64(perMilli)/micros, 1)
}
