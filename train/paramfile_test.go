package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// limitedWriter fails like a full disk after n bytes.
type limitedWriter struct{ n int }

var errFull = errors.New("no space left on device")

func (w *limitedWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		n := w.n
		w.n = 0
		return n, errFull
	}
	w.n -= len(p)
	return len(p), nil
}

func TestWriteParamsReportsAFullDisk(t *testing.T) {
	tr := newTrainer(t, testRecipe(), dataOf(t, randomPositions(1, 10), nil))
	var whole bytes.Buffer
	if err := writeParams(&whole, tr.state(), tr.Model.Params); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 12, 500, whole.Len() / 2, whole.Len() - 1} {
		err := writeParams(&limitedWriter{n}, tr.state(), tr.Model.Params)
		if !errors.Is(err, errFull) {
			t.Errorf("full after %d bytes: error %v", n, err)
		}
	}
}

// TestWriteParamsKeepsToTheHeader: parameters that could not be read again are not written.
func TestWriteParamsKeepsToTheHeader(t *testing.T) {
	s := state{Valid: []string{strings.Repeat("x", maxHeader)}}
	if err := writeParams(io.Discard, s); err == nil {
		t.Error("a header that is too long was written")
	}
}

func TestReadParamsRefusesWhatIsNoNumber(t *testing.T) {
	tr := newTrainer(t, testRecipe(), dataOf(t, randomPositions(1, 10), nil))
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		tr.Model.Params[3] = float32(x)
		var b bytes.Buffer
		if err := writeParams(&b, tr.state(), tr.Model.Params); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readParams(b.Bytes()); !errors.Is(err, errBroken) {
			t.Errorf("a weight of %v: error %v", x, err)
		}
	}
}

func TestWriteFileKeepsWhatWasThere(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "net")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := WriteFile(path, func(w io.Writer) error {
		w.Write(make([]byte, 1<<20))
		return errFull
	})
	if !errors.Is(err, errFull) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one with the path and the cause", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("the old file is gone: %d bytes", len(got))
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files left behind, want 1", len(files))
	}
	missing := filepath.Join(dir, "none", "net")
	if err := WriteFile(missing, func(io.Writer) error { return nil }); err == nil {
		t.Error("a folder that is missing went unnoticed")
	}
}

func TestResumeRejects(t *testing.T) {
	d := dataOf(t, randomPositions(1, 600), randomPositions(3, 100))
	r := testRecipe()
	tr := newTrainer(t, r, d)
	steps(t, tr, 1)
	dir := t.TempDir()
	path, float := filepath.Join(dir, "checkpoint.f32"), filepath.Join(dir, "net.f32")
	if err := errors.Join(tr.WriteCheckpoint(path), tr.WriteFloat(float)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, "broken")
	if _, _, err := readParams([]byte("SenteNet and more")); err == nil ||
		!strings.Contains(err.Error(), `it begins with "SenteNet", want "SENTEF33"`) {
		t.Errorf("of a network: error %v", err)
	}
	for _, cut := range []int{0, 7, 11, 12, 100, len(data) / 2, len(data) - 1} {
		if err := os.WriteFile(broken, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(broken, r, d, 2); !errors.Is(err, errBroken) ||
			!strings.Contains(err.Error(), broken) {
			t.Errorf("cut to %d bytes: error %v", cut, err)
		}
	}
	for at := 0; at < len(data); at += len(data)/50 + 1 {
		spoiled := bytes.Clone(data)
		spoiled[at] ^= 4
		if err := os.WriteFile(broken, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(broken, r, d, 2); !errors.Is(err, errBroken) {
			t.Errorf("spoiled at %d: error %v", at, err)
		}
	}
	for _, at := range []Cursor{{Epoch: -1}, {Pool: -1}, {Offset: -1}} {
		lost := *tr
		lost.cursor = at
		if err := lost.WriteCheckpoint(broken); err != nil {
			t.Fatal(err)
		}
		if _, err := Resume(broken, r, d, 2); !errors.Is(err, errBroken) {
			t.Errorf("a cursor of %+v: error %v", at, err)
		}
	}
	other := r
	other.LR /= 2
	for name, err := range map[string]error{
		"another recipe": second(Resume(path, other, d, 2)),
		"other data": second(Resume(path, r,
			dataOf(t, randomPositions(2, 600), randomPositions(3, 100)), 2)),
		"other held out": second(Resume(path, r,
			dataOf(t, randomPositions(1, 600), randomPositions(4, 100)), 2)),
		"less data": second(Resume(path, r,
			dataOf(t, randomPositions(1, 600)[1:], randomPositions(3, 100)), 2)),
		"no checkpoint":   second(Resume(float, r, d, 2)),
		"no file":         second(Resume(filepath.Join(dir, "missing"), r, d, 2)),
		"model: no file":  third(ReadModel(filepath.Join(dir, "missing"))),
		"model: no model": third(ReadModel(broken)),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := Resume(path, r, d, 2); err != nil {
		t.Errorf("what was written: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func third[T, U any](_ T, _ U, err error) error { return err }

// TestDifferenceNamesTheFlag: the error names the setting that differs, with its old and its new
// value.
func TestDifferenceNamesTheFlag(t *testing.T) {
	then := testRecipe()
	for want, change := range map[string]func(*Recipe){
		"":                             func(*Recipe) {},
		"-hidden was 32 and is 64 now": func(r *Recipe) { r.Hidden = 64 },
		"-king-map was " + standardKingMaps[1] + " and is " + standardKingMaps[8] +
			" now": func(r *Recipe) { r.KingMap = standardKingMaps[8] },
		"-lr was 0.001 and is 0.5 now":      func(r *Recipe) { r.LR = 0.5 },
		"-max-score was 0 and is 9 now":     func(r *Recipe) { r.MaxScore = 9 },
		"-decay-own was 0 and is 3 now":     func(r *Recipe) { r.DecayOwn = 3 },
		"-loss-exponent was 2 and is 3 now": func(r *Recipe) { r.LossExponent = 3 },
		"-init was not given and is ab now": func(r *Recipe) { r.Init = "ab" },
	} {
		now := testRecipe()
		change(&now)
		if got := now.Difference(&then); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	now := then
	then.Init, now.Init = "ab", "cd"
	const want = "-init was another file (checksum ab, now cd)"
	if got := now.Difference(&then); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzReadParams: no input makes readParams panic. What it reads is the same after it is written
// and read again. If seal is set, a number of zeros follow the input, as arrays, and then the right
// checksum.
func FuzzReadParams(f *testing.F) {
	tr := newTrainer(f, testRecipe(), dataOf(f, randomPositions(1, 10), nil))
	var b bytes.Buffer
	if err := writeParams(&b, tr.state(), tr.Model.Params); err != nil {
		f.Fatal(err)
	}
	arrays := 4 * len(tr.Model.Params)
	f.Add(b.Bytes(), uint32(0), false)
	f.Add(b.Bytes()[:b.Len()-4], uint32(0), true)
	f.Add(b.Bytes()[:b.Len()-4-arrays], uint32(arrays), true)
	f.Add([]byte(fileMagic+"\xff\xff\xff\xff{}0000"), uint32(0), false)
	f.Add([]byte(fileMagic+"\xff\xff\xff\xff{}"), uint32(0), true) // -1 in 32 bits
	f.Add([]byte{}, uint32(0), false)
	f.Fuzz(func(t *testing.T, data []byte, zeros uint32, seal bool) {
		if seal {
			data = slices.Concat(data, make([]byte, zeros%(1<<20)))
			data = binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
		}
		s, arrays, err := readParams(data)
		if err != nil {
			return
		}
		if len(arrays) != s.Arrays {
			t.Errorf("%d arrays, want %d", len(arrays), s.Arrays)
		}
		var once, twice bytes.Buffer
		if err := writeParams(&once, s, arrays...); err != nil {
			t.Fatal(err)
		}
		s, arrays, err = readParams(once.Bytes())
		if err != nil {
			t.Fatalf("what was written: %v", err)
		}
		if err := writeParams(&twice, s, arrays...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Error("written again, the file differs")
		}
	})
}
