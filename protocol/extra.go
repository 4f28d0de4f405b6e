package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"sente/board"
	"sente/eval"
	"sente/internal/outfile"
	"sente/search"
)

// display shows the board, White below, and the position's FEN, key and checkers.
func (u *UCI) display(command) error {
	p := &u.root.Pos
	const edge = "+---+---+---+---+---+---+---+---+"
	u.out.line(edge)
	for rank := 7; rank >= 0; rank-- {
		row := "|"
		for file := range 8 {
			letter := " "
			if piece := p.PieceOn(board.NewSquare(file, rank)); piece != board.NoPiece {
				letter = piece.String()
			}
			row += " " + letter + " |"
		}
		u.out.format("%s %d", row, rank+1)
		u.out.line(edge)
	}
	u.out.line("  a   b   c   d   e   f   g   h")
	fen := p.FEN()
	if u.chess960 {
		fen = p.ShredderFEN()
	}
	u.out.line("Fen: " + fen)
	u.out.format("Key: %016X", p.Key())
	checkers := "Checkers:"
	for b := p.Checkers(); b != 0; {
		checkers += " " + b.Pop().String()
	}
	u.out.line(checkers)
	return nil
}

func (u *UCI) explain(command) error {
	var text strings.Builder
	eval.Explain(&text, &u.root.Pos, u.networkInUse())
	u.out.text(text.String())
	return nil
}

// flipFEN exchanges the colours in a Shredder-FEN.
func flipFEN(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	fields[0] = swapCase(strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swapCase(fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

func (u *UCI) perft(c command) error {
	word, err := u.operand(c)
	if err != nil {
		return err
	}
	depth, err := PerftDepth(word, 0)
	if err != nil {
		return err
	}
	u.startPerft(c.number, depth)
	return nil
}

// startPerft counts in the background and prints one line a root move and the sum.
func (u *UCI) startPerft(number, depth int) {
	var stop atomic.Bool
	pos, threads, chess960 := u.root.Pos, u.threads, u.chess960
	j := &job{number: number, stop: func() { stop.Store(true) }}
	u.start(j, func() {
		counts := Perft(&pos, depth, threads, &stop, u.config.Progress)
		if stop.Load() {
			u.out.infoString("perft stopped")
			return
		}
		sum := uint64(0)
		for _, c := range counts {
			u.out.format("%s: %d", c.Move.UCI(chess960), c.Leaves)
			sum += c.Leaves
		}
		if depth == 0 {
			sum = 1
		}
		u.answer(j, func() { u.out.format("Nodes searched: %d", sum) })
	})
}

// bench searches the fixed positions on an engine of their own, so that options and earlier
// searches don't change the node count. It ends by itself or by quit.
func (u *UCI) bench(c command) error {
	depth := search.DefaultBenchDepth
	word, err := u.operand(c)
	if err != nil {
		return err
	}
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return misread("bench: want a depth in plies, not %s", shorten(c.rest))
		}
		depth = n
	}
	j := &job{number: c.number, stop: func() {}, unstoppable: true}
	u.start(j, func() {
		show := func(i, n int, fen string, nodes uint64) {
			u.out.format("%d/%d %s: %d nodes", i, n, fen, nodes)
			u.progress(i, n)
		}
		nodes, elapsed, err := search.Bench(u.engine, depth, show)
		if err != nil {
			u.complain(err)
			return
		}
		u.answer(j, func() {
			u.out.format("%d nodes %d nps", nodes, nodesPerSecond(nodes, elapsed))
		})
	})
	return nil
}

// progress reports how much of a long job is done, if Config.Progress is set.
func (u *UCI) progress(done, of int) {
	if u.config.Progress != nil {
		u.config.Progress(done, of)
	}
}

// exportNet writes the network in use to a file, which must not exist.
func (u *UCI) exportNet(c command) error {
	if c.rest == "" {
		return misread("export_net: want a file name")
	}
	network := u.networkInUse()
	if network == nil {
		return errors.New("export_net: no network is in use")
	}
	if err := writeNew(c.rest, network.Write); err != nil {
		return fmt.Errorf("export_net: %w", err)
	}
	u.out.infoString("network written to " + c.rest)
	return nil
}

// genFens writes the openings that OpenBench asks for.
func (u *UCI) genFens(c command) error {
	return u.config.GenFens(u.out, u.networkInUse(), c.rest)
}

// writeNew writes a file that must not exist yet. The file gets its name only when it is complete.
// If writing fails, as on a full disk, no file is left.
func writeNew(path string, write func(io.Writer) error) error {
	if err := refusePipe(path); err != nil {
		return err
	}
	file, err := outfile.CreateNew(context.Background(), path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := write(file); err != nil {
		return err
	}
	return file.Commit()
}

func (u *UCI) compiler(command) error {
	u.out.format("%s, built with %s for %s/%s",
		u.config.Name, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Value != "" && !strings.HasPrefix(s.Key, "vcs") {
				u.out.line(s.Key + "=" + s.Value)
			}
		}
	}
	return nil
}

func (u *UCI) license(command) error {
	u.out.line(u.config.Name +
		" is free software under the MIT licence: use, change and pass it on as you")
	u.out.line("like, as long as the copyright notice and the licence text stay with it. " +
		"There is no warranty.")
	return nil
}
