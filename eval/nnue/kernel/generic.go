package kernel

// updateGeneric sets dst to src plus the added minus the subtracted rows, for len(rows)
// accumulators that follow one another.
func updateGeneric(dst, src, weights []int16, rows []Rows, shape Shape) {
	h := len(dst) / len(rows)
	adds, subs := shape.counts()
	for c := range rows {
		d, s := dst[c*h:(c+1)*h], src[c*h:(c+1)*h]
		copy(d, s)
		for _, row := range rows[c].Add[:adds] {
			addRow(d, weights[row:])
		}
		for _, row := range rows[c].Sub[:subs] {
			subRow(d, weights[row:])
		}
	}
}

// refreshGeneric adds and subtracts rows in cache and copies the result to dst.
func refreshGeneric(cache, dst, weights []int16, add, sub []uint32) {
	for _, row := range add {
		addRow(cache, weights[row:])
	}
	for _, row := range sub {
		subRow(cache, weights[row:])
	}
	copy(dst, cache)
}

func addRow(acc, row []int16) {
	row = row[:len(acc)]
	for i := range acc {
		acc[i] += row[i]
	}
}

func subRow(acc, row []int16) {
	row = row[:len(acc)]
	for i := range acc {
		acc[i] -= row[i]
	}
}

// forwardGeneric returns the sum of (x*w)*x over both accumulators, where x is the lane clamped to
// 0..255. The first half of out holds the weights w of us, the second half those of them.
func forwardGeneric(us, them, out []int16) int32 {
	return dotGeneric(us, out[:len(us)]) + dotGeneric(them, out[len(us):])
}

func dotGeneric(acc, out []int16) int32 {
	var sum int32
	for i, a := range acc {
		x := min(max(a, 0), 255)
		sum += int32(x*out[i]) * int32(x)
	}
	return sum
}

// updateForwardGeneric updates two accumulators and returns the sum of (x*w)*x over both. The
// weights w are first for the first accumulator and second for the second.
func updateForwardGeneric(dst, src, weights []int16, rows *[2]Rows, shape Shape,
	first, second []int16) int32 {
	updateGeneric(dst, src, weights, rows[:], shape)
	h := len(dst) / 2
	return dotGeneric(dst[:h], first) + dotGeneric(dst[h:], second)
}
