//go:build !amd64 || purego

package train

func sumRows(dst, src []int16, index, at []int32) { sumRowsGeneric(dst, src, index, at) }

func sumSlots(dst []float32, src []int16, index, at []int32) {
	sumSlotsGeneric(dst, src, index, at)
}

func toUnits(to []int16, from []float32) { toUnitsGeneric(to, from) }

func fromUnits(to []float32, from []int16) { fromUnitsGeneric(to, from) }

func toHalves(to []int16, from []float32) { toHalvesGeneric(to, from) }

func multiply(c, a, b []float32, p *product) { multiplyGeneric(c, a, b, p) }

func pairs(x []float32, acc, _ []int16, stride int, floor float32) {
	pairsGeneric(x, acc, stride, floor)
}

func pairsGrad(acc []int16, dx []float32, stride int) { pairsGradGeneric(acc, dx, stride) }

func screluDot(acc, w []float32) float32 { return screluDotGeneric(acc, w) }

func screluGrad(acc, w, gw []float32, grad float32) { screluGradGeneric(acc, w, gw, grad) }

func add(dst, src []float32) { addGeneric(dst, src) }

func adam(w, m, v, g []float32, c *adamStep) { adamGeneric(w, m, v, g, c) }

func fold(e, w, f []float32, clip float32) { foldGeneric(e, w, f, clip) }
