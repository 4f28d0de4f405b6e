package train

import (
	"math"
	"sync"
	"sync/atomic"

	"sente/eval/nnue"
	"sente/internal/memory"
)

// worker holds the buffers of one goroutine.
type worker struct {
	grad  []float32 // gradient of a tile: of its rows, then of its factoriser's
	block *block
	room1 room1
	du    []float32
}

// crew is all workers.
type crew []*worker

func newCrew(l *layout, threads int) crew {
	c := make(crew, threads)
	grads := memory.Huge[float32](threads * l.tileLen)
	for i := range c {
		grad := grads[i*l.tileLen:][:l.tileLen:l.tileLen]
		c[i] = &worker{grad: grad, du: make([]float32, groupSize)}
		if l.Layers == 3 {
			c[i].block = newBlock(l.Hidden)
		} else {
			c[i].room1 = make(room1, 2*l.Hidden)
		}
	}
	return c
}

// do runs f for every task, on all workers. A task's result must not depend on other tasks or on
// the worker.
func (c crew) do(tasks int, f func(w *worker, task int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for _, w := range c {
		group.Go(func() {
			for {
				task := int(next.Add(1)) - 1
				if task >= tasks {
					return
				}
				f(w, task)
			}
		})
	}
	group.Wait()
}

// loss is what training minimises: |sigmoid(400*output/scale) - target|^exponent.
type loss struct{ steepness, exponent float64 }

func newLoss(r *Recipe) loss { return loss{nnue.Scale / r.Scale, r.LossExponent} }

// of returns the loss for an output, and its derivative with respect to that output.
func (l loss) of(output, target float32) (loss, grad float64) {
	p := sigmoid(l.steepness * float64(output))
	e := p - float64(target)
	slope := p * (1 - p) * l.steepness
	if l.exponent == 2 {
		return e * e, 2 * e * slope
	}
	if e == 0 {
		return 0, 0
	}
	size := math.Abs(e)
	power := math.Pow(size, l.exponent-1)
	return power * size, l.exponent * math.Copysign(power, e) * slope
}

// pass runs batches through a network.
type pass struct {
	acc   accumulators
	out   []float32   // by position in the batch
	loss  []float64   // by group: sum over the group's positions
	grads [][]float32 // by group: gradient with respect to the later layers of its bucket
}

// forward sets p.out to the outputs of b's positions, in units of nnue.Scale centipawns for the
// side to move.
func (p *pass) forward(c crew, n *network, b *batch) {
	p.accumulate(c, n, b)
	c.do(len(b.groups), func(w *worker, g int) { p.later(w, n, b, g, nil) })
}

// learn does what forward does, and sets p.loss and p.grads. It replaces the accumulators by the
// gradient of the summed loss with respect to them.
func (p *pass) learn(c crew, n *network, b *batch, l loss) {
	p.accumulate(c, n, b)
	p.loss = grown(p.loss, len(b.groups))
	for len(p.grads) < len(b.groups) {
		p.grads = append(p.grads, make([]float32, n.headLen))
	}
	c.do(len(b.groups), func(w *worker, g int) { p.later(w, n, b, g, &l) })
}

// accumulate computes the first layer: the accumulators of all slots.
func (p *pass) accumulate(c crew, n *network, b *batch) {
	p.acc.resize(n.tiles, 2*b.n)
	p.out = grown(p.out, b.n)
	c.do(n.tiles, func(_ *worker, t int) {
		sumRows(p.acc.tile(t), n.rowsOf(t), b.rows, b.rowsAt)
	})
}

// later takes a group through the later layers. If l is not nil, it goes backwards too.
func (p *pass) later(w *worker, n *network, b *batch, g int, l *loss) {
	run := b.groups[g]
	if l != nil {
		p.loss[g] = 0
		clear(p.grads[g])
	}
	for from := run.from; from < run.to; from += blockSize {
		to := min(from+blockSize, run.to)
		slots, out, du := b.slot[from:to], p.out[from:to], w.du[:to-from]
		if n.Layers == 3 {
			w.block.forward(&n.heads[run.bucket], &p.acc, slots, out)
		} else {
			w.room1.forward(n.head(n.params, run.bucket), &p.acc, slots, out)
		}
		if l == nil {
			continue
		}
		for i, u := range out {
			loss, grad := l.of(u, b.target[from+i])
			p.loss[g] += loss
			du[i] = float32(grad)
		}
		if n.Layers == 3 {
			grad := newHead3(p.grads[g], n.Hidden)
			w.block.backward(&n.heads[run.bucket], &grad, &p.acc, slots, du)
		} else {
			w.room1.backward(n.head(n.params, run.bucket), p.grads[g], &p.acc, slots, du)
		}
	}
}

// tileGrad sets w.grad to the gradient of the summed loss with respect to the tile's parameters. It
// must follow learn.
func (p *pass) tileGrad(w *worker, l *layout, b *batch, t int) {
	own := l.ownRows * lanes
	sumSlots(w.grad[:l.rows*lanes], p.acc.tile(t), b.slots, b.slotsAt)
	if factor := w.grad[l.rows*lanes:]; len(factor) > 0 {
		copy(factor, w.grad)
		for at := len(factor); at < own; at += len(factor) {
			add(factor, w.grad[at:at+len(factor)])
		}
	}
}

// headGrad returns the gradient with respect to an output bucket's later layers. It returns nil if
// the batch has no position in that bucket. It sums up in p.grads, so the result is valid until the
// next learn.
func (p *pass) headGrad(b *batch, bucket int) []float32 {
	var sum []float32
	for g, run := range b.groups {
		switch {
		case run.bucket != bucket:
		case sum == nil:
			sum = p.grads[g]
		default:
			add(sum, p.grads[g])
		}
	}
	return sum
}
