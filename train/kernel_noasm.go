//go:build !amd64 || purego

package train

func gatherSum(dst, src []float32, index, at []int32) { gatherSumGeneric(dst, src, index, at) }

func multiply(c, a, b []float32, p *product) { multiplyGeneric(c, a, b, p) }

func pairs(x, acc []float32, stride int, floor float32) { pairsGeneric(x, acc, stride, floor) }

func pairsGrad(acc, dx []float32, stride int) { pairsGradGeneric(acc, dx, stride) }

func screluDot(acc, w []float32) float32 { return screluDotGeneric(acc, w) }

func screluGrad(acc, w, gw []float32, grad float32) { screluGradGeneric(acc, w, gw, grad) }

func add(dst, src []float32) { addGeneric(dst, src) }

func adam(w, m, v, g []float32, c *adamStep) { adamGeneric(w, m, v, g, c) }

func fold(e, w, f []float32, clip float32) { foldGeneric(e, w, f, clip) }
