package datagen

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
)

// WriteText writes the positions of g that filter keeps, one a line. A nil filter keeps all that
// have a score:
//
//	FEN | score | result
//
// The score is White's, in centipawns. The result is 1.0, 0.5 or 0.0 for White. If g has an illegal
// move, WriteText writes nothing and returns a *GameError.
func WriteText(w io.Writer, g *Game, filter *Filter) error {
	results := [...]string{"0.0", "0.5", "1.0"}
	var lines []byte
	err := g.Replay(func(_ int, p *board.Position, m board.Move, score int) {
		if score == NoScore || filter != nil && filter.Judge(p, m, score) != Kept {
			return
		}
		lines = fmt.Appendf(lines, "%s | %d | %s\n", p.FEN(), score, results[g.Result])
	})
	if err != nil {
		return err
	}
	_, err = w.Write(lines)
	return err
}

// textPosition is a line of text.
type textPosition struct {
	p      board.Position
	score  int
	result Result
}

// parseText parses a line of WriteText. Results may also be written 1, 0, 1-0, 0-1 and 1/2-1/2.
func parseText(s string) (t textPosition, err error) {
	fields := strings.Split(s, "|")
	if len(fields) != 3 {
		return t, fmt.Errorf("%d fields between bars, not 3", len(fields))
	}
	if t.p, err = board.ParseFEN(strings.TrimSpace(fields[0])); err != nil {
		return t, err
	}
	word := strings.TrimSpace(fields[1])
	t.score, err = strconv.Atoi(word)
	if err != nil || t.score > eval.Mate || t.score < -eval.Mate {
		return t, fmt.Errorf("score %q", word)
	}
	switch word = strings.TrimSpace(fields[2]); word {
	case "1.0", "1", "1-0":
		t.result = WhiteWins
	case "0.5", "1/2-1/2":
		t.result = Draw
	case "0.0", "0", "0-1":
		t.result = BlackWins
	default:
		return t, fmt.Errorf("result %q, not 1.0, 0.5 or 0.0", word)
	}
	return t, nil
}

// ReadText reads files that WriteText has written, joins their lines into games and passes these to
// emit. A line continues the game of the line before it if a legal move leads from that position to
// this one and the result is the same. The last move of a game is board.NoMove, because the text
// does not have it. A bad line is skipped, and its *LineError is passed to report. If a file can't
// be opened or emit returns an error, the reading ends with that error. Neither emit nor report may
// be nil.
func ReadText(paths []string, emit func(*Game) error, report func(error)) error {
	type parsed struct {
		positions []textPosition
		bad       []error
		file      string
		read      int64
	}
	var g *Game
	var last board.Position
	id := uint64(0)
	finish := func() error {
		if g == nil {
			return nil
		}
		done := g
		g = nil
		return emit(done)
	}
	parse := func(b lineBatch) (out parsed) {
		out.file, out.read = b.file, b.read
		for i, s := range b.lines {
			t, err := parseText(s)
			if err != nil {
				out.bad = append(out.bad, &LineError{b.file, b.first + i, err})
				continue
			}
			out.positions = append(out.positions, t)
		}
		if b.err != nil {
			out.bad = append(out.bad, b.err)
		}
		return out
	}
	join := func(out parsed) error {
		for _, err := range out.bad {
			report(err)
		}
		for i := range out.positions {
			t := &out.positions[i]
			m := board.NoMove
			if g != nil && g.Result == t.result && len(g.Moves) < MaxPlies {
				m = moveBetween(&last, &t.p)
			}
			if m != board.NoMove {
				g.Moves[len(g.Moves)-1] = m
			} else {
				if err := finish(); err != nil {
					return err
				}
				g = &Game{ID: id, Start: t.p, Result: t.result, source: out.file, read: out.read}
				id++
			}
			g.Moves = append(g.Moves, board.NoMove)
			g.Scores = append(g.Scores, int16(t.score))
			last = t.p
		}
		return nil
	}
	err := eachText(paths, func(t *textFile) error {
		return mapOrdered(readBatches(t, nil), parse, join)
	})
	if err != nil {
		return err
	}
	return finish()
}

// moveBetween returns the legal move that leads from p to q, or board.NoMove if there is none.
func moveBetween(p, q *board.Position) board.Move {
	var legal board.MoveList
	p.Legal(&legal)
	for _, m := range legal.Slice() {
		var next board.Position
		p.Make(m, &next)
		if next.Key() == q.Key() &&
			next.HalfmoveClock() == q.HalfmoveClock() && next.Ply() == q.Ply() {
			return m
		}
	}
	return board.NoMove
}
