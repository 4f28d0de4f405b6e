// Package train makes networks for eval/nnue from packed positions (datagen.Packed) on the CPU.
//
// The network is one of those of package eval/nnue in float32: 768 mirrored piece-square features
// per king bucket, and threats if asked for, feed one accumulator per perspective. Behind them
// stand squared activations and one output, or pairwise products and three layers, for each
// bucket of men. A position's prediction is sigmoid(400*output/scale) and
// its target wdl*result + (1-wdl)*sigmoid(score/scale), everything from the side to move; the loss
// is their squared difference. So 400*output is in the labels' centipawns whatever the scale.
//
// A batch is cut into one share a goroutine, each with gradients of its own, which are added in a
// fixed order: a run gives the same bits again for the same data, flags and seed, whatever the
// number of threads.
package train
