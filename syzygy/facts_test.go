package syzygy

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sente/board"
)

var updateFacts = flag.Bool("update-facts", false,
	"write testdata/facts.txt anew, with -oracle and -syzygy")

// factsFile holds what another prober says of sampled positions, one in each line:
// FEN;outcome, -2 to 2;DTZ.
const factsFile = "testdata/facts.txt"

// pawnTables are KPvKP, with a pawn on either side, and the WDL tables after a promotion.
const pawnTables = "testdata/pawns"

// TestFacts checks the sampled positions: those of three men and of KPvKP, or all with -syzygy.
func TestFacts(t *testing.T) {
	if *updateFacts {
		writeFacts(t)
	}
	separator := string(os.PathListSeparator)
	tables := open(t, "testdata"+separator+pawnTables+separator+*syzygyDir)
	in, err := os.Open(factsFile)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	checked, enPassant := 0, 0
	for lines := bufio.NewScanner(in); lines.Scan(); {
		fen, rest, _ := strings.Cut(lines.Text(), ";")
		var want verdict
		if _, err := fmt.Sscanf(rest, "%d;%d", &want.wdl, &want.dtz); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		p := position(t, fen)
		pawns := p.Pieces(board.White, board.Pawn).Count() == 1 &&
			p.Pieces(board.Black, board.Pawn).Count() == 1
		if men := p.Occupied().Count(); *syzygyDir == "" && men > 3 && !(men == 4 && pawns) {
			continue
		}
		checked++
		if p.EnPassant() != board.NoSquare {
			enPassant++
		}
		if got, err := judge(tables, fen); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", fen, got, err, want)
		}
	}
	if checked < 1000 || enPassant < 50 {
		t.Errorf("only %d facts, %d of them with en passant", checked, enPassant)
	}
	t.Logf("%d facts, %d with en passant", checked, enPassant)
}

func writeFacts(t *testing.T) {
	if *oraclePath == "" || *syzygyDir == "" {
		t.Fatal("-update-facts needs -oracle and -syzygy")
	}
	o := startOracle(t, *syzygyDir)
	rng := rand.New(rand.NewPCG(5, 5))
	var fens []string
	for _, m := range materials(t, *syzygyDir, 3) {
		n := 50
		if m.men() == 3 {
			n = 220
		}
		for n > 0 {
			if p, err := board.ParseFEN(randomFEN(rng, m)); err == nil {
				fens = append(fens, p.FEN())
				n--
			}
		}
		for n := 60; n > 0 && m.count(0, board.Pawn) > 0 && m.count(1, board.Pawn) > 0; {
			p, err := board.ParseFEN(randomFEN(rng, m))
			if err == nil && p.EnPassant() != board.NoSquare {
				fens = append(fens, p.FEN())
				n--
			}
		}
	}
	var out strings.Builder
	for i, v := range o.ask(t, fens) {
		fmt.Fprintf(&out, "%s;%d;%d\n", fens[i], v.wdl, v.dtz)
	}
	if err := os.WriteFile(factsFile, []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestThreeMenAgreeWithTheirMoves checks the tables against the rules: a position's outcome is
// the best of those after its moves, and its distance follows from theirs (up to the ply that
// counting in moves may lose).
func TestThreeMenAgreeWithTheirMoves(t *testing.T) {
	tables := open(t, "testdata")
	const stride = 199 // of all positions; no divisor of 64
	positions := 0
	for _, man := range "QRBNPqrbnp" {
		letters := []byte{'K', 'k', byte(man)}
		for i := 0; i < 2*64*64*64; i += stride {
			fen, ok := placement(letters, []int{i & 63, i >> 6 & 63, i >> 12 & 63})
			if !ok {
				continue
			}
			p, err := board.ParseFEN(fmt.Sprintf("%s %c - - 0 1", fen, "wb"[i>>18]))
			if err != nil {
				continue
			}
			positions++
			checkAgainstMoves(t, tables, &p)
			if t.Failed() {
				return
			}
		}
	}
	if positions < 10_000 {
		t.Errorf("only %d positions", positions)
	}
	t.Logf("%d positions", positions)
}

func checkAgainstMoves(t *testing.T, tables *Tables, p *board.Position) {
	got, err := judge(tables, p.FEN())
	if err != nil {
		t.Errorf("%s: %v", p.FEN(), err)
		return
	}
	best := Loss
	if !p.InCheck() && !p.HasLegalMove() {
		best = Draw
	}
	shortest, longest := 1<<20, 0 // distances of the moves that keep the outcome
	var list board.MoveList
	p.Legal(&list)
	for _, m := range list.Slice() {
		child := p.After(m)
		v, err := judge(tables, child.FEN())
		if err != nil {
			t.Errorf("%s: %v", child.FEN(), err)
			return
		}
		best = max(best, -v.wdl)
		if -v.wdl != got.wdl {
			continue
		}
		d := 1
		if child.HalfmoveClock() > 0 && !child.IsCheckmate() {
			d += max(v.dtz, -v.dtz)
		}
		shortest, longest = min(shortest, d), max(longest, d)
	}
	if best != got.wdl {
		t.Errorf("%s: outcome %v, its moves say %v", p.FEN(), got.wdl, best)
	}
	var off int
	switch {
	case got.wdl == Win:
		off = shortest - got.dtz
	case got.wdl == Loss && list.N > 0:
		off = longest + got.dtz
	case got.wdl == Loss:
		off = 1 + got.dtz
	default:
		off = got.dtz
	}
	if off < -1 || off > 1 {
		t.Errorf("%s: distance %d, its moves say %d to %d", p.FEN(), got.dtz, shortest, longest)
	}
}

// TestPawnsAgreeWithTheirMoves does the same for a pawn on either side, where wins depend on double
// steps and on en passant. Pawns that may promote at once are left out, because the distances after
// that are in tables that are not here.
func TestPawnsAgreeWithTheirMoves(t *testing.T) {
	tables := open(t, "testdata"+string(os.PathListSeparator)+pawnTables)
	m, _ := parseName("KPvKP")
	rng := rand.New(rand.NewPCG(7, 7))
	positions, byEnPassant, byDoubleStep := 0, 0, 0
	for draws := 0; draws < 20_000 && !t.Failed(); draws++ {
		p, err := board.ParseFEN(randomFEN(rng, m))
		if err != nil || hasMove(&p, board.Move.IsPromotion) {
			continue
		}
		enPassant := hasMove(&p, board.Move.IsEnPassant)
		doubleStep := hasMove(&p, board.Move.IsDoublePush)
		if !enPassant && !doubleStep && draws%50 != 0 {
			continue
		}
		positions++
		checkAgainstMoves(t, tables, &p)
		best, err := judge(tables, p.FEN())
		if err != nil {
			t.Fatal(err)
		}
		without := bestWithout(t, tables, &p, board.Move.IsEnPassant)
		if enPassant && without < best.wdl {
			byEnPassant++
		}
		without = bestWithout(t, tables, &p, board.Move.IsDoublePush)
		if doubleStep && without < best.wdl {
			byDoubleStep++
		}
	}
	if positions < 2000 || byEnPassant < 20 || byDoubleStep < 20 {
		t.Errorf("%d positions, %d hang on en passant, %d on a double step: too few",
			positions, byEnPassant, byDoubleStep)
	}
	t.Logf("%d positions, %d hang on en passant, %d on a double step",
		positions, byEnPassant, byDoubleStep)
}

func hasMove(p *board.Position, is func(board.Move) bool) bool {
	var list board.MoveList
	p.Legal(&list)
	return slices.ContainsFunc(list.Slice(), is)
}

// bestWithout returns the best outcome of all moves except those for which some is true.
func bestWithout(t *testing.T, tables *Tables, p *board.Position, some func(board.Move) bool) WDL {
	best := Loss
	var list board.MoveList
	p.Legal(&list)
	for _, m := range list.Slice() {
		if some(m) {
			continue
		}
		child := p.After(m)
		v, err := judge(tables, child.FEN())
		if err != nil {
			t.Fatal(err)
		}
		best = max(best, -v.wdl)
	}
	return best
}
