// Package nnue evaluates positions with an efficiently updatable neural network (Yu Nasu, 2018): a
// wide first layer, kept up to date from move to move, and small layers on top.
//
// # Shape
//
// Three architectures share the first layer and everything around it. The file's version tells them
// apart; Read accepts all.
//
//	1, single layer:  (768 inputs x king buckets -> H) x 2 perspectives -> SCReLU
//	                  -> 1 output of each output bucket
//	2, deep layers:   (768 inputs x king buckets -> H) x 2 perspectives -> pairwise product
//	                  -> 16 -> 32 -> 1 of each output bucket
//	3, threat inputs: (768 inputs x king buckets + 768 x 2 kinds of threats -> H)
//	                  x 2 perspectives, then as 2
//
// Each side sees the board from its own end: Black's view is flipped top to bottom, and a view
// whose king stands on files e to h is mirrored left to right, so that kings are always on files a
// to d. An input is one man of one kind, own or enemy, on one square as seen that way, together
// with the king bucket of the viewing side's king (see Feature). The output bucket follows from the
// number of men on the board (see OutputBucket).
//
// With threat inputs a man that is under threat (see Attacks.Threat) switches on a second input.
// Each kind of threat has inputs of its own, one for each kind of man and square as seen the same
// way, without king buckets. No other inputs depend on more than one man and the king.
//
// # Numbers
//
// Everything is an integer, so that every platform and every kernel computes the same evaluation.
// Shifts round down, divisions towards zero.
//
// The accumulator is the bias plus the weights of all active inputs, int16, in units of 1/QA.
//
// Single layer:
//
//   - Activation, SCReLU: x = min(max(a, 0), QA), squared in the output layer, so a sum of x*x*w is
//     in units of 1/(QA*QA*QB). First the H lanes of the side to move, then the other side's.
//   - Output: (sum/QA + bias) * Scale / (QA*QB) centipawns for the side to move. Output weights are
//     in units of 1/QB, biases of 1/(QA*QB).
//
// Deep layers:
//
//   - Pairwise product: x = (a*b) >> PairShift, 0 to 127. a is a lane in the first half of an
//     accumulator and b the lane at the same place in its second half, both clamped to 0..QA. First
//     the H/2 products of the side to move, then the other side's. A product of 1 is 127.002.
//   - First layer: s = bias + sum of x*w, w in units of 1/L1Unit; c = s >> L1Shift, clamped to
//     -L1One..L1One. Each c gives two inputs of the second layer: max(c, 0), and the square
//     c*c >> SquareShift. L1One (1016) means 1. In a square, L2One (1008) means 1.
//   - Second layer: t = bias + sum of inputs*w, w in units of 1/L2Unit; d = t >> L2Shift, clamped
//     to 0..L1One; g = d*d >> SquareShift.
//   - Third layer: u = bias + sum of g*w, w in units of 1/L3Unit, so u is in units of
//     1/(L2One*L3Unit).
//   - Output: u * multiplier / (L2One*L3Unit*100) centipawns for the side to move.
//
// # No overflow
//
// Read and FromRaw accept a network only if no position can overflow it (see proof.go). Every final
// accumulator lane fits int16 and every sum of the later layers fits int32, for any legal number of
// men on any squares. Accumulators are updated modulo 2^16. So only the final value of a lane must
// fit; what it holds in between does not matter. The third layer's bias and the output are 64-bit
// arithmetic.
//
// # File
//
// All numbers are little endian. All versions begin alike:
//
//	offset  bytes            what
//	0       8                magic "SenteNet"
//	8       4                version, 1 to 3: an architecture and its scales
//	12      4                H: a multiple of 32 from 32 to 1024; in versions 2 and 3 of 64
//	16      4                king buckets K, 1 to 32
//	20      4                output buckets B, 1 to 8
//	24      64               king bucket by king square as its side sees it (a1 = 0)
//
// Version 1 goes on:
//
//	88      4                length L of the description, at most 1024
//	92      L                description: UTF-8 without control characters
//	        2*H              accumulator bias, int16
//	        2*H*768*K        accumulator weights, int16, the H of one input together
//	        4*B              output bias, int32
//	        2*2*H*B          output weights, int16, -127 to 127, the 2H of one bucket together
//	        32               SHA-256 of everything before
//
// Version 2 goes on:
//
//	88      4                multiplier: 100 times the centipawns of an output of 1, 1 to 1000000
//	92      4                length L of the description, at most 1024
//	96      L                description: UTF-8 without control characters
//	        0 to 63          zeros up to the next offset that is a multiple of 64
//	        2*H              accumulator bias, int16
//	        2*H*768*K        accumulator weights, int16, the H of one input together
//	        B times          for each output bucket:
//	          4*16             first layer bias, int32
//	          16*H             first layer weights, int8, -127 to 127, H of one output together
//	          4*32             second layer bias, int32
//	          2*32*32          second layer weights, int16, up to ±4096, 32 of one output together
//	          4                third layer bias, int32
//	          2*32             third layer weights, int16, -16384 to 16384
//	        32               SHA-256 of everything before
//
// Version 3 is version 2 with more weights after the accumulator weights:
//
//	2*H*768*2        weights of the threat inputs, int16, the H of one input together: first
//	                 those for men that a lesser man attacks
package nnue
