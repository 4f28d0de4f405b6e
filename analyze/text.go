package analyze

import (
	"fmt"
	"strconv"

	"sente/board"
	"sente/eval"
)

// evalText returns a score from White's side in the form of PGN comments: pawns, or #3 and #-3 for
// mates. If the mate is on the board, there is no score.
func evalText(score int) string {
	if moves, ok := eval.MovesToMate(score); ok {
		if moves == 0 {
			return ""
		}
		return "#" + strconv.Itoa(moves)
	}
	return fmt.Sprintf("%.2f", float64(score)/100)
}

// scoreText returns a score from White's side for people to read: pawns with a sign, or the mate.
func scoreText(score int) string {
	if _, ok := eval.MovesToMate(score); ok {
		return evalText(score)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

// numbered returns the number of the move to come, with its dots, as "12." or "12...".
func numbered(p *board.Position) string {
	if p.SideToMove() == board.White {
		return strconv.Itoa(p.FullmoveNumber()) + "."
	}
	return strconv.Itoa(p.FullmoveNumber()) + "..."
}

// playable returns the first moves of a line, at most n, up to the first that is not legal from p
// on. The search should only give legal lines. This keeps its faults out of people's files.
func playable(p *board.Position, line []board.Move, n int) []board.Move {
	at := *p
	for i, m := range line {
		if i == n || !at.IsLegal(m) {
			return line[:i]
		}
		at = at.After(m)
	}
	return line
}
