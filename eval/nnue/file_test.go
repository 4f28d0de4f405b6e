package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"sente/board"
	"sente/internal/boardtest"
)

func fileOf(t testing.TB, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sealed returns the file with the checksum that its content asks for.
func sealed(file []byte) []byte {
	body := bytes.Clone(file[:max(0, len(file)-sha256.Size)])
	sum := sha256.Sum256(body)
	return append(body, sum[:]...)
}

func TestFileRoundTrip(t *testing.T) {
	nets := []Raw{
		randomRaw(9, 32, 1, 1), randomRaw(9, 64, 3, 8), randomRaw(9, 1024, 1, 2),
		randomDeepRaw(9, 64, 1, 1), randomDeepRaw(9, 192, 3, 8), randomDeepRaw(9, 1024, 1, 2),
		randomThreatRaw(9, 64, 1, 1), randomThreatRaw(9, 1024, 3, 2),
	}
	nets[5].Description = strings.Repeat("x", 32) // ends where the data begin, without padding
	for _, raw := range nets {
		n := mustFromRaw(t, raw)
		file := fileOf(t, n)
		back, err := Read(iotest.OneByteReader(bytes.NewReader(file)))
		if err != nil {
			t.Fatalf("%v: %v", n, err)
		}
		if !reflect.DeepEqual(back.Raw(), raw) {
			t.Errorf("%v: the network is lost in a round trip", n)
		}
		if !bytes.Equal(fileOf(t, back), file) {
			t.Errorf("%v: written twice, the file differs", n)
		}
	}
}

// TestVersionDefault: a Raw that names no version is one of a single layer.
func TestVersionDefault(t *testing.T) {
	raw := randomRaw(9, 32, 1, 1)
	raw.Version = 0
	if got := mustFromRaw(t, raw).Raw().Version; got != SingleLayer {
		t.Errorf("version %d, want %d", got, SingleLayer)
	}
}

// TestFileFormat pins the documented offsets.
func TestFileFormat(t *testing.T) {
	raw := randomRaw(9, 32, 2, 3)
	file := fileOf(t, mustFromRaw(t, raw))
	le := binary.LittleEndian
	weights := 92 + len(raw.Description) + 2*32
	outBias := weights + 2*32*768*2
	outWeights := outBias + 4*3
	checks := []struct {
		what      string
		got, want int
	}{
		{"version", int(le.Uint32(file[8:])), 1},
		{"H", int(le.Uint32(file[12:])), 32},
		{"king buckets", int(le.Uint32(file[16:])), 2},
		{"output buckets", int(le.Uint32(file[20:])), 3},
		{"king map", int(file[24+63]), int(raw.KingMap[63])},
		{"description length", int(le.Uint32(file[88:])), len(raw.Description)},
		{"last accumulator bias", int(int16(le.Uint16(file[weights-2:]))), int(raw.FTBias[31])},
		{"first accumulator weight", int(int16(le.Uint16(file[weights:]))), int(raw.FTWeights[0])},
		{"last output bias", int(int32(le.Uint32(file[outWeights-4:]))), int(raw.OutBias[2])},
		{"first output weight", int(int16(le.Uint16(file[outWeights:]))), int(raw.OutWeights[0])},
		{"size", len(file), outWeights + 2*2*32*3 + 32},
	}
	if string(file[:8]) != "SenteNet" {
		t.Errorf("magic %q", file[:8])
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
}

func TestReadRejects(t *testing.T) {
	good := fileOf(t, mustFromRaw(t, randomRaw(4, 32, 1, 2)))
	edit := func(offset int, b ...byte) []byte { return edited(good, offset, b...) }
	lastWeight := len(good) - sha256.Size - 2
	lastBias := lastWeight - 2*(2*2*32-1) - 4
	flipped := bytes.Clone(good)
	flipped[5000] ^= 1
	checkRead(t, []readTest{
		{"empty", nil, "offset 0 in the header"},
		{"header cut short", good[:50], "offset 50 in the header, 38 bytes early"},
		{"another format", edit(0, 'X'), `at offset 0: not a network: it begins with "XenteNet"`},
		{"version 0", edit(8, 0), "at offset 8: version 0, want 1 to 3"},
		{"version 4", edit(8, 4), "at offset 8: version 4, want 1 to 3"},
		{"H of 48", edit(12, 48), "at offset 12: width H is 48"},
		{"H of 0", edit(12, 0), "H is 0"},
		{"H of 1056", edit(12, 0x20, 4), "H is 1056"},
		{"H of 2^32-1", edit(12, 255, 255, 255, 255), "H is "},
		{"no king bucket", edit(16, 0), "at offset 16: 0 king buckets"},
		{"33 king buckets", edit(16, 33), "33 king buckets"},
		{"9 output buckets", edit(20, 9), "at offset 20: 9 output buckets"},
		{"king map names bucket 1 of 1", edit(24+17, 1),
			"at offset 41: king bucket of square 17 is 1"},
		{"long description", edit(88, 1, 4), "at offset 88: description of 1025 bytes"},
		{"huge description", edit(88, 255, 255, 255, 255), "description of "},
		{"line break in the description", edit(95, '\n'),
			"at offset 95: description holds the control character U+000A"},
		{"description is not UTF-8", edit(94, 0xff), "at offset 94: description is not UTF-8"},
		{"weights cut short", good[:9000], "offset 9000 in the accumulator weights"},
		{"checksum cut short", good[:len(good)-1], "in the checksum, 1 bytes early"},
		{"damaged weight", flipped,
			fmt.Sprintf("at offset %d: the checksum does not match", len(good)-32)},
		{"something behind the end", append(bytes.Clone(good), 0),
			fmt.Sprintf("at offset %d: the data goes on behind the end", len(good))},
		{"another shape than the data's", edit(12, 64), "cut short"},
		{"output weight -128", edit(lastWeight, 0x80, 0xff),
			fmt.Sprintf("at offset %d: output weight 63 of bucket 1 is -128", lastWeight)},
		{"output bias", edit(lastBias, 255, 255, 255, 127),
			fmt.Sprintf("at offset %d: output bucket 1 could overflow", lastBias)},
		{"accumulator bias", edit(94+len("random numbers"), 0xff, 0x7f),
			"at offset 108: accumulator lane 1 of king bucket 0 could overflow"},
	})
	if _, err := Read(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a failing reader: %v, want its own error", err)
	}
	fails := io.MultiReader(bytes.NewReader(good), iotest.ErrReader(io.ErrClosedPipe))
	if _, err := Read(fails); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a reader that fails at the end: %v, want its own error", err)
	}
}

func TestFromRawRejects(t *testing.T) {
	checkFromRaw(t, func() Raw { return randomRaw(4, 32, 1, 1) }, []rawTest{
		{"too few weights", func(r *Raw) { r.FTWeights = r.FTWeights[1:] },
			"24575 accumulator weights, want 24576"},
		{"too many biases", func(r *Raw) { r.FTBias = append(r.FTBias, 0) },
			"33 accumulator biases, want 32"},
		{"no output weights", func(r *Raw) { r.OutWeights = nil }, "0 output weights, want 64"},
		{"no output bias", func(r *Raw) { r.OutBias = nil }, "0 output biases, want 1"},
		{"most negative output weight", func(r *Raw) { r.OutWeights[3] = math.MinInt16 },
			"output weight 3 of bucket 0 is -32768"},
		{"long description", func(r *Raw) { r.Description = strings.Repeat("x", 1025) },
			"description of 1025 bytes"},
	})
}

// TestNetworkKeepsItsOwnNumbers: neither the slices given to FromRaw nor those of Raw are shared.
func TestNetworkKeepsItsOwnNumbers(t *testing.T) {
	raw := randomRaw(4, 32, 1, 1)
	n := mustFromRaw(t, raw)
	p := board.Start()
	want := n.Evaluate(&p)
	for _, r := range []Raw{raw, n.Raw()} {
		clear(r.FTWeights)
		clear(r.FTBias)
		clear(r.OutWeights)
		clear(r.OutBias)
	}
	if got := n.Evaluate(&p); got != want || want == 0 {
		t.Errorf("evaluation %d, was %d", got, want)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWriteReportsErrors(t *testing.T) {
	err := mustFromRaw(t, randomRaw(4, 32, 1, 1)).Write(failingWriter{})
	if !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v, want the writer's", err)
	}
}

// TestDefault fails if a network is embedded that cannot be read.
func TestDefault(t *testing.T) {
	if _, err := files.ReadFile(embeddedName); err != nil {
		if n := Default(); n != nil {
			t.Errorf("Default is %v without an embedded file", n)
		}
		t.Skip("no network is embedded")
	}
	n := Default()
	if n == nil {
		t.Fatal("Default is nil though a network is embedded")
	}
	if Default() != n {
		t.Error("Default parsed the network twice")
	}
	t.Log(n)
}

func BenchmarkRead(b *testing.B) {
	file := fileOf(b, mustFromRaw(b, randomRaw(4, 256, 1, 8)))
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(file)); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzRead: no input makes Read panic, and a network it accepts evaluates without overflow: int16
// and int32 kernels agree with 64-bit arithmetic. Half of the inputs get a checksum that matches.
func FuzzRead(f *testing.F) {
	for _, shape := range [][3]int{{32, 1, 1}, {32, 1, 8}} {
		f.Add(fileOf(f, mustFromRaw(f, randomRaw(4, shape[0], shape[1], shape[2]))), true)
	}
	f.Add(fileOf(f, mustFromRaw(f, randomDeepRaw(4, 64, 1, 2))), true)
	f.Add(fileOf(f, mustFromRaw(f, randomThreatRaw(4, 64, 1, 2))), true)
	f.Add([]byte(Magic), false)
	f.Fuzz(func(t *testing.T, file []byte, seal bool) {
		if seal {
			file = sealed(file)
		}
		n, err := Read(bytes.NewReader(file))
		if err != nil {
			return
		}
		if !bytes.Equal(fileOf(t, n), file) {
			t.Error("written again, the file differs")
		}
		agreesWith64Bits(t, n)
	})
}

// agreesWith64Bits compares the kernels' evaluation with plain 64-bit arithmetic.
func agreesWith64Bits(t testing.TB, n *Network) {
	t.Helper()
	s := NewStack(n)
	for _, fen := range starts {
		p := boardtest.Position(t, fen)
		s.Reset(&p)
		if got, want := s.Evaluate(&p), n.Evaluate(&p); got != want {
			t.Errorf("%s: Stack %d, 64-bit arithmetic %d", fen, got, want)
		}
	}
}
