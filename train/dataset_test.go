package train

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/datagen"
)

// writePacked writes positions to a new file.
func writePacked(t testing.TB, positions []datagen.Packed) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.packed")
	if err := datagen.WritePackedFile(path, positions); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLoadDatasetSplitsAndFilters(t *testing.T) {
	all := playedPositions(t, 5, 3200)
	path := writePacked(t, all)
	d, err := LoadDataset([]string{path}, nil, 0.1, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Valid) != 320 || len(d.Train)+len(d.Valid) != len(all) {
		t.Errorf("%d + %d of %d positions, want 320 held out", len(d.Train), len(d.Valid), len(all))
	}
	if d.Train[0] != all[0] || d.Valid[0] != all[90] || d.Valid[319] != all[3199] {
		t.Error("held-out positions are not the last tenth of each block")
	}
	filter := Filter{MaxScore: 500, MinPly: 16}
	d, err = LoadDataset([]string{path, path}, []string{path}, 0, filter)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i := range all {
		if s := all[i].Score(); s >= -500 && s <= 500 && all[i].Ply() >= 16 {
			want++
		}
	}
	if len(d.Train) != 2*want || len(d.Valid) != want || d.Skipped != 3*(len(all)-want) {
		t.Errorf("%d, %d, %d left out; want %d, %d, %d", len(d.Train), len(d.Valid), d.Skipped, 2*want, want, 3*(len(all)-want))
	}
}

func TestLoadDatasetRejects(t *testing.T) {
	all := playedPositions(t, 5, 10)
	good := writePacked(t, all)
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	bad := bytes.Clone(data)
	bad[5*32+26] = 3 // the sixth position's result
	tests := []struct {
		name, path, offset string
	}{
		{"cut off", file("cut", data[:len(data)-5]), "288"},
		{"result", file("result", bad), "160"},
		{"missing", filepath.Join(dir, "missing"), ""},
		{"empty", file("empty", nil), ""},
	}
	for _, tc := range tests {
		_, err := LoadDataset([]string{tc.path}, nil, 0, Filter{})
		if err == nil {
			t.Errorf("%s: accepted", tc.name)
			continue
		}
		if tc.name != "empty" && !strings.Contains(err.Error(), tc.path) || !strings.Contains(err.Error(), tc.offset) {
			t.Errorf("%s: %q names no file or not the offset %s", tc.name, err, tc.offset)
		}
	}
	_, err = LoadDataset([]string{good}, []string{file("cut", data[:33])}, 0, Filter{})
	if _, ok := errors.AsType[*datagen.FormatError](err); !ok {
		t.Errorf("a cut-off validation file gives %v", err)
	}
}

func TestTargetIsFromTheSideToMove(t *testing.T) {
	k := playedPositions(t, 1, 1)[0]
	set := func(score int16, result, side byte) *datagen.Packed {
		k[24], k[25], k[26], k[27] = byte(score), byte(uint16(score)>>8), result, side
		return &k
	}
	half := 1 / (1 + math.Exp(-0.5))
	for _, tc := range []struct {
		score        int16
		result, side byte
		wdl, want    float64
	}{
		{100, 2, 0, 0, half}, {100, 2, 1, 0, 1 - half}, {-100, 2, 1, 0, half},
		{100, 2, 0, 1, 1}, {100, 2, 1, 1, 0}, {100, 0, 1, 1, 1}, {100, 1, 1, 1, 0.5},
		{0, 2, 0, 0.25, 0.625}, {32767, 0, 0, 0, 1},
	} {
		if got := target(set(tc.score, tc.result, tc.side), tc.wdl, 200); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%+v: target %g", tc, got)
		}
	}
}

func TestFitScaleFindsTheScaleOfTheLabels(t *testing.T) {
	all := playedPositions(t, 2, 20000)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range all { // results drawn with the probability that a scale of 250 gives
		all[i][26] = 0
		if rng.Float64() < sigmoid(float64(all[i].Score())/250) {
			all[i][26] = 2
		}
	}
	if got := (&Dataset{Train: all}).FitScale(); got < 225 || got > 275 {
		t.Errorf("fitted scale %g, want about 250", got)
	}
}

func TestPermutation(t *testing.T) {
	for n := 1; n <= 600; n++ {
		p := newPermutation(n, 1, uint64(n))
		seen := make([]bool, n)
		for i := range n {
			if j := p.at(i); seen[j] {
				t.Fatalf("n %d: %d comes twice", n, j)
			} else {
				seen[j] = true
			}
		}
	}
	// Close to random: neighbours land anywhere, and epochs have nothing in common.
	const n = 100_000
	a, b := newPermutation(n, 1, 0), newPermutation(n, 1, 1)
	near, same := 0, 0
	for i := range n - 1 {
		if d := a.at(i+1) - a.at(i); d > -n/100 && d < n/100 {
			near++
		}
		if d := a.at(i) - b.at(i); d > -n/100 && d < n/100 {
			same++
		}
	}
	for _, count := range []int{near, same} { // expected: 0.0199*n, deviation 44
		if count < 1990-250 || count > 1990+250 {
			t.Errorf("%d pairs are close, want about 1990", count)
		}
	}
}
