package train

import (
	"math"
	"slices"
	"testing"

	"sente/datagen"
)

// TestSampleIsEven: the sample takes the same share of all positions that the filter keeps, even
// where the filter keeps few.
func TestSampleIsEven(t *testing.T) {
	k := playedPositions(t, 5, 1)[0]
	left, sparse := k, k
	left.SetScore(3000)
	sparse.SetScore(1)
	k.SetScore(0)
	const half = 3 * fitSample
	all := make([]datagen.Packed, 2*half)
	for i := range all {
		switch chunk := i / chunkSize; {
		case i >= half:
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
	many, few := float64(taken[0])/half, float64(taken[1])/(half/chunkSize)
	if many > 0.9 || math.Abs(few/many-1) > 0.1 {
		t.Errorf("%v positions are taken where many and where few are kept", taken)
	}
}

// TestSampleOfAFilter: if the filter keeps few of many positions, all of these are in the sample.
func TestSampleOfAFilter(t *testing.T) {
	k := playedPositions(t, 5, 1)[0]
	k.SetScore(3000)
	all := slices.Repeat([]datagen.Packed{k}, 5*fitSample)
	const kept = 800
	for i := range kept {
		all[1+5*i].SetScore(1)
	}
	d, err := OpenData([]string{writePacked(t, all)}, nil, 0, Filter{MaxScore: 2500})
	if err != nil {
		t.Fatal(err)
	}
	if d.Train != kept || len(d.sample) != kept {
		t.Errorf("a sample of %d positions of %d, want %d", len(d.sample), d.Train, kept)
	}
}

// TestSampleInParts: a sample is even and does not depend on how the positions are divided among
// workers.
func TestSampleInParts(t *testing.T) {
	const n = 7 * fitSample
	k := playedPositions(t, 5, 1)[0]
	numbered := func(from, to int) *sample {
		var s sample
		for i := from; i < to; i++ {
			k.SetScore(i % 1000)
			s.add(i, &k)
		}
		return &s
	}
	whole := numbered(0, n)
	if got := len(whole.positions); got < fitSample*19/20 || got > 2*fitSample {
		t.Errorf("a sample of %d positions of %d", got, n)
	}
	for _, cut := range []int{0, 1, fitSample / 3, n / 2, n - 5} {
		s := numbered(0, cut)
		if s.join(numbered(cut, n)); !slices.Equal(s.positions, whole.positions) {
			t.Errorf("cut at %d: %d positions, %d in one piece",
				cut, len(s.positions), len(whole.positions))
		}
	}
}
