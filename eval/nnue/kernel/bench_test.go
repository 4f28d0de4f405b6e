package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// bench holds the rows of one king bucket. Unlike those of a large network, they stay in a cache.
// So it measures the kernels and not the memory.
type bench struct {
	weights, dst, src, out []int16
	rows                   [1024][2]Rows
}

func newBench(h int, shape Shape) *bench {
	r := rand.New(rand.NewPCG(3, 4))
	adds, subs := shape.counts()
	b := &bench{
		weights: make([]int16, 768*h),
		dst:     make([]int16, 2*h),
		src:     make([]int16, 2*h),
		out:     make([]int16, 2*h),
	}
	for i := range b.weights {
		b.weights[i] = int16(r.IntN(64) - 32)
	}
	for i := range b.out {
		b.src[i] = int16(r.IntN(400) - 100)
		b.out[i] = int16(r.IntN(100) - 50)
	}
	for i := range b.rows {
		for c := range 2 {
			for j := range adds {
				b.rows[i][c].Add[j] = uint32(r.IntN(768) * h)
			}
			for j := range subs {
				b.rows[i][c].Sub[j] = uint32(r.IntN(768) * h)
			}
		}
	}
	return b
}

var sink int32

func BenchmarkUpdate(b *testing.B) {
	for _, h := range []int{128, 256, 512, 768} {
		for shape := Add1Sub1; shape <= Add2Sub2; shape++ {
			x := newBench(h, shape)
			b.Run(fmt.Sprintf("H=%d/shape=%d", h, shape), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					Update(x.dst, x.src, x.weights, x.rows[i%1024][:], shape)
				}
			})
		}
	}
}

func BenchmarkForward(b *testing.B) {
	for _, h := range []int{128, 256, 512, 768} {
		x := newBench(h, Add1Sub1)
		b.Run(fmt.Sprintf("H=%d", h), func(b *testing.B) {
			for b.Loop() {
				sink = Forward(x.src[:h], x.src[h:], x.out)
			}
		})
	}
}

func BenchmarkUpdateForward(b *testing.B) {
	for _, h := range []int{128, 256, 512, 768} {
		for shape := Add1Sub1; shape <= Add2Sub2; shape++ {
			x := newBench(h, shape)
			b.Run(fmt.Sprintf("H=%d/shape=%d", h, shape), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					sink = UpdateForward(x.dst, x.src, x.weights, &x.rows[i%1024],
						shape, x.out, i&1)
				}
			})
		}
	}
}

func BenchmarkRefresh(b *testing.B) {
	for _, h := range []int{128, 256, 512, 768} {
		x := newBench(h, Add1Sub1)
		add := []uint32{uint32(5 * h), uint32(700 * h), uint32(33 * h)}
		sub := []uint32{uint32(50 * h), uint32(70 * h), uint32(330 * h)}
		b.Run(fmt.Sprintf("H=%d/rows=3+3", h), func(b *testing.B) {
			for b.Loop() {
				Refresh(x.dst[:h], x.src[:h], x.weights, add, sub)
			}
		})
	}
}

// newDeepBench returns accumulators and layers. About a tenth of the accumulators' products are not
// 0, as in a trained network.
func newDeepBench(h int) (us, them []int16, l *Layers) {
	r := rand.New(rand.NewPCG(3, 4))
	us, them = make([]int16, h), make([]int16, h)
	for i := range h {
		us[i], them[i] = int16(r.IntN(400)-270), int16(r.IntN(400)-270)
	}
	w1, w2 := make([]int8, l1Out*h), make([]int16, l2Out*l2In)
	for i := range w1 {
		w1[i] = int8(r.IntN(60) - 30)
	}
	for i := range w2 {
		w2[i] = int16(r.IntN(2000) - 1000)
	}
	l = new(Layers)
	l.Set(w1, make([]int32, l1Out), w2, make([]int32, l2Out), make([]int16, l2Out))
	return us, them, l
}

func BenchmarkPairwise(b *testing.B) {
	for _, h := range []int{512, 768, 1024} {
		us, them, _ := newDeepBench(h)
		in := new(Input)
		b.Run(fmt.Sprintf("H=%d", h), func(b *testing.B) {
			for b.Loop() {
				Pairwise(in, us, them)
			}
		})
	}
}

func BenchmarkDeep(b *testing.B) {
	for _, h := range []int{512, 768, 1024} {
		us, them, l := newDeepBench(h)
		in := new(Input)
		Pairwise(in, us, them)
		b.Run(fmt.Sprintf("H=%d/blocks=%d", h, in.n), func(b *testing.B) {
			for b.Loop() {
				sink = Deep(in, l)
			}
		})
	}
}

func BenchmarkUpdatePairwise(b *testing.B) {
	for _, h := range []int{512, 768, 1024} {
		for shape := Add1Sub1; shape <= Add2Sub2; shape++ {
			x := newBench(h, shape)
			in := new(Input)
			b.Run(fmt.Sprintf("H=%d/shape=%d", h, shape), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					UpdatePairwise(in, x.dst, x.src, x.weights, &x.rows[i%1024], shape, i&1)
				}
			})
		}
	}
}
