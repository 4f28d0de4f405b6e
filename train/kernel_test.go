package train

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

const guard = 64 // numbers before and behind the part that a kernel may touch

// number is the type of the elements that kernels work on.
type number interface{ int16 | float32 }

// guarded returns n random numbers in [-lim, lim] that lie between two guard zones filled with
// 12345.
func guarded[T number](rng *rand.Rand, n int, lim T) (whole, inner []T) {
	whole = make([]T, n+2*guard)
	for i := range whole {
		whole[i] = 12345
	}
	inner = whole[guard : guard+n : guard+n]
	for i := range inner {
		inner[i] = T((rng.Float32()*2 - 1) * float32(lim))
	}
	return whole, inner
}

// guardedHalves returns n random half floats in [-1, 1], guarded.
func guardedHalves(rng *rand.Rand, n int) (whole, inner []int16) {
	whole, inner = guarded[int16](rng, n, 0)
	for i := range inner {
		inner[i] = toHalf(rng.Float32()*2 - 1)
	}
	return whole, inner
}

func checkGuards[T number](t *testing.T, name string, whole []T) {
	t.Helper()
	for i := range guard {
		if whole[i] != 12345 || whole[len(whole)-1-i] != 12345 {
			t.Fatalf("%s: wrote outside its slice", name)
		}
	}
}

// checkClose fails unless got equals want within tol times the largest magnitude in want (at least
// 1).
func checkClose(t *testing.T, name string, got, want []float32, tol float64) {
	t.Helper()
	scale := 1.0
	for _, x := range want {
		scale = max(scale, math.Abs(float64(x)))
	}
	for i := range want {
		if d := math.Abs(float64(got[i]) - float64(want[i])); !(d <= tol*scale) {
			t.Fatalf("%s: [%d] = %v, want %v", name, i, got[i], want[i])
		}
	}
}

func copyOf[T number](x []T) []T { return append([]T(nil), x...) }

func TestSumsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const sources, runs = 40, 30
	_, units := guarded[int16](rng, sources*lanes, 8000) // large enough that some sums saturate
	_, halves := guardedHalves(rng, sources*lanes)
	saturated := 0
	for range 20 {
		var index []int32
		at := []int32{0}
		for i := range runs { // lengths 0 to 29
			for range i {
				index = append(index, int32(rng.IntN(sources)*lanes))
			}
			at = append(at, int32(len(index)))
		}
		index[0], index[len(index)-1] = 0, (sources-1)*lanes
		all, rows := guarded[int16](rng, runs*lanes, 1)
		wantRows := make([]int16, runs*lanes)
		sumRows(rows, units, index, at)
		sumRowsGeneric(wantRows, units, index, at)
		checkGuards(t, "sumRows", all)
		if !slices.Equal(rows, wantRows) {
			t.Fatalf("sumRows %v, want %v", rows, wantRows)
		}
		for _, x := range rows {
			if x == math.MaxInt16 || x == math.MinInt16 {
				saturated++
			}
		}

		allSlots, slots := guarded[float32](rng, runs*lanes, 1)
		want := make([]float32, runs*lanes)
		sumSlots(slots, halves, index, at)
		sumSlotsGeneric(want, halves, index, at)
		checkGuards(t, "sumSlots", allSlots)
		checkClose(t, "sumSlots", slots, want, 1e-6)
	}
	if saturated == 0 {
		t.Error("the test has no sum that saturates")
	}
}

// TestConversionsEqualTwins: conversions to units and half floats and back, for ordinary and for
// special values.
func TestConversionsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for n := 16; n <= 160; n += 16 {
		_, x := guarded[float32](rng, n, 20) // what is beyond 16 saturates in units
		copy(x, []float32{0, float32(math.Copysign(0, -1)), 0.5 * perUnit, 1.5 * perUnit,
			-0.5 * perUnit, 16.1, -16.1, 1, 1e-30, 1 + 1.0/256, 1 + 3.0/256, 3e4})
		all, got := guarded[int16](rng, n, 1)
		want := make([]int16, n)
		toUnits(got, x)
		toUnitsGeneric(want, x)
		checkGuards(t, "toUnits", all)
		if !slices.Equal(got, want) {
			t.Fatalf("toUnits(%v) = %v, want %v", x, got, want)
		}
		allBack, back := guarded[float32](rng, n, 1)
		wantBack := make([]float32, n)
		fromUnits(back, got)
		fromUnitsGeneric(wantBack, got)
		checkGuards(t, "fromUnits", allBack)
		checkClose(t, "fromUnits", back, wantBack, 0)
		toHalves(got, x)
		toHalvesGeneric(want, x)
		checkGuards(t, "toHalves", all)
		if !slices.Equal(got, want) {
			t.Fatalf("toHalves(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestHalves: a half float is the nearest one, and of two equally near the even one.
func TestHalves(t *testing.T) {
	for _, c := range []struct{ x, want float32 }{
		{0, 0}, {1, 1}, {-2.5, -2.5}, {1 + 1.0/128, 1 + 1.0/128}, {1 + 1.0/256, 1},
		{1 + 3.0/256, 1 + 1.0/64}, {1 + 1.01/256, 1 + 1.0/128}, {-1 - 1.01/256, -1 - 1.0/128},
		{1.999, 2},
	} {
		if got := fromHalf(toHalf(c.x)); got != c.want {
			t.Errorf("%v becomes %v, want %v", c.x, got, c.want)
		}
	}
}

func TestMultiplyEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, in := range []int{32, 64, 192} {
		for _, out := range []int{16, 32} {
			forward, back, grad := layerProducts(in, out)
			for i, p := range []product{
				forward, back, grad, {m: 4, n: 16, k: 1, am: 1, ak: 4, bk: 16, cm: 20},
			} {
				all, c := guarded[float32](rng, (p.m-1)*p.cm+p.n, 1)
				_, a := guarded[float32](rng, (p.m-1)*p.am+(p.k-1)*p.ak+1, 1)
				_, b := guarded[float32](rng, (p.k-1)*p.bk+p.n, 1)
				want := copyOf(c)
				multiply(c, a, b, &p)
				multiplyGeneric(want, a, b, &p)
				checkGuards(t, "multiply", all)
				checkClose(t, fmt.Sprint("multiply ", i, p), c, want, 1e-5)
			}
		}
	}
}

func TestPairsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for tiles := 1; tiles <= 16; tiles++ {
		stride := lanes * (1 + tiles%3)
		accAll, acc := guarded[int16](rng, (2*tiles-1)*stride+lanes, 2*accUnit)
		copy(acc, []int16{0, accUnit, accUnit - 1, 1, math.MaxInt16, math.MinInt16})
		for _, floor := range []float32{0, 0.01} {
			xAll, x := guarded[float32](rng, tiles*lanes, 1)
			want := copyOf(x)
			pairs(x, acc, acc, stride, floor)
			pairsGeneric(want, acc, stride, floor)
			checkGuards(t, "pairs", xAll)
			checkClose(t, "pairs", x, want, 1e-6)
		}
		_, dx := guarded[float32](rng, tiles*lanes, 1)
		want := copyOf(acc)
		pairsGrad(acc, dx, stride)
		pairsGradGeneric(want, dx, stride)
		checkGuards(t, "pairsGrad", accAll)
		for i, x := range acc { // counts 0 and -0 as the same
			if x != want[i] && fromHalf(x) != fromHalf(want[i]) {
				t.Fatalf("pairsGrad: [%d] = %v, want %v", i, fromHalf(x), fromHalf(want[i]))
			}
		}
	}
}

func TestSCReLUKernelsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 32; n <= 2048; n += 32 {
		accAll, acc := guarded[float32](rng, n, 2)
		acc[0], acc[1], acc[2], acc[n-1] = 0, 1, float32(math.Copysign(0, -1)), 1
		_, w := guarded[float32](rng, n, 1.98)
		got, want := screluDot(acc, w), screluDotGeneric(acc, w)
		if math.Abs(float64(got-want)) > 1e-5*float64(n) {
			t.Fatalf("screluDot(%d) = %v, want %v", n, got, want)
		}
		gwAll, gw := guarded[float32](rng, n, 1)
		wantAcc, wantGW := copyOf(acc), copyOf(gw)
		screluGrad(acc, w, gw, -0.7)
		screluGradGeneric(wantAcc, w, wantGW, -0.7)
		checkGuards(t, "screluGrad acc", accAll)
		checkGuards(t, "screluGrad gw", gwAll)
		checkClose(t, "screluGrad acc", acc, wantAcc, 1e-6)
		checkClose(t, "screluGrad gw", gw, wantGW, 1e-6)
	}
}

func TestUpdateKernelsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 8; n <= 264; n += 8 {
		wAll, w := guarded[float32](rng, n, 2)
		mAll, m := guarded[float32](rng, n, 1e-3)
		vAll, v := guarded[float32](rng, n, 1) // so large that checkClose sees the effect of a step
		gAll, g := guarded[float32](rng, n, 1e4)
		for i := range v {
			v[i] = max(v[i], -v[i])
		}
		g[0], v[0], m[0] = 0, 0, 0 // a weight whose feature has never been seen
		w2, m2, v2, g2 := copyOf(w), copyOf(m), copyOf(v), copyOf(g)
		step := newAdamStep(3, 1e-3, 0.01, 1000)
		adam(w, m, v, g, &step)
		adamGeneric(w2, m2, v2, g2, &step)
		for _, p := range []struct {
			name      string
			whole     []float32
			got, want []float32
		}{
			{"adam w", wAll, w, w2}, {"adam m", mAll, m, m2}, {"adam v", vAll, v, v2},
			{"adam g", gAll, g, g2},
		} {
			checkGuards(t, p.name, p.whole)
			checkClose(t, p.name, p.got, p.want, 1e-6)
		}
		for i := range w {
			if w[i] > weightClip || w[i] < -weightClip {
				t.Fatalf("adam left w[%d] = %v outside the clip", i, w[i])
			}
		}

		dstAll, dst := guarded[float32](rng, n, 1)
		_, src := guarded[float32](rng, n, 1)
		dst2 := copyOf(dst)
		add(dst, src)
		addGeneric(dst2, src)
		checkGuards(t, "add", dstAll)
		checkClose(t, "add", dst, dst2, 0)

		eAll, e := guarded[float32](rng, n, 1)
		ownAll, own := guarded[float32](rng, n, 1.9) // sums are rounded
		_, factor := guarded[float32](rng, n, 2.1)
		e2, own2 := copyOf(e), copyOf(own)
		fold(e, own, factor, 1.5)
		foldGeneric(e2, own2, factor, 1.5)
		checkGuards(t, "fold e", eAll)
		checkGuards(t, "fold w", ownAll)
		checkClose(t, "fold e", e, e2, 0)
		checkClose(t, "fold w", own, own2, 0)
		fold(e, own, factor, 1.5)
		checkClose(t, "fold e again", e, e2, 0)
		checkClose(t, "fold w again", own, own2, 0)
	}
}
