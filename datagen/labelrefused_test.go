package datagen

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sente/internal/memory"
)

// TestLabelKeepsItsInputs: a run must not read a file that it writes.
func TestLabelKeepsItsInputs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for _, input := range []string{out + ".partial", out + ".state"} {
		if err := WritePackedFile(input, treePositions(10)); err != nil {
			t.Fatal(err)
		}
		before, err := os.ReadFile(input)
		if err != nil {
			t.Fatal(err)
		}
		l := Labelling{Inputs: []string{input}, Out: out, Label: teacher(t, "well"),
			Block: 70, MaxScore: 2500}
		if _, err := l.Run(context.Background(), noProgress); err == nil {
			t.Errorf("%s is read and written", input)
		}
		if now, err := os.ReadFile(input); string(now) != string(before) {
			t.Errorf("%s of %d bytes has now %d; %v", input, len(before), len(now), err)
		}
		os.Remove(input)
	}
}

// TestLabelReplacesNothing: a file that came under the output's name during the run stays, and so
// do the labels.
func TestLabelReplacesNothing(t *testing.T) {
	positions := treePositions(10)
	out := filepath.Join(t.TempDir(), "out")
	l := Labelling{Inputs: []string{writePacked(t, "in", positions)}, Out: out, Block: 70,
		MaxScore: 2500, Label: func(_ context.Context, in []Packed) ([]Packed, error) {
			return in, os.WriteFile(out, []byte("somebody else's"), 0o600)
		}}
	if _, err := l.Run(context.Background(), noProgress); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an output that came in between: %v", err)
	}
	if there, err := os.ReadFile(out); string(there) != "somebody else's" {
		t.Errorf("it holds %q now, %v", there, err)
	}
	os.Remove(out)
	l.Label = func(context.Context, []Packed) ([]Packed, error) {
		return nil, errors.New("labelled again")
	}
	if c, err := l.Run(context.Background(), noProgress); err != nil || c.Written < 1 {
		t.Errorf("going on without that file: %d positions, %v", c.Written, err)
	}
}

// TestLabelOddName: a run goes on even if the name of an input is not UTF-8.
func TestLabelOddName(t *testing.T) {
	dir := t.TempDir()
	l := Labelling{Inputs: []string{filepath.Join(dir, "a\xff\xfe")},
		Out: filepath.Join(dir, "out"), Block: 20, MaxScore: 2500}
	positions := treePositions(50)
	if err := WritePackedFile(l.Inputs[0], positions); err != nil {
		t.Skip("this file system refuses such names: ", err)
	}
	for _, want := range []error{errors.New("stop"), nil} {
		l.Label = func(_ context.Context, in []Packed) ([]Packed, error) {
			if in[0] == positions[l.Block] {
				return in, want
			}
			return in, nil
		}
		if c, err := l.Run(context.Background(), noProgress); !errors.Is(err, want) || c.Read == 0 {
			t.Fatalf("%d positions: %v, want %v", c.Read, err, want)
		}
	}
}

// TestLabelAsksForMemory: if the inputs have too many positions to find repeats in memory, that is
// an error before anything is written.
func TestLabelAsksForMemory(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	l := Labelling{Inputs: []string{writePacked(t, "large", treePositions(10))}, Out: out,
		Label: teacher(t, "well"), Block: 70, MaxScore: 2500,
		free: func() memory.Free { return memory.Free{Memory: 8000, Addresses: memory.Unknown} }}
	if _, err := l.Run(context.Background(), noProgress); !errors.Is(err, memory.ErrNotEnough) {
		t.Errorf("%v, want %v", err, memory.ErrNotEnough)
	}
	if _, err := os.Stat(out + ".partial"); err == nil {
		t.Error("a file was begun")
	}
}

// TestLabelThatDidNothing: a run that fails before its first block is done leaves no file. So the
// next run may have other inputs or another Labeller.
func TestLabelThatDidNothing(t *testing.T) {
	input := writePacked(t, "a", treePositions(50))
	l := Labelling{Inputs: []string{input}, Label: teacher(t, "fails"), Recipe: "fails",
		Out: filepath.Join(t.TempDir(), "out"), Block: 20, MaxScore: 2500}
	if _, err := l.Run(context.Background(), noProgress); err == nil {
		t.Fatal("a teacher that fails has labelled")
	}
	if left, _ := filepath.Glob(l.Out + "*"); len(left) > 0 {
		t.Errorf("%v left behind", left)
	}
}

// TestLabelWithNothingLeft: if a run keeps no position, it fails and leaves no file. So the next
// run begins anew.
func TestLabelWithNothingLeft(t *testing.T) {
	far := func(_ context.Context, in []Packed) ([]Packed, error) {
		for i := range in {
			in[i].SetScore(2600)
		}
		return in, nil
	}
	none := func(context.Context, []Packed) ([]Packed, error) { return nil, nil }
	for name, tc := range map[string]struct {
		label     Labeller
		positions int
	}{"far": {far, 50}, "none": {none, 50}, "empty": {far, 0}} {
		input := writePacked(t, "a", treePositions(tc.positions))
		l := Labelling{Inputs: []string{input}, Label: tc.label,
			Out: filepath.Join(t.TempDir(), "out"), Block: 20, MaxScore: 2500}
		c, err := l.Run(context.Background(), noProgress)
		if err == nil || !strings.HasPrefix(err.Error(), l.Out+": not written: ") ||
			c.Read != int64(tc.positions) {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
		if left, _ := filepath.Glob(l.Out + "*"); len(left) > 0 {
			t.Errorf("%s: %v left behind", name, left)
		}
	}
}

// TestLabelNeedsLabel: it is an error if Label is nil. progress may be nil.
func TestLabelNeedsLabel(t *testing.T) {
	l := Labelling{Inputs: []string{writePacked(t, "a", treePositions(10))},
		Out: filepath.Join(t.TempDir(), "out"), Block: 20, MaxScore: 2500}
	if _, err := l.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "Label") {
		t.Errorf("no Label: %v", err)
	}
	l.Label = func(_ context.Context, in []Packed) ([]Packed, error) { return in, nil }
	if c, err := l.Run(t.Context(), nil); err != nil || c.Written != 10 {
		t.Errorf("no progress: %+v, %v", c, err)
	}
}

// TestSearchLabellerNeedsNodes: 0 nodes are an error, because the search would never end.
func TestSearchLabellerNeedsNodes(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := SearchLabeller(nil, 0)(ctx, treePositions(1))
	if err == nil || !strings.Contains(err.Error(), "0 nodes") {
		t.Errorf("0 nodes: %v", err)
	}
}
