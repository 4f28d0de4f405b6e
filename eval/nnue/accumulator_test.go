package nnue

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

// propertyNets are the shapes the property test draws from.
func propertyNets(t *testing.T) []*Network {
	var nets []*Network
	for i, shape := range [][3]int{{32, 1, 1}, {64, 4, 8}, {96, 32, 3}, {256, 1, 8}} {
		nets = append(nets, mustFromRaw(t, randomRaw(uint64(i), shape[0], shape[1], shape[2])))
	}
	for i, shape := range [][3]int{{64, 1, 1}, {128, 4, 8}, {192, 32, 3}, {256, 8, 8}} {
		nets = append(nets, mustFromRaw(t, randomDeepRaw(uint64(i), shape[0], shape[1], shape[2])))
	}
	for i, shape := range [][3]int{{64, 1, 1}, {128, 32, 3}, {256, 8, 8}} {
		nets = append(nets,
			mustFromRaw(t, randomThreatRaw(uint64(i), shape[0], shape[1], shape[2])))
	}
	return nets
}

// TestStackEqualsFromScratch walks trees of random moves, null moves and retractions, in chess and
// Chess960, evaluates only some of the positions and resets the root now and then.
func TestStackEqualsFromScratch(t *testing.T) {
	nets := propertyNets(t)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom(nets).Draw(t, "net")
		lazy := rapid.IntRange(0, 7).Draw(t, "positions skipped of 8")
		stack := NewStack(n)
		fen := rapid.SampledFrom(starts).Draw(t, "start")
		root := boardtest.Position(t, fen)
		line := []board.Position{root}
		stack.Reset(&root)
		for range rapid.IntRange(60, 240).Draw(t, "steps") {
			p := &line[len(line)-1]
			var legal board.MoveList
			p.Legal(&legal)
			var next board.Position
			action := rapid.IntRange(0, 15).Draw(t, "action")
			switch {
			case action == 0 && len(line) > 1:
				back := rapid.IntRange(1, min(6, len(line)-1)).Draw(t, "moves back")
				for range back {
					stack.Pop()
				}
				line = line[:len(line)-back]
			case action == 1 && !p.InCheck():
				p.MakeNull(&next)
				line = append(line, next)
				stack.Push(&next)
			case action == 2:
				line = []board.Position{*p}
				stack.Reset(p)
			case legal.N > 0:
				p.Make(drawMove(t, &legal), &next)
				line = append(line, next)
				stack.Push(&next)
			}
			p = &line[len(line)-1]
			if rapid.IntRange(0, 7).Draw(t, "skip") < lazy {
				continue
			}
			if got, want := stack.Evaluate(p), n.Evaluate(p); got != want {
				t.Fatalf("%s: Stack %d, from scratch %d", p.FEN(), got, want)
			}
		}
	})
}

// drawMove draws a legal move; castling, promotions and king moves, which are rare, get a chance of
// their own.
func drawMove(t *rapid.T, legal *board.MoveList) board.Move {
	if rapid.Bool().Draw(t, "special") {
		for _, m := range legal.Slice() {
			if m.IsCastle() || m.IsPromotion() || m.IsEnPassant() {
				return m
			}
		}
	}
	return legal.Moves[rapid.IntRange(0, legal.N-1).Draw(t, "move")]
}

// TestStackFillsLazily pins when accumulators are filled: only on evaluation, from the nearest
// filled slot, and not again for a null move or a position evaluated before.
func TestStackFillsLazily(t *testing.T) {
	n := mustFromRaw(t, randomRaw(1, 32, 1, 1))
	s := NewStack(n)
	line := make([]board.Position, 1, 8)
	line[0] = board.Start()
	s.Reset(&line[0])
	push := func(text string) {
		t.Helper()
		p := &line[len(line)-1]
		var next board.Position
		if text == "null" {
			p.MakeNull(&next)
		} else {
			p.Make(boardtest.Move(t, p, text), &next)
		}
		line = append(line, next)
		s.Push(&next)
	}
	filled := func(want string) {
		t.Helper()
		got := ""
		for i := range s.at[s.ply] + 1 {
			got += map[[2]bool]string{
				{}: "-", {true, false}: "w", {false, true}: "b", {true, true}: "2",
			}[s.slots[i].filled]
		}
		if got != want {
			t.Errorf("after %d moves: filled %s, want %s", len(line)-1, got, want)
		}
	}
	evaluate := func() { s.Evaluate(&line[len(line)-1]) }

	push("e2e4")
	push("e7e5")
	filled("---")
	evaluate() // nothing to build on: both sides are refreshed in place
	filled("--2")
	push("g1f3")
	push("null")
	push("d2d4")
	push("null")
	filled("--2--")
	evaluate()
	filled("--222")
	push("e1e2")
	push("e8e7")
	evaluate() // the kings stay on their half
	filled("--22222")
	push("e2d3") // White's view is no longer mirrored
	evaluate()
	filled("--222222")
	s.Pop()
	line = line[:len(line)-1]
	filled("--22222")
	push("e2d3")
	push("e7e6")
	evaluate() // White is refreshed at the end, Black follows the moves
	filled("--22222b2")
}

func TestStackDoesNotAllocate(t *testing.T) {
	line := make([]board.Position, 30)
	line[0] = boardtest.Position(t, starts[5]) // the kings wander through all views
	for i := 1; i < len(line); i++ {
		var legal board.MoveList
		line[i-1].Legal(&legal)
		line[i-1].Make(legal.Moves[i*7%legal.N], &line[i])
	}
	for _, raw := range []Raw{
		randomRaw(2, 64, 4, 8), randomDeepRaw(2, 64, 4, 8), randomThreatRaw(2, 64, 4, 8),
	} {
		n := mustFromRaw(t, raw)
		s := NewStack(n)
		allocs := testing.AllocsPerRun(20, func() {
			s.Reset(&line[0])
			for i := range line[1:] {
				s.Push(&line[i+1])
				s.Evaluate(&line[i+1])
			}
			for range line[1:] {
				s.Pop()
			}
			n.Evaluate(&line[0])
		})
		if allocs != 0 {
			t.Errorf("%v: %v allocations in a line of %d moves", n, allocs, len(line)-1)
		}
	}
}

func TestStackHoldsMaxPushes(t *testing.T) {
	n := mustFromRaw(t, randomRaw(3, 32, 1, 1))
	s := NewStack(n)
	p := board.Start()
	s.Reset(&p)
	for i := range MaxPushes {
		m := boardtest.Move(t, &p, []string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
		var next board.Position
		p.Make(m, &next)
		p = next
		s.Push(&p)
	}
	if got, want := s.Evaluate(&p), n.Evaluate(&p); got != want {
		t.Errorf("after %d moves: %d, want %d", MaxPushes, got, want)
	}
}

var sink int

// BenchmarkStack measures what a search pays at a node: Push, Evaluate, Pop.
func BenchmarkStack(b *testing.B) {
	for _, h := range []int{128, 256, 512} {
		for _, tc := range []struct{ name, fen, move string }{
			{"quiet", starts[1], "a2a3"},
			{"capture", starts[1], "d5e6"},
			{"castle", starts[1], "e1g1"},
			{"mirror", starts[1], "e1d1"},
		} {
			b.Run(fmt.Sprintf("H=%d/%s", h, tc.name), func(b *testing.B) {
				s := NewStack(mustFromRaw(b, randomRaw(1, h, 1, 8)))
				p := boardtest.Position(b, tc.fen)
				var next board.Position
				p.Make(boardtest.Move(b, &p, tc.move), &next)
				s.Reset(&p)
				s.Evaluate(&p)
				b.ReportAllocs()
				for b.Loop() {
					s.Push(&next)
					sink = s.Evaluate(&next)
					s.Pop()
				}
			})
		}
	}
}

// family is a position and all that can follow.
type family struct {
	parent   board.Position
	children []board.Position
}

// randomGame returns the families of a random game's positions.
func randomGame() (families []family) {
	r := rand.New(rand.NewPCG(5, 6))
	p := board.Start()
	for range 100 {
		var legal board.MoveList
		p.Legal(&legal)
		if legal.N == 0 {
			break
		}
		f := family{parent: p}
		for _, m := range legal.Slice() {
			var next board.Position
			p.Make(m, &next)
			f.children = append(f.children, next)
		}
		families = append(families, f)
		p = f.children[r.IntN(legal.N)]
	}
	return families
}

// BenchmarkStackTree visits every child of the positions of a random game, as a search does: moves
// of all shapes and changes of view in no order that a branch predictor could learn. It also tells
// how many blocks of products are not zero.
func BenchmarkStackTree(b *testing.B) {
	families := randomGame()
	for _, tc := range []struct {
		name string
		net  *Network
	}{
		{"single/H=256/kings=1", mustFromRaw(b, randomRaw(1, 256, 1, 8))},
		{"single/H=768/kings=1", mustFromRaw(b, randomRaw(1, 768, 1, 8))},
		{"single/H=768/kings=8", mustFromRaw(b, withEightKingBuckets(randomRaw(1, 768, 8, 8)))},
		{"deep/H=512/kings=8", mustFromRaw(b, withEightKingBuckets(randomDeepRaw(1, 512, 8, 8)))},
		{"deep/H=768/kings=8", mustFromRaw(b, withEightKingBuckets(randomDeepRaw(1, 768, 8, 8)))},
		{"deep/H=1024/kings=8", mustFromRaw(b, withEightKingBuckets(randomDeepRaw(1, 1024, 8, 8)))},
		{"shipped", Default()},
	} {
		b.Run(tc.name, func(b *testing.B) {
			if tc.net == nil {
				b.Skip("no built-in network")
			}
			s := NewStack(tc.net)
			nodes := 0
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				for i := range families {
					f := &families[i]
					s.Reset(&f.parent)
					s.Evaluate(&f.parent)
					for j := range f.children {
						s.Push(&f.children[j])
						sink = s.Evaluate(&f.children[j])
						s.Pop()
					}
					nodes += len(f.children)
				}
			}
			b.StopTimer()
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
			if tc.net.raw.deep() {
				b.ReportMetric(nonzeroBlocks(tc.net, families), "%nonzero")
			}
		})
	}
}

// nonzeroBlocks returns the percentage of blocks of four products that are not all zero, in the
// parents' positions. The first of the deep layers adds up only these blocks.
func nonzeroBlocks(n *Network, families []family) float64 {
	const block = 4
	nonzero, all, half := 0, 0, n.raw.H/2
	for i := range families {
		for c := range board.Color(2) {
			l := n.lanes(&families[i].parent, c)
			for at := 0; at < half; at += block {
				var sum int64
				for j := at; j < at+block; j++ {
					sum += l.clamped(j) * l.clamped(half+j) >> PairShift
				}
				if sum > 0 {
					nonzero++
				}
				all++
			}
		}
	}
	return 100 * float64(nonzero) / float64(all)
}

// withEightKingBuckets gives a network of eight king buckets the map that training uses.
func withEightKingBuckets(r Raw) Raw {
	for s := range r.KingMap {
		file, rank := s%8, s/8
		file = min(file, 7-file)
		r.KingMap[s] = [8]uint8{0, 0, 6, 6, 7, 7, 7, 7}[rank]
		switch rank {
		case 0:
			r.KingMap[s] = uint8(file)
		case 1:
			r.KingMap[s] = uint8(4 + file/2)
		}
	}
	return r
}

func BenchmarkFromScratch(b *testing.B) {
	n := mustFromRaw(b, randomRaw(1, 256, 1, 8))
	p := boardtest.Position(b, starts[1])
	for b.Loop() {
		sink = n.Evaluate(&p)
	}
}
