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

	stable    int // iterations for which the best move has been the same
	lastBest  board.Move
	lastScore int
}

// leastTime is what is thought even when no time is left.
const leastTime = time.Millisecond

// newClock turns limits into a soft and a hard limit for side us. The overhead is what passes
// between a decision here and the opponent's clock.
func newClock(l *Limits, us board.Color, overhead time.Duration) clock {
	c := clock{start: l.Start}
	if c.start.IsZero() {
		c.start = time.Now()
	}
	if l.HasTime[us] {
		c.timed = true
		left := max(l.Time[us]-overhead, leastTime)
		inc := max(l.Inc[us], 0)
		if n := l.MovesToGo; n > 0 {
			c.soft = left/time.Duration(min(n, 40)) + inc*3/4
			c.hard = min(4*c.soft, left*4/5)
			if n == 1 {
				c.hard = left * 9 / 10
			}
		} else {
			c.soft = left/24 + inc*7/10
			c.hard = min(5*c.soft, left*6/10)
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

func (c *clock) elapsed() time.Duration { return time.Since(c.start) }

// enough reports, after an iteration, whether another one is not worth its time: the soft limit is
// scaled by how long the best move has stood, how the score moved, and how much of the nodes went
// into the best move, in permille.
func (c *clock) enough(best board.Move, score, effort, depth int) bool {
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
	permille := 1300 - 70*min(c.stable, 8)
	permille = permille * (1000 + 6*max(-40, min(60, drop))) / 1000
	if depth >= 6 {
		permille = permille * (2000 - 13*effort/10) / 1000
	}
	return c.elapsed() >= c.soft*time.Duration(permille)/1000
}
