package wdl

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// readCounts reads a file of testdata.
func readCounts(t *testing.T, name string) *Counts {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, err := ReadCounts(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return c
}

// TestShippedModel repeats the fit that package eval holds, from its counts. A fit to some of the
// games must be nearly as good on the other games as a fit to these themselves.
func TestShippedModel(t *testing.T) {
	fitted, held := readCounts(t, "fitted.zst"), readCounts(t, "held.zst")
	trial, err := Fit(fitted, 3)
	if err != nil {
		t.Fatal(err)
	}
	own, err := Fit(held, 3)
	if err != nil {
		t.Fatal(err)
	}
	others, least := held.Loss(trial), held.Loss(own)
	t.Logf("%d games left out: %.4f nats a position, %.4f by a model of their own",
		held.Games, others, least)
	if others > least+0.005 {
		t.Errorf("%.4f nats a position on games left out, %.4f by a model of their own",
			others, least)
	}
	fitted.AddAll(held)
	m, err := Fit(fitted, 3)
	if err != nil {
		t.Fatal(err)
	}
	// Games by the clock have more draws. The model must still be useful for them.
	checked := readCounts(t, "checked.zst")
	if own, err = Fit(checked, 3); err != nil {
		t.Fatal(err)
	}
	loss, best := checked.Loss(m), checked.Loss(own)
	t.Logf("%d games by the clock: %.4f nats a position, %.4f by a model of their own",
		checked.Games, loss, best)
	if checked.Games < 300 || loss > best+0.03 {
		t.Errorf("%d games by the clock: %.4f nats a position, %.4f by a model of their own",
			checked.Games, loss, best)
	}
	source, err := os.ReadFile(filepath.Join("..", "..", "eval", "wdl.go"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(m.Source()) {
		if !strings.Contains(string(source), strings.TrimSpace(line)) {
			t.Errorf("eval/wdl.go lacks %s", line)
		}
	}
}

func TestSaveAndRead(t *testing.T) {
	c := NewCounts(Phases[1], 300)
	c.cells[3][0] = results{1, 2, 3}
	c.cells[0][600] = results{0, 0, 9}
	c.cells[112][7] = results{4, 0, 0}
	c.Games, c.Positions = 5, 19
	var file bytes.Buffer
	if err := c.Save(&file); err != nil {
		t.Fatal(err)
	}
	got, err := ReadCounts(bytes.NewReader(file.Bytes()))
	if err != nil || got.Phase.Name != "move" || got.Games != 5 || got.Positions != 19 ||
		got.cells[3][0] != c.cells[3][0] ||
		got.cells[0][600] != c.cells[0][600] || got.cells[112][7] != c.cells[112][7] {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ReadCounts(bytes.NewReader(file.Bytes()[:file.Len()/2])); err == nil {
		t.Error("half a file was read")
	}
}

func TestReadCountsRefuses(t *testing.T) {
	for _, text := range []string{
		"", "material\n", "weather 100 1\n",
		"material 0 1\n", "material 100000000 1\n", "material 100 -1\n",
		"material 100 1\n9 0 1 1 1\n", "material 100 1\n79 0 1 1 1\n",
		"material 100 1\n20 101 1 1 1\n", "material 100 1\n20 0 9007199254740993 0 0\n",
		"material 100 1\n20 0 9223372036854775807 9223372036854775807 9\n",
		"material 100 1\n20 0 1 1\n", "material 100 1\n20 0 1 1 -1\n",
		"material 100 1\n20 0 a 1 1\n",
	} {
		var file bytes.Buffer
		w, err := zstd.NewWriter(&file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadCounts(&file); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// FuzzReadCounts: counts that were read are the same after they are saved and read again. If pack
// is set, the input is the text before compression.
func FuzzReadCounts(f *testing.F) {
	f.Add([]byte("material 100 1\n20 0 1 2 3\n78 -100 0 9 0\n20 0 4 4 4\n"), true)
	f.Add([]byte("move 300 7\n8 300 1 0 0\n"), true)
	f.Add([]byte("move 300 7"), true)
	f.Add([]byte{0x28, 0xb5, 0x2f, 0xfd}, false)
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, pack bool) {
		if pack {
			data = packer.EncodeAll(data, nil)
		}
		c, err := ReadCounts(bytes.NewReader(data))
		if err != nil {
			return
		}
		var saved bytes.Buffer
		if err := c.Save(&saved); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCounts(&saved)
		if err != nil {
			t.Fatal(err)
		}
		if again.Games != c.Games || again.Positions != c.Positions ||
			!reflect.DeepEqual(again.cells, c.cells) {
			t.Errorf("%d positions are %d after saving", c.Positions, again.Positions)
		}
	})
}
