package train

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// stream returns n positions of a source, from a cursor on, and the cursor behind them.
func stream(t testing.TB, s *source, from Cursor, n int) ([]datagen.Packed, Cursor) {
	t.Helper()
	positions, after, err := s.read(from, n)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(positions), after
}

// sorted returns positions in the order of their bytes.
func sorted(positions []datagen.Packed) []datagen.Packed {
	positions = slices.Clone(positions)
	slices.SortFunc(positions, func(a, b datagen.Packed) int { return bytes.Compare(a[:], b[:]) })
	return positions
}

func TestOpenDataSplitsAndFilters(t *testing.T) {
	all := playedPositions(t, 5, 3200)
	path := writePacked(t, all)
	d, err := OpenData([]string{path}, nil, 0.1, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Valid) != 1 || d.Valid[0].Name != "held out" {
		t.Fatalf("validation sets %v", d.validNames())
	}
	valid := d.Valid[0].Positions
	if len(valid) != 320 || d.Train+len(valid) != len(all) {
		t.Errorf("%d + %d of %d positions, want 320 held out", d.Train, len(valid), len(all))
	}
	if valid[0] != all[90] || valid[319] != all[3199] {
		t.Error("held-out positions are not the last tenth of each block")
	}
	pass, _ := stream(t, newSource(d, 4096, 1, false), Cursor{}, d.Train)
	if !slices.Equal(sorted(append(pass, valid...)), sorted(all)) {
		t.Error("a pass and the held-out positions are not the file")
	}
	filter := Filter{MaxScore: 500, MinPly: 16, MinMen: 20, MaxMen: 31}
	d, err = OpenData([]string{path, path}, []NamedFile{{"same", path}}, 0, filter)
	if err != nil {
		t.Fatal(err)
	}
	var kept []datagen.Packed
	for _, k := range all {
		men := k.Occupied().Count()
		if s := k.Score(); s >= -500 && s <= 500 && k.Ply() >= 16 && men >= 20 && men <= 31 {
			kept = append(kept, k)
		}
	}
	want := len(kept)
	if want == 0 || d.Train != 2*want || !slices.Equal(d.Valid[0].Positions, kept) ||
		d.Skipped != 3*(len(all)-want) {
		t.Errorf("%d, %d, %d left out; want %d, %d, %d",
			d.Train, len(d.Valid[0].Positions), d.Skipped, 2*want, want, 3*(len(all)-want))
	}
	pass, _ = stream(t, newSource(d, 4096, 1, false), Cursor{}, d.Train)
	if !slices.Equal(sorted(pass), sorted(append(kept, kept...))) {
		t.Error("a pass is not what the filter keeps")
	}
}

// TestSourceShuffles: each pass holds every position once, in another order. Positions that follow
// each other come from anywhere.
func TestSourceShuffles(t *testing.T) {
	all := playedPositions(t, 6, 30_000)
	number := func(k *datagen.Packed, i int) {
		k[28], k[29], k[24], k[25] = byte(i), byte(i>>8), byte(i>>16), 0
	}
	for i := range all {
		number(&all[i], i)
	}
	index := func(k *datagen.Packed) int { return int(k[28]) | int(k[29])<<8 | int(k[24])<<16 }
	third := len(all) / 3 // files of different sizes, none of them a multiple of a chunk
	d, err := OpenData([]string{writePacked(t, all[:third]), writePacked(t, all[third:])}, nil, 0,
		Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, pool := range []int{512, 4096, 1 << 20} {
		s := newSource(d, pool, 7, false)
		var passes [2][]int
		at := Cursor{}
		for p := range passes {
			var positions []datagen.Packed
			for len(positions) < len(all) {
				var part []datagen.Packed
				part, at = stream(t, s, at, 3000) // a divisor of the whole
				positions = append(positions, part...)
			}
			for i := range positions {
				passes[p] = append(passes[p], index(&positions[i]))
			}
			whole := slices.Clone(passes[p])
			slices.Sort(whole)
			for i, x := range whole {
				if x != i {
					t.Fatalf("pool %d, pass %d: position %d is missing or comes twice", pool, p, i)
				}
			}
		}
		// Count the successive positions that were within 50 places of each other in the files. In
		// a full shuffle they are 100 of 30,000; with pools of one chunk about 50 times as many.
		near, same := 0, 0
		for i := range len(all) - 1 {
			if d := passes[0][i+1] - passes[0][i]; d > -50 && d < 50 {
				near++
			}
			if passes[0][i] == passes[1][i] {
				same++
			}
		}
		t.Logf("pool %d: %d neighbours stay near, %d places are the same in the next pass",
			pool, near, same)
		if most := 100 * len(all) / min(pool, len(all)) * 2; near > most {
			t.Errorf("pool %d: %d neighbours stay near, want at most %d", pool, near, most)
		}
		if same > 20 {
			t.Errorf("pool %d: %d places are the same in the next pass", pool, same)
		}
	}
}

// TestPoolTakesFewNeighbours: neighbours in a file come from one game. If a pool has many of them,
// the network learns the game by heart. The pool has a fifth of all positions. Drawn one by one, it
// would hold 120 of the 600 around each of its own.
func TestPoolTakesFewNeighbours(t *testing.T) {
	const all, around, most = 30_000, 300, 200
	positions := playedPositions(t, 6, all)
	for i := range positions {
		positions[i][28], positions[i][29] = byte(i), byte(i>>8)
	}
	pool := newSource(dataOf(t, positions, nil), all/5, 7, false).load(Cursor{}, nil)
	if pool.err != nil {
		t.Fatal(pool.err)
	}
	var indices []int
	for i := range pool.positions {
		indices = append(indices, int(pool.positions[i][28])|int(pool.positions[i][29])<<8)
	}
	slices.Sort(indices)
	near := 0
	for i, from, to := 0, 0, 0; i < len(indices); i++ {
		for indices[i]-indices[from] > around {
			from++
		}
		for to < len(indices) && indices[to]-indices[i] <= around {
			to++
		}
		near += to - from - 1
	}
	if mean := near / len(indices); mean > most {
		t.Errorf("a position has %d of the 600 around it in its pool, want at most %d", mean, most)
	}
}

// TestShuffledSourceReadsInOrder: if the files are shuffled already, a pool is read in one or two
// runs. Each pass has every chunk once, and the next pass begins elsewhere.
func TestShuffledSourceReadsInOrder(t *testing.T) {
	all := playedPositions(t, 6, 30_000)
	d, err := OpenData([]string{writePacked(t, all[:11_111]), writePacked(t, all[11_111:])}, nil, 0,
		Filter{})
	if err != nil {
		t.Fatal(err)
	}
	s := newSource(d, 4096, 7, true)
	begins := map[chunk]bool{}
	for epoch := range 3 {
		seen := map[chunk]bool{}
		for pool := range s.pools {
			runs := 1
			mine := s.chunksOf(Cursor{Epoch: epoch, Pool: pool})
			for i, c := range mine {
				if seen[c] {
					t.Fatalf("pass %d: %v comes twice", epoch, c)
				}
				seen[c] = true
				if i > 0 && slices.Index(d.chunks, c) != slices.Index(d.chunks, mine[i-1])+1 {
					runs++
				}
			}
			if runs > 2 {
				t.Errorf("pass %d, pool %d is read in %d runs", epoch, pool, runs)
			}
			if pool == 0 {
				begins[mine[0]] = true
			}
		}
		if len(seen) != len(d.chunks) {
			t.Errorf("pass %d has %d chunks of %d", epoch, len(seen), len(d.chunks))
		}
	}
	if len(begins) != 3 {
		t.Errorf("three passes begin at %d places", len(begins))
	}
}

// TestSourceGoesOnAnywhere: from any cursor the stream continues the same, in batches of any size.
func TestSourceGoesOnAnywhere(t *testing.T) {
	testSourceGoesOn(t, false)
	testSourceGoesOn(t, true)
}

func testSourceGoesOn(t *testing.T, shuffled bool) {
	d := dataOf(t, playedPositions(t, 6, 5000), nil)
	for _, pool := range []int{512, 2048, 1 << 20} {
		whole, _ := stream(t, newSource(d, pool, 3, shuffled), Cursor{}, 12_000)
		first := newSource(d, pool, 3, shuffled)
		at, got := Cursor{}, []datagen.Packed(nil)
		for _, n := range []int{1, 700, 3, 2048, 4000, 5000, 248} {
			part, after := stream(t, first, at, n)
			again, _ := stream(t, newSource(d, pool, 3, shuffled), at, n)
			if !slices.Equal(part, again) {
				t.Fatalf("pool %d: another stream from %+v", pool, at)
			}
			got, at = append(got, part...), after
		}
		if !slices.Equal(got, whole) {
			t.Errorf("pool %d: the size of the batches changes the stream", pool)
		}
		other, _ := stream(t, newSource(d, pool, 4, shuffled), Cursor{}, 12_000)
		if slices.Equal(other, whole) {
			t.Errorf("pool %d: another seed gives the same stream", pool)
		}
	}
}

func TestOpenDataRejects(t *testing.T) {
	all := playedPositions(t, 5, 2000)
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
	bad[1005*32+26] = 3 // a result that does not exist
	tests := []struct {
		name, path, offset string
	}{
		{"cut off", file("cut", data[:len(data)-5]), "63968"},
		{"result", file("result", bad), "32160"},
		{"missing", filepath.Join(dir, "missing"), ""},
		{"empty", file("empty", nil), ""},
		{"folder", dir, "not a file"},
		{"device", os.DevNull, "not a file"},
	}
	for _, tc := range tests {
		_, err := OpenData([]string{tc.path}, nil, 0, Filter{})
		if err == nil {
			t.Errorf("%s: accepted", tc.name)
			continue
		}
		if tc.name != "empty" && !strings.Contains(err.Error(), tc.path) ||
			!strings.Contains(err.Error(), tc.offset) {
			t.Errorf("%s: %q names no file or not the offset %s", tc.name, err, tc.offset)
		}
	}
	_, err = OpenData([]string{good}, []NamedFile{{"v", file("cut", data[:33])}}, 0, Filter{})
	if _, ok := errors.AsType[*datagen.FormatError](err); !ok {
		t.Errorf("a cut-off validation file gives %v", err)
	}
	if _, err = OpenData([]string{good}, []NamedFile{{"v", good}}, 0,
		Filter{MinMen: 32, MinPly: 500}); err == nil {
		t.Error("a validation set without positions was accepted")
	}
	for holdout, want := range map[float64]string{
		0.0001: "no position left", -0.5: "want 0", 1: "want 0", 1e10: "want 0",
	} {
		_, err := OpenData([]string{good}, nil, holdout, Filter{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a hold-out of %g gives %v, want %q", holdout, err, want)
		}
	}
}

func TestFileThatShrinksIsAnError(t *testing.T) {
	path := writePacked(t, playedPositions(t, 5, 5000))
	d, err := OpenData([]string{path}, nil, 0, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1000*32); err != nil {
		t.Fatal(err)
	}
	if _, _, err := newSource(d, 512, 1, false).read(Cursor{}, 5000); err == nil ||
		strings.Count(err.Error(), path) != 1 {
		t.Errorf("error %v, want one that names the file once", err)
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
		got := target(set(tc.score, tc.result, tc.side), tc.wdl, 200)
		if math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%+v: target %g", tc, got)
		}
	}
}

func TestFitScaleFindsTheScaleOfTheLabels(t *testing.T) {
	all := playedPositions(t, 2, 20000)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range all { // draw results with the probabilities that a scale of 250 gives
		all[i][26] = 0
		if rng.Float64() < sigmoid(float64(all[i].Score())/250) {
			all[i][26] = 2
		}
	}
	if got := fitScale(all); got < 225 || got > 275 {
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
	// Close to random: neighbours land anywhere, and epochs have different orders.
	for _, n := range []int{512, 4096, 100_000} {
		near, same, count := 0, 0, 0
		for epoch := range uint64(max(100_000/n, 1)) {
			a, b := newPermutation(n, 1, epoch), newPermutation(n, 1, epoch+1)
			for i := range n - 1 {
				if d := a.at(i+1) - a.at(i); d > -n/100 && d < n/100 {
					near++
				}
				if d := a.at(i) - b.at(i); d > -n/100 && d < n/100 {
					same++
				}
				count++
			}
		}
		share := float64(2*(n/100)-1) / float64(n) // the standard deviation of either count is 44
		for _, got := range []int{near, same} {
			if want := share * float64(count); math.Abs(float64(got)-want) > 250 {
				t.Errorf("n %d: %d pairs are close, want about %.0f", n, got, want)
			}
		}
	}
}
