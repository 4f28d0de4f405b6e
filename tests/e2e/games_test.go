// Package e2e plays whole games with the engine as a program. It uses the UCI client of
// github.com/notnil/chess, whose rules judge every move.
package e2e

import (
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/notnil/chess"
	"github.com/notnil/chess/uci"

	"sente/internal/cli/clitest"
	"sente/tests/self"
)

// patience is how long one command may take before the engine counts as hung. It is needed because
// the client waits forever if an engine dies.
const patience = 60 * time.Second

func TestMain(m *testing.M) { self.Main(m) }

// player is an engine behind the client, with its time for a move.
type player struct {
	t      *testing.T
	client *uci.Engine
	limit  uci.CmdGo
}

func newPlayer(t *testing.T, limit uci.CmdGo, options ...uci.CmdSetOption) *player {
	t.Helper()
	client, err := uci.New(clitest.Path())
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t, client, limit}
	t.Cleanup(func() { p.within(p.quit) })
	p.run(uci.CmdUCI)
	if name := client.ID()["name"]; !strings.HasPrefix(name, "Sente ") {
		t.Errorf("the engine's name is %q", name)
	}
	for _, o := range options {
		p.run(o)
	}
	p.run(uci.CmdIsReady, uci.CmdUCINewGame, uci.CmdIsReady)
	return p
}

// quit ends the engine. The client sends "quit" and then kills it. It is no error if the engine has
// ended by itself before.
func (p *player) quit() error {
	if err := p.client.Close(); !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

// within runs f and fails if it does not return in time.
func (p *player) within(f func() error) {
	p.t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		if err != nil {
			p.t.Fatal(err)
		}
	case <-time.After(patience):
		p.t.Fatal("the engine does not answer")
	}
}

func (p *player) run(commands ...uci.Cmd) {
	p.t.Helper()
	p.within(func() error { return p.client.Run(commands...) })
}

// choose asks for a move after the given ones.
func (p *player) choose(start *chess.Position, moves []*chess.Move) uci.SearchResults {
	p.t.Helper()
	p.run(uci.CmdPosition{Position: start, Moves: moves}, p.limit)
	return p.client.SearchResults()
}

// legal returns the legal move of pos that has the same squares and promotion as move, or nil.
func legal(pos *chess.Position, move *chess.Move) *chess.Move {
	for _, m := range pos.ValidMoves() {
		if move != nil && m.S1() == move.S1() && m.S2() == move.S2() && m.Promo() == move.Promo() {
			return m
		}
	}
	return nil
}

// play plays one game and returns how it ended, or "too long" after maxPlies. Every move, expected
// reply and variation must be legal by the client's rules.
func play(t *testing.T, white, black *player, start *chess.Position) string {
	t.Helper()
	const maxPlies = 300
	pos := start
	var moves []*chess.Move
	seen := map[string]int{}
	for ply := range maxPlies {
		if status := pos.Status(); status != chess.NoMethod {
			return status.String()
		}
		fields := strings.Fields(pos.String())
		if fields[4] == "100" {
			return "fifty moves"
		}
		here := strings.Join(fields[:4], " ")
		if seen[here]++; seen[here] == 3 {
			return "repetition"
		}
		side := white
		if pos.Turn() == chess.Black {
			side = black
		}
		result := side.choose(start, moves)
		move := legal(pos, result.BestMove)
		if move == nil {
			t.Fatalf("ply %d: %v is illegal in %s", ply, result.BestMove, pos)
		}
		checkLine(t, pos, result)
		pos = pos.Update(move)
		if result.Ponder != nil && legal(pos, result.Ponder) == nil {
			t.Fatalf("ply %d: expected reply %v is illegal in %s", ply, result.Ponder, pos)
		}
		moves = append(moves, move)
	}
	return "too long"
}

// checkLine plays through the last variation before the answer.
func checkLine(t *testing.T, pos *chess.Position, result uci.SearchResults) {
	t.Helper()
	if len(result.Info.PV) == 0 || result.Info.PV[0].String() != result.BestMove.String() {
		t.Fatalf("variation %v before the answer %v in %s", result.Info.PV, result.BestMove, pos)
	}
	at := pos
	for _, m := range result.Info.PV {
		move := legal(at, m)
		if move == nil {
			t.Fatalf("variation %v of %s: %v is illegal in %s", result.Info.PV, pos, m, at)
		}
		at = at.Update(move)
	}
}

// opening plays a few random moves.
func opening(seed uint64) *chess.Position {
	random := rand.New(rand.NewPCG(seed, 1))
	pos := chess.StartingPosition()
	for range 4 + seed%2 {
		moves := pos.ValidMoves()
		pos = pos.Update(moves[random.IntN(len(moves))])
	}
	return pos
}

func TestGames(t *testing.T) {
	material := uci.CmdSetOption{Name: "Evaluation", Value: "Material"}
	tests := []struct {
		name         string
		white, black uci.CmdGo
		options      []uci.CmdSetOption
	}{
		{"nodes against depth", uci.CmdGo{Nodes: 800}, uci.CmdGo{Depth: 4}, nil},
		{"material, nodes against depth", uci.CmdGo{Nodes: 800}, uci.CmdGo{Depth: 4},
			[]uci.CmdSetOption{material}},
		{"two threads and a small table", uci.CmdGo{Nodes: 600},
			uci.CmdGo{Nodes: 1200}, []uci.CmdSetOption{
				{Name: "Threads", Value: "2"}, {Name: "Hash", Value: "1"}}},
		{"a clock that is nearly down",
			uci.CmdGo{WhiteTime: 60 * time.Millisecond, BlackTime: 60 * time.Millisecond},
			uci.CmdGo{WhiteTime: time.Millisecond, BlackTime: time.Millisecond}, nil},
	}
	for i, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			white, black := newPlayer(t, tc.white, tc.options...),
				newPlayer(t, tc.black, tc.options...)
			for game := range uint64(2) {
				start := opening(10*uint64(i) + game)
				end := play(t, white, black, start)
				t.Logf("%s: %s", start, end)
				white.run(uci.CmdUCINewGame, uci.CmdIsReady)
				black.run(uci.CmdUCINewGame, uci.CmdIsReady)
			}
		})
	}
}

// TestMatesAreGiven plays out won endings. The engine must win them, and not only make moves.
func TestMatesAreGiven(t *testing.T) {
	for _, fen := range []string{"8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
		"8/8/8/4k3/8/8/8/R3K2R w KQ - 0 1"} {
		t.Run(fen, func(t *testing.T) {
			t.Parallel()
			set, err := chess.FEN(fen)
			if err != nil {
				t.Fatal(err)
			}
			start := chess.NewGame(set).Position()
			white, black := newPlayer(t, uci.CmdGo{Nodes: 10000}),
				newPlayer(t, uci.CmdGo{Nodes: 1000})
			if end := play(t, white, black, start); end != chess.Checkmate.String() {
				t.Errorf("%s ends by %s", fen, end)
			}
		})
	}
}
