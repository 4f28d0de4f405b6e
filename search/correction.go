package search

import (
	"sente/board"
	"sente/eval"
)

// Correction history remembers by how much search results differed from the static evaluation in
// positions that share some structure, and corrects the evaluation by it (Caissa, 2023).

const (
	correctionSlots = 16384    // entries a table and side, a power of two
	correctionMax   = 1024     // bound of an entry
	correctionGrain = 16 * 100 // entry units times percent of weight in one centipawn
	correctionStep  = 8        // plies of depth for a full update
)

type correctionTable [2][correctionSlots]int16

// correction are the tables of one worker, by side to move and what they share.
type correction struct {
	pawn, minor   correctionTable
	nonPawn       [2]correctionTable // by the colour of the men
	continuations [16][64][16][64]int16
}

// entries are the values that belong to one node.
type entries struct {
	pawn, minor, white, black, continuation *int16
}

func (w *worker) corrections(ply int) entries {
	p, c := &w.pos[ply], &w.correction
	side := p.SideToMove()
	slot := func(t *correctionTable, key uint64) *int16 { return &t[side&1][key%correctionSlots] }
	e := entries{
		pawn:  slot(&c.pawn, p.PawnKey()),
		minor: slot(&c.minor, p.MinorKey()),
		white: slot(&c.nonPawn[board.White], p.NonPawnKey(board.White)),
		black: slot(&c.nonPawn[board.Black], p.NonPawnKey(board.Black)),
	}
	if a, b := w.at(ply-1), w.at(ply-2); a.continuation != nil && b.continuation != nil {
		e.continuation = &c.continuations[b.movedPiece&15][b.movedTo&63][a.movedPiece&15][a.movedTo&63]
	}
	return e
}

// correctionOf returns the centipawns to add to the static evaluation of the node at ply.
func (w *worker) correctionOf(ply int) int {
	e := w.corrections(ply)
	sum := w.params.CorrectionPawn*int(*e.pawn) + w.params.CorrectionMinor*int(*e.minor) +
		w.params.CorrectionNonPawn*(int(*e.white)+int(*e.black))
	if e.continuation != nil {
		sum += w.params.CorrectionCont * int(*e.continuation)
	}
	return sum / correctionGrain
}

// learnCorrection moves the entries of the node at ply towards error, the centipawns by which a
// search depth plies deep differed from the static evaluation.
func (w *worker) learnCorrection(ply, depth, errorCp int) {
	bonus := max(-correctionMax/4, min(correctionMax/4, errorCp*depth/correctionStep))
	e := w.corrections(ply)
	for _, v := range [...]*int16{e.pawn, e.minor, e.white, e.black, e.continuation} {
		if v != nil {
			old := int(*v)
			*v = int16(old + bonus - old*max(bonus, -bonus)/correctionMax)
		}
	}
}

// correct returns raw, an evaluation of the position at ply, with the correction and drawn towards
// 0 as the fifty-move rule comes near; it is never decisive.
func (w *worker) correct(ply, raw, correction int) int {
	v := eval.ScaleFifty(raw, w.pos[ply].HalfmoveClock()) + correction
	return max(-eval.TBWin+eval.MaxPly+1, min(eval.TBWin-eval.MaxPly-1, v))
}
