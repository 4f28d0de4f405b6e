package nnue

import (
	"unsafe"

	"sente/board"
	"sente/eval/nnue/kernel"
)

// MaxPushes is how many moves a Stack can hold open; package eval says how many it needs.
const MaxPushes = 259

// Stack evaluates the positions along one line of play. It has accumulators for every move but
// fills them only when a position is evaluated. Then it starts from the nearest filled accumulators
// before. Each search worker has its own. Call Reset for the root, then Push after each Make or
// MakeNull and Pop on the way back. None of its methods allocates.
type Stack struct {
	net   *Network
	lanes []int16 // accumulators, [slot][colour][H]
	cache refreshCache
	input *kernel.Input // of the deep layers, made anew for each evaluation
	ply   int
	at    [MaxPushes + 1]uint16 // slot by ply; a null move uses its parent's
	slots [MaxPushes + 1]slot

	threats *threatStack // nil without threat inputs
}

// slot is what is known of the accumulators after one change of the men.
type slot struct {
	delta  board.Delta // the change since the slot before
	views  [2]view
	filled [2]bool
}

// NewStack returns a Stack for a network. It must be Reset before use.
func NewStack(n *Network) *Stack {
	s := &Stack{
		net:   n,
		lanes: make([]int16, (MaxPushes+1)*2*n.raw.H),
		cache: newRefreshCache(n),
		input: new(kernel.Input),
	}
	if n.raw.threatened() {
		s.threats = new(threatStack)
	}
	return s
}

// Bytes returns the memory that the stack takes, without the network's own.
func (s *Stack) Bytes() uint64 {
	bytes := unsafe.Sizeof(*s) + unsafe.Sizeof(*s.input) +
		uintptr(len(s.lanes)+len(s.cache.lanes))*unsafe.Sizeof(s.lanes[0]) +
		uintptr(len(s.cache.boards))*unsafe.Sizeof(s.cache.boards[0])
	if s.threats != nil {
		bytes += unsafe.Sizeof(*s.threats)
	}
	return uint64(bytes)
}

// Touch writes to all of the stack's large memory, so that the system provides it now and not,
// slowly, at its first use. Reset must follow.
func (s *Stack) Touch() {
	clear(s.lanes)
	if s.threats != nil {
		*s.threats = threatStack{}
	}
}

// Reset begins a new line at p.
func (s *Stack) Reset(p *board.Position) {
	s.ply = 0
	s.slots[0] = slot{views: s.net.viewsOf(p)}
}

// Push follows the move that led to p, by p.Delta. At most MaxPushes moves may be open.
func (s *Stack) Push(p *board.Position) {
	at := s.at[s.ply]
	s.ply++
	if d := p.Delta(); d.Adds != 0 {
		at++
		next := &s.slots[at]
		next.delta = *d
		next.views = s.net.viewsOf(p)
		next.filled = [2]bool{}
	}
	s.at[s.ply] = at
}

// Pop undoes the last Push.
func (s *Stack) Pop() { s.ply-- }

// Evaluate returns the evaluation of p, the position of the last Push or Reset, in centipawns for
// the side to move; it equals Network.Evaluate. It is defined in check too.
func (s *Stack) Evaluate(p *board.Position) int {
	bucket := int(s.net.buckets[p.Occupied().Count()])
	top := int(s.at[s.ply])
	behind := s.fill(p, top)
	if s.net.raw.deep() {
		return s.deep(p, top, behind, bucket)
	}
	return s.single(p, top, behind, bucket)
}

// fill fills the accumulators of p in slot top. If both of the slot before are filled and only the
// last change of men is missing, fill leaves that to the next layer's kernel and returns true. The
// kernel makes the change in the same pass.
func (s *Stack) fill(p *board.Position, top int) (behind bool) {
	if s.threats != nil {
		s.threats.now.set(p)
	}
	white, black := s.nearest(board.White, top), s.nearest(board.Black, top)
	if white < 0 {
		s.refresh(p, board.White, top)
		white = top
	}
	if black < 0 {
		s.refresh(p, board.Black, top)
		black = top
	}
	for i := min(white, black) + 1; i <= top; i++ {
		if max(white, black) < i && i == top && s.sameThreats(top) {
			return true
		}
		s.update(i, white < i, black < i)
	}
	if s.threats != nil {
		s.fillThreats(board.White, top)
		s.fillThreats(board.Black, top)
	}
	return false
}

// single returns the evaluation by a single output layer.
func (s *Stack) single(p *board.Position, top int, behind bool, bucket int) int {
	out, side := s.net.out(bucket), int(p.SideToMove())
	var sum int32
	if behind {
		sum = s.updateForward(top, out, side)
	} else {
		us, them := s.accumulators(top, side)
		sum = kernel.Forward(us, them, out)
	}
	return s.net.centipawns(int64(sum), bucket)
}

// deep returns the evaluation by the deep layers.
func (s *Stack) deep(p *board.Position, top int, behind bool, bucket int) int {
	side := int(p.SideToMove())
	if behind {
		s.updatePairwise(top, side)
	} else {
		us, them := s.accumulators(top, side)
		kernel.Pairwise(s.input, us, them)
	}
	sum := kernel.Deep(s.input, &s.net.layers[bucket])
	return s.net.centipawnsOfLayers(int64(sum) + int64(s.net.raw.L3Bias[bucket]))
}

// accumulators returns the accumulators of a slot, that of the given side first.
func (s *Stack) accumulators(slot, side int) (us, them []int16) {
	h := s.net.raw.H
	acc := s.lanes[slot*2*h : (slot+1)*2*h]
	return acc[side*h : (side+1)*h], acc[(1-side)*h : (2-side)*h]
}

// nearest returns the last slot up to top whose accumulator of side c is filled, or -1 if there is
// none. c's view must be the same from that slot to top.
func (s *Stack) nearest(c board.Color, top int) int {
	v := s.slots[top].views[c]
	for i := top; i >= 0 && s.slots[i].views[c] == v; i-- {
		if s.slots[i].filled[c] {
			return i
		}
	}
	return -1
}

// update fills one or both accumulators of slot i from those of the slot before.
func (s *Stack) update(i int, white, black bool) {
	e := &s.slots[i]
	shape := shapeOf(&e.delta)
	rows := [2]kernel.Rows{}
	first, last := board.White, board.Black
	if !white {
		first = board.Black
	}
	if !black {
		last = board.White
	}
	for c := first; c <= last; c++ {
		s.net.rows(&rows[c], e.views[c], c, &e.delta, shape)
		e.filled[c] = true
		if t := s.threats; t != nil {
			t.in[i][c].copyFrom(&t.in[i-1][c])
		}
	}
	h := s.net.raw.H
	from, to := int(first)*h, int(last+1)*h
	src, dst := s.lanes[(i-1)*2*h:i*2*h], s.lanes[i*2*h:(i+1)*2*h]
	kernel.Update(dst[from:to], src[from:to], s.net.raw.FTWeights, rows[first:last+1], shape)
}

// updateForward fills both accumulators of slot i from those of the slot before and returns the
// output layer's sum.
func (s *Stack) updateForward(i int, out []int16, side int) int32 {
	rows := [2]kernel.Rows{}
	shape := s.bothRows(&rows, i)
	dst, src := s.slotAndBefore(i)
	return kernel.UpdateForward(dst, src, s.net.raw.FTWeights, &rows, shape, out, side)
}

// updatePairwise fills both accumulators of slot i from those of the slot before and sets the deep
// layers' input.
func (s *Stack) updatePairwise(i, side int) {
	rows := [2]kernel.Rows{}
	shape := s.bothRows(&rows, i)
	dst, src := s.slotAndBefore(i)
	kernel.UpdatePairwise(s.input, dst, src, s.net.raw.FTWeights, &rows, shape, side)
}

// bothRows sets rows, which must be zero, to what changes in the accumulators of slot i, and marks
// them as filled.
func (s *Stack) bothRows(rows *[2]kernel.Rows, i int) kernel.Shape {
	e := &s.slots[i]
	shape := shapeOf(&e.delta)
	for c := range rows {
		s.net.rows(&rows[c], e.views[c], board.Color(c), &e.delta, shape)
	}
	e.filled = [2]bool{true, true}
	return shape
}

// slotAndBefore returns both accumulators of slot i and of the slot before.
func (s *Stack) slotAndBefore(i int) (dst, src []int16) {
	width := 2 * s.net.raw.H
	return s.lanes[i*width : (i+1)*width], s.lanes[(i-1)*width : i*width]
}
