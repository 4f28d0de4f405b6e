package search

import "sente/board"

// Correction history remembers how much search results differed from the static evaluation in
// positions that share some structure. It corrects the evaluation by that (Caissa, 2023).

const (
	correctionSlots = 16384             // entries per table and side, a power of two
	correctionMax   = 1024              // bound of an entry: 64 cp with a weight of 100 percent
	correctionGrain = 16 * percent      // with a weight of 100 percent 16 units are one centipawn
	correctionMove  = correctionMax / 4 // the most that an entry moves at a time
	correctionStep  = 8                 // plies at which an error of 1 cp moves an entry by 1
)

type correctionTable [2][correctionSlots]int16

// correction holds the tables of one worker, by what the positions of an entry have in common.
type correction struct {
	pawn, minor   correctionTable
	nonPawn       [2]correctionTable // by the colour of the men
	continuations [16][64][16][64]int16
}

// at returns the entry for positions with key where side is to move.
func (t *correctionTable) at(side board.Color, key uint64) *int16 {
	return &t[side&1][key%correctionSlots]
}

// afterMoves returns the entry of two successive moves, the first in frame before and the second in
// frame after. It returns nil if either is a null move or was played before the root.
func (c *correction) afterMoves(before, after *frame) *int16 {
	if before.continuation == nil || after.continuation == nil {
		return nil
	}
	first := &c.continuations[before.movedPiece&15][before.movedTo&63]
	return &first[after.movedPiece&15][after.movedTo&63]
}

// correctionAt returns the centipawns to add to the static evaluation of the node at ply.
func (w *worker) correctionAt(ply int) int {
	p, c, params := &w.pos[ply], &w.correction, w.params
	side := p.SideToMove()
	sum := params.CorrectionPawn*int(*c.pawn.at(side, p.PawnKey())) +
		params.CorrectionMinor*int(*c.minor.at(side, p.MinorKey())) +
		params.CorrectionNonPawn*(int(*c.nonPawn[board.White].at(side, p.NonPawnKey(board.White)))+
			int(*c.nonPawn[board.Black].at(side, p.NonPawnKey(board.Black))))
	if e := c.afterMoves(w.at(ply-2), w.at(ply-1)); e != nil {
		sum += params.CorrectionCont * int(*e)
	}
	return sum / correctionGrain
}

// learnCorrection moves the entries of the node at ply towards errorCp, the centipawns by which the
// score of a search depth plies deep was above the static evaluation.
func (w *worker) learnCorrection(ply, depth, errorCp int) {
	p, c := &w.pos[ply], &w.correction
	side := p.SideToMove()
	bonus := max(-correctionMove, min(correctionMove, errorCp*depth/correctionStep))
	for _, v := range [...]*int16{
		c.pawn.at(side, p.PawnKey()), c.minor.at(side, p.MinorKey()),
		c.nonPawn[board.White].at(side, p.NonPawnKey(board.White)),
		c.nonPawn[board.Black].at(side, p.NonPawnKey(board.Black)),
		c.afterMoves(w.at(ply-2), w.at(ply-1)),
	} {
		if v != nil {
			old := int(*v)
			*v = int16(old + bonus - old*max(bonus, -bonus)/correctionMax)
		}
	}
}
