package search

import (
	"time"

	"sente/board"
	"sente/eval"
	"sente/internal/processors"
)

// clock decides how long to think about a move.
type clock struct {
	start time.Time
	timed bool          // there is a time limit
	soft  time.Duration // no new iteration begins after it, once scaled; 0: no soft limit
	hard  time.Duration // the search is stopped

	perMilli int // nodes that count as a millisecond; 0: time is real
	params   *Params

	stable    int // iterations for which the best move has been the same
	lastBest  board.Move
	lastScore int
	falling   bool // the last iteration's score is much below the one before

	before answer // to the position two plies ago
}

// answer is what a search leaves for the clock of the game's next one.
type answer struct {
	known bool
	ply   int // of the game, at the root
	score int // centipawns
}

// rememberAnswer keeps the score of l for the clock of the side's next move. If l was not searched
// to effortDepth, as an only move is not, the score of the move before is kept instead. A search
// that pondered on a move that was not played leaves nothing.
func (s *Search) rememberAnswer(l *rootLine) {
	if s.pondering.Load() {
		return
	}
	a := answer{!eval.IsDecisive(l.score), s.root.Pos.Ply(), l.score}
	if l.depth < effortDepth {
		a.known, a.score = s.clock.before.known, s.clock.before.score
	}
	s.engine.answered = a
}

// answerBefore returns what was found two plies before p, if that was the last search.
func (e *Engine) answerBefore(p *board.Position) answer {
	if e.answered.ply+2 != p.Ply() {
		return answer{}
	}
	return e.answered
}

// How the time of a session is shared out when the moves to the next time control are given. Parts
// are of the time left after the overhead.
const (
	sessionMoves   = 40 // the time is shared among at most this many moves
	sessionFactor  = 4  // the hard limit is at most this many soft limits
	sessionHard    = 80 // percent
	lastMoveHard   = 90 // percent, for the last move before the time control
	sessionIncPart = 75 // percent of the increment, to the soft limit
)

// tenths is the unit of TimePart and TimeHardFactor.
const tenths = 10

// effortDepth is the least depth, in plies, at which the best move's share of nodes counts, and at
// which a score is worth remembering for the next move.
const effortDepth = 6

// fallingDrop is a fall of the score, in centipawns, from one iteration to the next or inside one.
// After such a fall PonderHit does not end the search, even if its time is up.
const fallingDrop = 25

// leastTime is the time for a move even when none is left.
const leastTime = time.Millisecond

// crowdedOverhead is subtracted from a clock, besides Move Overhead, when there are more threads
// than processors. After the time is up the main worker may wait 30 ms for its turn, then as long
// for the other workers.
const crowdedOverhead = 60 * time.Millisecond

// keptBack returns the time that may pass after a decision of side us until the opponent's clock
// starts, when the given number of threads search. With a move time alone a late answer loses
// nothing, so crowdedOverhead is not added.
func (e *Engine) keptBack(l *Limits, us board.Color, threads int) time.Duration {
	if threads > processors.Count() && l.HasTime[us] {
		return e.overhead + crowdedOverhead
	}
	return e.overhead
}

// newClock turns limits into a soft and a hard limit for a move of side us. The overhead is what
// keptBack returned. It is subtracted only from real time: if perMilli is not 0, nodes count as
// time.
func newClock(
	params *Params, l *Limits, us board.Color, overhead time.Duration, perMilli int,
) clock {
	c := clock{start: l.Start, perMilli: perMilli, params: params}
	if perMilli > 0 {
		overhead = 0
	}
	if c.start.IsZero() {
		c.start = time.Now()
	}
	if l.HasTime[us] {
		left := max(bounded(l.Time[us])-overhead, leastTime)
		c.share(left, bounded(l.Inc[us]), l.MovesToGo)
	}
	if l.HasMoveTime {
		c.setMoveTime(max(bounded(l.MoveTime)-overhead, leastTime))
	}
	return c
}

// share sets the limits for a move from the time left and the increment. movesToGo is the number of
// moves until the next time control, 0 if there is none.
func (c *clock) share(left, inc time.Duration, movesToGo int) {
	c.timed = true
	p := c.params
	if movesToGo > 0 {
		c.soft = left/time.Duration(min(movesToGo, sessionMoves)) + inc*sessionIncPart/percent
		c.hard = min(sessionFactor*c.soft, left*sessionHard/percent)
		if movesToGo == 1 {
			c.hard = left * lastMoveHard / percent
		}
	} else {
		c.soft = left*tenths/time.Duration(p.TimePart) + inc*time.Duration(p.TimeIncrement)/percent
		c.hard = min(c.soft*time.Duration(p.TimeHardFactor)/tenths,
			left*time.Duration(p.TimeHard)/percent)
	}
	c.soft = max(min(c.soft, c.hard), leastTime)
	c.hard = max(c.hard, leastTime)
}

// setMoveTime makes the search end at limit, or earlier if share has said so. With a move time
// alone there is no soft limit.
func (c *clock) setMoveTime(limit time.Duration) {
	if !c.timed || limit < c.hard {
		c.hard = limit
	}
	c.timed = true
}

// longest is the longest time that newClock can calculate with, a year.
const longest = 365 * 24 * time.Hour

// bounded returns d, or the nearest time from 0 to longest.
func bounded(d time.Duration) time.Duration { return max(0, min(d, longest)) }

// elapsed returns the real time since the start.
func (c *clock) elapsed() time.Duration { return time.Since(c.start) }

// used returns the time that counts against the limits, after nodes were searched.
func (c *clock) used(nodes uint64) time.Duration {
	if c.perMilli > 0 {
		return nodeTime(nodes, c.perMilli)
	}
	return c.elapsed()
}

// note records the result of an iteration, and returns how many centipawns its score is below that
// of the iteration before.
func (c *clock) note(best board.Move, score, depth int) (drop int) {
	if best == c.lastBest {
		c.stable++
	} else {
		c.stable = 0
	}
	if depth > 1 {
		drop = c.lastScore - score
	}
	c.falling = drop >= fallingDrop
	c.lastBest, c.lastScore = best, score
	return drop
}

// enough reports, after an iteration, whether another one is not worth its time. The soft limit is
// scaled by four things: how long the best move has stood; how the score moved since the last
// iteration; how it moved since the game's last move; and the best move's share of the nodes, in
// permille.
func (c *clock) enough(best board.Move, score, effort, depth int, nodes uint64) bool {
	drop := c.note(best, score, depth)
	if !c.timed || c.soft == 0 {
		return false
	}
	p := c.params
	scale := p.TimeStableBase - p.TimeStableStep*min(c.stable, p.TimeStableMost)
	scale = scale * max(0, permille+p.TimeDropStep*p.fallen(drop)/tenths) / permille
	if c.before.known {
		slide := p.fallen(c.before.score - score)
		scale = scale * max(0, permille+p.TimeSlideStep*slide/tenths) / permille
	}
	if depth >= effortDepth {
		scale = scale * (p.TimeEffortBase - p.TimeEffortStep*effort/permille) / permille
	}
	return c.used(nodes) >= c.soft/permille*time.Duration(scale) // in this order nothing overflows
}

// fallen returns the part of a drop of the score that counts for the time, in centipawns.
func (p *Params) fallen(drop int) int { return max(-p.TimeDropLeast, min(p.TimeDropMost, drop)) }
