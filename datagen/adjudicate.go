package datagen

import (
	"errors"
)

// Adjudication says when a game ends before the rules end it. A game that is clearly won or clearly
// drawn teaches little and costs time. But after an early end the label is only the evaluation's
// own opinion. So both limits are far out, and the searches of both sides must agree for several
// plies in a row.
type Adjudication struct {
	WinScore  int // centipawns; one side must be ahead by this much for WinPlies plies
	WinPlies  int // 0: never
	DrawScore int // centipawns; neither side may be ahead by more, for DrawPlies plies
	DrawPlies int // 0: never
	DrawFrom  int // first ply of the game that counts towards a draw
}

// DefaultAdjudication returns the usual limits.
func DefaultAdjudication() Adjudication {
	return Adjudication{WinScore: 2000, WinPlies: 5, DrawScore: 8, DrawPlies: 10, DrawFrom: 80}
}

// Check returns what is wrong with the limits.
func (a *Adjudication) Check() error {
	if a.WinPlies < 0 || a.DrawPlies < 0 || a.DrawScore < 0 ||
		a.WinPlies > 0 && a.WinScore <= a.DrawScore {
		return errors.New("adjudication: limits must be 0 or more, " +
			"and the winning score above the drawing one")
	}
	return nil
}

// Judge follows one game.
type Judge struct {
	Rules              *Adjudication // required
	wins, losses, even int           // plies in a row towards White's win, White's loss, a draw
}

// Add takes White's score of the next position and that position's ply in the game. It reports
// whether the game is over, and its result. A position without a score (NoScore) ends every run.
func (j *Judge) Add(ply, score int) (r Result, over bool) {
	if score == NoScore {
		j.wins, j.losses, j.even = 0, 0, 0
		return Draw, false
	}
	count(&j.wins, score >= j.Rules.WinScore)
	count(&j.losses, score <= -j.Rules.WinScore)
	count(&j.even, ply >= j.Rules.DrawFrom &&
		score <= j.Rules.DrawScore && score >= -j.Rules.DrawScore)
	switch {
	case j.Rules.WinPlies > 0 && j.wins >= j.Rules.WinPlies:
		return WhiteWins, true
	case j.Rules.WinPlies > 0 && j.losses >= j.Rules.WinPlies:
		return BlackWins, true
	case j.Rules.DrawPlies > 0 && j.even >= j.Rules.DrawPlies:
		return Draw, true
	}
	return Draw, false
}

// count counts in run how many times in a row holds was true.
func count(run *int, holds bool) {
	if holds {
		*run++
	} else {
		*run = 0
	}
}
