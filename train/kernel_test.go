package train

import (
	"math"
	"math/rand/v2"
	"testing"
)

const guard = 64 // floats before and behind what a kernel may touch

// guarded returns n random floats in [-lim, lim] that lie between two guard zones of 12345.
func guarded(rng *rand.Rand, n int, lim float32) (whole, inner []float32) {
	whole = make([]float32, n+2*guard)
	for i := range whole {
		whole[i] = 12345
	}
	inner = whole[guard : guard+n : guard+n]
	for i := range inner {
		inner[i] = (rng.Float32()*2 - 1) * lim
	}
	return whole, inner
}

func checkGuards(t *testing.T, name string, whole []float32) {
	t.Helper()
	for i := range guard {
		if whole[i] != 12345 || whole[len(whole)-1-i] != 12345 {
			t.Fatalf("%s: wrote outside its slice", name)
		}
	}
}

// checkClose wants got and want equal within tol times the largest magnitude of want (at least 1).
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

func copyOf(x []float32) []float32 { return append([]float32(nil), x...) }

func TestRowKernelsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const features = 40
	for h := 32; h <= 1024; h += 32 {
		for _, count := range []int{1, 2, 7, 33} {
			_, w := guarded(rng, features*h, 1)
			rows := make([]int32, count)
			for i := range rows {
				rows[i] = int32(rng.IntN(features) * h)
			}
			rows[0], rows[count-1] = 0, int32((features-1)*h)
			dstAll, dst := guarded(rng, h, 1)
			want := make([]float32, h)
			accumulate(dst, w, rows)
			accumulateGeneric(want, w, rows)
			checkGuards(t, "accumulate", dstAll)
			checkClose(t, "accumulate", dst, want, 1e-6)

			gAll, g := guarded(rng, features*h, 1)
			wantG := copyOf(g)
			scatter(g, dst, rows)
			scatterGeneric(wantG, dst, rows)
			checkGuards(t, "scatter", gAll)
			checkClose(t, "scatter", g, wantG, 1e-6)
		}
	}
}

func TestSCReLUKernelsEqualTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 32; n <= 2048; n += 32 {
		accAll, acc := guarded(rng, n, 2)
		acc[0], acc[1], acc[2], acc[n-1] = 0, 1, float32(math.Copysign(0, -1)), 1
		_, w := guarded(rng, n, 1.98)
		if got, want := screluDot(acc, w), screluDotGeneric(acc, w); math.Abs(float64(got-want)) > 1e-5*float64(n) {
			t.Fatalf("screluDot(%d) = %v, want %v", n, got, want)
		}
		gwAll, gw := guarded(rng, n, 1)
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
		wAll, w := guarded(rng, n, 2)
		mAll, m := guarded(rng, n, 1e-3)
		vAll, v := guarded(rng, n, 1e-6)
		gAll, g := guarded(rng, n, 10)
		for i := range v {
			v[i] = max(v[i], -v[i])
		}
		g[0], v[0], m[0] = 0, 0, 0 // a weight whose feature has never been seen
		w2, m2, v2, g2 := copyOf(w), copyOf(m), copyOf(v), copyOf(g)
		step := newAdamStep(3, 1e-3, 1000)
		adam(w, m, v, g, &step)
		adamGeneric(w2, m2, v2, g2, &step)
		for _, p := range []struct {
			name      string
			whole     []float32
			got, want []float32
		}{{"adam w", wAll, w, w2}, {"adam m", mAll, m, m2}, {"adam v", vAll, v, v2}, {"adam g", gAll, g, g2}} {
			checkGuards(t, p.name, p.whole)
			checkClose(t, p.name, p.got, p.want, 1e-6)
		}
		for i := range w {
			if w[i] > weightClip || w[i] < -weightClip {
				t.Fatalf("adam left w[%d] = %v outside the clip", i, w[i])
			}
		}

		dstAll, dst := guarded(rng, n, 1)
		srcAll, src := guarded(rng, n, 1)
		dst2, src2 := copyOf(dst), copyOf(src)
		addAndClear(dst, src)
		addGeneric(dst2, src2)
		checkGuards(t, "add dst", dstAll)
		checkGuards(t, "add src", srcAll)
		checkClose(t, "add dst", dst, dst2, 0)
		checkClose(t, "add src", src, src2, 0)
	}
}
