package train

import (
	"sente/eval/nnue"
	"sente/internal/memory"
)

// accUnit is the number that stands for 1 in the first layer's passes. Weights and sums are 16-bit
// integers there. They take half as much cache as floats, and the passes wait for the cache. A unit
// of the integer network (1/nnue.QA) is eight of these units. Each addition saturates at ±16; in
// the end sums are clamped to 0 to 1.
const accUnit = 8 * nnue.QA

const (
	perUnit   = 1.0 / accUnit
	perSquare = perUnit * perUnit
)

// network holds a model's weights in the form that the passes use. It is made from the model's
// parameters, tile by tile and bucket by bucket. When the parameters change, it must be loaded
// again.
type network struct {
	layout
	tileRows []int16    // [tile][rows][lanes]: king buckets' own rows plus the factoriser's
	heads    []head3Net // with three layers, by output bucket
	params   []float32  // the model's; a network of one layer uses its later weights directly
	floors   bool       // stand in for the integer network: rounded weights, floors
}

// newNetwork returns a network of the given parameters. With a factoriser it may change them,
// because load clips the sums.
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

// loadRun is how many parameters of a tile are loaded at a time. They are few enough to stay in the
// first-level cache between the optimizer's step and load. It divides the number of weights of a
// king bucket in a tile.
const loadRun = 1024

// loadTile loads a tile's parameters.
func (n *network) loadTile(t int) {
	inputs := n.inputRows * lanes
	for at := 0; at < inputs; at += loadRun {
		n.load(t, at, at+loadRun)
	}
	n.load(t, inputs, n.rows*lanes)
}

// load loads tile t's parameters [from, to): whole input rows, or the bias row. If the sum of an
// own row and the factoriser's leaves ±weightClip, load changes the own row in params.
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

// loadHead loads the later layers of an output bucket.
func (n *network) loadHead(b int) {
	if n.Layers == 3 {
		n.heads[b].load(n.head(n.params, b), n.Hidden, n.floors)
	}
}

// accumulators are those of a batch, in units. After the backward pass they hold the loss's
// derivatives by them, as half floats (see toHalf).
type accumulators struct {
	data   []int16 // [tile][slot][lanes]
	stride int     // numbers from one tile to the next
}

// at returns the accumulator of a slot, beginning in its first tile.
func (a *accumulators) at(slot int32) []int16 { return a.data[int(slot)*lanes:] }

// tile returns one tile of all accumulators.
func (a *accumulators) tile(t int) []int16 { return a.data[t*a.stride : (t+1)*a.stride] }

// strideSlots is how many unused slots lie between a tile and the next. Without them the parts of
// one slot would be a power of two apart. Then they would fall into one set of the caches and push
// each other out.
const strideSlots = 33

// resize makes room for n slots in each tile.
func (a *accumulators) resize(tiles, n int) {
	a.stride = (n + strideSlots) * lanes
	if need := tiles * a.stride; cap(a.data) < need {
		a.data = memory.Huge[int16](need)
	} else {
		a.data = a.data[:need]
	}
}
