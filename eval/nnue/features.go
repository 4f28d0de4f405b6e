package nnue

import (
	"sente/board"
	"sente/eval/nnue/kernel"
)

// view is how one side sees the board: its king bucket and whether files are mirrored. As long as
// its view stays the same, a side's accumulator can be updated from move to move.
type view uint8 // kingBucket<<1 | mirrored

// viewOf returns the view of side c whose king stands on king.
func viewOf(kingMap *[64]uint8, c board.Color, king board.Square) view {
	if c == board.Black {
		king = king.Flip()
	}
	if king.File() >= 4 {
		return view(kingMap[king^7])<<1 | 1
	}
	return view(kingMap[king]) << 1
}

// feature returns the index of the input for piece pc on square s as side c sees it.
func (v view) feature(c board.Color, pc board.Piece, s board.Square) int {
	s ^= board.Square(c)*56 ^ board.Square(v&1)*7 // a branch would be mispredicted half the time
	theirs := int(pc.Color() ^ c)
	return int(v>>1)*FeaturesPerBucket + theirs*(FeaturesPerBucket/2) + int(pc.Kind())*64 + int(s)
}

// Feature returns the index of the input that piece pc on square s switches on for side c whose
// king stands on king: kingBucket*768, plus 384 for an enemy piece, plus 64*kind, plus the square
// as c sees it. kingMap is a network's KingMap.
func Feature(kingMap *[64]uint8, c board.Color, king board.Square,
	pc board.Piece, s board.Square) int {
	return viewOf(kingMap, c, king).feature(c, pc, s)
}

// row returns where the weights of a feature begin.
func (n *Network) row(v view, c board.Color, ps board.PieceSquare) uint32 {
	return uint32(v.feature(c, ps.Piece, ps.Square) * n.raw.H)
}

// shapeOf returns the kernel's shape for a change that is not empty.
func shapeOf(d *board.Delta) kernel.Shape {
	switch {
	case d.Adds == 2:
		return kernel.Add2Sub2
	case d.Subs == 2:
		return kernel.Add1Sub2
	}
	return kernel.Add1Sub1
}

// rows sets r, which must be zero, to the weight rows that the change d adds and subtracts for side
// c. It fills r in place: returning r would read back, in wider loads, what was just written in
// narrow stores, and that stalls.
func (n *Network) rows(r *kernel.Rows, v view, c board.Color, d *board.Delta, shape kernel.Shape) {
	r.Add[0] = n.row(v, c, d.Add[0])
	r.Sub[0] = n.row(v, c, d.Sub[0])
	if shape != kernel.Add1Sub1 {
		r.Sub[1] = n.row(v, c, d.Sub[1])
	}
	if shape == kernel.Add2Sub2 {
		r.Add[1] = n.row(v, c, d.Add[1])
	}
}

// viewsOf returns both sides' views of p.
func (n *Network) viewsOf(p *board.Position) [2]view {
	return [2]view{
		n.views[board.White][p.King(board.White)&63],
		n.views[board.Black][p.King(board.Black)&63],
	}
}
