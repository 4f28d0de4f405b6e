package train

import "math"

// The functions in this file are the specification of the kernels: every assembly twin must agree
// with them up to the rounding of float32 (sums run in another order, products are fused).

// accumulateGeneric sets dst to the sum of the rows of w that begin at the given offsets.
func accumulateGeneric(dst, w []float32, rows []int32) {
	clear(dst)
	for _, at := range rows {
		row := w[at:][:len(dst)]
		for i := range dst {
			dst[i] += row[i]
		}
	}
}

// scatterGeneric adds d to every row of g that begins at one of the given offsets.
func scatterGeneric(g, d []float32, rows []int32) {
	for _, at := range rows {
		row := g[at:][:len(d)]
		for i := range d {
			row[i] += d[i]
		}
	}
}

// screluDotGeneric returns the sum of clamp(acc, 0, 1)² * w.
func screluDotGeneric(acc, w []float32) float32 {
	var sum float32
	for i, a := range acc {
		x := min(max(a, 0), 1)
		sum += x * x * w[i]
	}
	return sum
}

// screluGradGeneric goes backwards through screluDotGeneric, grad being the loss's derivative by
// its result: it adds the derivative by w to gw and replaces acc by the derivative by acc.
func screluGradGeneric(acc, w, gw []float32, grad float32) {
	for i, a := range acc {
		x := min(max(a, 0), 1)
		gw[i] += grad * x * x
		if a < 1 {
			acc[i] = 2 * grad * w[i] * x
		} else {
			acc[i] = 0
		}
	}
}

// addGeneric adds src to dst and clears src.
func addGeneric(dst, src []float32) {
	for i, s := range src {
		dst[i] += s
	}
	clear(src)
}

// adamGeneric makes one AdamW step (Loshchilov & Hutter, "Decoupled weight decay regularization",
// 2019) on w with the moments m and v and the gradient g, clips w and clears g.
func adamGeneric(w, m, v, g []float32, c *adamStep) {
	for i := range w {
		d := g[i] * c.gradScale
		m[i] = c.beta1*m[i] + c.rest1*d
		v[i] = c.beta2*v[i] + c.rest2*d*d
		x := w[i]*c.keep - c.rate*m[i]/(float32(math.Sqrt(float64(v[i])))*c.unbias2+c.epsilon)
		w[i] = min(max(x, -c.clip), c.clip)
		g[i] = 0
	}
}
