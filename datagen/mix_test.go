package datagen

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/memory"
	"sente/internal/outfile"
)

// mixed runs m with scratch files and returns its output. No scratch file may be left.
func mixed(t *testing.T, m Mix) ([]Packed, []MixCount) {
	t.Helper()
	dir := t.TempDir()
	m.Scratch = func() (ScratchFile, error) {
		return outfile.Create(t.Context(), filepath.Join(dir, "scratch"))
	}
	var out bytes.Buffer
	counts, err := m.Run(&out, func(string, int64) {}, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("%v are left", left)
	}
	all := make([]Packed, out.Len()/PackedSize)
	for i := range all {
		all[i] = Packed(out.Next(PackedSize))
	}
	return all, counts
}

// shares returns an input for each path with a share of 1.
func shares(paths ...string) (in []MixInput) {
	for _, path := range paths {
		in = append(in, MixInput{path, 1})
	}
	return in
}

func sortedPacked(positions []Packed) []Packed {
	positions = slices.Clone(positions)
	slices.SortFunc(positions, func(a, b Packed) int { return bytes.Compare(a[:], b[:]) })
	return positions
}

// TestMixKeepsEveryPosition: the output is the inputs in another order, for any number of shards.
// The same seed gives the same order.
func TestMixKeepsEveryPosition(t *testing.T) {
	all := treePositions(3000)
	a, b := writePacked(t, "a", all[:1100]), writePacked(t, "b", all[1100:])
	for _, atOnce := range []int{10_000, 900, 31} {
		m := Mix{Inputs: shares(a, b), AtOnce: atOnce, Seed: 4}
		got, counts := mixed(t, m)
		if !slices.Equal(sortedPacked(got), sortedPacked(all)) {
			t.Errorf("%d at a time: positions are lost or changed", atOnce)
		}
		if want := []MixCount{{1100, 1100, 0}, {1900, 1900, 0}}; !slices.Equal(counts, want) {
			t.Errorf("%d at a time: %v, want %v", atOnce, counts, want)
		}
		if again, _ := mixed(t, m); !slices.Equal(got, again) {
			t.Errorf("%d at a time: another order with the same seed", atOnce)
		}
		m.Seed++
		if other, _ := mixed(t, m); slices.Equal(got, other) {
			t.Errorf("%d at a time: the same order with another seed", atOnce)
		}
		// Neighbours in the files come from one game. They must end up as far apart as any two
		// positions.
		place := map[Packed]int{}
		for i, k := range got {
			place[k] = i
		}
		near := 0
		for i := range len(all) - 1 {
			if d := place[all[i+1]] - place[all[i]]; d >= -30 && d <= 30 {
				near++
			}
		}
		if near > 100 { // 60 are expected; a standard deviation is 8
			t.Errorf("%d at a time: %d of 2999 neighbours stay within 30 places, want about 60",
				atOnce, near)
		}
	}
}

// TestMixOrdersAreEquallyLikely mixes four positions in two shards with many seeds. Each of the 24
// orders must come about equally often.
func TestMixOrdersAreEquallyLikely(t *testing.T) {
	const seeds = 600
	all := treePositions(4)
	path := writePacked(t, "a", all)
	often := map[[4]int]int{}
	for seed := range uint64(seeds) {
		got, _ := mixed(t, Mix{Inputs: shares(path), AtOnce: 2, Seed: seed})
		var order [4]int
		for i, k := range got {
			order[i] = slices.Index(all, k)
		}
		often[order]++
	}
	var square float64
	for _, n := range often {
		square += math.Pow(float64(n)-seeds/24, 2) / (seeds / 24)
	}
	t.Logf("chi-squared %.1f, 23 is expected", square)
	if len(often) != 24 || square > 49.7 { // chance gives more only once in a thousand
		t.Errorf("%d orders of 24, chi-squared %.1f, want at most 49.7", len(often), square)
	}
}

// TestMixShares: each file has its share, and each number of men has its weight.
func TestMixShares(t *testing.T) {
	all := treePositions(4000)
	a, b := writePacked(t, "a", all[:2000]), writePacked(t, "b", all[2000:])
	got, counts := mixed(t, Mix{Inputs: []MixInput{{a, 0.25}, {b, 2.5}}, AtOnce: 1000, Seed: 1})
	if int(counts[0].Taken+counts[1].Taken) != len(got) || counts[0].Read != 2000 ||
		counts[1].Read != 2000 {
		t.Errorf("%v of %d positions", counts, len(got))
	}
	if n := counts[0].Taken; n < 440 || n > 560 {
		t.Errorf("a quarter of 2000 are %d", n)
	}
	if n := counts[1].Taken; n < 4900 || n > 5100 {
		t.Errorf("two and a half times 2000 are %d", n)
	}
	often := map[Packed]int{}
	for _, k := range got {
		often[k]++
	}
	for i, k := range all {
		if n := often[k]; i < 2000 && n > 1 || i >= 2000 && n != 2 && n != 3 {
			t.Fatalf("position %d was taken %d times", i, n)
		}
	}

	men := func(k *Packed) int { return k.Occupied().Count() }
	few28 := MixWeights{{28, 3}, {30, 0}}
	got, _ = mixed(t, Mix{Inputs: shares(a, b), Men: few28, AtOnce: 1000, Seed: 1})
	var want []Packed
	for i, k := range all {
		switch n := men(&all[i]); {
		case n <= 28:
			want = append(want, k, k, k)
		case n > 30:
			want = append(want, k)
		}
	}
	few := 0
	for i := range want {
		if men(&want[i]) <= 28 {
			few++
		}
	}
	if few < 30 || few == len(want) {
		t.Fatalf("the test needs positions of few men and of many: %d of %d", few, len(want))
	}
	if !slices.Equal(sortedPacked(got), sortedPacked(want)) {
		t.Errorf("%d positions by number of men, want %d", len(got), len(want))
	}
}

// TestMixScores: each score has its weight, for White and for Black alike. Weights multiply.
func TestMixScores(t *testing.T) {
	all := treePositions(2000)
	for i := range all {
		all[i].SetScore(i - 1000)
	}
	path := writePacked(t, "a", all)
	m := Mix{Inputs: []MixInput{{path, 2}}, AtOnce: 1000, Seed: 1}
	m.Scores = MixWeights{{400, 1.5}, {600, 0}, {800, 0.25}}
	got, _ := mixed(t, m)
	var often [4]int // how many positions with scores up to 400, 600, 800 and beyond
	for _, k := range got {
		score := max(k.Score(), -k.Score())
		often[max(0, min((score-201)/200, 3))]++
	}
	// 801 positions are taken three times, 400 never, 400 once by a chance of one half, 399 twice.
	if often[0] != 2403 || often[1] != 0 || often[2] < 150 || often[2] > 250 || often[3] != 798 {
		t.Errorf("%v positions by score, want 2403, 0, about 200 and 798", often)
	}
	m.Men = MixWeights{{32, 2}}
	if twice, _ := mixed(t, m); len(twice) < 2*(2403+798)+300 || len(twice) > 2*(2403+798)+500 {
		t.Errorf("%d positions with twice the weight by men, %d without", len(twice), len(got))
	}
}

// TestMixUnique: the first of equal positions stays, whatever its score, result and ply. If the
// share left out the first, its repeats are not taken either.
func TestMixUnique(t *testing.T) {
	all := treePositions(1000)
	again := slices.Clone(all[:600])
	for i := range again {
		again[i].SetScore(all[i].Score() + 1)
	}
	a := writePacked(t, "a", slices.Concat(all[:500], all[:100]))
	b := writePacked(t, "b", slices.Concat(again, all[500:]))
	m := Mix{Inputs: shares(a, b), AtOnce: 300, Seed: 1, Unique: true}
	got, counts := mixed(t, m)
	want := slices.Concat(all[:500], again[500:], all[600:])
	if !slices.Equal(sortedPacked(got), sortedPacked(want)) {
		t.Errorf("%d positions, want the first of each of %d", len(got), len(want))
	}
	if want := []MixCount{{600, 500, 100}, {1100, 500, 600}}; !slices.Equal(counts, want) {
		t.Errorf("%v, want %v", counts, want)
	}
	m.Inputs[0].Share = 0
	got, _ = mixed(t, m)
	if want := slices.Concat(again[500:], all[600:]); !slices.Equal(sortedPacked(got),
		sortedPacked(want)) {
		t.Errorf("%d positions without those of the first file, want %d", len(got), len(want))
	}
	m.free = func() memory.Free { return memory.Free{Memory: 8000, Addresses: memory.Unknown} }
	m.Scratch = func() (ScratchFile, error) { t.Error("a shard is made"); return nil, io.EOF }
	if _, err := m.Run(io.Discard, nil, nil); !errors.Is(err, memory.ErrNotEnough) {
		t.Errorf("%v, want %v", err, memory.ErrNotEnough)
	}
}

// TestMixSkipsNoisy: a share is left out of the positions where a capture wins material, and of no
// other positions.
func TestMixSkipsNoisy(t *testing.T) {
	for _, c := range []struct {
		fen   string
		noisy bool
	}{
		{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", true},    // takes the queen
		{"4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1", true},    // takes the pawn
		{"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", false}, // a pawn for a pawn
		{"4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", false},  // a rook for a pawn
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", true},       // promotes
		{"1r2k3/P7/8/8/8/8/8/4K3 b - - 0 1", false},    // the other side wins material
		{"4k3/P6r/8/8/8/8/8/4K3 b - - 0 1", true},      // takes the pawn
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		k := Pack(&p, 0, Draw)
		if got, err := k.noisy(); err != nil || got != c.noisy {
			t.Errorf("%s: noisy %v, %v; want %v", c.fen, got, err, c.noisy)
		}
	}

	all := treePositions(2000)
	var quiet []Packed
	for _, k := range all {
		if noisy, _ := k.noisy(); !noisy {
			quiet = append(quiet, k)
		}
	}
	m := Mix{Inputs: shares(writePacked(t, "a", all)), AtOnce: 1000, Seed: 1, Noisy: 1}
	got, _ := mixed(t, m)
	if !slices.Equal(sortedPacked(got), sortedPacked(quiet)) {
		t.Errorf("%d positions without noisy ones, want %d", len(got), len(quiet))
	}
	m.Noisy, m.Inputs[0].Share = 0.5, 2 // the shares multiply, so each noisy position is taken once
	got, _ = mixed(t, m)
	if want := slices.Concat(all, quiet); !slices.Equal(sortedPacked(got), sortedPacked(want)) {
		t.Errorf("%d positions, quiet ones twice and noisy ones once; want %d", len(got), len(want))
	}
	m.Inputs[0].Share = 1
	got, _ = mixed(t, m)
	half := (len(all) + len(quiet)) / 2
	if n := len(got); n < half-100 || n > half+100 || len(quiet) < 200 || len(quiet) > 1800 {
		t.Errorf("%d of %d positions without half the noisy ones, %d are quiet",
			n, len(all), len(quiet))
	}

	// White to move could take the king. A trainer accepts that, but it is no legal position.
	p, err := board.ParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	bad := Pack(&p, 0, Draw)
	bad[27] = byte(board.White)
	m.Inputs = shares(writePacked(t, "bad", []Packed{all[0], bad}))
	scratch := filepath.Join(t.TempDir(), "scratch")
	m.Scratch = func() (ScratchFile, error) { return outfile.Create(t.Context(), scratch) }
	_, err = m.Run(&bytes.Buffer{}, func(string, int64) {}, func(int, int) {})
	if at, ok := errors.AsType[*FormatError](err); !ok || at.Offset != PackedSize {
		t.Errorf("an illegal position: %v, want an error at offset %d", err, PackedSize)
	}
}

func TestMixRejects(t *testing.T) {
	good := writePacked(t, "a", treePositions(50))
	cut := writeFile(t, "cut", strings.Repeat("x", 33))
	bad := writeFile(t, "bad", strings.Repeat("x", 64))
	tests := []struct {
		name string
		m    Mix
		want string
	}{
		{"cut off", Mix{Inputs: shares(good, cut), AtOnce: 100}, cut + ": offset 32: "},
		{"no file", Mix{Inputs: shares(good, os.DevNull), AtOnce: 100}, "not a file"},
		{"folder", Mix{Inputs: shares(good, t.TempDir()), AtOnce: 100}, "not a file"},
		{"no positions", Mix{Inputs: shares(good, bad), AtOnce: 100}, bad},
		{"missing", Mix{Inputs: shares(good, good+"x"), AtOnce: 100}, good + "x"},
		{"share", Mix{Inputs: []MixInput{{good, math.NaN()}}, AtOnce: 100}, "a share of NaN"},
		{"share and weight", Mix{Inputs: []MixInput{{good, 20}}, Men: MixWeights{{10, 6}},
			AtOnce: 100}, "a share of 20"},
		{"weight", Mix{Inputs: shares(good), Men: MixWeights{{10, -1}}, AtOnce: 100},
			"-men 10=-1: want 0 or more"},
		{"men", Mix{Inputs: shares(good), Men: MixWeights{{10, 1}, {10, 2}}, AtOnce: 100},
			"rising numbers"},
		{"score", Mix{Inputs: shares(good), Scores: MixWeights{{-1, 1}}, AtOnce: 100},
			"-scores -1=1: want rising numbers from 0"},
		{"noisy", Mix{Inputs: shares(good), Noisy: -1, AtOnce: 100}, "-skip-noisy -1: want"},
		{"share and both weights", Mix{Inputs: []MixInput{{good, 5}}, Men: MixWeights{{10, 6}},
			Scores: MixWeights{{0, 4}}, AtOnce: 100}, "a share of 5"},
		{"nothing at a time", Mix{Inputs: shares(good)}, "-at-once 0: want 1 or more"},
		{"too many shards", Mix{Inputs: []MixInput{{good, 100}}, AtOnce: 9}, "more at a time"},
	}
	for _, tc := range tests {
		dir := t.TempDir()
		tc.m.Scratch = func() (ScratchFile, error) {
			return outfile.Create(t.Context(), filepath.Join(dir, "scratch"))
		}
		_, err := tc.m.Run(&bytes.Buffer{}, func(string, int64) {}, func(int, int) {})
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q in it", tc.name, err, tc.want)
		}
	}
}

// TestMixWithoutScratch: a Mix without a Scratch function is refused.
func TestMixWithoutScratch(t *testing.T) {
	if _, err := (&Mix{AtOnce: 100}).Run(io.Discard, nil, nil); err == nil {
		t.Error("no error")
	}
}
