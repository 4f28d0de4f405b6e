package train

import "testing"

// TestSmallFilesHoldOutTheirShare: one position in a hundred of 6,300 is 63, though the places hold
// fewer than two each.
func TestSmallFilesHoldOutTheirShare(t *testing.T) {
	positions := playedPositions(t, 7, 6300)
	d, err := OpenData([]string{writePacked(t, positions)}, nil, 0.01, Filter{})
	if err != nil || len(d.Valid[0].Positions) != 63 || d.Train != len(positions)-63 {
		t.Errorf("%d of %d positions held out, %v", len(d.Valid[0].Positions), len(positions), err)
	}
}
