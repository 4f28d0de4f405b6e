package train

import (
	"testing"

	"sente/datagen"
)

// TestSampleIsEven: the sample takes the same share of what a filter keeps, wherever it keeps
// little.
func TestSampleIsEven(t *testing.T) {
	k := playedPositions(t, 5, 1)[0]
	left, sparse := k, k
	left.SetScore(3000)
	sparse.SetScore(1)
	k.SetScore(0)
	all := make([]datagen.Packed, 2*fitSample)
	for i := range all {
		switch chunk := i / chunkSize; {
		case i >= fitSample:
			all[i] = k
		case i%chunkSize == chunk%chunkSize:
			all[i] = sparse
		default:
			all[i] = left
		}
	}
	d, err := OpenData([]string{writePacked(t, all)}, nil, 0, Filter{MaxScore: 2500})
	if err != nil {
		t.Fatal(err)
	}
	var taken [2]int
	for i := range d.sample {
		taken[d.sample[i].Score()]++
	}
	want := [2]int{fitSample / 2, fitSample / chunkSize / 2}
	for score := range want {
		if r := float64(taken[score]) / float64(want[score]); r < 0.9 || r > 1.1 {
			t.Errorf("%v positions in the sample where many and where few are kept, want about %v",
				taken, want)
		}
	}
}
