package datagen

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
)

// importedGame is a game, or the error that there is instead.
type importedGame struct {
	game *Game
	bad  error
}

// ImportGames reads text files of whole games and calls emit for each game, in order. A file is
// either PGN, with scores in its comments as fastchess and cutechess-cli write them, or has one
// game a line:
//
//	start FEN <tab> W, D or L for White <tab> move score move score …
//
// A score is in centipawns for the side to move before the move, or M3 or -M3 for a mate in that
// many moves. In PGN scores are pawns on the scale of eval.WinModel; a move without a score gets
// NoScore. Every move is checked. A bad line or game is skipped, and its *LineError is passed to
// report. The import ends if a file can't be opened or emit returns an error. Neither emit nor
// report may be nil.
func ImportGames(paths []string, emit func(*Game) error, report func(error)) error {
	take := func(done []importedGame) error {
		for _, in := range done {
			if in.bad != nil {
				report(in.bad)
			} else if err := emit(in.game); err != nil {
				return err
			}
		}
		return nil
	}
	return eachText(paths, func(t *textFile) error {
		if t.isPGN() {
			return mapOrdered(readPGN(t), importPGN, take)
		}
		return mapOrdered(readBatches(t, nil), importLines, take)
	})
}

// importLines parses lines of whole games.
func importLines(b lineBatch) (out []importedGame) {
	for i, s := range b.lines {
		g, err := parseGameLine(s)
		if err != nil {
			out = append(out, importedGame{bad: &LineError{b.file, b.first + i, err}})
			continue
		}
		g.ID, g.source, g.read = uint64(b.first+i), b.file, b.read
		out = append(out, importedGame{game: g})
	}
	if b.err != nil {
		out = append(out, importedGame{bad: b.err})
	}
	return out
}

// parseGameLine parses a line of ImportGames.
func parseGameLine(s string) (*Game, error) {
	fields := strings.Split(s, "\t")
	if len(fields) != 3 {
		return nil, fmt.Errorf("%d fields between tabs, not 3", len(fields))
	}
	g := new(Game)
	var err error
	if g.Start, err = board.ParseFEN(fields[0]); err != nil {
		return nil, err
	}
	if g.Result, err = parseLetter(fields[1]); err != nil {
		return nil, err
	}
	words := strings.Fields(fields[2])
	if len(words) == 0 {
		return nil, errors.New("it has no move")
	}
	if len(words)%2 != 0 {
		return nil, errors.New("the last move has no score")
	}
	if len(words)/2 > MaxPlies {
		return nil, fmt.Errorf("%d moves", len(words)/2)
	}
	g.Moves, g.Scores = make([]board.Move, 0, len(words)/2), make([]int16, 0, len(words)/2)
	p := g.Start
	for i := 0; i < len(words); i += 2 {
		m, err := p.ParseMove(words[i])
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i/2+1, err)
		}
		score, err := parseSparringScore(words[i+1])
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i/2+1, err)
		}
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, int16(whiteScore(&p, score)))
		p = p.After(m)
	}
	if ruled, reason := RuledEnd(&p, nil); ruled != g.Result && reason.certain() {
		return nil, fmt.Errorf("it ended in %s, and its result is %s", reason, fields[1])
	}
	return g, nil
}

// parseLetter reads W, D or L for White.
func parseLetter(s string) (Result, error) {
	switch s {
	case "W":
		return WhiteWins, nil
	case "D":
		return Draw, nil
	case "L":
		return BlackWins, nil
	}
	return 0, fmt.Errorf("result %q, not W, D or L", s)
}

// parseSparringScore parses centipawns, or M or -M followed by the moves to mate.
func parseSparringScore(s string) (int, error) {
	number, mated := strings.CutPrefix(s, "-M")
	if !mated {
		if moves, ok := strings.CutPrefix(s, "M"); ok {
			n, err := strconv.ParseUint(moves, 10, 16)
			if err != nil || n == 0 || 2*n-1 > eval.MaxPly {
				return 0, fmt.Errorf("score %q", s)
			}
			return eval.MateIn(int(2*n - 1)), nil
		}
		n, err := strconv.ParseInt(s, 10, 32)
		if err != nil || eval.IsDecisive(int(n)) {
			return 0, fmt.Errorf("score %q", s)
		}
		return int(n), nil
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || 2*n > eval.MaxPly {
		return 0, fmt.Errorf("score %q", s)
	}
	return eval.MatedIn(int(2 * n)), nil
}
