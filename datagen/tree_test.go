package datagen

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/eval"
)

// treeRun plays games with a tree file and returns the tree's positions.
func treeRun(t *testing.T, s SelfPlay, path string, found Resumed, file *File) []Packed {
	t.Helper()
	return treeRunOf(t, s, &Tree{Path: path + ".tree", Every: 5, MaxPerGame: 120}, found, file)
}

// treeRunOf plays games with a tree, and returns the tree's positions.
func treeRunOf(t *testing.T, s SelfPlay, tree *Tree, found Resumed, file *File) []Packed {
	t.Helper()
	s.Tree = tree
	if err := s.Tree.Open(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), file, found, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Tree.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	positions, err := ReadPackedFile(tree.Path)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(positions)) != tree.Positions {
		t.Errorf("%d positions counted, %d in the file", tree.Positions, len(positions))
	}
	return positions
}

// TestTreeChangesNoGame also checks what is collected: legal positions, not in check, with few
// repeats.
func TestTreeChangesNoGame(t *testing.T) {
	dir := t.TempDir()
	s := fastSelfPlay(8)
	plain, tapped := filepath.Join(dir, "plain"), filepath.Join(dir, "tapped")
	runInto(t, s, plain)
	file, err := Create(tapped, s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	tree := treeRun(t, s, tapped, Resumed{}, file)
	with := gamesOf(t, tapped)
	for id, g := range gamesOf(t, plain) {
		if with[id] == nil || !same(g, with[id]) {
			t.Errorf("game %d is another one when positions are collected", id)
		}
	}
	if len(tree) < 8*50 || len(tree) > 8*120 {
		t.Fatalf("%d positions of 8 games", len(tree))
	}
	seen := map[Packed]int{}
	for i := range tree {
		p, err := tree[i].Position()
		if err != nil {
			t.Fatalf("position %d: %v", i, err)
		}
		if p.InCheck() {
			t.Errorf("position %d, %s, is in check", i, p.FEN())
		}
		if eval.IsDecisive(tree[i].Score()) {
			t.Errorf("position %d, %s: static evaluation %d", i, p.FEN(), tree[i].Score())
		}
		seen[tree[i]]++
	}
	if len(seen) < len(tree)*95/100 {
		t.Errorf("of %d positions only %d are different ones", len(tree), len(seen))
	}
}

// TestTreeKnowsItsGame: positions have the result of their game. If only some are kept, they come
// from the whole game.
func TestTreeKnowsItsGame(t *testing.T) {
	const most = 20
	wins, late := 0, 0
	for seed := range uint64(6) {
		path := filepath.Join(t.TempDir(), "a")
		s := fastSelfPlay(1)
		s.Seed = seed
		file, err := Create(path, s.Header("test"))
		if err != nil {
			t.Fatal(err)
		}
		tree := treeRunOf(t, s, &Tree{Path: path + ".tree", Every: 5, MaxPerGame: most},
			Resumed{}, file)
		if len(tree) != most {
			t.Errorf("%d positions of one game, want %d", len(tree), most)
		}
		for _, g := range gamesOf(t, path) {
			if g.Result != Draw {
				wins++
			}
			for i := range tree {
				if tree[i].Result() != g.Result {
					t.Fatalf("a position of %s in a game that ended %s", tree[i].Result(), g.Result)
				}
				if tree[i].Ply() > g.Start.Ply()+len(g.Moves)*3/4 {
					late++
				}
			}
		}
	}
	if wins == 0 || late < 6 {
		t.Errorf("%d of 6 games were won; %d of 120 positions come from their last quarters",
			wins, late)
	}
}

// TestTreeSeeds: each game of each run makes its own random choice, and the same choice when it is
// played again.
func TestTreeSeeds(t *testing.T) {
	var sample treeSample
	seeds := map[uint64]bool{}
	for range 2 {
		for seed := range uint64(10) {
			for id := range uint64(10) {
				sample.begin(&Tree{Every: 1}, seed, id)
				seeds[sample.tap.Seed] = true
			}
		}
	}
	if len(seeds) != 100 {
		t.Errorf("100 games, played twice, have %d seeds", len(seeds))
	}
}

// TestTreeSkipsNoisy: of the positions where a capture wins material, none is left with a Noisy of
// 1 and about half with 0.5. All other positions stay.
func TestTreeSkipsNoisy(t *testing.T) {
	var noisyOnes, quiet [3]int
	for i, share := range []float64{0, 0.5, 1} {
		path := filepath.Join(t.TempDir(), "a")
		s := fastSelfPlay(6)
		file, err := Create(path, s.Header("test"))
		if err != nil {
			t.Fatal(err)
		}
		tree := &Tree{Path: path + ".tree", Every: 2, MaxPerGame: 1 << 20, Noisy: share}
		for _, k := range treeRunOf(t, s, tree, Resumed{}, file) {
			if is, _ := k.noisy(); is {
				noisyOnes[i]++
			} else {
				quiet[i]++
			}
		}
	}
	// Now and then a noisy position overwrites the key of a quiet one, whose repeat then counts as
	// new.
	half, repeats := noisyOnes[0]/2, quiet[0]/200
	if quiet[0]-quiet[1] > repeats || quiet[0]-quiet[2] > repeats || noisyOnes[2] != 0 ||
		noisyOnes[0] < 500 || noisyOnes[1] < half*9/10 || noisyOnes[1] > half*11/10 {
		t.Errorf("%v noisy, %v quiet with no, half and all noisy ones left out", noisyOnes, quiet)
	}
}

// TestTreeGoesOn continues a tree file whose last position is cut off.
func TestTreeGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	s := fastSelfPlay(2)
	file, err := Create(path, s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	before := treeRun(t, s, path, Resumed{}, file)
	if err := os.Truncate(path+".tree", int64(len(before))*PackedSize-5); err != nil {
		t.Fatal(err)
	}
	file, found, err := OpenAppend(path, s.Resume)
	if err != nil {
		t.Fatal(err)
	}
	s.MaxGames = 4
	after := treeRun(t, s, path, found, file)
	last := len(before) - 1
	if len(after) < last+100 || after[last-1] != before[last-1] {
		t.Errorf("%d positions, then %d", len(before), len(after))
	}
}

// TestTreeAfterPowerCut continues a file that ends in zeros: these are removed. A file that holds
// no positions is not continued.
func TestTreeAfterPowerCut(t *testing.T) {
	want := treePositions(3)
	path := writePacked(t, "a", append(slices.Clone(want), make([]Packed, 40)...))
	tree := &Tree{Path: path}
	if err := tree.Open(); err != nil || tree.Positions != 3 {
		t.Fatalf("%d positions, %v", tree.Positions, err)
	}
	tree.add(want)
	if err := tree.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadPackedFile(path); err != nil || !slices.Equal(got, append(want, want...)) {
		t.Errorf("%d positions, %v", len(got), err)
	}
	const note = "somebody's notes\n"
	for _, text := range []string{
		strings.Repeat(note, 9), note, string(make([]byte, PackedSize)) + note,
	} {
		tree = &Tree{Path: writeFile(t, "notes", text)}
		if err := tree.Open(); err == nil || !strings.Contains(err.Error(), tree.Path) {
			t.Errorf("a text of %d bytes: %v", len(text), err)
		}
		if now, _ := os.ReadFile(tree.Path); string(now) != text {
			t.Errorf("a text is now %q", now)
		}
	}
	tree = &Tree{Path: writeFile(t, "zeros", string(make([]byte, 20)))}
	if err := tree.Open(); err != nil || tree.Positions != 0 {
		t.Errorf("zeros: %d positions, %v", tree.Positions, err)
	}
	tree.Close()
}

// TestTreeWaitsForGames: positions are written only once their games are on the disk.
func TestTreeWaitsForGames(t *testing.T) {
	tree := &Tree{Path: filepath.Join(t.TempDir(), "tree"), Every: 1, MaxPerGame: 1}
	if err := tree.Open(); err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	size := func() int64 {
		info, err := os.Stat(tree.Path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size() / PackedSize
	}
	const positions = 50_000 // far more than the buffer holds
	tree.add(make([]Packed, positions))
	if n := size(); n != 0 {
		t.Errorf("%d positions are written before their games", n)
	}
	if err := tree.flush(); err != nil || size() != positions || tree.Positions != positions {
		t.Errorf("%d of %d positions are written, %v", size(), tree.Positions, err)
	}
	tree.add(make([]Packed, mostWaiting))
	if !tree.full() {
		t.Error("any number may wait")
	}
}

// TestTreeOnAFullDisk: positions that could not be written are not counted, whether the write fails
// halfway or at its end.
func TestTreeOnAFullDisk(t *testing.T) {
	const buffer = 4 // positions
	for _, n := range []int{1, buffer, 3 * buffer} {
		tree := &Tree{Path: filepath.Join(t.TempDir(), "tree")}
		if err := tree.Open(); err != nil {
			t.Fatal(err)
		}
		tree.add(treePositions(2))
		if err := tree.flush(); err != nil {
			t.Fatal(err)
		}
		tree.out = bufio.NewWriterSize(&fullDisk{}, buffer*PackedSize)
		tree.add(treePositions(n))
		for range 2 { // the second time there is nothing left to write
			err := tree.flush()
			if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), tree.Path) {
				t.Errorf("%d positions: %v", n, err)
			}
			if tree.Positions != 2 {
				t.Errorf("%d positions: %d counted, want the 2 before", n, tree.Positions)
			}
		}
		if err := tree.Close(); !errors.Is(err, errFull) || tree.Positions != 2 {
			t.Errorf("%d positions: %d counted at the end, %v", n, tree.Positions, err)
		}
	}
}

// TestTreeIsLocked: another run can't open a tree file that is being written, even if its last
// position is not whole yet.
func TestTreeIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tree")
	first, second := &Tree{Path: path}, &Tree{Path: path}
	if err := first.Open(); err != nil {
		t.Fatal(err)
	}
	position := treePositions(1)[0]
	if _, err := first.file.Write(append(position[:], 1, 2, 3, 4, 5)); err != nil {
		t.Fatal(err)
	}
	if err := second.Open(); !errors.Is(err, ErrLocked) || !strings.HasPrefix(err.Error(), path) {
		t.Errorf("%v, want %v", err, ErrLocked)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != PackedSize+5 {
		t.Errorf("%v, %v: the file has changed", info, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := second.Open(); err != nil || second.Positions != 1 {
		t.Errorf("after the first: %d positions, %v; want 1", second.Positions, err)
	}
	second.Close()
}

// TestTreeWithoutItsGames: if the last games can't be written, their tree positions are not either:
// the games will be played again.
func TestTreeWithoutItsGames(t *testing.T) {
	s := fastSelfPlay(1)
	s.Tree = &Tree{Path: filepath.Join(t.TempDir(), "tree"), Every: 1, MaxPerGame: 10}
	if err := s.Tree.Open(); err != nil {
		t.Fatal(err)
	}
	file, err := Create(filepath.Join(t.TempDir(), "a"), s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.f.Close()
	file.Writer.w = &fullDisk{}
	if p, err := s.Run(context.Background(), file, Resumed{}, nil); !errors.Is(err, errFull) ||
		p.Games != 1 {
		t.Errorf("%v after %d games, want a full disk after the only one", err, p.Games)
	}
	if err := s.Tree.Close(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(s.Tree.Path); err != nil || info.Size() != 0 || s.Tree.Positions != 0 {
		t.Errorf("%d positions of a game that is lost, %d bytes, %v",
			s.Tree.Positions, info.Size(), err)
	}
}
