package nnue

import "sente/board"

// centipawns turns the output layer's sum of x*x*w into an evaluation, before any clamping.
func (n *Network) centipawns(sum int64, bucket int) int {
	return int((sum/QA + int64(n.raw.OutBias[bucket])) * Scale / (QA * QB))
}

// out returns the output weights of a bucket.
func (n *Network) out(bucket int) []int16 {
	width := 2 * n.raw.H
	return n.raw.OutWeights[bucket*width : (bucket+1)*width]
}

// Evaluate returns the evaluation of p in centipawns for the side to move, computed from scratch in
// plain 64-bit arithmetic: the specification of Stack.Evaluate. It is defined in check too. Its size
// is not bounded by the scores of a search.
func (n *Network) Evaluate(p *board.Position) int {
	bucket, _ := n.Bucket(p)
	weights := n.out(bucket)
	us := p.SideToMove()
	sum := n.dot(p, us, weights[:n.raw.H]) + n.dot(p, us.Other(), weights[n.raw.H:])
	return n.centipawns(sum, bucket)
}

// dot returns side c's part of the output layer's sum.
func (n *Network) dot(p *board.Position, c board.Color, weights []int16) int64 {
	v := n.views[c][p.King(c)&63]
	var rows [maxMen][]int16
	men := 0
	for occupied := p.Occupied(); occupied != 0; men++ {
		s := occupied.Pop()
		rows[men] = n.raw.FTWeights[n.row(v, c, board.PieceSquare{Piece: p.PieceOn(s), Square: s}):]
	}
	var sum int64
	for i, w := range weights {
		x := int64(n.raw.FTBias[i])
		for _, row := range rows[:men] {
			x += int64(row[i])
		}
		x = min(max(x, 0), QA)
		sum += x * x * int64(w)
	}
	return sum
}
