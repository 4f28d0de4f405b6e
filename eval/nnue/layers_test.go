package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// emptyDeepRaw returns a network with deep layers of zeros and a multiplier of 400 centipawns.
func emptyDeepRaw(h, kingBuckets, outputBuckets int) Raw {
	raw := emptyRaw(h, kingBuckets, outputBuckets)
	raw.Version, raw.Multiplier = DeepLayers, 40000
	raw.OutWeights, raw.OutBias = nil, nil
	raw.L1Weights = make([]int8, outputBuckets*L1Out*h)
	raw.L1Bias = make([]int32, outputBuckets*L1Out)
	raw.L2Weights = make([]int16, outputBuckets*L2Out*L2In)
	raw.L2Bias = make([]int32, outputBuckets*L2Out)
	raw.L3Weights = make([]int16, outputBuckets*L2Out)
	raw.L3Bias = make([]int32, outputBuckets)
	return raw
}

// emptyThreatRaw returns the same with threat inputs.
func emptyThreatRaw(h, kingBuckets, outputBuckets int) Raw {
	raw := emptyDeepRaw(h, kingBuckets, outputBuckets)
	raw.Version = ThreatInputs
	raw.FTWeights = append(raw.FTWeights, make([]int16, ThreatKinds*FeaturesPerBucket*h)...)
	return raw
}

// TestDeepFileFormat pins the documented offsets of version 2.
func TestDeepFileFormat(t *testing.T) {
	const h = 64
	raw := randomDeepRaw(9, h, 2, 3)
	raw.Multiplier = 46000
	file := fileOf(t, mustFromRaw(t, raw))
	le := binary.LittleEndian
	bias := 128 // 96 and 14 bytes of description, padded to a multiple of 64
	weights := bias + 2*h
	layers := weights + 2*h*768*2
	const bucket = 4*16 + 16*h + 4*32 + 2*32*32 + 4 + 2*32
	last := layers + 2*bucket
	i32 := func(at int) int { return int(int32(le.Uint32(file[at:]))) }
	i16 := func(at int) int { return int(int16(le.Uint16(file[at:]))) }
	checks := []struct {
		what      string
		got, want int
	}{
		{"version", i32(8), 2},
		{"H", i32(12), h},
		{"king buckets", i32(16), 2},
		{"output buckets", i32(20), 3},
		{"king map", int(file[24+63]), int(raw.KingMap[63])},
		{"multiplier", i32(88), 46000},
		{"description length", i32(92), len("random numbers")},
		{"padding", bytes.Count(file[96+14:bias], []byte{0}), bias - 96 - 14},
		{"first accumulator bias", i16(bias), int(raw.FTBias[0])},
		{"first accumulator weight", i16(weights), int(raw.FTWeights[0])},
		{"first first layer bias", i32(layers), int(raw.L1Bias[0])},
		{"bias of bucket 2", i32(last), int(raw.L1Bias[2*16])},
		{"weight 5 of output 3 of bucket 2", int(int8(file[last+64+3*h+5])),
			int(raw.L1Weights[(2*16+3)*h+5])},
		{"second layer bias 7", i32(last + 64 + 16*h + 4*7), int(raw.L2Bias[2*32+7])},
		{"second layer weight 9 of output 8", i16(last + 64 + 16*h + 128 + 2*(8*32+9)),
			int(raw.L2Weights[(2*32+8)*32+9])},
		{"third layer bias", i32(last + 64 + 16*h + 128 + 2048), int(raw.L3Bias[2])},
		{"third layer weight 31", i16(last + bucket - 2), int(raw.L3Weights[2*32+31])},
		{"size", len(file), layers + 3*bucket + 32},
	}
	if got := string(file[96 : 96+14]); got != "random numbers" {
		t.Errorf("description %q", got)
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
}

func TestReadRejectsDeep(t *testing.T) {
	const h = 64
	good := fileOf(t, mustFromRaw(t, randomDeepRaw(4, h, 1, 2)))
	edit := func(offset int, b ...byte) []byte { return edited(good, offset, b...) }
	const bucket = 4*16 + 16*h + 4*32 + 2*32*32 + 4 + 2*32
	last := len(good) - sha256.Size - bucket // bucket 1
	checkRead(t, []readTest{
		{"header cut short", good[:90], "offset 90 in the header, 2 bytes early"},
		{"description's length cut short", good[:93], "offset 93 in the header, 3 bytes early"},
		{"H of 96", edit(12, 96), "at offset 12: width H is 96, want a multiple of 64"},
		{"no multiplier", edit(88, 0, 0, 0, 0), "at offset 88: output multiplier 0"},
		{"multiplier 1000001", edit(88, 0x41, 0x42, 0x0f, 0),
			"at offset 88: output multiplier 1000001"},
		{"huge multiplier", edit(88, 255, 255, 255, 255), "at offset 88: output multiplier "},
		{"long description", edit(92, 1, 4), "at offset 92: description of 1025 bytes"},
		{"line break in the description", edit(97, '\n'),
			"at offset 97: description holds the control character U+000A"},
		{"padding cut short", good[:120], "offset 120 in the padding, 8 bytes early"},
		{"padding", edit(127, 1), "at offset 127: padding of 1, want 0"},
		{"accumulator bias", edit(130, 0xff, 0x7f),
			"at offset 130: accumulator lane 1 of king bucket 0 could overflow"},
		{"layers cut short", good[:last+64+5],
			fmt.Sprintf("offset %d in the first layer weights", last+64+5)},
		{"first layer bias", edit(last+4*3, 255, 255, 255, 127),
			fmt.Sprintf("at offset %d: first layer output 3 of bucket 1 could overflow", last+4*3)},
		{"first layer weight -128", edit(last+64+7*h+2, 0x80),
			fmt.Sprintf("at offset %d: first layer weight %d is -128", last+64+7*h+2, 23*h+2)},
		{"second layer bias", edit(last+64+16*h+4*5, 0, 0, 0, 128),
			fmt.Sprintf("at offset %d: second layer output 5 of bucket 1 could overflow",
				last+64+16*h+4*5)},
		{"second layer weight", edit(last+64+16*h+128+2, 1, 16),
			fmt.Sprintf("at offset %d: second layer weight 1025 is 4097", last+64+16*h+128+2)},
		{"third layer weight", edit(last+bucket-2, 0xff, 0xbf),
			fmt.Sprintf("at offset %d: third layer weight 63 is -16385", last+bucket-2)},
		{"checksum cut short", good[:len(good)-1], "in the checksum, 1 bytes early"},
		{"something behind the end", append(bytes.Clone(good), 0),
			fmt.Sprintf("at offset %d: the data goes on behind the end", len(good))},
		{"version 1 with these bytes", edit(8, 1), "at offset 88: description of 40000 bytes"},
	})
}

func TestFromRawRejectsDeep(t *testing.T) {
	checkFromRaw(t, func() Raw { return randomDeepRaw(4, 64, 1, 1) }, []rawTest{
		{"version 4", func(r *Raw) { r.Version = 4 }, "version 4, want 1 to 3"},
		{"threat inputs without weights", func(r *Raw) { r.Version = ThreatInputs },
			"49152 accumulator weights, want 147456"},
		{"layers of version 2 in version 1", func(r *Raw) { r.Version = SingleLayer },
			"output multiplier 40000 in a network of a single layer"},
		{"the same without a multiplier", func(r *Raw) { r.Version, r.Multiplier = SingleLayer, 0 },
			"0 output weights, want 128"},
		{"a single output layer", func(r *Raw) { r.OutWeights = make([]int16, 128) },
			"128 output weights, want 0"},
		{"a single output bias", func(r *Raw) { r.OutBias = []int32{1} },
			"1 output biases, want 0"},
		{"first layer weights", func(r *Raw) { r.L1Weights = r.L1Weights[1:] },
			"1023 first layer weights, want 1024"},
		{"first layer biases", func(r *Raw) { r.L1Bias = nil }, "0 first layer biases, want 16"},
		{"second layer weights", func(r *Raw) { r.L2Weights = append(r.L2Weights, 0) },
			"1025 second layer weights, want 1024"},
		{"second layer biases", func(r *Raw) { r.L2Bias = nil }, "0 second layer biases, want 32"},
		{"third layer weights", func(r *Raw) { r.L3Weights = nil },
			"0 third layer weights, want 32"},
		{"third layer biases", func(r *Raw) { r.L3Bias = nil }, "0 third layer biases, want 1"},
		{"multiplier", func(r *Raw) { r.Multiplier = -1 }, "output multiplier -1"},
	})
}

// TestDeepNetworkKeepsItsOwnNumbers: neither the slices given to FromRaw nor those of Raw are
// shared.
func TestDeepNetworkKeepsItsOwnNumbers(t *testing.T) {
	raw := randomDeepRaw(4, 64, 1, 1)
	n := mustFromRaw(t, raw)
	want := fileOf(t, n)
	for _, r := range []Raw{raw, n.Raw()} {
		for _, s := range [][]int16{r.FTWeights, r.FTBias, r.L2Weights, r.L3Weights} {
			clear(s)
		}
		for _, s := range [][]int32{r.L1Bias, r.L2Bias, r.L3Bias} {
			clear(s)
		}
		clear(r.L1Weights)
	}
	if !bytes.Equal(fileOf(t, n), want) {
		t.Error("the network shares its numbers")
	}
	agreesWith64Bits(t, n)
}

// TestEvaluateDeepByHand compares small networks with answers from paper.
func TestEvaluateDeepByHand(t *testing.T) {
	const h = 64
	const unit = 1008 * 1024 // of the output
	// chain connects output 0 of the first layer to output 0 of the second, with weights of 1.
	chain := func(r *Raw) { r.L2Weights[0], r.L3Weights[0] = 1024, 1024 }
	tests := []struct {
		name string
		fen  string
		set  func(r *Raw)
		want int
	}{
		{"nothing", starts[5], func(r *Raw) {}, 0},
		{"a last bias of 1 is the multiplier", starts[5], func(r *Raw) { r.L3Bias[0] = unit }, 400},
		{"another multiplier", starts[5],
			func(r *Raw) { r.L3Bias[0], r.Multiplier = unit, 46000 }, 460},
		{"towards zero: -0.99 centipawns", starts[5],
			func(r *Raw) { r.L3Bias[0] = -unit * 99 / 40000 }, 0},
		{"the bucket of a full board", board.StartFEN, func(r *Raw) { r.L3Bias[7] = -unit }, -400},
		// a bias of 8128 is 1.0: c = 1016, t = 1016*1024, d = 1016, g = 1008
		{"a first bias of 1 is 1", starts[5], func(r *Raw) { chain(r); r.L1Bias[0] = 8128 }, 400},
		{"clamped at 1", starts[5], func(r *Raw) { chain(r); r.L1Bias[0] = 9e6 }, 400},
		{"clamped at 0", starts[5], func(r *Raw) { chain(r); r.L1Bias[0] = -8128 }, 0},
		// the square of -1 is 1008, t = 1008*1024, d = 1008, g = 992, 992*400/1008 is 393.65
		{"the square of -1", starts[5],
			func(r *Raw) { r.L1Bias[0], r.L2Weights[16], r.L3Weights[0] = -8128, 1024, 1024 }, 393},
		{"the square after the clamp", starts[5], func(r *Raw) {
			r.L1Bias[0], r.L2Weights[16], r.L3Weights[0] = -8128*9, 1024, 1024
		}, 393},
		// s = 804, c = 100, d = 100, g = 9: floors of 100.5 and 9.77; 9*400/1008 is 3.57
		{"floors", starts[5],
			func(r *Raw) { chain(r); r.L1Bias[0], r.Multiplier = 804, 1000000 }, 89},
		// s = -8121, c = -1016: the floor of -1015.1; its square is 1008, g = 992
		{"floor of a negative sum", starts[5], func(r *Raw) {
			r.L1Bias[0], r.L2Weights[16], r.L3Weights[0], r.Multiplier = -8121, 1024, 1024, 1000000
		}, 9841},
		{"a second bias of 1 is 1", starts[5],
			func(r *Raw) { r.L2Bias[31], r.L3Weights[31] = 1016*1024, -1024 }, -400},
		{"a second bias below 0", starts[5],
			func(r *Raw) { r.L2Bias[31], r.L3Weights[31] = -1016*1024, -1024 }, 0},
		{"a second bias beyond 1", starts[5],
			func(r *Raw) { r.L2Bias[31], r.L3Weights[31] = 5*1016*1024, -1024 }, -400},
		// a product of 127 times 64 is 8128
		{"a product of 1", starts[5], func(r *Raw) {
			chain(r)
			r.FTBias[3], r.FTBias[32+3], r.L1Weights[3] = 255, 255, 64
		}, 400},
		{"a product of 1, clamped", starts[5], func(r *Raw) {
			chain(r)
			r.FTBias[3], r.FTBias[32+3], r.L1Weights[3] = 400, 3000, 64
		}, 400},
		{"half a pair", starts[5],
			func(r *Raw) { chain(r); r.FTBias[3], r.L1Weights[3] = 400, 64 }, 0},
		{"both halves below 0", starts[5], func(r *Raw) {
			chain(r)
			r.FTBias[3], r.FTBias[32+3], r.L1Weights[3] = -255, -255, 64
		}, 0},
		// 90*91 = 8190 >> 9 = 15; 15*127 = 1905, c = 238, d = 238, g = 55; 55*10000/1008 is 545.6
		{"a product's floor", starts[5], func(r *Raw) {
			chain(r)
			r.FTBias[3], r.FTBias[32+3], r.L1Weights[3], r.Multiplier = 90, 91, 127, 1000000
		}, 545},
		{"the other side's half", starts[5], func(r *Raw) {
			chain(r)
			r.FTBias[3], r.FTBias[32+3], r.L1Weights[32+3] = 255, 255, 64
		}, 400},
		{"output 15 of the first layer, plain and squared", starts[5], func(r *Raw) {
			r.FTBias[0], r.FTBias[32] = 255, 255
			r.L1Weights[15*h] = 64
			r.L2Weights[15], r.L2Weights[32+31] = 1024, 1024
			r.L3Weights[0], r.L3Weights[1] = 1024, 2048
		}, 400 + 787},
	}
	for _, tc := range tests {
		raw := emptyDeepRaw(h, 1, 8)
		tc.set(&raw)
		checkEvaluation(t, tc.name, raw, tc.fen, tc.want)
	}
}

// readsSides sets the deep layers of an empty network with 64 lanes. A value of 255 in lane 0 then
// gives 400 centipawns on the side to move's half, and -800 on the other side's.
func readsSides(r *Raw) {
	r.FTBias[32] = 255
	r.L1Weights[0] = 64        // the side to move's: output 0
	r.L1Weights[64+32] = 64    // the other side's: output 1
	r.L2Weights[0] = 1024      // to output 0
	r.L2Weights[L2In+1] = 1024 // to output 1
	r.L3Weights[0], r.L3Weights[1] = 1024, -2048
}

// TestDeepSides: the first half of the products belongs to the side to move.
func TestDeepSides(t *testing.T) {
	// A pawn on a2, the king on e1.
	whitePawn := Feature(new([64]uint8), board.White, 4, board.NewPiece(board.White, board.Pawn), 8)
	raw := emptyDeepRaw(64, 1, 1)
	raw.FTWeights[whitePawn*64] = 255
	readsSides(&raw)
	n := mustFromRaw(t, raw)
	for side, want := range map[string]int{"w": 400, "b": -800} {
		p := boardtest.Position(t, "4k3/8/8/8/8/8/P7/4K3 "+side+" - - 0 1")
		if got := n.Evaluate(&p); got != want {
			t.Errorf("White's pawn, %s to move: %d, want %d", side, got, want)
		}
	}
	agreesWith64Bits(t, n)
}
