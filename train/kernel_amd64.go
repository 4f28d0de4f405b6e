//go:build amd64 && !purego

package train

import "golang.org/x/sys/cpu"

// useAVX2 is a variable so that tests can switch the kernels off.
var useAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// Lengths in floats: h and n are positive multiples of 32 (adamAVX2, addAVX2: of 8), rows ≥ 1.
//
//go:noescape
func accumulateAVX2(dst, w *float32, rows *int32, count, h int)

//go:noescape
func scatterAVX2(grads, d *float32, rows *int32, count, h int)

//go:noescape
func screluDotAVX2(acc, w *float32, n int) float32

//go:noescape
func screluGradAVX2(acc, w, gw *float32, n int, grad float32)

//go:noescape
func addAVX2(dst, src *float32, n int)

//go:noescape
func adamAVX2(w, m, v, grads *float32, n int, c *adamStep)

// accumulate sets dst to the sum of the rows of w that begin at the given offsets, each len(dst)
// long. Every offset must leave a whole row inside w: dataset.go checks records once, when they
// are read, so that no kernel has to.
func accumulate(dst, w []float32, rows []int32) {
	if useAVX2 && len(rows) > 0 && len(dst)%32 == 0 {
		accumulateAVX2(&dst[0], &w[0], &rows[0], len(rows), len(dst))
		return
	}
	accumulateGeneric(dst, w, rows)
}

// scatter adds d to every row of g that begins at one of the given offsets.
func scatter(g, d []float32, rows []int32) {
	if useAVX2 && len(rows) > 0 && len(d)%32 == 0 {
		scatterAVX2(&g[0], &d[0], &rows[0], len(rows), len(d))
		return
	}
	scatterGeneric(g, d, rows)
}

// screluDot returns the sum of clamp(acc, 0, 1)² * w.
func screluDot(acc, w []float32) float32 {
	if useAVX2 && len(acc) > 0 && len(acc)%32 == 0 {
		return screluDotAVX2(&acc[0], &w[:len(acc)][0], len(acc))
	}
	return screluDotGeneric(acc, w)
}

// screluGrad goes backwards through screluDot: it adds the derivative by w to gw and replaces acc
// by the derivative by acc; grad is the loss's derivative by screluDot's result.
func screluGrad(acc, w, gw []float32, grad float32) {
	if useAVX2 && len(acc) > 0 && len(acc)%32 == 0 {
		screluGradAVX2(&acc[0], &w[:len(acc)][0], &gw[:len(acc)][0], len(acc), grad)
		return
	}
	screluGradGeneric(acc, w, gw, grad)
}

// addAndClear adds src to dst and clears src.
func addAndClear(dst, src []float32) {
	if useAVX2 && len(src) > 0 && len(src)%8 == 0 {
		addAVX2(&dst[:len(src)][0], &src[0], len(src))
		return
	}
	addGeneric(dst, src)
}

// adam makes one AdamW step on w, clips it and clears the gradient g.
func adam(w, m, v, g []float32, c *adamStep) {
	if n := len(w); useAVX2 && n > 0 && n%8 == 0 {
		adamAVX2(&w[0], &m[:n][0], &v[:n][0], &g[:n][0], n, c)
		return
	}
	adamGeneric(w, m, v, g, c)
}
