package train

import "testing"

// TestSmallFilesHoldOutTheirShare: a hundredth of 6,300 positions is 63. That must be right even
// though each of the held-out blocks has fewer than two positions.
func TestSmallFilesHoldOutTheirShare(t *testing.T) {
	positions := playedPositions(t, 7, 6300)
	d, err := OpenData([]string{writePacked(t, positions)}, nil, 0.01, Filter{})
	if err != nil || len(d.Valid[0].Positions) != 63 || d.Train != len(positions)-63 {
		t.Errorf("%d of %d positions held out, %v", len(d.Valid[0].Positions), len(positions), err)
	}
}
