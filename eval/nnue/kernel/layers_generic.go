package kernel

func pairwiseGeneric(in *Input, us, them []int16) {
	half := len(us) / 2
	multiplyHalves(in.x[:half], us)
	multiplyHalves(in.x[half:len(us)], them)
	in.n = 0
	for i := range len(us) / block {
		x := in.x[i*block : i*block+block]
		if x[0]|x[1]|x[2]|x[3] != 0 {
			in.blocks[in.n] = uint32(i)
			in.n++
		}
	}
	for i := range block {
		in.blocks[in.n+i] = maxBlocks
	}
}

func updatePairwiseGeneric(in *Input, dst, src, weights []int16,
	rows *[2]Rows, shape Shape, side int) {
	updateGeneric(dst, src, weights, rows[:], shape)
	h := len(dst) / 2
	pairwiseGeneric(in, dst[side*h:(side+1)*h], dst[(1-side)*h:(2-side)*h])
}

func multiplyHalves(x []uint8, acc []int16) {
	first, second := acc[:len(x)], acc[len(x):2*len(x)]
	for i := range x {
		a, b := min(max(first[i], 0), 255), min(max(second[i], 0), 255)
		x[i] = uint8(int32(a) * int32(b) >> 9)
	}
}

func deepGeneric(in *Input, l *Layers) int32 {
	s := l.b1
	for _, i := range in.blocks[:in.n] {
		x := in.x[int(i)*block : int(i)*block+block]
		a, b, c, d := int32(x[0]), int32(x[1]), int32(x[2]), int32(x[3])
		w := &l.w1[i]
		for j := range s {
			s[j] += a*int32(w[j][0]) + b*int32(w[j][1]) + c*int32(w[j][2]) + d*int32(w[j][3])
		}
	}
	t := l.b2
	for j, sum := range s {
		c := min(max(sum>>3, -one), one)
		plain, square := max(c, 0), c*c>>10
		w := &l.w2[j]
		for k := range t {
			t[k] += plain*int32(w[k][0]) + square*int32(w[k][1])
		}
	}
	var u int32
	for k, sum := range t {
		d := min(max(sum>>10, 0), one)
		u += (d * d >> 10) * l.w3[k]
	}
	return u
}
