package train

import (
	"sente/eval/nnue"
	"sente/internal/memory"
)

// accUnit is what stands for 1 in the first layer's passes. Its weights and their sums are 16-bit
// integers there: they take half the room of floats in the caches, which is what those passes wait
// for. A unit of the integer network (1/nnue.QA) is eight of these. Each addition saturates at ±16;
// what the sum is clamped to in the end is 0 to 1.
const accUnit = 8 * nnue.QA

const (
	perUnit   = 1.0 / accUnit
	perSquare = perUnit * perUnit
)

// network is a model's weights as the passes use them. It is made from the model's parameters, tile
// by tile and bucket by bucket, and does not follow them by itself.
type network struct {
	layout
	tileRows []int16    // [tile][rows][lanes]: sums of the buckets' own and the factoriser's rows
	heads    []head3Net // with three layers, by output bucket
	params   []float32  // the model's; with one layer its later weights are used as they are
	floors   bool       // stand in for the integer network: rounded weights, floors
}

// newNetwork returns a network of the given parameters. With a factoriser it may change them: it
// clips the sums, see load.
func newNetwork(l *layout, params []float32, floors bool) *network {
	n := &network{
		layout: *l, params: params, floors: floors,
		tileRows: memory.Huge[int16](l.tiles * l.rows * lanes),
		heads:    make([]head3Net, l.OutputBuckets),
	}
	for t := range l.tiles {
		n.loadTile(t)
	}
	for b := range l.OutputBuckets {
		n.loadHead(b)
	}
	return n
}

// rowsOf returns the rows of a tile, in units.
func (n *network) rowsOf(t int) []int16 {
	size := n.rows * lanes
	return n.tileRows[t*size : (t+1)*size : (t+1)*size]
}

// loadRun is how many parameters of a tile are loaded at a time: few enough that they stay in the
// nearest cache between the optimizer's step and this. It divides a bucket's inputs.
const loadRun = 1024

// loadTile takes over a tile's parameters.
func (n *network) loadTile(t int) {
	inputs := n.inputRows * lanes
	for at := 0; at < inputs; at += loadRun {
		n.load(t, at, at+loadRun)
	}
	n.load(t, inputs, n.rows*lanes)
}

// load takes over tile t's parameters [from, to): whole input rows, or the bias row. Where an own
// row plus the factoriser's leaves ±weightClip, it changes the own row in params.
func (n *network) load(t, from, to int) {
	var room [loadRun]float32
	params, rows := n.tile(n.params, t), room[:to-from]
	if factor := params[n.rows*lanes:]; len(factor) > 0 && from < n.ownRows*lanes {
		fold(rows, params[from:to], factor[from%len(factor):][:to-from], weightClip)
	} else {
		copy(rows, params[from:to])
	}
	if n.floors {
		roundTo(rows, nnue.QA, maxInput)
	}
	toUnits(n.rowsOf(t)[from:to], rows)
}

// loadHead takes over the later layers of an output bucket.
func (n *network) loadHead(b int) {
	if n.Layers == 3 {
		n.heads[b].load(n.head(n.params, b), n.Hidden, n.floors)
	}
}

// accumulators are those of a batch, in units; later the loss's derivatives by them, as half floats
// (see toHalf).
type accumulators struct {
	data   []int16 // [tile][slot][lanes]
	stride int     // numbers from a tile to the next
}

// at returns the accumulator of a slot from its first tile on.
func (a *accumulators) at(slot int32) []int16 { return a.data[int(slot)*lanes:] }

// tile returns a tile of all accumulators.
func (a *accumulators) tile(t int) []int16 { return a.data[t*a.stride : (t+1)*a.stride] }

// strideSlots are slots that no view has, between a tile and the next. Without them a slot's runs
// would lie a power of two apart, in one set of the caches, and push each other out.
const strideSlots = 33

// resize makes room for n slots.
func (a *accumulators) resize(tiles, n int) {
	a.stride = (n + strideSlots) * lanes
	if need := tiles * a.stride; cap(a.data) < need {
		a.data = memory.Huge[int16](need)
	} else {
		a.data = a.data[:need]
	}
}
