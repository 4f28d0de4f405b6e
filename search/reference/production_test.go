package reference_test

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
	"sente/search"
	"sente/search/reference"
	"sente/search/reference/games"
	"sente/tt"
)

var allByMinimax = flag.Bool("minimax", false,
	"compare the production search with minimax at depth 4 in wide positions too, "+
		"not with alpha-beta; minutes")

const (
	productionDepth = 4
	// maxTree is the most leaves that a position's tree of productionDepth plies may have if
	// minimax is to walk it in the default run.
	maxTree = 25000
	// minSmall is the least number of positions with a smaller tree that are compared.
	minSmall = 220
)

// gamePosition is a position with the game before it.
type gamePosition struct {
	pos  board.Position
	keys []uint64
}

func (g gamePosition) String() string {
	return fmt.Sprintf("%s (after %d positions)", g.pos.FEN(), len(g.keys))
}

// play returns the position after m.
func (g gamePosition) play(m board.Move) (next gamePosition) {
	g.pos.Make(m, &next.pos)
	if next.pos.HalfmoveClock() > 0 {
		next.keys = append(append(next.keys, g.keys...), g.pos.Key())
	}
	return next
}

// listedPositions are those of the test data, which have no game before them.
func listedPositions(t *testing.T) []gamePosition {
	t.Helper()
	f, err := os.Open("games/testdata/chess.fen")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []gamePosition
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		pos := boardtest.Position(t, lines.Text())
		list = append(list, gamePosition{pos: pos})
	}
	return list
}

// wander plays up to 12 moves from start. Every other move of a side takes its last move back where
// that is possible, so that positions are repeated.
func wander(start gamePosition, random *rand.Rand) gamePosition {
	g := start
	var last [2]board.Move // by side
	for range random.IntN(13) {
		var list board.MoveList
		g.pos.Legal(&list)
		if list.N == 0 {
			break
		}
		side := g.pos.SideToMove()
		back := board.NewMove(last[side].To(), last[side].From(), board.Quiet)
		m := list.Moves[random.IntN(list.N)]
		if random.IntN(2) == 0 && list.Contains(back) {
			m = back
		}
		last[side] = m
		g = g.play(m)
	}
	return g
}

// productionPositions are those of the test data and some that follow from them, at least minSmall
// of them small enough for minimax.
func productionPositions(t *testing.T) []gamePosition {
	list := listedPositions(t)
	starts := len(list)
	small := 0
	seen := make(map[string]bool)
	for _, g := range list {
		seen[g.String()] = true
		if isSmall(g) {
			small++
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := 0; small < minSmall; i++ {
		g := wander(list[i%starts], random)
		if !seen[g.String()] && isSmall(g) {
			seen[g.String()] = true
			list = append(list, g)
			small++
		}
	}
	return list
}

func isSmall(g gamePosition) bool { return g.pos.Perft(productionDepth) <= maxTree }

// The production search without anything selective must find what minimax finds, including mate
// distances and draws by rule. That holds with and without table cutoffs, with one thread and two.
func TestProductionSearchIsMinimax(t *testing.T) {
	type mode struct {
		noTable bool
		threads int
	}
	modes := []mode{{false, 1}, {true, 1}, {false, 2}, {true, 2}}
	engines := make(map[mode]*search.Engine)
	for _, m := range modes {
		e := search.New()
		e.SetNetwork(nil)
		*e.Params() = search.ExactParams(!m.noTable)
		if err := e.SetHash(1); err != nil {
			t.Fatal(err)
		}
		if err := e.SetThreads(m.threads); err != nil {
			t.Fatal(err)
		}
		engines[m] = e
	}
	positions, minimaxed := productionPositions(t), 0
	for _, g := range positions {
		root := games.NewChess(g.pos, g.keys)
		var want [productionDepth + 1]reference.Result[board.Move]
		byMinimax := *allByMinimax || isSmall(g)
		for depth := 1; depth <= productionDepth; depth++ {
			if byMinimax || depth < productionDepth-1 {
				want[depth] = reference.Minimax(root, depth)
			} else { // the same value, by this package's laws
				ordered := reference.Reorder(root, depth, reference.ByRate[games.Chess])
				want[depth] = reference.FailSoft(ordered, depth, reference.Full)
			}
		}
		if byMinimax {
			minimaxed++
		}
		for _, m := range modes {
			checkProduction(t, engines[m], fmt.Sprintf("%+v", m), g, want[:])
		}
	}
	t.Logf("%d positions, depths 1 to %d, %d of them by minimax at all depths, %d ways each",
		len(positions), productionDepth, minimaxed, len(modes))
}

// checkProduction compares the scores of the search's iterations with the wanted ones.
func checkProduction(t *testing.T, e *search.Engine, mode string, g gamePosition,
	want []reference.Result[board.Move]) {
	t.Helper()
	e.ClearHash()
	seen := make([]bool, len(want))
	s := e.Begin(search.Root{Pos: g.pos, Keys: g.keys}, search.Limits{Depth: len(want) - 1})
	r := s.Run(func(i *search.Info) {
		if i.CurrMove != board.NoMove || i.Bound != tt.BoundExact || i.Depth == 0 {
			return
		}
		seen[i.Depth] = true
		if i.Score != want[i.Depth].Value {
			t.Errorf("%s: %v depth %d: score %d, minimax %d",
				mode, g, i.Depth, i.Score, want[i.Depth].Value)
		}
	})
	if r.Fault != "" {
		t.Fatalf("%s: %v: %s", mode, g, r.Fault)
	}
	if last := len(want) - 1; r.Score != want[last].Value {
		t.Errorf("%s: %v: result %d, minimax %d", mode, g, r.Score, want[last].Value)
	}
	for depth := 1; depth < len(seen) && g.pos.HasLegalMove(); depth++ {
		if !seen[depth] {
			t.Errorf("%s: %v: no exact score at depth %d", mode, g, depth)
		}
	}
}
