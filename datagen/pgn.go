package datagen

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
	"sente/pgn"
)

// pgnBatch is some successive games of a PGN file.
type pgnBatch struct {
	file  string
	read  int64 // bytes of the file that had been read before them
	first int   // number of the first in the file, from 1
	games []*pgn.Game
	bad   []error // bad[i] says why games[i] is missing
}

// readPGN returns a function for mapOrdered that reads the games of a PGN file.
func readPGN(t *textFile) func() (pgnBatch, bool) {
	r := pgn.NewReader(t.r)
	number, ended := 1, false
	return func() (pgnBatch, bool) {
		if ended {
			return pgnBatch{}, false
		}
		b := pgnBatch{file: t.path, read: t.read(), first: number}
		for len(b.games) < gamesAtATime {
			g, err := r.Next()
			if err == io.EOF {
				ended = true
				break
			}
			number++
			if broken, ok := errors.AsType[*pgn.Error](err); ok {
				err = &LineError{t.path, broken.Line,
					fmt.Errorf("game %d: %s", broken.Game, broken.Why)}
			} else if err != nil {
				err, ended = fmt.Errorf("%s: %w", t.path, unread(err)), true
			}
			b.games, b.bad = append(b.games, g), append(b.bad, err)
			if ended {
				break
			}
		}
		return b, true
	}
}

// importPGN turns games of package pgn into games of this package.
func importPGN(b pgnBatch) (out []importedGame) {
	for i, from := range b.games {
		if b.bad[i] != nil {
			out = append(out, importedGame{bad: b.bad[i]})
			continue
		}
		g, err := fromPGN(from)
		if err != nil {
			err = fmt.Errorf("game %d: %w", b.first+i, err)
			out = append(out, importedGame{bad: &LineError{b.file, from.Line, err}})
			continue
		}
		g.ID, g.source, g.read = uint64(from.Line), b.file, b.read
		out = append(out, importedGame{game: g})
	}
	return out
}

// notPlayedOut are the values of the Termination tag for games whose result the board does not
// show. Labels from such results would be false. fastchess and cutechess-cli write some of them;
// the PGN standard has the rest.
var notPlayedOut = map[string]bool{
	"time forfeit": true, "abandoned": true, "illegal move": true, "stalled connection": true,
	"unterminated": true, "rules infraction": true, "emergency": true, "death": true,
}

// fromPGN returns a game with the scores in its comments, or an error that says why it can't be
// used.
func fromPGN(from *pgn.Game) (*Game, error) {
	termination := strings.ToLower(from.Tag("Termination"))
	result, known := map[string]Result{
		pgn.WhiteWins: WhiteWins, pgn.Drawn: Draw, pgn.BlackWins: BlackWins,
	}[from.Result]
	told := from.Tag("Result")
	switch {
	case notPlayedOut[termination]:
		return nil, fmt.Errorf("it ended by %q, and not on the board", termination)
	case from.Cut:
		return nil, errors.New("no result behind its moves, as where a file was cut off")
	case !known:
		return nil, errors.New("it has no result")
	case told != "" && told != pgn.Unknown && told != from.Result:
		return nil, fmt.Errorf("its result is %s by the tag and %s behind the moves",
			told, from.Result)
	case len(from.Moves) == 0:
		return nil, errors.New("it has no move")
	case len(from.Moves) > MaxPlies:
		return nil, fmt.Errorf("%d moves", len(from.Moves))
	}
	g := &Game{Start: from.Start, Result: result}
	p := from.Start
	var keys []uint64
	for i, m := range from.Moves {
		if m.Move == board.NullMove {
			return nil, fmt.Errorf("move %d: nobody moves", p.FullmoveNumber())
		}
		g.Moves = append(g.Moves, m.Move)
		g.Scores = append(g.Scores, int16(whiteScore(&p, commentScore(&p, from.Moves[i].Comment))))
		keys = append(keys, p.Key())
		p = p.After(m.Move)
	}
	ruled, reason := RuledEnd(&p, keys)
	switch {
	case ruled != result && reason.certain():
		return nil, fmt.Errorf("it ended in %s, and its result is %s", reason, from.Result)
	case reason != Unknown && ruled == result:
		g.Reason = reason
	case termination != "adjudication":
	case result == Draw:
		g.Reason = AdjudicatedDraw
	case favours(int(g.Scores[len(g.Scores)-1]), result):
		g.Reason = AdjudicatedWin
	}
	return g, nil
}

// commentScore returns the score at the beginning of the comment on a move of p, for the side to
// move. It is written as +0.35/12 (pawns as engines show them, a slash, the depth) or as -M5/20
// (plies to a mate). The rest of the comment does not matter. Anything else, such as "book", is
// NoScore. So is a score of depth 0: programs write that if they had no score from the engine.
func commentScore(p *board.Position, comment string) int {
	word, _, _ := strings.Cut(comment, " ")
	text, depth, _ := strings.Cut(strings.TrimSuffix(word, ","), "/")
	if n, err := strconv.ParseUint(depth, 10, 16); err != nil || n == 0 {
		return NoScore
	}
	text, negative := strings.CutPrefix(text, "-")
	if !negative {
		text = strings.TrimPrefix(text, "+")
	}
	score := NoScore
	if plies, mate := strings.CutPrefix(text, "M"); mate {
		if n, err := strconv.ParseUint(plies, 10, 16); err == nil && n > 0 {
			score = eval.MateIn(min(int(n), eval.MaxPly))
		}
	} else if centipawns, ok := parsePawns(text); ok {
		score = min(eval.WinModelFor(p).Score(centipawns), eval.TBWin)
	}
	if negative && score != NoScore {
		return -score
	}
	return score
}

// parsePawns parses a decimal number of pawns without a sign. It returns centipawns, at most
// eval.Mate.
func parsePawns(s string) (centipawns int, ok bool) {
	if strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	pawns, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	return int(min(100*pawns+0.5, eval.Mate)), true
}
