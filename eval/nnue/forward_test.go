package nnue

import (
	"testing"

	"sente/board"
)

// emptyRaw returns a network of zeros.
func emptyRaw(h, kingBuckets, outputBuckets int) Raw {
	return Raw{
		H: h, KingBuckets: kingBuckets, OutputBuckets: outputBuckets,
		FTWeights:  make([]int16, kingBuckets*FeaturesPerBucket*h),
		FTBias:     make([]int16, h),
		OutWeights: make([]int16, outputBuckets*2*h),
		OutBias:    make([]int32, outputBuckets),
	}
}

// TestEvaluateByHand compares small networks with answers from paper: units, clamping, squaring,
// which half belongs to the side to move, truncation towards zero, output buckets.
func TestEvaluateByHand(t *testing.T) {
	bare := "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
	bareBlack := "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
	// A pawn on a2, the king on e1.
	whitePawn := Feature(new([64]uint8), board.White, 4, board.NewPiece(board.White, board.Pawn), 8)
	tests := []struct {
		name string
		fen  string
		set  func(r *Raw)
		want int
	}{
		{"nothing", bare, func(r *Raw) {}, 0},
		{"a bias of 1 is the scale", bare, func(r *Raw) { r.OutBias[0] = QA * QB }, 400},
		{"the bias of the bucket of a full board", board.StartFEN,
			func(r *Raw) { r.OutBias[7] = -QA * QB }, -400},
		{"an activation of 1 times a weight of 1", bare,
			func(r *Raw) { r.FTBias[3], r.OutWeights[3] = QA, QB }, 400},
		{"clamped at 1", bare, func(r *Raw) { r.FTBias[3], r.OutWeights[3] = 4*QA, QB }, 400},
		{"clamped at 0", bare, func(r *Raw) { r.FTBias[3], r.OutWeights[3] = -5, 127 }, 0},
		{"squared: 51*51*64/255 is 652.8, 652*400/16320 is 15.98", bare,
			func(r *Raw) { r.FTBias[0], r.OutWeights[0] = 51, QB }, 15},
		{"towards zero: -61.2, then -61*400/16320 is -1.49", bare, func(r *Raw) {
			r.FTBias[0], r.FTBias[1], r.OutWeights[0], r.OutWeights[1] = 51, 51, -3, -3
		}, -1},
		{"the bias joins before the scale: (32385-32385+11)*400/16320 is 0.27", bare, func(r *Raw) {
			r.FTBias[0], r.OutWeights[0] = 1000, 127
			r.OutBias[0] = -127*QA + 11
		}, 0},
		{"own pawn, White to move: the first half", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
			func(r *Raw) {
				r.FTWeights[whitePawn*r.H], r.OutWeights[0], r.OutWeights[r.H] = QA, QB, 99
			}, 400},
		{"White's pawn, Black to move: the second half", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1",
			func(r *Raw) {
				r.FTWeights[whitePawn*r.H], r.OutWeights[0], r.OutWeights[r.H] = QA, 99, -QB
			}, -400},
		{"both sides alike", bareBlack,
			func(r *Raw) { r.FTBias[9], r.OutWeights[9], r.OutWeights[r.H+9] = QA, QB, QB/2 }, 600},
	}
	for _, tc := range tests {
		raw := emptyRaw(32, 1, 8)
		tc.set(&raw)
		checkEvaluation(t, tc.name, raw, tc.fen, tc.want)
	}
}
