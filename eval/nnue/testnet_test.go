package nnue

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// randomRaw returns a network of a shape whose lanes lie on both sides of 0 and QA.
func randomRaw(seed uint64, h, kingBuckets, outputBuckets int) Raw {
	r := rand.New(rand.NewPCG(seed, 7))
	raw := Raw{
		Version: SingleLayer,
		H:       h, KingBuckets: kingBuckets, OutputBuckets: outputBuckets,
		FTWeights:   make([]int16, kingBuckets*FeaturesPerBucket*h),
		FTBias:      make([]int16, h),
		OutWeights:  make([]int16, outputBuckets*2*h),
		OutBias:     make([]int32, outputBuckets),
		Description: "random numbers",
	}
	for s := range raw.KingMap {
		raw.KingMap[s] = uint8(s*kingBuckets/64+s) % uint8(kingBuckets)
	}
	for i := range raw.FTWeights {
		raw.FTWeights[i] = int16(r.IntN(121) - 60)
	}
	for i := range raw.FTBias {
		raw.FTBias[i] = int16(r.IntN(400) - 100)
	}
	limit := min(2*MaxOutWeight, 30000/h) // keeps the worst sum inside 32 bits
	for i := range raw.OutWeights {
		raw.OutWeights[i] = int16(r.IntN(limit+1) - limit/2)
	}
	for i := range raw.OutBias {
		raw.OutBias[i] = int32(r.IntN(2*QA*QB) - QA*QB)
	}
	return raw
}

// randomDeepRaw returns a network with deep layers, whose numbers are about as large as those of a
// trained one: three in ten blocks of products are nonzero, as with d11, and few sums are clamped.
func randomDeepRaw(seed uint64, h, kingBuckets, outputBuckets int) Raw {
	r := rand.New(rand.NewPCG(seed, 9))
	raw := randomRaw(seed, h, kingBuckets, outputBuckets)
	raw.Version, raw.Multiplier = DeepLayers, 40000
	raw.OutWeights, raw.OutBias = nil, nil
	for i := range raw.FTBias {
		raw.FTBias[i] = int16(r.IntN(300) - 250)
	}
	normal := func(deviation float64, most int) int {
		return min(max(int(r.NormFloat64()*deviation), -most), most)
	}
	raw.L1Weights = make([]int8, outputBuckets*L1Out*h)
	for i := range raw.L1Weights {
		raw.L1Weights[i] = int8(normal(10, MaxL1Weight))
	}
	raw.L1Bias = make([]int32, outputBuckets*L1Out)
	for i := range raw.L1Bias {
		raw.L1Bias[i] = int32(normal(3000, 20000))
	}
	raw.L2Weights = make([]int16, outputBuckets*L2Out*L2In)
	for i := range raw.L2Weights {
		raw.L2Weights[i] = int16(normal(500, MaxL2Weight))
	}
	raw.L2Bias = make([]int32, outputBuckets*L2Out)
	for i := range raw.L2Bias {
		raw.L2Bias[i] = int32(normal(300000, 1e7))
	}
	raw.L3Weights = make([]int16, outputBuckets*L2Out)
	for i := range raw.L3Weights {
		raw.L3Weights[i] = int16(normal(600, MaxL3Weight))
	}
	raw.L3Bias = make([]int32, outputBuckets)
	for i := range raw.L3Bias {
		raw.L3Bias[i] = int32(normal(100000, 1e7))
	}
	return raw
}

// randomThreatRaw returns the same with threat inputs.
func randomThreatRaw(seed uint64, h, kingBuckets, outputBuckets int) Raw {
	raw := randomDeepRaw(seed, h, kingBuckets, outputBuckets)
	raw.Version = ThreatInputs
	raw.FTWeights = append(raw.FTWeights, randomRaw(seed+1, h, ThreatKinds, 1).FTWeights...)
	return raw
}

func mustFromRaw(t testing.TB, raw Raw) *Network {
	t.Helper()
	n, err := FromRaw(raw)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// checkEvaluation evaluates a position from scratch and with a Stack.
func checkEvaluation(t *testing.T, name string, raw Raw, fen string, want int) {
	t.Helper()
	n, p := mustFromRaw(t, raw), boardtest.Position(t, fen)
	s := NewStack(n)
	s.Reset(&p)
	if got := n.Evaluate(&p); got != want {
		t.Errorf("%s: from scratch %d, want %d", name, got, want)
	}
	if got := s.Evaluate(&p); got != want {
		t.Errorf("%s: Stack %d, want %d", name, got, want)
	}
}

// rawTest is a change of a network, and part of the error with which the result is refused. That is
// "" if the result is sound.
type rawTest struct {
	name string
	set  func(r *Raw)
	want string
}

// checkFromRaw makes each change to a fresh network. A sound one must evaluate without overflow.
func checkFromRaw(t *testing.T, fresh func() Raw, tests []rawTest) {
	t.Helper()
	for _, tc := range tests {
		raw := fresh()
		tc.set(&raw)
		n, err := FromRaw(raw)
		if tc.want != "" {
			if err == nil || n != nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		agreesWith64Bits(t, n)
	}
}

// starts are chess and Chess960 positions: castling with kings that stay, cross files or change
// halves; promotions, with capture and without; en passant; bare kings; a full board.
var starts = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
	"5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFhf - 0 1",
	"rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
}

// readTest is a file that is not a network, and part of the error with which it is refused.
type readTest struct {
	name string
	file []byte
	want string
}

// checkRead reads files that must be refused.
func checkRead(t *testing.T, tests []readTest) {
	t.Helper()
	for _, tc := range tests {
		n, err := Read(bytes.NewReader(tc.file))
		if err == nil || n != nil || !strings.Contains(err.Error(), tc.want) ||
			!strings.HasPrefix(err.Error(), "nnue: ") {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

// edited returns the file with bytes replaced at an offset and a checksum that matches.
func edited(file []byte, offset int, b ...byte) []byte {
	file = bytes.Clone(file)
	copy(file[offset:], b)
	return sealed(file)
}
