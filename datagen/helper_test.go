package datagen

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"sente/board"
	"sente/eval"
)

// randomGame plays random moves with random scores.
func randomGame(r *rand.Rand, id uint64, plies int) *Game {
	o := Openings{RandomPlies: 0, DFRC: 30}
	g := &Game{ID: id, Start: o.Draw(r), Result: Result(r.IntN(3)),
		Reason: Reason(r.IntN(int(numReasons)))}
	p := g.Start
	for range plies {
		var legal board.MoveList
		p.Legal(&legal)
		if legal.N == 0 {
			break
		}
		m := legal.Slice()[r.IntN(legal.N)]
		score := r.IntN(6001) - 3000
		if r.IntN(10) == 0 {
			score = []int{eval.MateIn(7), eval.MatedIn(4), NoScore}[r.IntN(3)]
		}
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, int16(score))
		p = p.After(m)
	}
	return g
}

// same reports whether two games are equal in everything that a file keeps.
func same(a, b *Game) bool {
	if a.ID != b.ID || a.Result != b.Result || a.Reason != b.Reason ||
		len(a.Moves) != len(b.Moves) ||
		a.Start.ShredderFEN() != b.Start.ShredderFEN() {
		return false
	}
	for i := range a.Moves {
		if a.Moves[i] != b.Moves[i] || a.Scores[i] != b.Scores[i] {
			return false
		}
	}
	return true
}

// readAll returns the games of r and the errors on the way.
func readAll(r *Reader) (games []*Game, damage []error) {
	for {
		g := new(Game)
		err := r.Next(g)
		if err == io.EOF {
			return games, damage
		}
		if err != nil {
			damage = append(damage, err)
			if cut, ok := errors.AsType[*FormatError](err); !ok || cut.Truncated {
				return games, damage
			}
			continue
		}
		games = append(games, g)
	}
}

// writeFile writes a file of a test and returns its path.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
