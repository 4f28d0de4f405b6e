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

// A Labeller replaces the scores of positions by better ones. It may leave out positions, such as
// those in check. Many goroutines call it at the same time.
type Labeller func(ctx context.Context, in []Packed) ([]Packed, error)

// waitDelay is how long to wait if a program has ended but its child processes still hold its
// output.
const waitDelay = 5 * time.Second

// CommandLabeller returns a Labeller that runs a program for each call. The program reads packed
// positions on standard input. It writes them to standard output with other scores, in the same
// order. It is an error if the program fails, is killed or answers anything else. Of its standard
// error the first 64 KiB are kept. The program is not asked about positions in check; these are
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

// mostSaid is how many bytes of a program's standard error are kept.
const mostSaid = 64 << 10

// firstBytes keeps what is written, up to its capacity. What comes after that is an error if
// refuses is set; else it is dropped.
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

// answered returns the positions of a program's answer. They must be some of the positions in in,
// in the same order, with other scores.
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

// EvalLabeller returns a Labeller that uses the static evaluation of a network, in centipawns. It
// leaves out positions in check.
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

// SearchLabeller returns a Labeller that searches each position with a network to the given number
// of nodes. A nil network means the built-in one. The Labeller leaves out positions in check,
// without a legal move, or with a decisive score. The searches don't damp the score by the
// fifty-move clock. With 0 nodes a search would never end, so the Labeller returns an error.
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
			engine.NewGame() // a label depends only on its position
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

// eachPosition returns a Labeller that handles one position after the other, without those in
// check. run calls a function for the next position, and sets its score from White's side. A
// position without a score is left out.
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
