package board

// KeyAfter predicts the Key after m without making the move, so that the table's entry can be
// prefetched. It is exact except for castling, promotions, moves that end a castling right, and
// double pushes that allow an en passant capture.
func (p *Position) KeyAfter(m Move) uint64 {
	from, to := m.From(), m.To()
	pc := p.pieces[from&63] & 15
	key := p.keys.full ^ sideKey ^ pieceKeys[pc][from&63] ^ pieceKeys[pc][to&63]
	switch {
	case m.IsEnPassant():
		key ^= pieceKeys[pc^1][(to^8)&63]
	case m.IsCapture():
		key ^= pieceKeys[p.pieces[to&63]&15][to&63]
	}
	if p.ep != NoSquare {
		key ^= epKeys[p.ep&7]
	}
	return key
}
