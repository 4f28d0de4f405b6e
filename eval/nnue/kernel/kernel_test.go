package kernel

import "testing"

// maxOutWeight is the largest absolute output weight that the contract of Forward allows.
const maxOutWeight = 128

// TestForwardNeverSaturates pins the specification itself: the largest products of the contract give
// the exact sum.
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
		{"H not a multiple of 32", func() { Update(lanes(48), lanes(48), lanes(480), rows, Add1Sub1) }},
		{"no lanes", func() { Update(nil, nil, lanes(480), rows, Add1Sub1) }},
		{"short src", func() { Update(lanes(64), lanes(32), lanes(640), rows, Add1Sub1) }},
		{"row outside", func() { Update(lanes(32), lanes(32), lanes(64), []Rows{{Sub: [2]uint32{0, 33}}}, Add1Sub2) }},
		{"short dst", func() { Refresh(lanes(64), lanes(32), lanes(640), nil, nil) }},
		{"added row outside", func() { Refresh(lanes(32), lanes(32), lanes(64), []uint32{33}, nil) }},
		{"subtracted row outside", func() { Refresh(lanes(32), lanes(32), lanes(64), nil, []uint32{33}) }},
		{"short out", func() { Forward(lanes(32), lanes(32), lanes(32)) }},
		{"short them", func() { Forward(lanes(64), lanes(32), lanes(128)) }},
		{"short fused out", func() { UpdateForward(lanes(64), lanes(64), lanes(640), &[2]Rows{}, Add1Sub1, lanes(32), 0) }},
		{"fused row outside", func() {
			UpdateForward(lanes(64), lanes(64), lanes(64), &[2]Rows{1: {Add: [2]uint32{33, 0}}}, Add1Sub1, lanes(64), 0)
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
