package kernel

import "testing"

// maxOutWeight is the largest absolute output weight that the contract of Forward allows.
const maxOutWeight = 128

// TestForwardNeverSaturates pins the specification itself: the largest products of the contract
// give the exact sum.
func TestForwardNeverSaturates(t *testing.T) {
	const h = 96
	us, them, out := make([]int16, h), make([]int16, h), make([]int16, 2*h)
	for _, w := range []int16{-maxOutWeight, maxOutWeight} {
		for i := range h {
			us[i], them[i] = 32767, 255
			out[i], out[h+i] = w, w
		}
		want := int32(2*h) * int32(w) * 255 * 255
		if got := Forward(us, them, out); got != want {
			t.Errorf("Forward with weights %d = %d, want %d", w, got, want)
		}
		if got := forwardGeneric(us, them, out); got != want {
			t.Errorf("forwardGeneric with weights %d = %d, want %d", w, got, want)
		}
	}
}

func TestBadSizesPanic(t *testing.T) {
	lanes := func(n int) []int16 { return make([]int16, n) }
	rows := []Rows{{}}
	tests := []struct {
		name string
		call func()
	}{
		{"H not a multiple of 32",
			func() { Update(lanes(48), lanes(48), lanes(480), rows, Add1Sub1) }},
		{"no lanes", func() { Update(nil, nil, lanes(480), rows, Add1Sub1) }},
		{"short src", func() { Update(lanes(64), lanes(32), lanes(640), rows, Add1Sub1) }},
		{"row outside", func() {
			Update(lanes(32), lanes(32), lanes(64), []Rows{{Sub: [2]uint32{0, 33}}}, Add1Sub2)
		}},
		{"short dst", func() { Refresh(lanes(64), lanes(32), lanes(640), nil, nil) }},
		{"added row outside",
			func() { Refresh(lanes(32), lanes(32), lanes(64), []uint32{33}, nil) }},
		{"subtracted row outside",
			func() { Refresh(lanes(32), lanes(32), lanes(64), nil, []uint32{33}) }},
		{"short out", func() { Forward(lanes(32), lanes(32), lanes(32)) }},
		{"short them", func() { Forward(lanes(64), lanes(32), lanes(128)) }},
		{"short fused out", func() {
			UpdateForward(lanes(64), lanes(64), lanes(640), &[2]Rows{}, Add1Sub1, lanes(32), 0)
		}},
		{"products of H not a multiple of 64",
			func() { Pairwise(new(Input), lanes(96), lanes(96)) }},
		{"products of H above 1024", func() { Pairwise(new(Input), lanes(1088), lanes(1088)) }},
		{"products of no lanes", func() { Pairwise(new(Input), nil, nil) }},
		{"products of short them", func() { Pairwise(new(Input), lanes(128), lanes(64)) }},
		{"fused products of H not a multiple of 64", func() {
			UpdatePairwise(new(Input), lanes(192), lanes(192), lanes(1920), &[2]Rows{}, Add1Sub1, 0)
		}},
		{"fused products, row outside", func() {
			UpdatePairwise(new(Input), lanes(128), lanes(128), lanes(128),
				&[2]Rows{1: {Sub: [2]uint32{65, 0}}}, Add1Sub1, 0)
		}},
		{"fused row outside", func() {
			UpdateForward(lanes(64), lanes(64), lanes(64), &[2]Rows{1: {Add: [2]uint32{33, 0}}},
				Add1Sub1, lanes(64), 0)
		}},
	}
	for _, tc := range tests {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", tc.name)
				}
			}()
			tc.call()
		}()
	}
}

// TestLayersByHand pins the specification of the deep layers on numbers small enough for paper.
func TestLayersByHand(t *testing.T) {
	const h = 64
	us, them := make([]int16, h), make([]int16, h)
	us[5], us[h/2+5] = 90, 91       // 8190 >> 9 = 15
	them[31], them[63] = 400, 32767 // 255*255 >> 9 = 127
	them[2], them[34] = -3, -4      // 0
	var in Input
	Pairwise(&in, us, them)
	if in.x[5] != 15 || in.x[h/2+31] != 127 || in.x[h/2+2] != 0 {
		t.Errorf("products %v", in.x[:h])
	}
	if in.n != 2 || in.blocks[0] != 1 || in.blocks[1] != 15 {
		t.Errorf("blocks %v, want 1 and 15", in.blocks[:in.n])
	}
	w1, w2 := make([]int8, l1Out*h), make([]int16, l2Out*l2In)
	b1, b2, w3 := make([]int32, l1Out), make([]int32, l2Out), make([]int16, l2Out)
	w1[3*h+5], w1[3*h+63] = 100, -20 // 1500 - 2540 = -1040
	b1[3] = -1                       // -1041 >> 3 = -131; its square is 17161, >> 10: 16
	b1[15] = 8000                    // 1000
	w2[9*l2In+16+3] = 4000           // 64000
	w2[9*l2In+3] = 4096              // nothing, as max(-131, 0) = 0
	w2[9*l2In+15] = -30              // -30000
	b2[9] = 1000000                  // 1034000 >> 10 = 1009; its square is 1018081, >> 10: 994
	b2[8] = -1                       // 0
	w3[8], w3[9] = 77, -3
	var l Layers
	l.Set(w1, b1, w2, b2, w3)
	if got := Deep(&in, &l); got != -3*994 {
		t.Errorf("Deep = %d, want %d", got, -3*994)
	}
}
