package kernel

func pairwiseGeneric(in *Input, us, them []int16) {
	half := len(us) / 2
	pairs(in.X[:half], us)
	pairs(in.X[half:len(us)], them)
	in.N = 0
	for i := 0; i < len(us)/block; i++ {
		x := in.X[i*block : i*block+block]
		if x[0]|x[1]|x[2]|x[3] != 0 {
			in.Blocks[in.N] = uint16(i)
			in.N++
		}
	}
}

func pairs(x []uint8, acc []int16) {
	first, second := acc[:len(x)], acc[len(x):2*len(x)]
	for i := range x {
		a, b := min(max(first[i], 0), 255), min(max(second[i], 0), 255)
		x[i] = uint8(uint32(a) * uint32(b) >> 9)
	}
}

// deepGeneric is the specification of Deep. With the inputs that Pairwise makes and the weights that
// package nnue accepts, no sum leaves int32.
func deepGeneric(in *Input, l *Layers) int32 {
	s := l.b1
	for _, i := range in.Blocks[:in.N] {
		x := in.X[int(i)*block : int(i)*block+block]
		a, b, c, d := int32(x[0]), int32(x[1]), int32(x[2]), int32(x[3])
		w := &l.w1[i]
		for j := range s {
			s[j] += a*int32(w[j][0]) + b*int32(w[j][1]) + c*int32(w[j][2]) + d*int32(w[j][3])
		}
	}
	var h [l2In]int32
	for j, sum := range s {
		c := min(max(sum>>3, -one), one)
		h[j] = max(c, 0)
		h[l1Out+j] = c * c >> 10
	}
	t := l.b2
	for i := range l.w2 {
		a, b := h[2*i], h[2*i+1]
		w := &l.w2[i]
		for k := range t {
			t[k] += a*int32(w[k][0]) + b*int32(w[k][1])
		}
	}
	var u int32
	for k, sum := range t {
		d := min(max(sum>>10, 0), one)
		u += d * d >> 10 * int32(l.w3[k])
	}
	return u
}
