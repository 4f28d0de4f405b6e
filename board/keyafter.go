package board

// KeyAfter returns what Key will be after m, guessed without making it: right but for castling,
// promotions, moves that end a castling right and double pushes that allow an en passant capture. A
// table's memory can be asked for that much earlier.
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
