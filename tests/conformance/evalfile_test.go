package conformance

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sente/board"
	"sente/eval/nnue"
)

// TestRefusedEvalFile: a network that can't be read gets one line, which names the file and says
// what is wrong and where. The network in use stays, whether it is the built-in one or another
// file.
func TestRefusedEvalFile(t *testing.T) {
	builtIn := nnue.Default()
	if builtIn == nil {
		t.Skip("no network is built in")
	}
	folder := t.TempDir()
	other := filepath.Join(folder, "another net.nnue")
	good := written(t, shifted(t, builtIn))
	if err := os.WriteFile(other, good, 0o600); err != nil {
		t.Fatal(err)
	}
	// edit returns the network with bytes replaced at an offset, and with the right checksum.
	edit := func(offset int, b ...byte) []byte {
		file := bytes.Clone(good[:len(good)-sha256.Size])
		copy(file[offset:], b)
		sum := sha256.Sum256(file)
		return append(file, sum[:]...)
	}
	lastWeight := len(good) - sha256.Size - 2
	layer := map[int]string{nnue.SingleLayer: "output weight ",
		nnue.DeepLayers: "third layer weight "}[builtIn.Raw().Version]
	flipped := bytes.Clone(good)
	flipped[len(good)/2] ^= 4
	tests := []struct {
		name string
		file []byte // nil: the file does not exist
		want string // what follows the file's name in the message
	}{
		{"bad magic", edit(0, 'X'),
			`: nnue: at offset 0: not a network: it begins with "XenteNet"`},
		{"version 9", edit(8, 9), ": nnue: at offset 8: version 9, "},
		{"unsupported H", edit(12, 48, 0), ": nnue: at offset 12: width H is 48, "},
		{"cut short", good[:9000],
			": nnue: cut short: the data ends at offset 9000 in the accumulator weights"},
		{"flipped bit", flipped, fmt.Sprintf(": nnue: at offset %d: the checksum does not match",
			len(good)-sha256.Size)},
		{"can overflow", edit(lastWeight, 0x00, 0x80),
			fmt.Sprintf(": nnue: at offset %d: %s", lastWeight, layer)},
		{"text", bytes.Repeat([]byte("damaged "), 1000),
			`: nnue: at offset 0: not a network: it begins with "damaged "`},
		{"not there", nil, ": "},
	}
	for _, running := range []struct{ name, file string }{
		{"built-in", "<empty>"}, {"from a file", other},
	} {
		t.Run(running.name, func(t *testing.T) {
			p := start(t)
			p.Send("uci", "setoption name EvalFile value "+running.file)
			p.until("uciok")
			before := fingerprint(p)
			for i, tc := range tests {
				path := filepath.Join(folder,
					fmt.Sprintf("%s %d %s.nnue", running.name, i, tc.name))
				want := "info string EvalFile: " + path + tc.want
				if tc.file == nil {
					want = "info string EvalFile: open " + path + tc.want
				} else if err := os.WriteFile(path, tc.file, 0o600); err != nil {
					t.Fatal(err)
				}
				p.Send("setoption name EvalFile value " + path)
				if lines := p.ready(); len(lines) != 1 || !strings.HasPrefix(lines[0], want) {
					t.Errorf("%s: %q, want one line %q", tc.name, lines, want)
				}
				if after := fingerprint(p); !slices.Equal(after, before) {
					t.Errorf("%s: before\n%s\nafter\n%s",
						tc.name, strings.Join(before, "\n"), strings.Join(after, "\n"))
				}
			}
			p.Send("setoption name EvalFile value " +
				map[string]string{"<empty>": other, other: "<empty>"}[running.file])
			if slices.Equal(fingerprint(p), before) {
				t.Error("another network answers the same, so the comparisons above tell nothing")
			}
			p.end()
		})
	}
}

// TestDeepEvalFile: a network with deep layers can be read. It evaluates as package nnue says,
// searches the same tree every time, and is written as it was read.
func TestDeepEvalFile(t *testing.T) {
	net := deepNetwork(t)
	folder := t.TempDir()
	file, copied := filepath.Join(folder, "deep.nnue"), filepath.Join(folder, "copied.nnue")
	if err := os.WriteFile(file, written(t, net), 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t)
	p.Send("uci", "setoption name EvalFile value "+file)
	p.until("uciok")
	if lines := p.ready(); len(lines) != 0 {
		t.Errorf("EvalFile: %q", lines)
	}
	first := fingerprint(p)
	position := board.Start()
	cp := net.Evaluate(&position)
	want := fmt.Sprintf("Network               %+.2f ", float64(cp)/100)
	if cp == 0 || !strings.HasPrefix(first[0], want) {
		t.Errorf("eval says %q, want %q", first[0], want)
	}
	if second := fingerprint(p); !slices.Equal(first, second) {
		t.Errorf("first\n%s\nagain\n%s", strings.Join(first, "\n"), strings.Join(second, "\n"))
	}
	p.Send("export_net " + copied)
	p.ready()
	p.end()
	if got, err := os.ReadFile(copied); err != nil || !bytes.Equal(got, written(t, net)) {
		t.Errorf("export_net wrote %d bytes (%v), not those of EvalFile", len(got), err)
	}
}

// deepNetwork returns a network with deep layers of arbitrary small weights.
func deepNetwork(t *testing.T) *nnue.Network {
	t.Helper()
	const h, kings, outputs = 64, 8, 8
	r := rand.New(rand.NewPCG(7, 8))
	upTo := func(size int) int { return r.IntN(2*size+1) - size }
	raw := nnue.Raw{
		Version: nnue.DeepLayers, H: h, KingBuckets: kings,
		OutputBuckets: outputs, Multiplier: 40000,
		FTWeights: make([]int16, kings*nnue.FeaturesPerBucket*h), FTBias: make([]int16, h),
		L1Weights: make([]int8, outputs*nnue.L1Out*h), L1Bias: make([]int32, outputs*nnue.L1Out),
		L2Weights: make([]int16, outputs*nnue.L2Out*nnue.L2In),
		L2Bias:    make([]int32, outputs*nnue.L2Out),
		L3Weights: make([]int16, outputs*nnue.L2Out), L3Bias: make([]int32, outputs),
	}
	for s := range raw.KingMap {
		raw.KingMap[s] = uint8(s % kings)
	}
	for i := range raw.FTWeights {
		raw.FTWeights[i] = int16(upTo(60))
	}
	for i := range raw.FTBias {
		raw.FTBias[i] = int16(upTo(200))
	}
	for i := range raw.L1Weights {
		raw.L1Weights[i] = int8(upTo(60))
	}
	for i := range raw.L2Weights {
		raw.L2Weights[i] = int16(upTo(1000))
	}
	for i := range raw.L2Bias {
		raw.L2Bias[i] = int32(upTo(nnue.L1One * nnue.L2Unit / 2))
	}
	for i := range raw.L3Weights {
		raw.L3Weights[i] = int16(upTo(500))
	}
	n, err := nnue.FromRaw(raw)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

var networkLine = regexp.MustCompile(`^(Network|info depth|bestmove) `)

// fingerprint returns the evaluation of the start position by the network in use, and a short
// search. It leaves out lines that only a slow search prints.
func fingerprint(p *process) []string {
	p.t.Helper()
	p.Send("ucinewgame", "position startpos", "eval", "go depth 5")
	var lines []string
	for _, line := range p.until("bestmove") {
		if networkLine.MatchString(line) && !strings.Contains(line, " currmove ") &&
			!strings.Contains(line, "bound ") {
			lines = append(lines, regexp.MustCompile(` (nps|time) \d+`).ReplaceAllString(line, ""))
		}
	}
	return lines
}

// shifted returns a network that evaluates every position 20 centipawns higher than n does.
func shifted(t *testing.T, n *nnue.Network) *nnue.Network {
	t.Helper()
	r := n.Raw()
	for i := range r.OutBias {
		r.OutBias[i] += 20 * nnue.QA * nnue.QB / nnue.Scale
	}
	for i := range r.L3Bias {
		r.L3Bias[i] += int32(20 * 100 * nnue.L2One * nnue.L3Unit / r.Multiplier)
	}
	s, err := nnue.FromRaw(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func written(t *testing.T, n *nnue.Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
