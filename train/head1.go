package train

// The later layer of a network with Layers = 1 has [2*Hidden] weights, the side to move's first,
// and then the bias.

// room1 is a worker's buffer for the two accumulators of a position, side by side.
type room1 []float32

// load copies the accumulators of a position's views.
func (r room1) load(acc *accumulators, views [2]int32) {
	for side, slot := range views {
		half := r[side*len(r)/2 : (side+1)*len(r)/2]
		from := acc.at(slot)
		for i := 0; i < len(half); i += lanes {
			fromUnits(half[i:i+lanes], from[i/lanes*acc.stride:][:lanes])
		}
	}
}

// store replaces the accumulators by r. By then r holds the gradient with respect to them.
func (r room1) store(acc *accumulators, views [2]int32) {
	for side, slot := range views {
		half := r[side*len(r)/2 : (side+1)*len(r)/2]
		to := acc.at(slot)
		for i := 0; i < len(half); i += lanes {
			toHalves(to[i/lanes*acc.stride:][:lanes], half[i:i+lanes])
		}
	}
}

// forward sets out to the outputs of positions with weights w.
func (r room1) forward(w []float32, acc *accumulators, slots [][2]int32, out []float32) {
	for i, views := range slots {
		r.load(acc, views)
		out[i] = screluDot(r, w) + w[len(r)]
	}
}

// backward adds the gradient with respect to the weights w to g, and replaces the accumulators by
// the gradient with respect to them. du holds the loss's derivatives with respect to the outputs.
func (r room1) backward(w, g []float32, acc *accumulators, slots [][2]int32, du []float32) {
	for i, views := range slots {
		r.load(acc, views)
		screluGrad(r, w, g, du[i])
		g[len(r)] += du[i]
		r.store(acc, views)
	}
}
