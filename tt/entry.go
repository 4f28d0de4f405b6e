package tt

import "sente/board"

// Bound says how a stored score relates to the true one.
type Bound uint8

// The kinds of score. BoundNone is no score: the entry holds only a static evaluation or a move.
const (
	BoundNone  Bound = iota
	BoundUpper       // the true score is at most the stored one: no move raised alpha
	BoundLower       // the true score is at least the stored one: a move reached beta
	BoundExact
)

// NoEval stands for a static evaluation that is not known. It lies outside all scores.
const NoEval = 32002

// The depths that an entry can hold, in plies.
const (
	MinDepth = -7
	MaxDepth = 247
)

// Entry is the unpacked content of a table entry.
type Entry struct {
	Move  board.Move // best or refuting move, NoMove if none is known; test it before use
	Score int        // a raw int16; the caller makes mate scores relative to the node
	Eval  int        // static evaluation, a raw int16, or NoEval
	Depth int        // plies; Store clamps it to MinDepth..MaxDepth
	Bound Bound
	PV    bool // the position has been on a principal variation
}

// A data word, from the lowest bit: move 16, score 16, static evaluation 16, depth 8, bound 2,
// pv 1, age 5. The depth is stored plus depthOffset, which makes every used word differ from 0.
const (
	scoreShift = 16
	evalShift  = 32
	depthShift = 48
	boundShift = 56
	pvShift    = 58
	ageShift   = 59

	boundMask = 3

	depthOffset = 1 - MinDepth
	ageCycle    = 32
)

// pack returns the data word of e, whose depth is one that an entry can hold.
func pack(e Entry, age uint8) uint64 {
	d := uint64(e.Move) |
		uint64(uint16(int16(e.Score)))<<scoreShift |
		uint64(uint16(int16(e.Eval)))<<evalShift |
		uint64(uint8(e.Depth+depthOffset))<<depthShift |
		uint64(e.Bound)<<boundShift |
		uint64(age)<<ageShift
	if e.PV {
		d |= 1 << pvShift
	}
	return d
}

func (e *Entry) unpack(d uint64) {
	e.Move = moveOf(d)
	e.Score = int(int16(d >> scoreShift))
	e.Eval = int(int16(d >> evalShift))
	e.Depth = depthOf(d)
	e.Bound = Bound(d >> boundShift & boundMask)
	e.PV = d>>pvShift&1 != 0
}

func moveOf(d uint64) board.Move { return board.Move(uint16(d)) }

func depthOf(d uint64) int { return int(uint8(d>>depthShift)) - depthOffset }

func ageOf(d uint64) uint8 { return uint8(d >> ageShift) }

// checkOf returns the check word of data d stored under key.
func checkOf(key, d uint64) uint32 { return uint32(key) ^ uint32(d) ^ uint32(d>>32) }
