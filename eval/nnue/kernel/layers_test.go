//go:build !purego && (amd64 || arm64)

package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"testing"
	"unsafe"
)

// The largest weights that package nnue accepts.
const (
	maxW1 = 127
	maxW2 = 4096
	maxW3 = 16384
)

// guardedInput is an Input between bytes that must stay as they are.
type guardedInput struct {
	before [64]uint8
	in     Input
	after  [64]uint8
}

func newGuardedInput() *guardedInput {
	g := new(guardedInput)
	for i := range g.before {
		g.before[i], g.after[i] = 0xA5, 0xA5
	}
	for i := range maxH {
		g.in.x[i] = 0xA5
	}
	return g
}

// check fails unless g holds want, made of h lanes.
func (g *guardedInput) check(t *testing.T, what string, want *Input, h int) {
	t.Helper()
	for i, x := range g.in.x {
		switch {
		case i < h && x != want.x[i]:
			t.Fatalf("%s: product %d is %d, want %d", what, i, x, want.x[i])
		case i >= h && i < maxH && x != 0xA5:
			t.Fatalf("%s: product %d behind the last is written", what, i)
		case i >= maxH && x != 0:
			t.Fatalf("%s: the block of zeros holds %d", what, x)
		}
	}
	if g.in.n != want.n {
		t.Fatalf("%s: %d blocks, want %d", what, g.in.n, want.n)
	}
	for i := range want.n + block {
		if g.in.blocks[i] != want.blocks[i] {
			t.Fatalf("%s: block %d is %d, want %d", what, i, g.in.blocks[i], want.blocks[i])
		}
	}
	for i := range g.before {
		if g.before[i] != 0xA5 || g.after[i] != 0xA5 {
			t.Fatalf("%s: written outside of the input", what)
		}
	}
}

// layerFills are the ways a test fills the deep layers. In the last two, all weights and biases are
// as large as they may be together.
var layerFills = []struct {
	name string
	fill func(r *rand.Rand, most int) int
	bias int32
}{
	{"small", func(r *rand.Rand, most int) int { return r.IntN(most/8+1) - most/16 }, 20000},
	{"any", func(r *rand.Rand, most int) int { return r.IntN(2*most+1) - most }, 1 << 24},
	{"ends", func(r *rand.Rand, most int) int { return most * (2*r.IntN(2) - 1) }, 1 << 30},
	{"largest", func(_ *rand.Rand, most int) int { return most }, 1<<31 - 1 - l2In*one*maxW2},
	{"smallest", func(_ *rand.Rand, most int) int { return -most }, 1<<31 - 1 - l2In*one*maxW2},
}

// checkUpdatePairwiseEquality compares UpdatePairwise with the specification for one H.
func checkUpdatePairwiseEquality(t *testing.T, r *rand.Rand, h int,
	fill func(*rand.Rand) int16, what string) {
	weights, wholeWeights := guarded(r, rowsN*h, fill)
	for shape := Add1Sub1; shape <= Add2Sub2; shape++ {
		for side := range 2 {
			what := fmt.Sprintf("%s shape %d side %d", what, shape, side)
			src, wholeSrc := guarded(r, 2*h, fill)
			dst, wholeDst := guarded(r, 2*h, fill)
			rows := [2]Rows(randomRows(r, h, 2, shape))
			want := make([]int16, 2*h)
			var wantIn Input
			updatePairwiseGeneric(&wantIn, want, src, weights, &rows, shape, side)
			g := newGuardedInput()
			UpdatePairwise(&g.in, dst, src, weights, &rows, shape, side)
			sameLanes(t, what, dst, want)
			g.check(t, what, &wantIn, h)
			wholeSrc(t, what)
			wholeDst(t, what)
		}
	}
	wholeWeights(t, what)
}

// checkLayersEquality compares Pairwise and Deep with the specification for every H up to 1024.
func checkLayersEquality(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	// Mostly negative lanes, as in a trained network, and all or none of them at their largest.
	accumulators := append(fills[:len(fills):len(fills)], fills[0], fills[0], fills[0])
	accumulators[3].name = "sparse"
	accumulators[3].lane = func(r *rand.Rand) int16 { return int16(r.IntN(600) - 400) }
	accumulators[4].name, accumulators[4].lane = "full", func(*rand.Rand) int16 { return 32767 }
	accumulators[5].name, accumulators[5].lane = "empty", func(*rand.Rand) int16 { return -32768 }
	for h := 64; h <= maxH; h += 64 {
		for _, fill := range accumulators[:4] {
			checkUpdatePairwiseEquality(t, r, h, fill.lane,
				fmt.Sprintf("H=%d %s UpdatePairwise", h, fill.name))
		}
		for _, weights := range layerFills {
			layers := new(Layers)
			w1, w2 := make([]int8, l1Out*h), make([]int16, l2Out*l2In)
			for i := range w1 {
				w1[i] = int8(weights.fill(r, maxW1))
			}
			for i := range w2 {
				w2[i] = int16(weights.fill(r, maxW2))
			}
			b1, b2, w3 := make([]int32, l1Out), make([]int32, l2Out), make([]int16, l2Out)
			for i := range b1 {
				b1[i] = int32(weights.fill(r, int(weights.bias)))
			}
			for i := range b2 {
				b2[i] = int32(weights.fill(r, int(weights.bias)))
				w3[i] = int16(weights.fill(r, maxW3))
			}
			layers.Set(w1, b1, w2, b2, w3)
			for _, fill := range accumulators {
				what := fmt.Sprintf("H=%d, %s layers, %s lanes", h, weights.name, fill.name)
				us, wholeUs := guarded(r, h, fill.lane)
				them, wholeThem := guarded(r, h, fill.lane)
				var want Input
				pairwiseGeneric(&want, us, them)
				g := newGuardedInput()
				Pairwise(&g.in, us, them)
				g.check(t, what, &want, h)
				wholeUs(t, what)
				wholeThem(t, what)
				wantSum := deepGeneric(&want, layers)
				if got := Deep(&g.in, layers); got != wantSum {
					t.Fatalf("%s: Deep = %d, want %d", what, got, wantSum)
				}
			}
		}
	}
}

// TestLayout compares the offsets in the assembly with Go's.
func TestLayout(t *testing.T) {
	text, err := os.ReadFile("layers_" + runtime.GOARCH + ".h")
	if err != nil {
		t.Fatal(err)
	}
	var in Input
	var l Layers
	for name, want := range map[string]uintptr{
		"BLOCKS": unsafe.Offsetof(in.blocks), "COUNT": unsafe.Offsetof(in.n),
		"B2": unsafe.Offsetof(l.b2), "W3": unsafe.Offsetof(l.w3), "W2": unsafe.Offsetof(l.w2),
		"W1": unsafe.Offsetof(l.w1),
	} {
		line := regexp.MustCompile(`(?m)^#define ` + name + ` +(\d+)$`).FindSubmatch(text)
		if line == nil || string(line[1]) != strconv.Itoa(int(want)) {
			t.Errorf("%s is %q, want %d", name, line, want)
		}
	}
	if unsafe.Offsetof(in.x) != 0 || unsafe.Offsetof(l.b1) != 0 {
		t.Error("the first fields are not at 0")
	}
	if unsafe.Sizeof(l)%64 != 0 {
		t.Errorf("Layers take %d bytes: those behind the first are not aligned", unsafe.Sizeof(l))
	}
}
