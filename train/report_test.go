package train

import (
	"testing"

	"sente/board"
)

func TestScalePositionsAreLegalAndQuiet(t *testing.T) {
	seen := map[string]bool{}
	for _, fen := range scalePositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Error(err)
			continue
		}
		if p.InCheck() || !p.HasLegalMove() {
			t.Errorf("%s: in check or without a move", fen)
		}
		if seen[fen] {
			t.Errorf("%s: twice", fen)
		}
		seen[fen] = true
	}
}
