package book

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"sente/board"
)

// randomGames adds games of random moves to some builders.
func randomGames(t *testing.T, n int, builders ...*Builder) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	for range n {
		start := board.Start()
		var moves []board.Move
		for pos := start; len(moves) < 12; {
			var list board.MoveList
			pos.Legal(&list)
			if list.N == 0 {
				break
			}
			m := list.Moves[random.IntN(min(list.N, 3))]
			moves = append(moves, m)
			pos = pos.After(m)
		}
		points := random.IntN(3)
		for _, b := range builders {
			if err := b.Add(&start, moves, points); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestBuilderRuns: with little memory the book is the same, and no temporary file is left.
func TestBuilderRuns(t *testing.T) {
	folder := t.TempDir()
	large, small := NewBuilder(10, folder), NewBuilder(10, folder)
	small.limit = 500
	randomGames(t, 1000, large, small)
	if len(large.runs) != 0 || len(small.runs) < 3 {
		t.Fatalf("%d and %d runs, want none and some", len(large.runs), len(small.runs))
	}
	for _, least := range []int{1, 3} {
		var want, got bytes.Buffer
		n, err := large.Write(t.Context(), &want, least)
		if err != nil || n == 0 || int64(want.Len()) != n*entrySize {
			t.Fatalf("%d entries in %d bytes, %v", n, want.Len(), err)
		}
		if _, err := small.Write(t.Context(), &got, least); err != nil ||
			!bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("at least %d games: a different book with little memory (%d bytes instead of "+
				"%d), %v", least, got.Len(), want.Len(), err)
		}
		open(t, want.Bytes())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var none bytes.Buffer
	if n, err := small.Write(ctx, &none, 1); err != context.Canceled || n > 0 || none.Len() > 0 {
		t.Errorf("cancelled: %d entries, %d bytes, %v", n, none.Len(), err)
	}
	if err := small.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
		t.Errorf("files left: %v, %v", left, err)
	}
}

func TestBuilderCounts(t *testing.T) {
	b := NewBuilder(3, t.TempDir())
	add := func(uci string, points int, moves ...board.Move) {
		p := board.Start()
		for pos, rest := p, uci; len(rest) >= 4; rest = rest[4:] {
			m, err := pos.ParseMove(rest[:4])
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
			pos = pos.After(m)
		}
		if err := b.Add(&p, moves, points); err != nil {
			t.Fatal(err)
		}
	}
	add("e2e4e7e5g1f3b8c6", 1)
	add("e2e4e7e5g1f3", 2)
	add("e2e4c7c5", 0)
	add("d2d4g8f6", 0)
	add("e2e4", 2, board.NullMove)                                 // stops at once
	add("e2e4", 2, board.NewMove(board.A1, board.A8, board.Quiet)) // not legal: the same
	for _, points := range []int{-1, 3} {
		if start := board.Start(); b.Add(&start, nil, points) == nil {
			t.Errorf("a game of %d points is counted", points)
		}
	}
	var out bytes.Buffer
	if n, err := b.Write(t.Context(), &out, 1); err != nil || n != 5 {
		t.Fatalf("%d moves, want 5: %v", n, err)
	}
	made := open(t, out.Bytes())
	for _, tc := range []struct {
		moves string
		want  map[string]uint16
	}{
		{"", map[string]uint16{"e2e4": 3}}, // d2d4 never scored
		{"e2e4", map[string]uint16{"c7c5": 2, "e7e5": 1}},
		{"e2e4 e7e5", map[string]uint16{"g1f3": 3}},
		{"e2e4 e7e5 g1f3", nil}, // beyond three plies
		{"d2d4", map[string]uint16{"g8f6": 2}},
	} {
		p := play(t, board.StartFEN, tc.moves)
		found, err := made.Lookup(&p)
		if err != nil || len(found) != len(tc.want) {
			t.Errorf("%q: %v, %v, want %v", tc.moves, found, err, tc.want)
			continue
		}
		for _, e := range found {
			if tc.want[e.Move.String()] != e.Weight {
				t.Errorf("%q: %v weighs %d, want %v", tc.moves, e.Move, e.Weight, tc.want)
			}
		}
	}
}

func TestScaling(t *testing.T) {
	const most = 4 * math.MaxUint16
	for _, tc := range []struct {
		points, most uint32
		want         uint16
	}{
		{1, 9, 1}, {math.MaxUint16, math.MaxUint16, math.MaxUint16}, {most, most, math.MaxUint16},
		{most / 2, most, math.MaxUint16 / 2}, {1, most, 1},
	} {
		raw := entryOf(count{points: tc.points}, tc.most)
		if got := uint16(raw[10])<<8 | uint16(raw[11]); got != tc.want || len(raw) != entrySize {
			t.Errorf("%d of %d points weigh %d, want %d", tc.points, tc.most, got, tc.want)
		}
	}
}

// TestNoKeyNoPlace: a position has no key if, on one side only, a rook may castle with another rook
// outside of it. Such a position is not put into a book, and Lookup finds nothing for it. A move
// that is not legal is not put into a book either.
func TestNoKeyNoPlace(t *testing.T) {
	for fen, want := range map[string]bool{
		"1rkr4/8/8/8/8/8/8/RRK3RR w HA - 0 1": true,
		"1rkr4/8/8/8/8/8/8/RRK3RR w HB - 0 1": false,
		"1rkr4/8/8/8/8/8/8/RRK3RR w GA - 0 1": false,
		"rrk3rr/8/8/8/8/8/8/1RKR4 w hb - 0 1": false,
		"rrk3rr/8/8/8/8/8/8/1RKR4 w ga - 0 1": false,
	} {
		p := play(t, fen, "")
		key, ok := Key(&p)
		if ok != want {
			t.Errorf("%s: key %#x, %t, want %t", fen, key, ok, want)
		}
		var legal board.MoveList
		p.Legal(&legal)
		b := NewBuilder(3, t.TempDir())
		if err := b.Add(&p, []board.Move{legal.Moves[0], board.NullMove}, 1); err != nil {
			t.Fatal(err)
		}
		b.Add(&p, []board.Move{board.NullMove}, 1)
		entries := int64(0)
		if want {
			entries = 1
		}
		var out bytes.Buffer
		if n, err := b.Write(t.Context(), &out, 1); n != entries || err != nil {
			t.Errorf("%s: %d entries, %v, want %d", fen, n, err, entries)
		}
		found, err := open(t, bookOf(line{0, encodeMove(legal.Moves[0]), 1})).Lookup(&p)
		if len(found) > 0 || err != nil {
			t.Errorf("%s: found %v, %v", fen, found, err)
		}
	}
	c := count{times: math.MaxUint32 - 1, points: math.MaxUint32 - 1}
	if c.add(count{times: 5, points: 5}); c.times != math.MaxUint32 || c.points != math.MaxUint32 {
		t.Errorf("%d times, %d points, want the most there can be", c.times, c.points)
	}
}
