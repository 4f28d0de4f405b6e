package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
	"sente/internal/bom"
	"sente/search"
)

// puzzle is one position of an EPD suite, and what counts as solving it.
type puzzle struct {
	id    string
	pos   board.Position
	best  []board.Move // bm: one of these must be played, unless empty
	avoid []board.Move // am: none of these may be played
	mate  int          // dm: a mate in at most this many moves must be found, by any move; 0: none
	want  string       // the operations that give the solution, as written
}

// maxLine is the longest line of a suite that is read, in bytes.
const maxLine = 1 << 20

// readSuite reads an EPD file: four fields of a FEN, then operations that end with semicolons. It
// skips empty lines, and what follows a # at the start of a line or behind a semicolon. A line with
// nothing to solve is an error.
func readSuite(r io.Reader, name string) ([]puzzle, error) {
	var puzzles []puzzle
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line := lines.Text()
		if n == 1 {
			var err error
			if line, err = bom.Cut(line); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePuzzle(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if p.id == "" {
			p.id = fmt.Sprintf("%s:%d", name, n)
		}
		puzzles = append(puzzles, p)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s:%d: a line of more than %d bytes", name, n, maxLine)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, n, err)
	}
	return puzzles, nil
}

// parsePuzzle parses a line of EPD. The two clocks of a FEN may stand before the operations,
// because some files have them there.
func parsePuzzle(line string) (puzzle, error) {
	var p puzzle
	fields := strings.Fields(line)
	if len(fields) < 5 {
		return p, fmt.Errorf("epd: want four fields and operations, got %q", line)
	}
	n := 4
	if len(fields) >= 6 && isNumber(fields[4]) && isNumber(fields[5]) {
		n = 6
	}
	pos, err := board.ParseFEN(strings.Join(fields[:n], " "))
	if err != nil {
		return p, err
	}
	p.pos = pos
	var wants []string
	seen := map[string]bool{}
	for _, operation := range splitOperations(strings.Join(fields[n:], " ")) {
		code, operand, _ := strings.Cut(operation, " ")
		if code[0] == '#' {
			break
		}
		switch code {
		case "bm":
			p.best, err = parseMoves(&pos, operand)
		case "am":
			p.avoid, err = parseMoves(&pos, operand)
		case "dm":
			p.mate, err = strconv.Atoi(operand)
			if err == nil && (p.mate < 1 || p.mate > eval.MaxPly) {
				err = fmt.Errorf("epd: dm %d", p.mate)
			}
		case "id":
			p.id = strings.Trim(operand, `"`)
			continue
		default:
			continue
		}
		if err == nil && seen[code] {
			err = fmt.Errorf("epd: %s twice in %q", code, line)
		}
		if err != nil {
			return p, err
		}
		seen[code] = true
		wants = append(wants, operation)
	}
	if len(wants) == 0 {
		return p, fmt.Errorf("epd: no bm, am or dm in %q", line)
	}
	p.want = strings.Join(wants, ", ")
	return p, nil
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// splitOperations splits at semicolons outside quotes.
func splitOperations(s string) []string {
	var operations []string
	quoted, from := false, 0
	for i, r := range s + ";" {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ';' && (!quoted || i == len(s)):
			if part := strings.TrimSpace(s[from:i]); part != "" {
				operations = append(operations, part)
			}
			from = i + 1
		}
	}
	return operations
}

// parseMoves reads moves as the standard writes them. Some suites have them as UCI does.
func parseMoves(pos *board.Position, text string) ([]board.Move, error) {
	var moves []board.Move
	for word := range strings.FieldsSeq(text) {
		m, err := pos.ParseSAN(word)
		if uci, other := pos.ParseMove(word); err != nil && other == nil {
			m, err = uci, nil
		}
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("epd: bm or am without a move")
	}
	return moves, nil
}

// solves tells whether a search's answer is what the puzzle asks for.
func (p *puzzle) solves(r search.Result) bool {
	if p.mate > 0 {
		return r.Score > 0 && eval.IsMate(r.Score) && r.Score >= eval.MateIn(2*p.mate-1)
	}
	return (len(p.best) == 0 || slices.Contains(p.best, r.Best)) &&
		!slices.Contains(p.avoid, r.Best)
}
