package nnue

import (
	"math"
	"math/rand/v2"
	"testing"

	"sente/board"
)

// TestProofIsSharp: the largest numbers that the proof allows evaluate without overflow. One more
// is refused.
func TestProofIsSharp(t *testing.T) {
	start := board.Start()
	// Every man of the start position adds the largest weight to lane 0 and the smallest to lane 1.
	spread := func(r *Raw, weight int16) {
		for men := start.Occupied(); men != 0; {
			s := men.Pop()
			f := Feature(&r.KingMap, board.White, start.King(board.White), start.PieceOn(s), s)
			r.FTWeights[f*r.H], r.FTWeights[f*r.H+1] = weight, -weight
		}
		r.OutWeights[0], r.OutWeights[1] = 100, 90
	}
	checkFromRaw(t, func() Raw { return emptyRaw(256, 1, 1) }, []rawTest{
		{"lane at 32767", func(r *Raw) { spread(r, 1000); r.FTBias[0] = 767 }, ""},
		{"lane at 32768", func(r *Raw) { spread(r, 1000); r.FTBias[0] = 768 },
			"lane 0 of king bucket 0 could overflow: it can reach 768 to 32768"},
		{"lane at -32768", func(r *Raw) { spread(r, 1000); r.FTBias[1] = -768 }, ""},
		{"lane at -32769", func(r *Raw) { spread(r, 1000); r.FTBias[1] = -769 },
			"lane 1 of king bucket 0 could overflow: it can reach -32769 to -769"},
		{"weights and bias of one sign only",
			func(r *Raw) { spread(r, 32); r.FTWeights[0] = -32768; r.FTBias[0] = 31743 }, ""},
		{"clipped weights with any bias up to 16447", func(r *Raw) {
			for i := range r.FTWeights {
				r.FTWeights[i] = []int16{2 * QA, -2 * QA}[i&1]
			}
			r.FTBias[0], r.FTBias[1] = 16447, -16448
		}, ""},
		{"most negative bias", func(r *Raw) { r.FTBias[5] = math.MinInt16 }, ""},
		{"output at 2^31-1",
			func(r *Raw) { r.OutWeights[0] = 100; r.OutBias[0] = math.MaxInt32 - 100*QA*QA }, ""},
		{"output at 2^31", func(r *Raw) {
			r.OutWeights[0] = 100
			r.OutBias[0] = math.MaxInt32 - 100*QA*QA + 1
		}, "output bucket 0 could overflow: its sum can reach 2147483648"},
		{"most negative output bias", func(r *Raw) { r.OutBias[0] = math.MinInt32 },
			"output bucket 0 could overflow"},
		{"output weights that add up to 33025", func(r *Raw) { fillOut(r, 33025) }, ""},
		{"output weights that add up to 33026", func(r *Raw) { fillOut(r, 33026) },
			"output bucket 0 could overflow: its sum can reach 2147515650"},
	})
}

// fillOut gives the output layer weights whose sizes add up to total and lanes that are all clamped
// to 1, so that the sum is as large as it can be.
func fillOut(r *Raw, total int) {
	for i := range r.FTBias {
		r.FTBias[i] = QA
	}
	for i := range r.OutWeights {
		w := min(total, MaxOutWeight)
		r.OutWeights[i] = int16(w)
		total -= w
	}
}

// FuzzProof builds networks of wild numbers near the limits: those that are accepted evaluate
// without overflow.
func FuzzProof(f *testing.F) {
	f.Add(uint64(1), int16(600), int16(1000), uint8(127), int32(0))
	f.Add(uint64(2), int16(32767), int16(0), uint8(1), int32(1<<30))
	f.Add(uint64(3), int16(900), int16(32767), uint8(60), int32(-1<<31))
	f.Fuzz(func(t *testing.T, seed uint64, weight, bias int16, out uint8, outBias int32) {
		r := rand.New(rand.NewPCG(seed, 8))
		upTo := func(n int16) int16 {
			return int16(r.IntN(2*max(int(n), -int(n))+1) - max(int(n), -int(n)))
		}
		raw := emptyRaw(32, 2, 2)
		for i := range raw.KingMap {
			raw.KingMap[i] = uint8(r.IntN(2))
		}
		for i := range raw.FTWeights {
			raw.FTWeights[i] = [...]int16{0, weight / 8, upTo(weight)}[r.IntN(3)]
		}
		for i := range raw.FTBias {
			raw.FTBias[i] = upTo(bias)
		}
		for i := range raw.OutWeights {
			raw.OutWeights[i] = upTo(int16(out & 127))
		}
		raw.OutBias[0] = outBias
		if n, err := FromRaw(raw); err == nil {
			agreesWith64Bits(t, n)
		}
	})
}

// TestDeepProofIsSharp: the largest numbers that the proof allows evaluate without overflow. One
// more is refused.
func TestDeepProofIsSharp(t *testing.T) {
	const h = MaxHidden
	fill8 := func(w []int8, v int8) {
		for i := range w {
			w[i] = v
		}
	}
	fill16 := func(w []int16, v int16) {
		for i := range w {
			w[i] = v
		}
	}
	const first, second = h * 127 * 127, 32 * 1016 * 4096
	largest := func() Raw { // all products are as large as they can be
		raw := emptyDeepRaw(h, 1, 1)
		fill16(raw.FTBias, QA)
		return raw
	}
	checkFromRaw(t, largest, []rawTest{
		{"first layer at 2^31-1",
			func(r *Raw) { fill8(r.L1Weights, 127); r.L1Bias[0] = math.MaxInt32 - first }, ""},
		{"first layer at 2^31", func(r *Raw) {
			fill8(r.L1Weights, 127)
			r.L1Bias[0] = math.MaxInt32 - first + 1
		}, "first layer output 0 of bucket 0 could overflow: its sum can reach 2147483648"},
		{"first layer at -2^31+1",
			func(r *Raw) { fill8(r.L1Weights, -127); r.L1Bias[15] = -math.MaxInt32 + first }, ""},
		{"first layer at -2^31", func(r *Raw) {
			fill8(r.L1Weights, -127)
			r.L1Bias[15] = math.MinInt32 + first
		}, "first layer output 15 of bucket 0 could overflow"},
		{"first layer weights that cancel each other", func(r *Raw) {
			for i := range r.L1Weights {
				r.L1Weights[i] = [...]int8{127, 127, -127, -127, 127, -127, 127}[i%7]
			}
			r.L1Bias[7] = math.MaxInt32 - first
		}, ""},
		{"second layer at 2^31-1", func(r *Raw) {
			fill8(r.L1Weights, 127)
			fill16(r.L2Weights, 4096)
			r.L2Bias[1] = math.MaxInt32 - second
		}, ""},
		{"second layer at 2^31", func(r *Raw) {
			fill16(r.L2Weights, 4096)
			r.L2Bias[1] = math.MaxInt32 - second + 1
		}, "second layer output 1 of bucket 0 could overflow: its sum can reach 2147483648"},
		{"second layer at -2^31+1", func(r *Raw) {
			fill8(r.L1Weights, 127)
			fill16(r.L2Weights, -4096)
			r.L2Bias[31] = -math.MaxInt32 + second
		}, ""},
		{"third layer as large as it can be", func(r *Raw) {
			fill8(r.L1Weights, 127)
			fill16(r.L2Weights, 4096)
			fill16(r.L3Weights, 16384)
			r.L3Bias[0], r.Multiplier = math.MaxInt32, MaxMultiplier
		}, ""},
		{"third layer as small as it can be", func(r *Raw) {
			fill8(r.L1Weights, 127)
			fill16(r.L2Weights, 4096)
			fill16(r.L3Weights, -16384)
			r.L3Bias[0], r.Multiplier = math.MinInt32, MaxMultiplier
		}, ""},
		{"second layer weight 4097", func(r *Raw) { r.L2Weights[9] = 4097 },
			"second layer weight 9 is 4097"},
		{"third layer weight -16385", func(r *Raw) { r.L3Weights[9] = -16385 },
			"third layer weight 9 is -16385"},
		{"first layer weight -128", func(r *Raw) { r.L1Weights[9] = -128 },
			"first layer weight 9 is -128"},
	})
}

// FuzzDeepProof builds networks of wild numbers near the limits. Those that are accepted evaluate
// without overflow. Odd seeds make networks with threat inputs.
func FuzzDeepProof(f *testing.F) {
	f.Add(uint64(1), int16(600), int16(1000), uint8(127), int16(4096), int16(16384), int32(0))
	f.Add(uint64(2), int16(32767), int16(255), uint8(127), int16(4096), int16(16384),
		int32(2130967039))
	f.Add(uint64(3), int16(900), int16(32767), uint8(60), int16(300), int16(-1000),
		int32(-2014314496))
	f.Add(uint64(4), int16(600), int16(1000), uint8(127), int16(4096), int16(16384), int32(0))
	f.Add(uint64(5), int16(500), int16(1000), uint8(60), int16(300), int16(-1000), int32(0))
	f.Fuzz(func(t *testing.T, seed uint64, weight, bias int16, w1 uint8, w2, w3 int16,
		deepBias int32) {
		r := rand.New(rand.NewPCG(seed, 8))
		upTo := func(n int) int { return r.IntN(2*max(n, -n)+1) - max(n, -n) }
		raw := emptyDeepRaw(64, 2, 2)
		if seed&1 != 0 {
			raw = emptyThreatRaw(64, 2, 2)
		}
		raw.Multiplier = 1 + r.IntN(MaxMultiplier)
		for i := range raw.KingMap {
			raw.KingMap[i] = uint8(r.IntN(2))
		}
		for i := range raw.FTWeights {
			raw.FTWeights[i] = [...]int16{0, weight / 8, int16(upTo(int(weight)))}[r.IntN(3)]
		}
		for i := range raw.FTBias {
			raw.FTBias[i] = [...]int16{QA, int16(upTo(int(bias)))}[r.IntN(2)]
		}
		extreme := r.IntN(2)
		for i := range raw.L1Weights {
			raw.L1Weights[i] = [...]int8{int8(upTo(int(w1 & 127))), int8(w1 & 127)}[extreme]
		}
		for i := range raw.L2Weights {
			raw.L2Weights[i] = [...]int16{int16(upTo(int(w2))), w2}[extreme]
		}
		for i := range raw.L3Weights {
			raw.L3Weights[i] = [...]int16{int16(upTo(int(w3))), w3}[extreme]
		}
		raw.L1Bias[r.IntN(len(raw.L1Bias))] = deepBias
		raw.L2Bias[r.IntN(len(raw.L2Bias))] = deepBias
		raw.L3Bias[0] = deepBias
		if n, err := FromRaw(raw); err == nil {
			agreesWith64Bits(t, n)
		}
	})
}
