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

// Evaluate returns the evaluation of p in centipawns for the side to move. It computes it from
// scratch in plain 64-bit arithmetic and is the specification of Stack.Evaluate. It is defined in
// check too. Its size is not bounded by the scores of a search.
func (n *Network) Evaluate(p *board.Position) int {
	bucket, _ := n.Bucket(p)
	side := p.SideToMove()
	us, them := n.lanes(p, side), n.lanes(p, side.Other())
	if n.raw.deep() {
		return n.evaluateLayers(&us, &them, bucket)
	}
	weights := n.out(bucket)
	sum := us.dot(weights[:n.raw.H]) + them.dot(weights[n.raw.H:])
	return n.centipawns(sum, bucket)
}

// lanes is an accumulator that is not yet summed up: the bias and the weights of the active inputs.
type lanes struct {
	bias   []int16
	rows   [2 * maxMen][]int16
	inputs int // how many are active
}

// lanes returns side c's accumulator in p.
func (n *Network) lanes(p *board.Position, c board.Color) lanes {
	l := lanes{bias: n.raw.FTBias}
	v := n.views[c][p.King(c)&63]
	var attacks Attacks
	for occupied := p.Occupied(); occupied != 0; {
		s := occupied.Pop()
		l.add(n.raw.FTWeights[n.row(v, c, board.PieceSquare{Piece: p.PieceOn(s), Square: s}):])
		attacks.Add(p.PieceOn(s), s, p.Occupied())
	}
	for occupied := p.Occupied(); occupied != 0 && n.raw.threatened(); {
		s := occupied.Pop()
		if kind := attacks.Threat(p.PieceOn(s), s); kind >= 0 {
			l.add(n.raw.FTWeights[n.threatRow(v, c, newThreat(s, p.PieceOn(s), kind)):])
		}
	}
	return l
}

// add adds the weights of an active input.
func (l *lanes) add(row []int16) {
	l.rows[l.inputs] = row
	l.inputs++
}

// clamped returns lane i, clamped to 0..QA.
func (l *lanes) clamped(i int) int64 {
	x := int64(l.bias[i])
	for _, row := range l.rows[:l.inputs] {
		x += int64(row[i])
	}
	return min(max(x, 0), QA)
}

// dot returns the accumulator's part of a single output layer's sum.
func (l *lanes) dot(weights []int16) int64 {
	var sum int64
	for i, w := range weights {
		x := l.clamped(i)
		sum += x * x * int64(w)
	}
	return sum
}
