//go:build !amd64 || purego

package train

func accumulate(dst, w []float32, rows []int32) { accumulateGeneric(dst, w, rows) }

func scatter(g, d []float32, rows []int32) { scatterGeneric(g, d, rows) }

func screluDot(acc, w []float32) float32 { return screluDotGeneric(acc, w) }

func screluGrad(acc, w, gw []float32, grad float32) { screluGradGeneric(acc, w, gw, grad) }

func addAndClear(dst, src []float32) { addGeneric(dst, src) }

func adam(w, m, v, g []float32, c *adamStep) { adamGeneric(w, m, v, g, c) }
