package protocol

import (
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"sente/board"
	"sente/internal/processors"
	"sente/search"
)

// speedPositions are searched one after the other, like the moves of a game.
var speedPositions = []string{
	board.StartFEN,
	"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
	"r2q1rk1/pp2bppp/2npbn2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 3 10",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P3BQPP/2RR2K1 w - - 4 15",
	"3r2k1/pp3pp1/4p2p/3q4/3P4/P3Q2P/1P3PP1/3R2K1 b - - 0 26",
	"8/5pk1/4p1p1/3pP2p/1r1P1P1P/5KP1/3R4/8 w - - 3 42",
	"8/8/1p3k2/p1p2p2/P1P2K2/1P6/5P2/8 w - - 0 50",
}

// speedTest is the content of a speedtest command.
type speedTest struct {
	threads, hash int // hash in MiB
	total         time.Duration
}

// mostOfSpeedTest is the largest number that a speedtest command may have.
const mostOfSpeedTest = 1 << 20

// parseSpeedTest reads up to three numbers: threads, hash in MiB, seconds. The defaults are all
// processors, 16 MiB a thread, and 20 seconds.
func parseSpeedTest(text string) (speedTest, error) {
	words := strings.Fields(text)
	numbers := [3]int{processors.Count(), 0, 20}
	if len(words) > len(numbers) {
		return speedTest{}, misread("speedtest: want threads, hash and seconds, not %s",
			shorten(text))
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostOfSpeedTest {
			return speedTest{}, misread("speedtest: %s: want a whole number from 1 to %d",
				shorten(word), mostOfSpeedTest)
		}
		numbers[i] = n
	}
	if numbers[0] > search.MaxThreads {
		return speedTest{}, misread("speedtest: %d threads: want 1 to %d",
			numbers[0], search.MaxThreads)
	}
	if numbers[1] == 0 {
		numbers[1] = 16 * numbers[0]
	}
	return speedTest{numbers[0], numbers[1], time.Duration(numbers[2]) * time.Second}, nil
}

// speedEngine returns the engine that a speedtest measures.
func (u *UCI) speedEngine(test speedTest) (*search.Engine, error) {
	engine := search.New()
	engine.SetMoveOverhead(0) // no opponent's clock runs
	engine.SetNetwork(u.networkInUse())
	if err := engine.SetThreads(test.threads); err != nil {
		return nil, err
	}
	return engine, engine.SetHash(test.hash)
}

// speedtest measures this machine's nodes a second as in a game: the table is not cleared between
// the positions. It uses an engine of its own and can be stopped.
func (u *UCI) speedtest(c command) error {
	test, err := parseSpeedTest(c.rest)
	if err != nil {
		return err
	}
	engine, err := u.speedEngine(test)
	if err != nil {
		return err
	}
	spareProcessor(test.threads)
	var stopped atomic.Bool
	j := &job{number: c.number, stop: func() { stopped.Store(true); engine.Stop() }}
	u.start(j, func() {
		limits := search.Limits{MoveTime: test.total / time.Duration(len(speedPositions)),
			HasMoveTime: true}
		var nodes uint64
		var elapsed time.Duration
		for i, fen := range speedPositions {
			if stopped.Load() {
				break
			}
			pos, err := board.ParseFEN(fen)
			if err != nil {
				panic(err)
			}
			s := engine.Begin(search.Root{Pos: pos}, limits)
			if stopped.Load() {
				engine.Stop() // the stop came before Begin, so it was lost
			}
			result := s.Run(nil)
			if result.Fault != "" {
				u.fault(result.Fault)
				return
			}
			nodes += result.Nodes
			elapsed += result.Time
			u.out.format("%d/%d %s: depth %d, %d nodes",
				i+1, len(speedPositions), fen, result.Depth, result.Nodes)
			u.progress(i+1, len(speedPositions))
		}
		if stopped.Load() {
			u.out.infoString("speedtest stopped")
		}
		u.out.format("%d threads, %d MiB, %d ms", test.threads, test.hash, elapsed.Milliseconds())
		u.answer(j, func() {
			u.out.format("%d nodes %d nps", nodes, nodesPerSecond(nodes, elapsed))
		})
	})
	return nil
}
