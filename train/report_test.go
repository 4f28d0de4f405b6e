package train

import (
	"testing"

	"sente/board"
	"sente/datagen"
)

// TestSomeOfAllKeepsToTheNumber: there are at most that many positions from all sets together, and
// at least one.
func TestSomeOfAllKeepsToTheNumber(t *testing.T) {
	all := playedPositions(t, 1, 300)
	for _, sets := range [][][]datagen.Packed{
		{all}, {all[:100], all[100:200], all[200:]}, {all[:7], all[7:]},
	} {
		tr := &Trainer{data: new(Data)}
		for _, positions := range sets {
			tr.data.Valid = append(tr.data.Valid, ValidSet{Positions: positions})
		}
		for most := range 301 {
			if n := len(tr.someOfAll(most)); n < 1 || n > max(most, 1) {
				t.Errorf("%d sets: %d positions of at most %d", len(sets), n, most)
			}
		}
	}
}

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
