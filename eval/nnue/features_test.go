package nnue

import (
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

func square(name string) board.Square {
	return board.NewSquare(int(name[0]-'a'), int(name[1]-'1'))
}

func TestFeature(t *testing.T) {
	var kingMap [64]uint8
	kingMap[square("b1")] = 2
	pawn := board.NewPiece(board.White, board.Pawn)
	queen := board.NewPiece(board.Black, board.Queen)
	king := board.NewPiece(board.White, board.King)
	tests := []struct {
		name   string
		side   board.Color
		king   string
		piece  board.Piece
		square string
		want   int
	}{
		{"own pawn e4, king a1", board.White, "a1", pawn, "e4", 28},
		{"own pawn e4, king h1: files mirrored", board.White, "h1", pawn, "e4", 27},
		{"own king e1 sees itself on d1", board.White, "e1", king, "e1", 5*64 + 3},
		{"king bucket 2 on b1", board.White, "b1", pawn, "e4", 2*768 + 28},
		{"king bucket 2 on g1, mirrored", board.White, "g1", pawn, "e4", 2*768 + 27},
		{"enemy queen d8", board.White, "a1", queen, "d8", 384 + 4*64 + 59},
		{"Black's own queen d8 is on d1", board.Black, "a8", queen, "d8", 4*64 + 3},
		{"Black's enemy pawn e4 is on e5", board.Black, "d8", pawn, "e4", 384 + 36},
		{"Black's king g8 is mirrored to b1", board.Black, "g8", pawn, "e4", 2*768 + 384 + 35},
	}
	for _, tc := range tests {
		got := Feature(&kingMap, tc.side, square(tc.king), tc.piece, square(tc.square))
		if got != tc.want {
			t.Errorf("%s: feature %d, want %d", tc.name, got, tc.want)
		}
	}
}

func TestOutputBucket(t *testing.T) {
	for men := 2; men <= 32; men++ {
		if got := OutputBucket(men, 1); got != 0 {
			t.Errorf("OutputBucket(%d, 1) = %d, want 0", men, got)
		}
		if got, want := OutputBucket(men, 8), (men-2)/4; got != want {
			t.Errorf("OutputBucket(%d, 8) = %d, want %d", men, got, want)
		}
		for buckets := 1; buckets <= MaxOutputBuckets; buckets++ {
			if got := OutputBucket(men, buckets); got < 0 || got >= buckets {
				t.Errorf("OutputBucket(%d, %d) = %d", men, buckets, got)
			}
		}
	}
}

// TestSymmetry: the same position seen with colours exchanged, or with files mirrored when nobody
// can castle, evaluates the same.
func TestSymmetry(t *testing.T) {
	nets := []*Network{
		mustFromRaw(t, randomRaw(5, 64, 7, 8)),
		mustFromRaw(t, randomDeepRaw(5, 64, 7, 8)),
		mustFromRaw(t, randomThreatRaw(5, 64, 7, 8)),
	}
	for _, fen := range starts {
		fields := strings.Fields(fen)
		fen = fields[0] + " " + fields[1] + " - - 0 1"
		p := boardtest.Position(t, fen)
		ranks := strings.Split(fields[0], "/")
		var mirrored []string
		for i := range ranks {
			mirrored = append(mirrored, reverse(ranks[i]))
		}
		colours := boardtest.Position(t, boardtest.Exchanged(fen))
		files := boardtest.Position(t, strings.Join(mirrored, "/")+" "+fields[1]+" - - 0 1")
		for _, n := range nets {
			want := n.Evaluate(&p)
			if got := n.Evaluate(&colours); got != want {
				t.Errorf("%v: %s: %d, with colours exchanged %d", n, fen, want, got)
			}
			if got := n.Evaluate(&files); got != want {
				t.Errorf("%v: %s: %d, with files mirrored %d", n, fen, want, got)
			}
		}
	}
}

func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
