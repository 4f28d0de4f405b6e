package ordering

import (
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

// drawPosition plays random legal moves from one of a few starts.
func drawPosition(t *rapid.T) board.Position {
	fens := []string{
		board.StartFEN,
		boardtest.Kiwipete,
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	}
	return boardtest.Draw(t, fens)
}

// drawMove returns a legal move of p, NoMove, or any 16 bits.
func drawMove(t *rapid.T, p *board.Position, name string) board.Move {
	var l board.MoveList
	p.Legal(&l)
	switch n := rapid.IntRange(0, l.N+3).Draw(t, name); {
	case n < l.N:
		return l.Moves[n]
	case n == l.N:
		return board.NoMove
	}
	return board.Move(rapid.Uint16().Draw(t, name+" bits"))
}

// randomHistory fills the histories of p's moves with numbers that differ.
func randomHistory(t *rapid.T, h *History, p *board.Position, c *Continuations) {
	for i := range c {
		if rapid.Bool().Draw(t, "played") {
			c[i] = h.Continuation(false, i%2 == 0, board.Piece(i), board.Square(8*i))
		}
	}
	var l board.MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		if m.IsNoisy() {
			h.UpdateNoisy(p, m, rapid.IntRange(-20000, 20000).Draw(t, "bonus"))
		} else {
			h.UpdateQuiet(p, p.Threats(), c, m, rapid.IntRange(-20000, 20000).Draw(t, "bonus"))
		}
	}
}

// collect drains the picker and fails if a move comes twice.
func collect(t *rapid.T, k *Picker) (moves []board.Move) {
	seen := map[board.Move]bool{}
	for m := k.Next(); m != board.NoMove; m = k.Next() {
		if seen[m] {
			t.Fatalf("%v comes twice, after %v", m, moves)
		}
		seen[m] = true
		moves = append(moves, m)
	}
	if m := k.Next(); m != board.NoMove {
		t.Fatalf("%v after the end", m)
	}
	return moves
}

func sameMoves(t *rapid.T, p *board.Position, got []board.Move, want func(board.Move) bool) {
	var l board.MoveList
	p.Legal(&l)
	n := 0
	for _, m := range l.Slice() {
		if want(m) {
			n++
		}
	}
	for _, m := range got {
		if !l.Contains(m) {
			t.Fatalf("%s: %v is not legal", p.FEN(), m)
		}
		if !want(m) {
			t.Fatalf("%s: %v does not belong to this mode", p.FEN(), m)
		}
	}
	if len(got) != n {
		t.Fatalf("%s: %d moves %v, want %d", p.FEN(), len(got), got, n)
	}
}

func TestPickerYieldsEveryMoveOnce(t *testing.T) {
	h := &History{Weights: testWeights}
	k := new(Picker)
	rapid.Check(t, func(t *rapid.T) {
		h.Clear()
		var c Continuations
		p := drawPosition(t)
		randomHistory(t, h, &p, &c)
		ttMove, killer := drawMove(t, &p, "tt"), drawMove(t, &p, "killer")
		threshold := rapid.IntRange(-1000, 1000).Draw(t, "threshold")

		k.All(&p, h, &c, ttMove, killer)
		got := collect(t, k)
		sameMoves(t, &p, got, func(board.Move) bool { return true })
		if p.IsLegal(ttMove) && got[0] != ttMove {
			t.Fatalf("the first move is %v, want the table move %v", got[0], ttMove)
		}

		k.Quiescence(&p, h, &c, ttMove, threshold)
		sameMoves(t, &p, collect(t, k), func(m board.Move) bool {
			return p.InCheck() || m.IsNoisy() && (m == ttMove || SEEAtLeast(&p, m, threshold))
		})

		k.ProbCut(&p, h, ttMove, threshold)
		sameMoves(t, &p, collect(t, k), func(m board.Move) bool {
			return m.IsNoisy() && SEEAtLeast(&p, m, threshold)
		})
	})
}

// The stages come in their order, and within a stage the scores fall.
func TestPickerOrder(t *testing.T) {
	h := &History{Weights: testWeights}
	k := new(Picker)
	rapid.Check(t, func(t *rapid.T) {
		h.Clear()
		var c Continuations
		p := drawPosition(t)
		randomHistory(t, h, &p, &c)
		ttMove, killer := drawMove(t, &p, "tt"), drawMove(t, &p, "killer")
		k.All(&p, h, &c, ttMove, killer)
		const (
			table = iota
			good
			refuter
			quiet
			bad
		)
		part, score := -1, 0
		for m := k.Next(); m != board.NoMove; m = k.Next() {
			var now int
			switch {
			case m == ttMove:
				now = table
			case m.IsNoisy() && k.stage == stageBadNoisy:
				now = bad
			case m.IsNoisy():
				now = good
			case m == killer:
				now = refuter
			default:
				now = quiet
			}
			if now < part || now == part && (now == table || now == refuter) {
				t.Fatalf("%s: %v of stage %d comes after stage %d", p.FEN(), m, now, part)
			}
			if now == part && k.Score() > score {
				t.Fatalf("%s: %v has %d, the move before it %d", p.FEN(), m, k.Score(), score)
			}
			if m.IsNoisy() && m != ttMove &&
				SEEAtLeast(&p, m, -h.Noisy(&p, m)/badNoisyDivisor) != (now == good) {
				t.Fatalf("%s: %v is on the wrong side of the quiet moves", p.FEN(), m)
			}
			part, score = now, k.Score()
		}
	})
}

func TestSkipQuiets(t *testing.T) {
	h := &History{Weights: testWeights}
	k := new(Picker)
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		var c Continuations
		killer := drawMove(t, &p, "killer")
		k.All(&p, h, &c, board.NoMove, killer)
		after := rapid.IntRange(0, 30).Draw(t, "after")
		skipped := false
		noisy := 0
		for n := 0; ; n++ {
			if n == after {
				k.SkipQuiets()
				skipped = true
			}
			m := k.Next()
			if m == board.NoMove {
				break
			}
			if m.IsNoisy() {
				noisy++
			} else if skipped {
				t.Fatalf("%s: quiet %v after SkipQuiets", p.FEN(), m)
			}
		}
		var l board.MoveList
		p.Noisy(&l)
		if noisy != l.N {
			t.Fatalf("%s: %d noisy moves, want all %d", p.FEN(), noisy, l.N)
		}
	})
}

// The score of a move is the same whether it came by its rank or out of turn.
func TestScoreOutOfTurn(t *testing.T) {
	h := &History{Weights: testWeights}
	k := new(Picker)
	rapid.Check(t, func(t *rapid.T) {
		h.Clear()
		var c Continuations
		p := drawPosition(t)
		randomHistory(t, h, &p, &c)
		scores := map[board.Move]int{}
		k.All(&p, h, &c, board.NoMove, board.NoMove)
		for m := k.Next(); m != board.NoMove; m = k.Next() {
			scores[m] = k.Score()
		}
		for m, want := range scores {
			k.All(&p, h, &c, m, board.NoMove)
			if k.Next(); k.Score() != want {
				t.Fatalf("%s: %v scores %d as table move, want %d", p.FEN(), m, k.Score(), want)
			}
		}
	})
}

// After the last move, the score and the merit are 0, whether or not any move was ranked.
func TestScoreOfNoMove(t *testing.T) {
	h, k := &History{Weights: testWeights}, new(Picker)
	for _, tc := range []struct{ fen, ttMove string }{
		{"k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "a8b8"},   // the only move
		{"4k3/8/8/8/8/8/1p6/R3K3 w - - 0 1", "e1e2"}, // a1 is attacked
	} {
		p := boardtest.Position(t, tc.fen)
		k.All(&p, h, &Continuations{}, boardtest.Move(t, &p, tc.ttMove), board.NoMove)
		for k.Next() != board.NoMove {
		}
		if k.Score() != 0 || k.Merit() != 0 {
			t.Errorf("%s: no move scores %d, merit %d", tc.fen, k.Score(), k.Merit())
		}
	}
}

// TestScoreBeforeNext: before the first move the score and the merit are 0, whatever the picker was
// used for before.
func TestScoreBeforeNext(t *testing.T) {
	h := &History{Weights: testWeights}
	used := new(Picker)
	p := boardtest.Position(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
	used.All(&p, h, &Continuations{}, board.NoMove, board.NoMove)
	used.Next()
	for _, k := range []*Picker{new(Picker), used} {
		k.All(&p, h, &Continuations{}, board.NoMove, board.NoMove)
		if k.Score() != 0 || k.Merit() != 0 {
			t.Errorf("before the first move the score is %d, the merit %d", k.Score(), k.Merit())
		}
	}
}

func TestPickerDoesNotAllocate(t *testing.T) {
	h, k := &History{Weights: testWeights}, new(Picker)
	p := boardtest.Position(t, boardtest.Kiwipete)
	ttMove, killer := boardtest.Move(t, &p, "e2a6"), boardtest.Move(t, &p, "a2a4")
	c := Continuations{h.Continuation(false, false, 3, 20)}
	if n := testing.AllocsPerRun(100, func() {
		k.All(&p, h, &c, ttMove, killer)
		for m := k.Next(); m != board.NoMove; m = k.Next() {
			if m.IsNoisy() {
				h.UpdateNoisy(&p, m, k.Score())
			} else {
				h.UpdateQuiet(&p, k.Threats(), &c, m, k.Score())
			}
		}
		k.Quiescence(&p, h, &c, ttMove, 0)
		k.Next()
		k.ProbCut(&p, h, ttMove, 100)
		k.Next()
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

// BenchmarkPicker yields all moves of one position; BenchmarkPickerCut only the first noisy ones.
func BenchmarkPicker(b *testing.B)    { benchPicker(b, 256) }
func BenchmarkPickerCut(b *testing.B) { benchPicker(b, 2) }

func benchPicker(b *testing.B, moves int) {
	h, k := &History{Weights: testWeights}, new(Picker)
	p := boardtest.Position(b, boardtest.Kiwipete)
	c := Continuations{
		h.Continuation(false, false, 3, 20), h.Continuation(false, false, 4, 30),
		h.Continuation(false, false, 5, 40), h.Continuation(false, false, 6, 50),
	}
	b.ReportAllocs()
	for b.Loop() {
		k.All(&p, h, &c, board.NoMove, board.NoMove)
		for range moves {
			if k.Next() == board.NoMove {
				break
			}
		}
	}
}

// Without any history, quiet moves still differ by checks and by lesser men's attacks.
func TestQuietScoreWithoutHistory(t *testing.T) {
	p := boardtest.Position(t, "4k3/8/8/8/1p6/2N5/8/R3K2R w - - 0 1") // the pawn attacks a3 and c3
	h, k := &History{Weights: testWeights}, new(Picker)
	want := map[string]int{
		"h1h8": testWeights.Check,
		"a1a8": testWeights.Check,
		"c3d5": testWeights.Escape[board.Knight],
		"a1a3": -testWeights.Escape[board.Rook],
		"a1a2": 0,
		"e1e2": 0,
	}
	k.All(&p, h, &Continuations{}, board.NoMove, board.NoMove)
	for m := k.Next(); m != board.NoMove; m = k.Next() {
		v, known := want[m.String()]
		if known && k.Score() != v {
			t.Errorf("%v scores %d, want %d", m, k.Score(), v)
		}
		delete(want, m.String())
	}
	if len(want) > 0 {
		t.Errorf("%v did not come", want)
	}
}

// testWeights are like those that the search uses.
var testWeights = Weights{
	Butterfly: 64, Pawn: 64, Replies: [...]int{128, 64, 64, 64}, Check: 8000,
	Escape: [8]int{board.Knight: 8000, board.Bishop: 8000, board.Rook: 12000, board.Queen: 16000},
}

// TestPickerStartsAfresh: what a picker says of a position does not depend on the one before.
func TestPickerStartsAfresh(t *testing.T) {
	h := &History{Weights: testWeights}
	used := new(Picker)
	for _, fen := range []string{
		"4k3/8/8/3p4/4N3/8/8/4K2R w - - 0 1", "k7/8/8/2p5/8/8/3R4/K2Q4 w - - 0 1", board.StartFEN,
		boardtest.Kiwipete,
	} {
		p, fresh := boardtest.Position(t, fen), new(Picker)
		c := Continuations{h.Continuation(false, false, 3, board.Square(p.Occupied().Count()))}
		h.UpdateQuiet(&p, p.Threats(), &c, boardtest.Move(t, &p, firstQuiet(&p).String()), 900)
		used.All(&p, h, &c, board.NoMove, board.NoMove)
		fresh.All(&p, h, &c, board.NoMove, board.NoMove)
		for m := fresh.Next(); m != board.NoMove; m = fresh.Next() {
			got := used.Next()
			if got != m || used.Score() != fresh.Score() ||
				used.GivesCheck(m) != p.GivesCheck(m) {
				t.Errorf("%s: %v with %d, want %v with %d",
					fen, got, used.Score(), m, fresh.Score())
			}
		}
		if used.Threats() != p.Threats() {
			t.Errorf("%s: threats %x, want %x", fen, used.Threats(), p.Threats())
		}
	}
}

func firstQuiet(p *board.Position) board.Move {
	var l board.MoveList
	p.Quiets(&l)
	return l.Moves[0]
}
