package nnue

import (
	"sente/board"
	"sente/eval/nnue/kernel"
)

// refreshCache remembers, for each side and view, the accumulator it last refreshed and the men it
// held (known as a "Finny table", after Finn Eggers). The next refresh in that view changes only
// what differs.
type refreshCache struct {
	boards   []cachedBoard        // by refreshIndex
	lanes    []int16              // [refreshIndex][H]
	add, sub [2*maxMen + 1]uint32 // the rows of a refresh; one spare, for a row not counted yet
}

// cachedBoard are the men of a cached accumulator, as a Position holds them.
type cachedBoard struct {
	kinds   [board.NoKind]board.Bitboard
	colors  [2]board.Bitboard
	pieces  [64]board.Piece
	threats threatList
}

// refreshIndex returns the entry of a side and view.
func refreshIndex(c board.Color, v view) int { return int(v)<<1 | int(c) }

// newRefreshCache returns a cache of empty boards, whose accumulators are the biases.
func newRefreshCache(n *Network) refreshCache {
	entries := refreshIndex(board.Black, view(n.raw.KingBuckets*2-1)) + 1
	cache := refreshCache{boards: make([]cachedBoard, entries)}
	for i := range cache.boards {
		for s := range cache.boards[i].pieces {
			cache.boards[i].pieces[s] = board.NoPiece
		}
		cache.lanes = append(cache.lanes, n.raw.FTBias...)
	}
	return cache
}

// update sets b's kinds and colours to those of p and returns the squares where they differed. The
// caller updates the pieces.
func (b *cachedBoard) update(p *board.Position) (changed board.Bitboard) {
	for k := range b.kinds {
		now := p.ByKind(board.Kind(k))
		changed |= b.kinds[k] ^ now
		b.kinds[k] = now
	}
	for c := range b.colors {
		now := p.ByColor(board.Color(c))
		changed |= b.colors[c] ^ now
		b.colors[c] = now
	}
	return changed
}

// refresh fills the accumulator of side c in slot top from p's men.
func (s *Stack) refresh(p *board.Position, c board.Color, top int) {
	e := &s.slots[top]
	v := e.views[c]
	index := refreshIndex(c, v)
	cached := &s.cache.boards[index]
	add, sub := &s.cache.add, &s.cache.sub
	adds, subs := 0, 0
	for changed := cached.update(p); changed != 0; {
		sq := changed.Pop()
		now, before := p.PieceOn(sq), cached.pieces[sq&63]
		cached.pieces[sq&63] = now
		// Always written, but counted only if there is a man: a branch would often be mispredicted.
		add[adds] = s.net.row(v, c, board.PieceSquare{Piece: now, Square: sq})
		sub[subs] = s.net.row(v, c, board.PieceSquare{Piece: before, Square: sq})
		adds += man(now)
		subs += man(before)
	}
	if t := s.threats; t != nil {
		a, b := t.rows(s.net, v, c, &cached.threats, add[adds:], sub[subs:])
		adds, subs = adds+a, subs+b
		cached.threats.copyFrom(&t.now)
		t.in[top][c].copyFrom(&t.now)
	}
	h := s.net.raw.H
	cache, dst := s.cache.lanes[index*h:][:h], s.lanes[(2*top+int(c))*h:][:h]
	kernel.Refresh(cache, dst, s.net.raw.FTWeights, add[:adds], sub[:subs])
	e.filled[c] = true
}

// man returns 0 for NoPiece, else 1.
func man(pc board.Piece) int {
	if pc == board.NoPiece {
		return 0
	}
	return 1
}
