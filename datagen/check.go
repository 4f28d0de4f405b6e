package datagen

import (
	"fmt"

	"sente/board"
)

// Check replays g and checks that its result fits the reason why it ended. It also refuses
// everything that Writer.Add refuses. The error is a *GameError, which wraps an *IllegalMoveError
// or says what does not fit.
func (g *Game) Check() error {
	if err := g.storable(); err != nil {
		return g.wrong(err)
	}
	seen := map[uint64]int{}
	var last board.Position
	lastMove := board.NoMove
	lastScore := 0
	if len(g.Moves) == 0 {
		last = g.Start
	}
	err := g.Replay(func(_ int, p *board.Position, m board.Move, score int) {
		seen[p.Key()]++
		last, lastMove, lastScore = *p, m, score
	})
	if err != nil {
		return err
	}
	if lastMove != board.NoMove {
		last = last.After(lastMove)
	}
	seen[last.Key()]++
	loser := last.SideToMove()
	bad := func() error {
		return g.wrong(fmt.Errorf("%s for %s, but the game ended in %s (score %d)",
			g.Result, g.Reason, last.FEN(), lastScore))
	}
	mate := last.IsCheckmate()
	switch g.Reason {
	case Unknown:
		return nil
	case Checkmate:
		if !mate || g.Result != won(loser.Other()) {
			return bad()
		}
		return nil
	case AdjudicatedWin:
		if favours(lastScore, g.Result) {
			return nil
		}
		return bad()
	}
	holds := map[Reason]bool{
		Stalemate:       !last.InCheck() && !last.HasLegalMove(),
		FiftyMoves:      last.HalfmoveClock() >= board.FiftyMoves,
		Repetition:      seen[last.Key()] >= 3,
		Material:        last.InsufficientMaterial(),
		AdjudicatedDraw: true,
	}[g.Reason]
	if !holds || g.Result != Draw || mate {
		return bad()
	}
	return nil
}

// favours tells whether White's score favours the side that won.
func favours(score int, r Result) bool {
	return score != NoScore && (r == WhiteWins && score > 0 || r == BlackWins && score < 0)
}
