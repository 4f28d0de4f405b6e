package datagen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestZeroTail replaces the end of a file by zeros: by as many, by fewer or by more. A power cut
// may do that. It must read as a cut-off tail, and the file can be continued.
func TestZeroTail(t *testing.T) {
	file, games, ends, counts := blocksFile(t)
	path := filepath.Join(t.TempDir(), "a.games")
	step := 1
	if testing.Short() { // slow under the race detector
		step = 7
	}
	for n := headerSize; n < len(file); n += step {
		for _, zeros := range []int{1, len(file) - n, 70_000} {
			cut := append(bytes.Clone(file[:n]), make([]byte, zeros)...)
			whole := 0
			for whole+1 < len(ends) && ends[whole+1] <= n {
				whole++
			}
			// The block itself may end in zeros.
			for whole+1 < len(ends) && ends[whole+1] <= len(cut) &&
				bytes.Equal(cut[:ends[whole+1]], file[:ends[whole+1]]) {
				whole++
			}
			rd, err := NewReader(bytes.NewReader(cut), "cut.games")
			if err != nil {
				t.Fatal(err)
			}
			got, damage := readAll(rd)
			rd.Close()
			if len(got) != counts[whole] {
				t.Fatalf("%d zeros from %d: %d games, want %d", zeros, n, len(got), counts[whole])
			}
			tail, ok := errors.AsType[*FormatError](errors.Join(damage...))
			if len(cut) > ends[whole] &&
				(!ok || len(damage) != 1 || !tail.Truncated || tail.Offset != int64(ends[whole])) {
				t.Fatalf("%d zeros from %d: %v, want a tail cut off at %d",
					zeros, n, damage, ends[whole])
			}
			if n%149 > step { // the rest is slow, so test only some
				continue
			}
			if err := os.WriteFile(path, cut, 0o644); err != nil {
				t.Fatal(err)
			}
			f, found, err := OpenAppend(path, anyHeader)
			if err != nil || found.Games != int64(counts[whole]) ||
				found.Dropped != int64(len(cut)-ends[whole]) {
				t.Fatalf("%d zeros from %d: found %+v, %v; want %d games",
					zeros, n, found, err, counts[whole])
			}
			if err := f.Add(games[0]); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			again := 0
			err = ReadGames([]string{path}, func(*Game) error { again++; return nil })
			if err != nil || again != counts[whole]+1 {
				t.Fatalf("%d zeros from %d, continued: %d games, %v", zeros, n, again, err)
			}
		}
	}
}

// TestZerosInTheMiddle has a whole block behind the zeros. That is damage, and not a cut-off end.
func TestZerosInTheMiddle(t *testing.T) {
	file, games, ends, counts := blocksFile(t)
	for n := ends[1]; n < ends[2]; n++ {
		bad := bytes.Clone(file)
		clear(bad[n:ends[2]])
		if bytes.Equal(bad, file) {
			continue
		}
		rd, err := NewReader(bytes.NewReader(bad), "bad.games")
		if err != nil {
			t.Fatal(err)
		}
		got, damage := readAll(rd)
		rd.Close()
		at, ok := errors.AsType[*FormatError](errors.Join(damage...))
		if len(damage) != 1 || !ok || at.Truncated || at.Offset != int64(ends[1]) ||
			len(got) != len(games)-(counts[2]-counts[1]) {
			t.Fatalf("zeros from %d to %d: %d games, damage %v", n, ends[2], len(got), damage)
		}
	}
}

// TestRunSyncs plays into a file that can't be synced. The error shows that Run tried to sync it.
func TestRunSyncs(t *testing.T) {
	s := fastSelfPlay(50)
	file, err := Create(filepath.Join(t.TempDir(), "a"), s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	file.f.Close()
	var written bytes.Buffer
	file.Writer.w = &written
	s.SyncEvery = time.Nanosecond
	p, err := s.Run(context.Background(), file, Resumed{}, nil)
	if !errors.Is(err, os.ErrClosed) || p.Games != 1 || written.Len() == 0 {
		t.Errorf("%v after %d games, %d bytes written; want a failed sync after the first",
			err, p.Games, written.Len())
	}
}

// TestTreeFollowsBlocks: once a block of games is written, its tree positions do not wait for the
// next sync by the clock. As in TestRunSyncs the error shows the attempt to sync.
func TestTreeFollowsBlocks(t *testing.T) {
	s := fastSelfPlay(50)
	s.SyncEvery = time.Hour
	s.Tree = &Tree{Path: filepath.Join(t.TempDir(), "tree"), Every: 1, MaxPerGame: 10}
	if err := s.Tree.Open(); err != nil {
		t.Fatal(err)
	}
	defer s.Tree.Close()
	file, err := Create(filepath.Join(t.TempDir(), "a"), s.Header("test"))
	if err != nil {
		t.Fatal(err)
	}
	file.f.Close()
	file.Writer.w = io.Discard
	file.raw = make([]byte, blockRaw) // the first game completes a block
	if p, err := s.Run(context.Background(), file, Resumed{}, nil); !errors.Is(err, os.ErrClosed) ||
		p.Games != 1 {
		t.Errorf("%v after %d games, want a sync after the first", err, p.Games)
	}
	if len(s.Tree.waiting) == 0 {
		t.Error("the tree positions of a game that is written are dropped")
	}
}

// TestTreeSyncs: flush syncs the tree file. So a power cut loses no tree positions of games that
// are on the disk. As in TestRunSyncs the error shows the attempt.
func TestTreeSyncs(t *testing.T) {
	tree := &Tree{Path: filepath.Join(t.TempDir(), "tree")}
	if err := tree.Open(); err != nil {
		t.Fatal(err)
	}
	tree.add(treePositions(3))
	tree.file.Close()
	var written bytes.Buffer
	tree.out.Reset(&written)
	if err := tree.flush(); !errors.Is(err, os.ErrClosed) || written.Len() != 3*PackedSize {
		t.Errorf("%v, %d bytes written; want a failed sync after %d",
			err, written.Len(), 3*PackedSize)
	}
}

// syncedLabels is an output that compares the state file with what is on the disk.
type syncedLabels struct {
	t               *testing.T
	state           string // file
	written, synced int64  // bytes
}

func (s *syncedLabels) Write(b []byte) (int, error) {
	s.written += int64(len(b))
	return len(b), nil
}

func (s *syncedLabels) Sync() error {
	var state labelState
	if text, err := os.ReadFile(s.state); err != nil || json.Unmarshal(text, &state) != nil {
		s.t.Errorf("state %s: %v", text, err)
	}
	if counted := state.Counts.Written * PackedSize; counted > s.synced {
		s.t.Errorf("the state counts %d bytes, the disk has %d", counted, s.synced)
	}
	s.synced = s.written
	return nil
}

// TestLabelSyncs: the state never counts positions that a power cut could still lose.
func TestLabelSyncs(t *testing.T) {
	l := Labelling{Out: filepath.Join(t.TempDir(), "out"), MaxScore: 2500}
	if err := l.writeState(); err != nil {
		t.Fatal(err)
	}
	out := &syncedLabels{t: t, state: l.Out + ".state"}
	for n := range 3 {
		positions := treePositions(10)
		if err := l.write(out, labelled{read: 10, asked: 10, positions: positions}); err != nil {
			t.Fatal(err)
		}
		if want := int64(n+1) * 10 * PackedSize; out.synced != want {
			t.Errorf("%d bytes are on the disk, want %d", out.synced, want)
		}
	}
}

// recorder records the calls on a file.
type recorder struct {
	done []string
	bad  string
}

func (r *recorder) do(what string) error {
	r.done = append(r.done, what)
	if what == r.bad {
		return errFull
	}
	return nil
}

func (r *recorder) Sync() error  { return r.do("sync") }
func (r *recorder) Close() error { return r.do("close") }

func TestSeal(t *testing.T) {
	for _, bad := range []string{"", "sync", "close"} {
		r := recorder{bad: bad}
		if err := seal(&r); !slices.Equal(r.done, []string{"sync", "close"}) ||
			(err == nil) != (bad == "") {
			t.Errorf("with a bad %q: %v, %v", bad, r.done, err)
		}
	}
}
