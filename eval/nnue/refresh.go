package nnue

import (
	"sente/board"
	"sente/eval/nnue/kernel"
)

// refreshCache remembers, for each side and view, the accumulator it last refreshed and the men it
// held (known as a "Finny table", after Finn Eggers). The next refresh in that view changes only
// what differs.
type refreshCache struct {
	men   [][12]board.Bitboard // by refreshIndex, then piece
	lanes []int16              // [refreshIndex][H]
}

// refreshIndex returns the entry of a side and view.
func refreshIndex(c board.Color, v view) int { return int(v)<<1 | int(c) }

// newRefreshCache returns a cache of empty boards, whose accumulators are the biases.
func newRefreshCache(n *Network) refreshCache {
	entries := refreshIndex(board.Black, view(n.raw.KingBuckets*2-1)) + 1
	cache := refreshCache{men: make([][12]board.Bitboard, entries)}
	for range entries {
		cache.lanes = append(cache.lanes, n.raw.FTBias...)
	}
	return cache
}

// refresh fills the accumulator of side c in slot top from p's men.
func (s *Stack) refresh(p *board.Position, c board.Color, top int) {
	e := &s.slots[top]
	v := e.views[c]
	index := refreshIndex(c, v)
	men := &s.cache.men[index]
	var add, sub [maxMen]uint32
	adds, subs := 0, 0
	for pc := board.Piece(0); pc < board.NoPiece; pc++ {
		now := p.Pieces(pc.Color(), pc.Kind())
		for set := now &^ men[pc]; set != 0; adds++ {
			add[adds] = s.net.row(v, c, board.PieceSquare{Piece: pc, Square: set.Pop()})
		}
		for set := men[pc] &^ now; set != 0; subs++ {
			sub[subs] = s.net.row(v, c, board.PieceSquare{Piece: pc, Square: set.Pop()})
		}
		men[pc] = now
	}
	h := s.net.raw.H
	acc := top*2*h + int(c)*h
	kernel.Refresh(s.cache.lanes[index*h:(index+1)*h], s.lanes[acc:acc+h], s.net.raw.FTWeights, add[:adds], sub[:subs])
	e.filled[c] = true
}
