package eval

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/eval/nnue"
	"sente/internal/boardtest"
)

// starts are positions in which castling, promotion or en passant is near; one is Chess960.
var starts = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
	"8/8/4k3/3bn3/8/2K5/8/8 b - - 0 1",
}

func TestStateEqualsMaterial(t *testing.T) {
	s := new(State)
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.Position(t, rapid.SampledFrom(starts).Draw(t, "fen"))
		s.Reset(&p)
		var line [81]board.Position
		line[0] = p
		ply := 0
		for range rapid.IntRange(0, 120).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 9).Draw(t, "step"); {
			case n < 3 && ply > 0:
				s.Pop()
				ply--
			case n == 3 && ply < 80 && !line[ply].InCheck():
				line[ply].MakeNull(&line[ply+1])
				ply++
				s.Push(&line[ply])
			case ply < 80:
				var l board.MoveList
				line[ply].Legal(&l)
				if l.N == 0 {
					continue
				}
				line[ply].Make(l.Moves[rapid.IntRange(0, l.N-1).Draw(t, "move")], &line[ply+1])
				ply++
				s.Push(&line[ply])
			}
			if got, want := s.Evaluate(&line[ply]), Material(&line[ply]); got != want {
				t.Fatalf("%s: incremental %d, from scratch %d", line[ply].FEN(), got, want)
			}
			if IsDecisive(Material(&line[ply])) {
				t.Fatalf("%s: %d is decisive", line[ply].FEN(), Material(&line[ply]))
			}
		}
	})
}

// tinyNetwork returns a network of arbitrary small weights.
func tinyNetwork(t testing.TB) *nnue.Network {
	t.Helper()
	const h = 32
	rng := rand.New(rand.NewPCG(1, 2))
	weights := func(n, size int) []int16 {
		w := make([]int16, n)
		for i := range w {
			w[i] = int16(rng.IntN(2*size+1) - size)
		}
		return w
	}
	n, err := nnue.FromRaw(nnue.Raw{
		H: h, KingBuckets: 1, OutputBuckets: 2,
		FTWeights: weights(768*h, 60), FTBias: weights(h, 100),
		OutWeights: weights(2*2*h, 60), OutBias: []int32{100, -100},
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestStateWithNetwork(t *testing.T) {
	net := tinyNetwork(t)
	p := boardtest.Position(t, starts[1])
	var next, null board.Position
	p.Make(boardtest.Move(t, &p, "e1c1"), &next)
	next.MakeNull(&null)
	s := new(State)
	s.UseNetwork(net)
	s.Reset(&p)
	check := func(where string, p *board.Position) {
		t.Helper()
		if got, want := s.Evaluate(p), net.Evaluate(p); got != want {
			t.Errorf("%s: %d, the network says %d", where, got, want)
		}
	}
	check("root", &p)
	s.Push(&next)
	s.Push(&null)
	check("after a null move", &null)
	s.Pop()
	check("one move back", &next)
	s.Pop()
	check("back at the root", &p)

	s.UseNetwork(nil)
	s.Reset(&p)
	if got, want := s.Evaluate(&p), Material(&p); got != want {
		t.Errorf("without the network %d, Material says %d", got, want)
	}
}

func TestMaterialIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.Draw(t, starts)
		q := boardtest.Position(t, boardtest.Exchanged(p.FEN()))
		if a, b := Material(&p), Material(&q); a != b {
			t.Fatalf("%s: %d, with the colours exchanged %d", p.FEN(), a, b)
		}
	})
}

// A lead in material must show, and most leads that can't win must not.
func TestMaterialOrder(t *testing.T) {
	tests := []struct {
		name, fen string
		low, high int // centipawns
	}{
		{"start", board.StartFEN, 1, 40},
		{"a queen up", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 800, 1200},
		{"a queen down", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", -1200, -800},
		{"a rook against a bare king", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1", 450, 700},
		{"a bishop against a bare king", "8/8/4k3/8/8/3BK3/8/8 w - - 0 1", 0, 80},
		{"two knights against a bare king", "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", 0, 120},
		{"rook against bishop", "8/8/3bk3/8/8/3RK3/8/8 w - - 0 1", 0, 80},
		{"the defender's pawn does not help", "8/7p/3bk3/8/8/3RK3/8/8 w - - 0 1", -50, 80},
		{"bishop and pawn", "8/8/4k3/8/8/3BK3/4P3/8 w - - 0 1", 350, 600},
		{"nine queens, in check", "QQQQQQQQ/Q7/8/8/8/k7/8/K7 b - - 0 1", -MaxEval, -5000},
	}
	for _, tc := range tests {
		p := boardtest.Position(t, tc.fen)
		if v := Material(&p); v < tc.low || v > tc.high {
			t.Errorf("%s: Material = %d, want %d to %d", tc.name, v, tc.low, tc.high)
		}
	}
}

func TestWorthKeepsItsParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sum worth
		middle, end, phase := 0, 0, 0
		for range rapid.IntRange(0, 32).Draw(t, "men") {
			m := rapid.IntRange(-1000, 1000).Draw(t, "middle")
			e := rapid.IntRange(-1000, 1000).Draw(t, "end")
			ph := rapid.IntRange(0, 4).Draw(t, "phase")
			sum += newWorth(m, e, ph)
			middle, end, phase = middle+m, end+e, phase+ph
		}
		if sum.middle() != middle || sum.end() != end || sum.phase() != phase {
			t.Fatalf("parts %d %d %d, want %d %d %d",
				sum.middle(), sum.end(), sum.phase(), middle, end, phase)
		}
	})
}

func TestScaleFifty(t *testing.T) {
	tests := []struct{ score, clock, want int }{
		{200, 0, 200}, {200, 50, 150}, {200, 100, 100}, {-200, 100, -100},
		{200, 149, 100}, {-3, 1, -2},
	}
	for _, tc := range tests {
		if got := ScaleFifty(tc.score, tc.clock); got != tc.want {
			t.Errorf("ScaleFifty(%d, %d) = %d, want %d", tc.score, tc.clock, got, tc.want)
		}
	}
}

func TestScores(t *testing.T) {
	if IsDecisive(MaxEval) || IsDecisive(-MaxEval) || !IsDecisive(MaxEval+1) ||
		!IsDecisive(TBWin-MaxPly) || !IsDecisive(-TBWin+MaxPly) {
		t.Error("the border of decisive scores is not at TBWin-MaxPly")
	}
	if !IsMate(MateIn(0)) || !IsMate(MatedIn(MaxPly)) || IsMate(TBWin) || IsMate(-TBWin) {
		t.Error("mates and tablebase wins are confused")
	}
	if MateIn(3) <= MateIn(4) || MatedIn(3) >= MatedIn(4) {
		t.Error("a nearer mate must be better for the winner and worse for the loser")
	}
}

func TestStateDoesNotAllocate(t *testing.T) {
	p := boardtest.Position(t, starts[1])
	m := boardtest.Move(t, &p, "e1c1")
	var next board.Position
	s := new(State)
	if n := testing.AllocsPerRun(100, func() {
		s.Reset(&p)
		p.Make(m, &next)
		s.Push(&next)
		s.Evaluate(&next)
		s.Pop()
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkPushEvaluatePop(b *testing.B) {
	p := boardtest.Position(b, starts[1])
	m := boardtest.Move(b, &p, "f3f6")
	next := p.After(m)
	s := new(State)
	s.Reset(&p)
	b.ReportAllocs()
	for b.Loop() {
		s.Push(&next)
		s.Evaluate(&next)
		s.Pop()
	}
}

// TestNetworkIsNeverDecisive: whatever a network says, no evaluation is taken for a proven result.
func TestNetworkIsNeverDecisive(t *testing.T) {
	const h = 32
	n, err := nnue.FromRaw(nnue.Raw{
		H: h, KingBuckets: 1, OutputBuckets: 1,
		FTWeights: make([]int16, 768*h), FTBias: make([]int16, h),
		OutWeights: make([]int16, 2*h), OutBias: []int32{1 << 30},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, p := new(State), board.Start()
	s.UseNetwork(n)
	s.Reset(&p)
	if v := s.Evaluate(&p); IsDecisive(v) || v < 1000 {
		t.Errorf("%d; the network says %d", v, n.Evaluate(&p))
	}
}

// TestThreeKnights: three knights, unlike two, are more than a drawish advantage.
func TestThreeKnights(t *testing.T) {
	p := boardtest.Position(t, "8/8/4k3/8/8/2NNKN2/8/8 w - - 0 1")
	if v := Material(&p); v < 500 {
		t.Errorf("%d", v)
	}
}

func TestMovesToMate(t *testing.T) {
	for _, tc := range []struct {
		score, moves int
		ok           bool
	}{
		{MateIn(1), 1, true}, {MateIn(2), 1, true}, {MateIn(3), 2, true},
		{MateIn(4), 2, true}, {MateIn(0), 0, true},
		{-MateIn(1), -1, true}, {MatedIn(2), -1, true}, {MatedIn(3), -2, true},
		{MatedIn(4), -2, true}, {MatedIn(0), 0, true},
		{0, 0, false}, {2500, 0, false}, {TBWin, 0, false},
	} {
		if moves, ok := MovesToMate(tc.score); moves != tc.moves || ok != tc.ok {
			t.Errorf("MovesToMate(%d) = %d, %t, want %d, %t", tc.score, moves, ok, tc.moves, tc.ok)
		}
	}
}
