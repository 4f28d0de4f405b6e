// Package nnue evaluates positions with an efficiently updatable neural network (Yu Nasu, 2018): a
// wide first layer, kept up to date from move to move, and a small output layer on top.
//
// # Shape
//
//	(768 inputs x king buckets -> H) x 2 perspectives -> SCReLU -> 1 output of each output bucket
//
// Each side sees the board from its own end: Black's view is flipped top to bottom, and a view whose
// king stands on files e to h is mirrored left to right, so that kings are always on files a to d.
// An input is one man of one kind, own or enemy, on one square as seen that way, together with the
// king bucket of the viewing side's king (see Feature). The output bucket follows from the number of
// men on the board (see OutputBucket).
//
// # Numbers
//
// Everything is an integer, so that every platform and every kernel computes the same evaluation.
//
//   - Accumulator: the bias plus the weights of all active inputs, int16, in units of 1/QA.
//   - Activation, SCReLU: x = min(max(a, 0), QA), squared in the output layer, so a sum of x*x*w is
//     in units of 1/(QA*QA*QB). First the H lanes of the side to move, then the other side's.
//   - Output: (sum/QA + bias) * Scale / (QA*QB) centipawns for the side to move, each division
//     truncating towards zero. Output weights are in units of 1/QB, biases of 1/(QA*QB).
//
// # No overflow
//
// Read and FromRaw accept a network only if no position can overflow it (see proof.go): every final
// accumulator lane fits int16 and every sum of the output layer fits int32, whatever legal number of
// men stands where. Accumulators are updated modulo 2^16, so what a lane holds in between does not
// matter, only that its final value fits.
//
// # File
//
// All numbers are little endian.
//
//	offset  bytes            what
//	0       8                magic "SenteNet"
//	8       4                version, 1: this architecture and these scales
//	12      4                H: a multiple of 32 from 32 to 1024
//	16      4                king buckets K, 1 to 32
//	20      4                output buckets B, 1 to 8
//	24      64               king bucket by king square as its side sees it (a1 = 0)
//	88      4                length L of the description, at most 1024
//	92      L                description: UTF-8 without control characters
//	        2*H              accumulator bias, int16
//	        2*H*768*K        accumulator weights, int16, the H of one input together
//	        4*B              output bias, int32
//	        2*2*H*B          output weights, int16, -127 to 127, the 2H of one bucket together
//	        32               SHA-256 of everything before
package nnue
