package syzygy

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sente/board"
)

var (
	syzygyDir = flag.String("syzygy", "",
		"folder with more tables than testdata; enables the tests that need them")
	oraclePath = flag.String("oracle", "",
		"a UCI engine whose d command prints WDL and DTZ; enables the comparison with it")
	oraclePositions = flag.Int("oracle-positions", 1_000_000,
		"how many random positions of four men to compare, and of the larger tables in proportion")
)

// A verdict is what a prober says of a position.
type verdict struct {
	wdl WDL
	dtz int
}

// An oracle is another program's prober.
type oracle struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startOracle(t *testing.T, dir string) *oracle {
	t.Helper()
	o := &oracle{cmd: exec.Command(*oraclePath)}
	in, err := o.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	o.in, o.out = in, bufio.NewReaderSize(out, 1<<20)
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		o.in.Close()
		if err := o.cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	if _, err := fmt.Fprintf(o.in, "setoption name SyzygyPath value %s\n", dir); err != nil {
		t.Fatal(err)
	}
	return o
}

var oracleNames = map[string]WDL{"Loss": Loss, "Blessed loss": BlessedLoss, "Draw": Draw,
	"Cursed win": CursedWin, "Win": Win}

// ask returns the verdicts on the positions.
func (o *oracle) ask(t *testing.T, fens []string) []verdict {
	t.Helper()
	sent := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(o.in, 1<<16)
		for _, fen := range fens {
			w.WriteString("position fen ")
			w.WriteString(fen)
			w.WriteString("\nd\n")
		}
		sent <- w.Flush()
	}()
	verdicts := make([]verdict, len(fens))
	for i := 0; i < len(fens); {
		line, err := o.out.ReadSlice('\n')
		if err != nil {
			t.Fatal(err)
		}
		rest, ok := bytes.CutPrefix(line, []byte("Tablebases "))
		if !ok {
			continue
		}
		value, state, _ := strings.Cut(string(rest[4:]), "(")
		value = strings.TrimSpace(value)
		if strings.HasPrefix(state, "Failed") {
			t.Fatalf("the oracle fails on %s: %s", fens[i], line)
		}
		if bytes.HasPrefix(rest, []byte("WDL:")) {
			if verdicts[i].wdl, ok = oracleNames[value]; !ok {
				t.Fatalf("%s: unknown outcome %q", fens[i], line)
			}
			continue
		}
		if verdicts[i].dtz, err = strconv.Atoi(value); err != nil {
			t.Fatal(err)
		}
		i++
	}
	if err := <-sent; err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// A comparison counts positions on which both probers agree and names those on which they don't.
type comparison struct {
	tables *Tables
	oracle *oracle
	fens   []string
	agreed int
	wrong  int
	cursed int
}

// add collects a position if it is legal, and compares them when there are many.
func (c *comparison) add(t *testing.T, fen string) bool {
	if _, err := board.ParseFEN(fen); err != nil {
		return false
	}
	if c.fens = append(c.fens, fen); len(c.fens) == 20000 {
		c.flush(t)
	}
	return true
}

func (c *comparison) flush(t *testing.T) {
	for i, want := range c.oracle.ask(t, c.fens) {
		got, err := judge(c.tables, c.fens[i])
		if err != nil || got != want {
			if c.wrong++; c.wrong <= 20 {
				t.Errorf("%s: %v, %v; want %v", c.fens[i], got, err, want)
			}
			continue
		}
		c.agreed++
		if want.wdl == CursedWin || want.wdl == BlessedLoss {
			c.cursed++
		}
	}
	c.fens = c.fens[:0]
}

// judge probes the position.
func judge(tables *Tables, fen string) (v verdict, err error) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return v, err
	}
	var okWDL, okDTZ bool
	v.wdl, okWDL = tables.ProbeWDL(&p)
	v.dtz, okDTZ = tables.ProbeDTZ(&p)
	if !okWDL || !okDTZ {
		return v, fmt.Errorf("WDL found: %v, DTZ found: %v", okWDL, okDTZ)
	}
	return v, nil
}

// TestOracleThreeMen compares every legal position of the three-men tables, either colour
// being the stronger.
func TestOracleThreeMen(t *testing.T) {
	if *oraclePath == "" || *syzygyDir == "" {
		t.Skip("needs -oracle and -syzygy")
	}
	tables := open(t, *syzygyDir)
	c := &comparison{tables: tables, oracle: startOracle(t, *syzygyDir)}
	for _, man := range "QRBNPqrbnp" {
		before := c.agreed
		letters := []byte{'K', 'k', byte(man)}
		for i := range 64 * 64 * 64 {
			for _, side := range "wb" {
				if fen, ok := placement(letters, []int{i & 63, i >> 6 & 63, i >> 12}); ok {
					c.add(t, fmt.Sprintf("%s %c - - 0 1", fen, side))
				}
			}
		}
		c.flush(t)
		t.Logf("K%cvk: %d positions agree", man, c.agreed-before)
	}
	t.Logf("%d agree, %d differ", c.agreed, c.wrong)
}

// TestOracleRandom compares random positions of every larger table in the folder.
func TestOracleRandom(t *testing.T) {
	if *oraclePath == "" || *syzygyDir == "" {
		t.Skip("needs -oracle and -syzygy")
	}
	tables := open(t, *syzygyDir)
	names := materials(t, *syzygyDir, 4)
	c := &comparison{tables: tables, oracle: startOracle(t, *syzygyDir)}
	rng := rand.New(rand.NewPCG(1, 7))
	enPassant, fourMen := 0, 0
	for i := 0; fourMen < *oraclePositions; {
		m := names[i%len(names)]
		fen := randomFEN(rng, m)
		if c.add(t, fen) {
			i++
			if m.men() == 4 {
				fourMen++
			}
			if p, _ := board.ParseFEN(fen); p.EnPassant() != board.NoSquare {
				enPassant++
			}
		}
	}
	c.flush(t)
	t.Logf("%d tables: %d agree, %d differ; "+
		"among them %d of four men, %d cursed or blessed, %d with en passant",
		len(names), c.agreed, c.wrong, fourMen, c.cursed, enPassant)
}

// open opens tables, none of which may be damaged.
func open(t testing.TB, paths string) *Tables {
	t.Helper()
	tables, errs := Open(paths)
	for _, err := range errs {
		t.Error(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// materials returns the materials of the tables in a folder that have at least that many men.
func materials(t testing.TB, dir string, least int) (names []material) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"+extensions[kindWDL]))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), extensions[kindWDL])
		if m, ok := parseName(name); ok && m.men() >= least {
			names = append(names, m)
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s: no tables of %d or more men", dir, least)
	}
	return names
}

// placement returns the first field of a FEN. It returns false if two men share a square.
func placement(letters []byte, squares []int) (string, bool) {
	var at [64]byte
	for i, s := range squares {
		if at[s] != 0 {
			return "", false
		}
		at[s] = letters[i]
	}
	fen := make([]byte, 0, 80)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if man := at[8*rank+file]; man != 0 {
				fen = append(fen, man)
			} else if n := len(fen); n > 0 && '1' <= fen[n-1] && fen[n-1] < '8' {
				fen[n-1]++
			} else {
				fen = append(fen, '1')
			}
		}
		if rank > 0 {
			fen = append(fen, '/')
		}
	}
	return string(fen), true
}

// randomFEN returns men of the material on random squares, with either colour the stronger and
// en passant where it may have been possible. The position need not be legal.
func randomFEN(rng *rand.Rand, m material) string {
	name := m.String()
	first, second, _ := strings.Cut(name, "v")
	if rng.IntN(2) == 0 {
		first, second = second, first
	}
	letters := []byte(first + strings.ToLower(second))
	squares := make([]int, len(letters))
	for {
		for i := range squares {
			squares[i] = rng.IntN(64)
			if letters[i]|32 == 'p' {
				squares[i] = 8 + rng.IntN(48)
			}
		}
		if m.count(0, board.Pawn) > 0 && m.count(1, board.Pawn) > 0 && rng.IntN(8) == 0 {
			rank := 3 + rng.IntN(2)
			for i := range squares { // for en passant
				if letters[i]|32 == 'p' {
					squares[i] = 8*rank + squares[i]&7
				}
			}
		}
		fen, ok := placement(letters, squares)
		if !ok {
			continue
		}
		side, enPassant := "w", "-"
		rank, behind, pawn := 4, 8, byte('p') // of the pawn that may have moved two squares
		if rng.IntN(2) == 0 {
			side, rank, behind, pawn = "b", 3, -8, 'P'
		}
		for i, s := range squares {
			if letters[i] == pawn && s>>3 == rank {
				enPassant = board.Square(s + behind).String()
			}
		}
		full := fen + " " + side + " - " + enPassant + " 0 1"
		if _, err := board.ParseFEN(full); err != nil {
			full = fen + " " + side + " - - 0 1"
		}
		return full
	}
}
