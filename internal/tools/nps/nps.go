// Command nps compares the nodes a second of two UCI engines:
//
//	go run ./internal/tools/nps -a ./sente -b stockfish
//
// Both search the same positions for the same time, by turns (A B A B), so that other work on the
// machine slows both. A ratio is A's speed divided by B's on one position. The result is the median
// of all ratios. The two never search at once, so with one thread each, one core is enough. To see
// how an engine's speed grows with threads, compare it with itself and give -threads-a 2.
//
// Two builds that search the same tree, as before and after an optimisation, can be compared more
// exactly by processor time. Then both run at once, on two cores:
//
//	go run ./internal/tools/nps -a ./new -b ./old -nodes 500000 -rounds 6
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"sente/internal/uci"
)

// positions are positions of bench: all phases, quiet and tactical.
var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
	"r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
	"4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
	"r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
	"8/1p6/2p1k3/6bR/P1P4p/1P6/1B6/1K6 w - - 6 56",
	"rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
}

func main() {
	a := flag.String("a", "", "engine A, `file`")
	b := flag.String("b", "", "engine B, `file`")
	movetime := flag.Int("movetime", 1500, "`milliseconds` a search")
	rounds := flag.Int("rounds", 2, "how often each searches each position")
	nodes := flag.Int("nodes", 0,
		"compare two builds that search the same by the processor time for so many `nodes` a "+
			"position, at once")
	hash := flag.Int("hash", 64, "each engine's table in `MiB`")
	threads := [2]*int{
		flag.Int("threads-a", 1, "A's threads"),
		flag.Int("threads-b", 1, "B's threads"),
	}
	flag.Parse()
	if *a == "" || *b == "" || flag.NArg() > 0 || *movetime < 1 || *rounds < 1 || *hash < 1 ||
		*nodes < 0 || *threads[0] < 1 || *threads[1] < 1 ||
		*nodes > 0 && (*threads[0] > 1 || *threads[1] > 1) {
		flag.Usage()
		os.Exit(2)
	}
	if *nodes > 0 {
		if err := cpuTimes(os.Stdout, [2]string{*a, *b}, *nodes, *rounds, *hash); err != nil {
			fmt.Fprintln(os.Stderr, "nps:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(os.Stdout, [2]string{*a, *b}, [2]int{*threads[0], *threads[1]}, *movetime,
		*rounds, *hash); err != nil {
		fmt.Fprintln(os.Stderr, "nps:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, files [2]string, threads [2]int, movetime, rounds, hash int) error {
	var engines [2]*engine
	for i, file := range files {
		e, err := start(exec.Command(file), file)
		if err != nil {
			return err
		}
		defer e.Kill()
		if err := e.prepare(threads[i], hash); err != nil {
			return err
		}
		engines[i] = e
	}
	return compare(out, engines, movetime, rounds)
}

// compare prints both speeds and their ratio for each search, then the median ratio and the range.
func compare(out io.Writer, engines [2]*engine, movetime, rounds int) error {
	var ratios []float64
	for range rounds {
		for _, fen := range positions {
			var speed [2]float64
			for i, e := range engines {
				var err error
				if speed[i], err = e.search(fen, movetime); err != nil {
					return err
				}
			}
			ratio := speed[0] / speed[1]
			ratios = append(ratios, ratio)
			fmt.Fprintf(out, "%9.0f %9.0f  %.2f  %s\n", speed[0], speed[1], ratio, fen)
		}
	}
	slices.Sort(ratios)
	n := len(ratios)
	_, err := fmt.Fprintf(out, "median %.2f, from %.2f to %.2f, %d searches each\n",
		(ratios[(n-1)/2]+ratios[n/2])/2, ratios[0], ratios[n-1], n)
	return err
}

// patience is how long a search may take. It only has to end some time, because -movetime and
// -nodes may be large.
const patience = time.Hour

// engine is a UCI engine to talk to.
type engine struct {
	*uci.Engine
	name string
}

// start starts the engine of cmd. Kill or Close ends it.
func start(cmd *exec.Cmd, name string) (*engine, error) {
	e, err := uci.Start(cmd)
	if err != nil {
		return nil, err
	}
	e.Patience = patience
	return &engine{e, name}, nil
}

func (e *engine) prepare(threads, hash int) error {
	e.Send("uci")
	if _, err := e.Until("uciok"); err != nil {
		return err
	}
	e.Send(fmt.Sprintf("setoption name Threads value %d", threads),
		fmt.Sprintf("setoption name Hash value %d", hash))
	return nil
}

// search searches from empty tables. It returns the nodes a second, from the last line that has
// nodes and time.
func (e *engine) search(fen string, movetime int) (float64, error) {
	e.Send("ucinewgame", "position fen "+fen, "isready")
	if _, err := e.Until("readyok"); err != nil {
		return 0, err
	}
	e.Send(fmt.Sprintf("go movetime %d", movetime))
	lines, err := e.Until("bestmove")
	if err != nil {
		return 0, err
	}
	nodes, ms := 0, 0
	for _, line := range lines {
		n, hasNodes := number(line, "nodes")
		t, hasTime := number(line, "time")
		if hasNodes && hasTime {
			nodes, ms = n, t
		}
	}
	if nodes == 0 || ms == 0 {
		return 0, fmt.Errorf("%s: %s: no line with nodes and time", e.name, fen)
	}
	return 1000 * float64(nodes) / float64(ms), nil
}

// number returns the number that follows a word in an info line.
func number(line, word string) (n int, ok bool) {
	fields := strings.Fields(line)
	if len(fields) == 0 || fields[0] != "info" {
		return 0, false
	}
	i := slices.Index(fields, word)
	if i < 0 || i+1 == len(fields) {
		return 0, false
	}
	n, err := strconv.Atoi(fields[i+1])
	return n, err == nil
}
