package search

import "sente/board"

// The lessons of textbooks about mating a bare king, in centipawns.
const (
	textbookWin    = 1000
	textbookEdge   = 30 // for each square between the bare king and the centre
	textbookCorner = 60 // for each diagonal between it and the long one of the other colour
	textbookKings  = 20 // for each square that the kings come closer
)

// textbookMen is the greatest number of men in an ending that the textbook judges.
const textbookMen = 5

// textbook judges the mates that players learn: queen, rook, two bishops, or bishop and knight
// against a bare king. The winner gains as the bare king goes to the edge, or with bishop and
// knight to a corner of the bishop's colour, and as the own king comes near. The value is in
// centipawns for the side to move. ok tells whether the ending is one of these.
func textbook(p *board.Position) (value int, ok bool) {
	if p.Occupied().Count() > textbookMen || p.ByKind(board.Pawn) != 0 {
		return 0, false
	}
	bare := board.White
	if p.HasNonPawns(bare) {
		bare = board.Black
		if p.HasNonPawns(bare) {
			return 0, false
		}
	}
	king, other := p.King(bare), p.King(bare.Other())
	file, rank := king.File(), king.Rank()
	bishops := p.ByKind(board.Bishop)
	switch {
	case p.ByKind(board.Queen)|p.ByKind(board.Rook) != 0,
		bishops&board.DarkSquares != 0 && bishops&^board.DarkSquares != 0:
		value = textbookEdge * (fromCentre(file) + fromCentre(rank))
	case bishops != 0 && p.ByKind(board.Knight) != 0:
		diagonals := file - rank
		if bishops&board.DarkSquares != 0 {
			diagonals = file + rank - lastFile
		}
		value = textbookCorner * max(diagonals, -diagonals)
	default:
		return 0, false
	}
	files, ranks := file-other.File(), rank-other.Rank()
	value += textbookWin - textbookKings*max(files, -files, ranks, -ranks)
	if p.SideToMove() == bare {
		value = -value
	}
	return value, true
}

// lesson returns what the textbook says about the position at ply. ok is false if the textbook is
// not in use or does not know the ending.
func (w *worker) lesson(ply int) (value int, ok bool) {
	if !w.view.textbook {
		return 0, false
	}
	return textbook(&w.pos[ply])
}

// useTextbook lets the textbook judge if the root is a basic mate, at any strength. The network
// hardly tells a bare king on the edge from one in the middle, so a short search makes no
// headway.
func (s *Search) useTextbook() {
	if _, ok := textbook(&s.root.Pos); ok && !s.engine.params.noTextbook {
		s.view.textbook = true
	}
}

// lastFile is the number of the h-file; the last rank has the same.
const lastFile = 7

// fromCentre returns how far a file or rank is from the nearer of the two middle ones.
func fromCentre(n int) int { return max(lastFile/2-n, n-(lastFile+1)/2) }
