// Package train makes networks for eval/nnue from packed positions (datagen.Packed) on the CPU.
//
// The network is one of those of package eval/nnue in float32: 768 mirrored piece-square features
// per king bucket, and threats if asked for, feed one accumulator per perspective. Behind them
// stand squared activations and one output, or pairwise products and three layers, for each
// bucket of men. A position's prediction is sigmoid(400*output/scale) and
// its target wdl*result + (1-wdl)*sigmoid(score/scale), everything from the side to move; the loss
// is |prediction - target| to the power of the recipe's exponent, usually 2. So 400*output is in
// the labels' centipawns whatever the scale.
//
// Weights, gradients and the optimizer's moments are float32. What the passes of the first layer
// read and write has 16 bits, because they wait for memory: accUnit is the unit of its weights and
// sums, and the derivatives with respect to the sums are half floats (see toHalf).
//
// All threads work on one batch. The first layer is cut into tiles of columns: one goroutine adds
// up all that the batch says about a tile and makes the optimizer's step on it. Behind it the batch
// is cut into groups of one bucket of men, each with gradients of its own, which are added in their
// order. Neither tiles nor groups depend on the number of threads. On one kind of machine the same
// data, flags and seed give the same bits, whatever the number of threads.
package train
