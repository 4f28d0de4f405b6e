package datagen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"sente/board"
	"sente/eval"
	"sente/eval/nnue"
	"sente/search"
)

// A Labeller replaces the scores of positions by better ones. It may leave positions out, such as
// those in check. It is called by many goroutines at a time.
type Labeller func(ctx context.Context, in []Packed) ([]Packed, error)

// waitDelay is how long programs that a dead program started may hold its output.
const waitDelay = 5 * time.Second

// CommandLabeller returns a Labeller that runs a program for each call. The program reads packed
// positions on standard input and writes them, in their order, with other scores on standard
// output. A program that fails, is killed or answers anything else is an error. Of what it says on
// standard error the first 64 KiB are kept. It is not asked about positions in check, which are
// left out.
func CommandLabeller(name string, args ...string) Labeller {
	return func(ctx context.Context, in []Packed) ([]Packed, error) {
		asked, input := make([]Packed, 0, len(in)), make([]byte, 0, len(in)*PackedSize)
		for i := range in {
			if !in[i].inCheck() {
				asked, input = append(asked, in[i]), append(input, in[i][:]...)
			}
		}
		if len(asked) == 0 {
			return nil, nil
		}
		cmd := exec.CommandContext(ctx, name, args...)
		answer := firstBytes{kept: make([]byte, 0, len(input)), refuses: true}
		said := firstBytes{kept: make([]byte, 0, mostSaid)}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &answer, &said
		cmd.WaitDelay = waitDelay
		err := cmd.Run()
		if answer.over {
			return nil, fmt.Errorf("%s: answered more than the %d positions it was asked", name,
				len(asked))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(said.kept))
		}
		out, err := answered(asked, answer.kept)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return out, nil
	}
}

// mostSaid is how many bytes of a program's complaints are kept.
const mostSaid = 64 << 10

// firstBytes keeps what is written as long as its capacity allows. More than that is an error if
// refuses is set, and is dropped otherwise.
type firstBytes struct {
	kept    []byte
	refuses bool
	over    bool // more was written
}

var errTooMuch = errors.New("more than was asked for")

func (b *firstBytes) Write(p []byte) (int, error) {
	n := min(len(p), cap(b.kept)-len(b.kept))
	b.kept = append(b.kept, p[:n]...)
	b.over = b.over || n < len(p)
	if b.over && b.refuses {
		return n, errTooMuch
	}
	return len(p), nil
}

// answered returns the positions of a program's answer, which must be some of those it was asked,
// in their order, with other scores.
func answered(in []Packed, answer []byte) ([]Packed, error) {
	if len(answer)%PackedSize != 0 {
		return nil, fmt.Errorf("answered %d bytes, no multiple of %d", len(answer), PackedSize)
	}
	out := make([]Packed, len(answer)/PackedSize)
	asked := 0
	for i := range out {
		k := Packed(answer[i*PackedSize:])
		for ; ; asked++ {
			if asked == len(in) {
				return nil, fmt.Errorf("position %d of its answer is none of those "+
					"it was asked, in their order", i)
			}
			want := in[asked]
			want.SetScore(k.Score())
			if want == k {
				asked++
				break
			}
		}
		out[i] = k
	}
	return out, nil
}

// EvalLabeller returns a Labeller by the static evaluation of a network, in centipawns. It leaves
// out positions in check.
func EvalLabeller(n *nnue.Network) Labeller {
	return eachPosition(func(
		_ context.Context, positions func() (*board.Position, bool), set func(whiteScore int),
	) error {
		stack := nnue.NewStack(n)
		for p, ok := positions(); ok; p, ok = positions() {
			stack.Reset(p)
			set(whiteScore(p, stack.Evaluate(p)))
		}
		return nil
	})
}

// SearchLabeller returns a Labeller by searches of so many nodes with a network; nil is the
// built-in one. It leaves out positions in check, without a legal move or with a mate in sight. The
// searches run without the damping by the fifty-move clock. With 0 nodes they would never end: then
// the Labeller returns an error.
func SearchLabeller(n *nnue.Network, nodes uint64) Labeller {
	return eachPosition(func(
		ctx context.Context, positions func() (*board.Position, bool), set func(whiteScore int),
	) error {
		if nodes == 0 {
			return errors.New("a label by a search of 0 nodes")
		}
		engine := search.New()
		engine.SetFiftyDamping(false)
		if n != nil {
			engine.SetNetwork(n)
		}
		if err := engine.SetHash(1); err != nil {
			return err
		}
		for p, ok := positions(); ok; p, ok = positions() {
			if !p.HasLegalMove() {
				continue
			}
			engine.NewGame() // a label depends on its position alone
			found, err := engine.Search(ctx, search.Root{Pos: *p}, search.Limits{Nodes: nodes}, nil)
			if err != nil {
				return err
			}
			if !eval.IsDecisive(found.Score) {
				set(whiteScore(p, found.Score))
			}
		}
		return nil
	})
}

// eachPosition returns a Labeller that goes through positions that are not in check. run asks for
// the next one and sets its score from White's side; one without a score is left out.
func eachPosition(
	run func(ctx context.Context,
		next func() (*board.Position, bool), set func(whiteScore int)) error,
) Labeller {
	return func(ctx context.Context, in []Packed) ([]Packed, error) {
		out := make([]Packed, 0, len(in))
		at := -1
		var p board.Position
		next := func() (*board.Position, bool) {
			for at++; at < len(in); at++ {
				if ctx.Err() != nil {
					return nil, false
				}
				var err error
				if p, err = in[at].Position(); err == nil && !p.InCheck() {
					return &p, true
				}
			}
			return nil, false
		}
		err := run(ctx, next, func(score int) {
			k := in[at]
			k.SetScore(score)
			out = append(out, k)
		})
		if err == nil {
			err = ctx.Err()
		}
		return out, err
	}
}
