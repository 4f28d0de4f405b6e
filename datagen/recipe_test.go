package datagen

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/eval/nnue"
)

// flatNetwork returns a network that gives every position the same evaluation.
func flatNetwork(t testing.TB, bias int32) *nnue.Network {
	t.Helper()
	const h = 32
	n, err := nnue.FromRaw(nnue.Raw{
		H: h, KingBuckets: 1, OutputBuckets: 1,
		FTWeights: make([]int16, 768*h), FTBias: make([]int16, h),
		OutWeights: make([]int16, 2*h), OutBias: []int32{bias},
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestResumeGuardsTheRecipe(t *testing.T) {
	s := DefaultSelfPlay()
	s.Seed = 7
	h := s.Header("test")
	tests := []struct {
		name   string
		change func(*SelfPlay)
		says   string // "": the file is accepted
	}{
		{"nothing", func(*SelfPlay) {}, ""},
		{"what games don't depend on",
			func(s *SelfPlay) { s.Threads, s.MaxGames, s.MaxPositions, s.Seed = 3, 5, 6, 8 }, ""},
		{"a tree", func(s *SelfPlay) { s.Tree = &Tree{Every: 4, MaxPerGame: 50, Noisy: 0.5} }, ""},
		{"the built-in network by name", func(s *SelfPlay) { s.Network = nnue.Default() }, ""},
		{"network", func(s *SelfPlay) { s.Network = flatNetwork(t, 1) }, "another network"},
		{"no network", func(s *SelfPlay) { s.Material = true }, "another network"},
		{"nodes", func(s *SelfPlay) { s.Nodes++ }, "250 nodes a move, not 251"},
		{"hard limit", func(s *SelfPlay) { s.HardFactor++ }, "setting"},
		{"hash", func(s *SelfPlay) { s.HashMiB++ }, "setting"},
		{"rejected openings", func(s *SelfPlay) { s.Reject++ }, "setting"},
		{"games played out", func(s *SelfPlay) { s.PlayOut++ }, "setting"},
		{"random plies", func(s *SelfPlay) { s.Openings.RandomPlies++ }, "setting"},
		{"book plies", func(s *SelfPlay) { s.Openings.BookPlies++ }, "setting"},
		{"Chess960", func(s *SelfPlay) { s.Openings.DFRC++ }, "Chess960"},
		{"book", func(s *SelfPlay) { s.Openings.Book = []string{standardStart} }, "book"},
		{"winning score", func(s *SelfPlay) { s.Adjudication.WinScore++ }, "adjudication"},
		{"winning plies", func(s *SelfPlay) { s.Adjudication.WinPlies++ }, "adjudication"},
		{"drawing score", func(s *SelfPlay) { s.Adjudication.DrawScore++ }, "adjudication"},
		{"drawing plies", func(s *SelfPlay) { s.Adjudication.DrawPlies++ }, "adjudication"},
		{"first draw", func(s *SelfPlay) { s.Adjudication.DrawFrom++ }, "adjudication"},
	}
	old := h
	old.Network, old.Settings = 0, 0
	if b := old.encode(); !bytes.Equal(b[120:124], make([]byte, 4)) ||
		bytes.Equal(h.encode()[120:124], b[120:124]) {
		t.Error("no marks must be zeros, as in files made before there were any")
	}
	for _, tc := range tests {
		other := s
		tc.change(&other)
		err := other.Resume(h)
		if tc.says == "" && (err != nil || other.Seed != 7) {
			t.Errorf("%s: %v, seed %d", tc.name, err, other.Seed)
		}
		if tc.says != "" && (err == nil || !strings.Contains(err.Error(), tc.says)) {
			t.Errorf("%s changed: %v, want %q", tc.name, err, tc.says)
		}
		if err := other.Resume(old); err != nil && tc.name != "nodes" {
			t.Errorf("%s: a file without marks is refused: %v", tc.name, err)
		}
	}
	one, two := SelfPlay{Network: flatNetwork(t, 1)}, SelfPlay{Network: flatNetwork(t, 2)}
	if one.networkMark() == two.networkMark() {
		t.Error("two networks that differ in one number have the same mark")
	}
	if mark(func(io.Writer) {}) != 1 { // the checksum of nothing is 0
		t.Error("a mark must not be 0")
	}
}

// TestRefusedFileStays: a file that is refused stays as it is, even if its last block is cut off.
func TestRefusedFileStays(t *testing.T) {
	file, _, _, _ := blocksFile(t)
	path := writeFile(t, "a.games", string(file[:len(file)-1]))
	no := errors.New("no")
	_, _, err := OpenAppend(path, func(Header) error { return no })
	if !errors.Is(err, no) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("refused with %v", err)
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, file[:len(file)-1]) {
		t.Error("a file that was refused has changed")
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.games")
	first, err := Create(path, Header{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenAppend(path, anyHeader); !errors.Is(err, ErrLocked) ||
		!strings.HasPrefix(err.Error(), path) {
		t.Errorf("opened beside its creator: %v", err)
	}
	if err := ReadGames([]string{path}, func(*Game) error { return nil }); err != nil {
		t.Errorf("a file that is written can't be read: %v", err)
	}
	first.Close()
	second, _, err := OpenAppend(path, anyHeader)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenAppend(path, anyHeader); !errors.Is(err, ErrLocked) {
		t.Errorf("opened by two: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

func TestFailedCreateLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.games")
	if _, err := Create(path, Header{Description: strings.Repeat("x", 97)}); err == nil {
		t.Error("a description of 97 bytes was taken")
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file is left: %v", err)
	}
}

// TestResumeWithManyNodes: a file can be continued even if its nodes a move don't fit into the
// header.
func TestResumeWithManyNodes(t *testing.T) {
	s := DefaultSelfPlay()
	s.Nodes = 1 << 40
	if err := s.Resume(s.Header("test")); err != nil {
		t.Error(err)
	}
}

// TestCheckNamesTheFlag: an error about the settings names the flag and the value.
func TestCheckNamesTheFlag(t *testing.T) {
	tests := []struct {
		change func(*SelfPlay)
		want   string
	}{
		{func(s *SelfPlay) { s.Threads = 0 }, "-threads 0: want 1 to "},
		{func(s *SelfPlay) { s.Nodes = 0 }, "-nodes 0: want 1 or more"},
		{func(s *SelfPlay) { s.HardFactor = 0 }, "-hard 0: want 1 or more"},
		{func(s *SelfPlay) { s.HashMiB = -1 }, "-hash -1: want 1 MiB or more"},
		{func(s *SelfPlay) { s.Reject = 0 }, "-reject 0: want 1 centipawn or more"},
		{func(s *SelfPlay) { s.PlayOut = -1 }, "-play-out -1: want 0 to 100 percent"},
		{func(s *SelfPlay) { s.Openings.DFRC = 120 }, "-dfrc 120: want 0 to 100 percent"},
		{func(s *SelfPlay) { s.Openings.Endgames = 101 }, "-endgames 101: want 0 to 100 percent"},
		{func(s *SelfPlay) { s.Openings.RandomPlies = -2 }, "-plies -2: want 0 or more"},
		{func(s *SelfPlay) { s.Openings.BookPlies = -2 }, "-book-plies -2: want 0 or more"},
		{func(s *SelfPlay) { s.Tree = &Tree{MaxPerGame: 1} }, "-tree-every 0: want 1 or more"},
		{func(s *SelfPlay) { s.Tree = &Tree{Every: 1} }, "-tree-max 0: want 1 or more"},
		{func(s *SelfPlay) { s.Adjudication.DrawScore = -7 }, "limits must be 0 or more, " +
			"and the winning score above the drawing one"},
	}
	for _, tc := range tests {
		s := DefaultSelfPlay()
		tc.change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
	}
}
