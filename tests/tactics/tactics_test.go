// Package tactics lets the search solve positions whose best moves or mates are known.
//
// suite.epd is our own selection. For each position a second engine, at two million nodes, found
// one of two things. Either the same best move is at least a pawn better than every other (bm), or
// the distance to mate is the same (dm). Our search found the same with either evaluation. The
// limit is a number of nodes, several times what most positions need. So the outcome is the same on
// every machine.
//
//	go test ./tests/tactics             must solve every position
//	go test ./tests/tactics -nodes 2e6  the same with another number of nodes
package tactics

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/eval/nnue"
	"sente/search"
)

var nodes = flag.Float64("nodes", 300_000, "nodes for each position")

// puzzle is one position and its solution.
type puzzle struct {
	id   string
	pos  board.Position
	best []board.Move // one of these must be played, or
	mate int          // or a mate in at most this many moves must be found
}

func TestTactics(t *testing.T) {
	puzzles, err := readSuite("suite.epd")
	if err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < 60 {
		t.Fatalf("%d positions, want at least 60", len(puzzles))
	}
	networks := map[string]*nnue.Network{"Material": nil}
	if n := nnue.Default(); n != nil {
		networks["NNUE"] = n
	}
	for name, network := range networks {
		t.Run(name, func(t *testing.T) {
			for _, p := range puzzles {
				t.Run(p.id, func(t *testing.T) {
					t.Parallel()
					p.solve(t, network)
				})
			}
		})
	}
}

func (p puzzle) solve(t *testing.T, network *nnue.Network) {
	engine := search.New()
	engine.SetNetwork(network)
	result := engine.Begin(search.Root{Pos: p.pos},
		search.Limits{Nodes: uint64(*nodes), Mate: p.mate}).Run(nil)
	if result.Best == board.NoMove {
		t.Fatalf("%s: no move", p.pos.FEN())
	}
	t.Logf("%s, score %d, depth %d, %d nodes",
		p.pos.SAN(result.Best), result.Score, result.Depth, result.Nodes)
	switch {
	case p.mate > 0 && result.Score < eval.MateIn(2*p.mate-1):
		t.Errorf("%s: %s with score %d, want mate in %d",
			p.pos.FEN(), p.pos.SAN(result.Best), result.Score, p.mate)
	case p.mate == 0 && !slices.Contains(p.best, result.Best):
		t.Errorf("%s: %s, want %s", p.pos.FEN(), p.pos.SAN(result.Best), p.pos.SAN(p.best[0]))
	}
}

func readSuite(path string) ([]puzzle, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var puzzles []puzzle
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parsePuzzle(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, lines.Err()
}

// parsePuzzle parses four fields of a FEN and the operations bm or dm, and id.
func parsePuzzle(line string) (puzzle, error) {
	var p puzzle
	fields := strings.SplitN(line, " ", 5)
	if len(fields) != 5 {
		return p, fmt.Errorf("%q is not an EPD", line)
	}
	pos, err := board.ParseFEN(strings.Join(fields[:4], " "))
	if err != nil {
		return p, err
	}
	p.pos = pos
	for operation := range strings.SplitSeq(strings.TrimSuffix(fields[4], ";"), ";") {
		opcode, operand, _ := strings.Cut(strings.TrimSpace(operation), " ")
		switch opcode {
		case "bm":
			for san := range strings.FieldsSeq(operand) {
				m, err := pos.ParseSAN(san)
				if err != nil {
					return p, err
				}
				p.best = append(p.best, m)
			}
		case "dm":
			p.mate, err = strconv.Atoi(operand)
		case "id":
			p.id = strings.Trim(operand, `"`)
		default:
			return p, fmt.Errorf("unknown operation %q", opcode)
		}
		if err != nil {
			return p, err
		}
	}
	if (len(p.best) == 0) == (p.mate == 0) || p.id == "" {
		return p, fmt.Errorf("want bm or dm, and id in %q", fields[4])
	}
	return p, nil
}
