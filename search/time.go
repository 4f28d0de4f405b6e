package search

import (
	"time"

	"sente/board"
)

// clock decides how long to think about a move.
type clock struct {
	start time.Time
	timed bool          // there is a time limit
	soft  time.Duration // no new iteration begins after it, once scaled; 0: no soft limit
	hard  time.Duration // the search is stopped

	perMilli int // nodes that count as a millisecond; 0: time is real

	stable    int // iterations for which the best move has been the same
	lastBest  board.Move
	lastScore int
}

// How the time left is shared out. Parts are of the time left after the overhead.
const (
	gamePart       = 24 // sudden death: the soft limit is one such part
	gameIncrement  = 70 // percent of the increment that the soft limit adds
	gameHard       = 60 // percent of the time left that the hard limit may take
	gameFactor     = 5  // and times the soft limit
	sessionMoves   = 40 // with moves to go: the soft limit counts no more of them
	sessionFactor  = 4
	sessionHard    = 80 // percent
	lastMoveHard   = 90 // percent, for the last move before the time control
	sessionIncPart = 75 // percent
)

// How the soft limit is scaled, in permille, after an iteration.
const (
	stableBase  = 1300 // when the best move has just changed
	stableStep  = 70   // less for each iteration that it has stood
	stableMost  = 8    // iterations
	dropStep    = 6    // more for each centipawn that the score fell
	dropLeast   = -40  // centipawns
	dropMost    = 60   // centipawns
	effortBase  = 2000 // were no nodes spent on the best move
	effortStep  = 1300 // less, were all spent on it
	effortDepth = 6    // plies from which the nodes say something
)

// leastTime is what is thought even when no time is left.
const leastTime = time.Millisecond

// newClock turns limits into a soft and a hard limit for side us. The overhead is what passes
// between a decision here and the opponent's clock; nothing does when perMilli nodes are a
// millisecond.
func newClock(l *Limits, us board.Color, overhead time.Duration, perMilli int) clock {
	c := clock{start: l.Start, perMilli: perMilli}
	if perMilli > 0 {
		overhead = 0
	}
	if c.start.IsZero() {
		c.start = time.Now()
	}
	if l.HasTime[us] {
		c.timed = true
		left := max(l.Time[us]-overhead, leastTime)
		inc := max(l.Inc[us], 0)
		if n := l.MovesToGo; n > 0 {
			c.soft = left/time.Duration(min(n, sessionMoves)) + inc*sessionIncPart/100
			c.hard = min(sessionFactor*c.soft, left*sessionHard/100)
			if n == 1 {
				c.hard = left * lastMoveHard / 100
			}
		} else {
			c.soft = left/gamePart + inc*gameIncrement/100
			c.hard = min(gameFactor*c.soft, left*gameHard/100)
		}
		c.soft = max(min(c.soft, c.hard), leastTime)
		c.hard = max(c.hard, leastTime)
	}
	if l.HasMoveTime {
		limit := max(l.MoveTime-overhead, leastTime)
		if !c.timed || limit < c.hard {
			c.hard = limit
		}
		if !c.timed {
			c.soft = 0
		}
		c.timed = true
	}
	return c
}

// elapsed returns the real time since the start.
func (c *clock) elapsed() time.Duration { return time.Since(c.start) }

// used returns the time that counts against the limits, after nodes were searched.
func (c *clock) used(nodes uint64) time.Duration {
	if c.perMilli > 0 {
		return nodeTime(nodes, c.perMilli)
	}
	return c.elapsed()
}

// enough reports, after an iteration, whether another one is not worth its time: the soft limit is
// scaled by how long the best move has stood, how the score moved, and how much of the nodes went
// into the best move, in permille.
func (c *clock) enough(best board.Move, score, effort, depth int, nodes uint64) bool {
	if best == c.lastBest {
		c.stable++
	} else {
		c.stable = 0
	}
	drop := c.lastScore - score
	if depth <= 1 {
		drop = 0
	}
	c.lastBest, c.lastScore = best, score
	if !c.timed || c.soft == 0 {
		return false
	}
	permille := stableBase - stableStep*min(c.stable, stableMost)
	permille = permille * (1000 + dropStep*max(dropLeast, min(dropMost, drop))) / 1000
	if depth >= effortDepth {
		permille = permille * (effortBase - effortStep*effort/1000) / 1000
	}
	return c.used(nodes) >= c.soft*time.Duration(permille)/1000
}
