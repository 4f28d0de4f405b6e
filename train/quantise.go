package train

// Quantisation of package eval/nnue: accumulators in units of 1/quantA, output weights of 1/quantB.
const (
	quantA = 255
	quantB = 64
)

// boundOutputs shrinks the output weights of a bucket whose quantised sum could leave int32:
// inference adds up to quantA²*|weight| for each of them.
func (m *Model) boundOutputs() {
	const limit = (1<<31 - 1) / (quantA * quantA)
	for b := range m.OutputBuckets {
		w := m.outWeights(b)
		var sum float64
		for _, x := range w {
			sum += float64(max(x, -x))
		}
		// Rounding adds at most half a unit a weight; the bias is less than one unit of the limit.
		if most := (limit - 2 - float64(m.Hidden)) / quantB; sum > most {
			for i := range w {
				w[i] *= float32(most / sum)
			}
		}
	}
}
