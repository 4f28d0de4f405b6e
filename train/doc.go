// Package train makes networks for eval/nnue from packed positions (datagen.Packed) on the CPU.
//
// The network is one of those of package eval/nnue, in float32. Its inputs are 768 mirrored
// piece-square features per king bucket, and threats if asked for. They feed one accumulator per
// perspective. Behind these each bucket of men has either squared activations and one output, or
// pairwise products and three layers. A position's prediction is sigmoid(400*output/scale), and its
// target is wdl*result + (1-wdl)*sigmoid(score/scale), everything from the side to move. The loss
// is |prediction - target| to the power of the recipe's exponent, usually 2. So 400*output is in
// the labels' centipawns whatever the scale.
//
// Weights, gradients and the optimizer's moments are float32. But the passes of the first layer
// wait for memory, so what they read and write has 16 bits. accUnit is the unit of their weights
// and sums. The derivatives with respect to the sums are half floats (see toHalf).
//
// All threads work on one batch. The first layer is cut into tiles of columns: one goroutine sums
// up the gradient of the batch for a tile and makes the optimizer's step on it. In the later layers
// the batch is cut into groups of one bucket of men. Each group has gradients of its own, which are
// added in the order of the groups. Neither tiles nor groups depend on the number of threads. So on
// one kind of machine the same data, flags and seed give the same bits with any number of threads.
package train
