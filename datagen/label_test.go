package datagen

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/internal/boardtest"
)

// TestMain lets the test binary be a program that labels. The environment variable says how.
func TestMain(m *testing.M) {
	how := os.Getenv("DATAGEN_TEST_TEACHER")
	if how == "" {
		os.Exit(m.Run())
	}
	os.Exit(teach(how))
}

// teach labels each position with its number of men, in the odd way that how names.
func teach(how string) (status int) {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var k Packed
	for n := 0; ; n++ {
		if _, err := io.ReadFull(in, k[:]); err != nil {
			return 0
		}
		k.SetScore(k.Occupied().Count())
		once, found := strings.CutPrefix(how, "killed once ")
		if found && n == 3 && os.Remove(once) == nil {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
		}
		switch {
		case how == "fails" && n == 3:
			return 3
		case how == "reorders":
			k[27] ^= 1
		case how == "short" && n == 3:
			out.Write(k[:5])
			return 0
		case how == "babbles":
			out.Write(bytes.Repeat(k[:], 1<<20))
		case how == "leaves out" && n%5 == 0:
			continue
		case how == "large" && n%4 == 0:
			k.SetScore(-2600)
		}
		out.Write(k[:])
	}
}

// teacher returns a Labeller that runs the test binary.
func teacher(t *testing.T, how string) Labeller {
	t.Setenv("DATAGEN_TEST_TEACHER", how)
	return CommandLabeller(os.Args[0])
}

// treePositions returns n positions of random games, none twice.
func treePositions(n int) []Packed {
	r := rand.New(rand.NewPCG(8, 8))
	seen := map[uint64]bool{}
	var out []Packed
	for id := uint64(0); len(out) < n; id++ {
		g := randomGame(r, id, 60)
		p := g.Start
		for _, m := range g.Moves {
			if k := Pack(&p, 0, g.Result); !p.InCheck() && !seen[k.hash()] {
				seen[k.hash()] = true
				out = append(out, k)
			}
			p = p.After(m)
		}
	}
	return out[:n]
}

func writePacked(t *testing.T, name string, positions []Packed) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := WritePackedFile(path, positions); err != nil {
		t.Fatal(err)
	}
	return path
}

func noProgress(LabelCounts, int64) {}

// TestLabelByProgram includes two positions in check, about which the program isn't asked. The last
// block holds one of them and repeats.
func TestLabelByProgram(t *testing.T) {
	positions := treePositions(900)
	white := boardtest.Position(t, "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1")
	black := boardtest.Position(t, "4k3/8/8/1B6/8/8/8/4K3 b - - 0 1")
	checks := []Packed{Pack(&white, 0, Draw), Pack(&black, 0, Draw)}
	a := writePacked(t, "a", slices.Concat(positions[:500], positions[:100]))
	b := writePacked(t, "b",
		slices.Concat(checks[:1], positions[500:], positions[250:300], checks[1:]))
	for how, want := range map[string]LabelCounts{
		"well":       {Read: 1052, Twice: 150, Unlabelled: 2, Written: 900},
		"leaves out": {Read: 1052, Twice: 150, Unlabelled: 183, Written: 719},
		"large":      {Read: 1052, Twice: 150, Unlabelled: 2, OutOfRange: 232, Written: 668},
	} {
		out := filepath.Join(t.TempDir(), "out")
		l := Labelling{Inputs: []string{a, b}, Out: out, Label: teacher(t, how),
			Block: 70, MaxScore: 2500}
		got, err := l.Run(context.Background(), noProgress)
		if err != nil {
			t.Fatalf("%s: %v", how, err)
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", how, got, want)
		}
		all, err := ReadPackedFile(out)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for i := range all {
			if all[i].Score() != all[i].Occupied().Count() {
				t.Fatalf("%s: score %d of %d men", how, all[i].Score(), all[i].Occupied().Count())
			}
			for all[i].hash() != positions[at].hash() {
				at++ // panics if the order is wrong
			}
		}
		if left, _ := filepath.Glob(out + ".*"); len(left) > 0 {
			t.Errorf("%s: %v left behind", how, left)
		}
	}
}

// TestLabelByKilledProgram: if a worker is killed, its block is asked for again. No position is
// lost or written twice.
func TestLabelByKilledProgram(t *testing.T) {
	positions := treePositions(300)
	alive := writeFile(t, "alive", "")
	out := filepath.Join(t.TempDir(), "out")
	l := Labelling{Inputs: []string{writePacked(t, "a", positions)}, Out: out,
		Label: teacher(t, "killed once "+alive), Block: 40, MaxScore: 2500}
	c, err := l.Run(context.Background(), noProgress)
	if err != nil || c != (LabelCounts{Read: 300, Written: 300}) {
		t.Errorf("%+v: %v", c, err)
	}
	if _, err := os.Stat(alive); !errors.Is(err, fs.ErrNotExist) {
		t.Error("no worker was killed")
	}
	all, err := ReadPackedFile(out)
	if err != nil || len(all) != len(positions) {
		t.Fatalf("%d positions: %v", len(all), err)
	}
	for i := range all {
		if all[i].hash() != positions[i].hash() || all[i].Score() != all[i].Occupied().Count() {
			t.Fatalf("position %d is another one, or without its label", i)
		}
	}
}

func TestLabelTellsWhatIsWrong(t *testing.T) {
	in := writePacked(t, "a", treePositions(50))
	for how, want := range map[string]string{
		"fails": "exit status 3", "reorders": "none of those it was asked",
		"short": "no multiple of 32", "babbles": "answered more than the 20 positions",
	} {
		l := Labelling{Inputs: []string{in}, Out: filepath.Join(t.TempDir(), "out"),
			Label: teacher(t, how), Block: 20, MaxScore: 2500}
		_, err := l.Run(context.Background(), noProgress)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", how, err)
		}
		if _, err := os.Stat(l.Out); err == nil {
			t.Errorf("%s: there is an output", how)
		}
	}
	l := Labelling{Inputs: []string{in, in + "x"}, Out: filepath.Join(t.TempDir(), "out"),
		Label: teacher(t, "well"), Block: 20, MaxScore: 2500}
	if _, err := l.Run(context.Background(), noProgress); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if left, _ := filepath.Glob(l.Out + "*"); len(left) > 0 {
		t.Errorf("a missing file: %v left behind", left)
	}
}

// TestLabelGoesOn interrupts a run after each number of blocks and appends bytes, as a kill may
// leave them. The continued run must give the output of one run.
func TestLabelGoesOn(t *testing.T) {
	positions := treePositions(300)
	in := writePacked(t, "a", append(slices.Clone(positions), positions[:40]...))
	count := Labeller(func(_ context.Context, in []Packed) ([]Packed, error) {
		for i := range in {
			in[i].SetScore(in[i].Occupied().Count())
		}
		return in, nil
	})
	begin := func(out string) *Labelling {
		return &Labelling{Inputs: []string{in}, Out: out, Label: count, Recipe: "count",
			Block: 30, MaxScore: 2500}
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if _, err := begin(whole).Run(context.Background(), noProgress); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for blocks := 1; blocks < 10; blocks++ {
		out := filepath.Join(t.TempDir(), "out")
		stop := errors.New("stop")
		l := begin(out)
		n := 0
		l.Label = func(ctx context.Context, in []Packed) ([]Packed, error) {
			if in[0] == positions[30*blocks] {
				return nil, stop
			}
			return count(ctx, in)
		}
		_, err := l.Run(context.Background(), func(LabelCounts, int64) { n++ })
		if n--; !errors.Is(err, stop) || n != blocks { // the first call comes before any block
			t.Fatalf("stopped after %d blocks of %d: %v", n, blocks, err)
		}
		f, err := os.OpenFile(out+".partial", os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(make([]byte, 77))
		f.Close()
		other := begin(out)
		other.Recipe = "other"
		_, err = other.Run(context.Background(), noProgress)
		remove := fmt.Sprintf("remove %s.state and %s.partial to begin anew", out, out)
		if !errors.Is(err, errInputs) || !strings.HasSuffix(err.Error(), remove) {
			t.Errorf("going on with another recipe: %v", err)
		}
		read, err := os.ReadFile(in)
		if err != nil {
			t.Fatal(err)
		}
		mixed := slices.Concat(read[len(read)-PackedSize:], read[:len(read)-PackedSize])
		if err := os.WriteFile(in, mixed, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := begin(out).Run(context.Background(), noProgress); !errors.Is(err, errInputs) {
			t.Errorf("going on with the input in another order: %v", err)
		}
		if err := os.WriteFile(in, read, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := begin(out).Run(context.Background(), noProgress); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(out); string(got) != string(want) {
			t.Errorf("interrupted after %d blocks: %d bytes, want %d", blocks, len(got), len(want))
		}
	}
	if _, err := begin(whole).Run(context.Background(), noProgress); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an output that exists: %v", err)
	}
}

// TestLabelWithoutOutput: a run that was stopped before it had an output can be continued. A run
// whose output was lost can't.
func TestLabelWithoutOutput(t *testing.T) {
	l := Labelling{Inputs: []string{writePacked(t, "a", treePositions(50))},
		Recipe: "none", Block: 20, MaxScore: 2500,
		Label: func(_ context.Context, in []Packed) ([]Packed, error) { return in, nil }}
	for written, want := range map[int64]error{0: nil, 20: fs.ErrNotExist} {
		l.Out = filepath.Join(t.TempDir(), "out")
		begun := l
		if in, _, err := openPacked(l.Inputs); err != nil {
			t.Fatal(err)
		} else {
			begun.state = labelState{Recipe: l.Recipe, Inputs: in.files, MaxScore: l.MaxScore}
			in.close()
		}
		begun.state.Counts = LabelCounts{Read: written, Written: written}
		if err := begun.writeState(); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Run(context.Background(), noProgress); !errors.Is(err, want) {
			t.Errorf("%d positions written: %v, want %v", written, err, want)
		}
	}
}

// TestLabelWithoutState: an output whose state was lost is not thrown away.
func TestLabelWithoutState(t *testing.T) {
	positions := treePositions(50)
	l := Labelling{Inputs: []string{writePacked(t, "a", positions)},
		Out: filepath.Join(t.TempDir(), "out"), Recipe: "none", Block: 20, MaxScore: 2500,
		Label: func(_ context.Context, in []Packed) ([]Packed, error) { return in, nil }}
	if err := WritePackedFile(l.Out+".partial", positions[:20]); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(context.Background(), noProgress); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want %v", err, fs.ErrNotExist)
	}
	if info, err := os.Stat(l.Out + ".partial"); err != nil || info.Size() != 20*PackedSize {
		t.Errorf("the labels are lost: %v, %v", info, err)
	}
}

// TestLabelStateAddsUp: a state with impossible counts is an error, and the output stays as it is.
func TestLabelStateAddsUp(t *testing.T) {
	inputs := []labelInput{{Path: "a", Bytes: 50 * PackedSize}}
	for _, c := range []LabelCounts{
		{Read: -1, Written: -1},
		{Read: 20, Written: 10},
		{Read: 20, Twice: -10, Written: 30},
		{Read: 60, Written: 60},
		{Read: 1 << 59, Written: 1 << 59}, // as bytes they overflow an int64, to 0
	} {
		l := Labelling{Out: filepath.Join(t.TempDir(), "out"), MaxScore: 2500}
		l.state = labelState{Inputs: inputs, MaxScore: l.MaxScore, Counts: c}
		if err := l.writeState(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(l.Out+".partial", make([]byte, 60*PackedSize), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := l.openOutput(inputs)
		if err == nil {
			f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "out.state: ") {
			t.Errorf("%+v: %v", c, err)
		}
		if now, err := os.ReadFile(l.Out + ".partial"); len(now) != 60*PackedSize {
			t.Errorf("%+v: the output has %d bytes now, %v", c, len(now), err)
		}
	}
}

// TestLabelIsLocked: a second run with the same output is refused and changes nothing.
func TestLabelIsLocked(t *testing.T) {
	l := Labelling{Inputs: []string{writePacked(t, "a", treePositions(50))},
		Out: filepath.Join(t.TempDir(), "out"), Block: 20, MaxScore: 2500}
	same := func(_ context.Context, in []Packed) ([]Packed, error) { return in, nil }
	second := l
	second.Label = same
	l.Label = func(_ context.Context, in []Packed) ([]Packed, error) {
		other := second // each call gets a fresh copy
		if _, err := other.Run(context.Background(), noProgress); !errors.Is(err, ErrLocked) {
			t.Errorf("another run beside it: %v", err)
		}
		return in, nil
	}
	if c, err := l.Run(context.Background(), noProgress); err != nil || c.Written == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestLabelRange: labels up to the limit are kept for either side, and larger ones are dropped.
func TestLabelRange(t *testing.T) {
	positions := treePositions(4)
	scores := []int{2500, -2500, 2501, -2501}
	l := Labelling{Inputs: []string{writePacked(t, "a", positions)},
		Out: filepath.Join(t.TempDir(), "out"), Block: 20, MaxScore: 2500,
		Label: func(_ context.Context, in []Packed) ([]Packed, error) {
			for i := range in {
				in[i].SetScore(scores[i])
			}
			return in, nil
		}}
	c, err := l.Run(context.Background(), noProgress)
	if want := (LabelCounts{Read: 4, OutOfRange: 2, Written: 2}); err != nil || c != want {
		t.Errorf("%+v, %v; want %+v", c, err, want)
	}
	all, err := ReadPackedFile(l.Out)
	if err != nil || len(all) != 2 || all[0].Score() != 2500 || all[1].Score() != -2500 {
		t.Errorf("%v, %v; want the first two of %v", all, err, scores)
	}
}
