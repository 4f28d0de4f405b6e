//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"
#include "layers_arm64.h"

// Registers: R0 dst, R1 src, R2 weights, R3 lanes (and the byte offset of the second half), R4
// *Rows, R5 accumulators left, R6, R7 rows added, R8, R9 rows subtracted, R10 lanes left, R11
// scratch.

// SIDEARGS begins with the accumulator of the side to move.
#define SIDEARGS \
	PAIRWISEINIT(in+0(FP)); \
	MOVD h+32(FP), R3; \
	MOVD $2, R5; \
	MOVD side+48(FP), R10

// SIDE points to the accumulator in R10 and its rows.
#define SIDE \
	MOVD dst+8(FP), R0; \
	MOVD src+16(FP), R1; \
	MOVD weights+24(FP), R2; \
	MOVD rows+40(FP), R4; \
	ADD  R10<<4, R4, R4; \
	MUL  R3, R10, R11; \
	ADD  R11<<1, R0, R0; \
	ADD  R11<<1, R1, R1

// OTHERSIDE leaves the other accumulator in R10.
#define OTHERSIDE \
	MOVD side+48(FP), R10; \
	EOR  $1, R10, R10

// ROW2 loads 32 lanes of a row's first half into V16-V19 and the 32 lanes at the same place in its
// second half into V20-V23.
#define ROW2(row) \
	ADD    R3, row, R11; \
	VLD1.P 64(row), [V16.H8, V17.H8, V18.H8, V19.H8]; \
	VLD1   (R11), [V20.H8, V21.H8, V22.H8, V23.H8]

#define LOAD2 \
	ADD    R3, R1, R11; \
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]; \
	VLD1   (R11), [V4.H8, V5.H8, V6.H8, V7.H8]

#define STORE2 \
	ADD    R3, R0, R11; \
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0); \
	VST1   [V4.H8, V5.H8, V6.H8, V7.H8], (R11)

#define ADDROW2(row) \
	ROW2(row); \
	VADD   V16.H8, V0.H8, V0.H8; \
	VADD   V17.H8, V1.H8, V1.H8; \
	VADD   V18.H8, V2.H8, V2.H8; \
	VADD   V19.H8, V3.H8, V3.H8; \
	VADD   V20.H8, V4.H8, V4.H8; \
	VADD   V21.H8, V5.H8, V5.H8; \
	VADD   V22.H8, V6.H8, V6.H8; \
	VADD   V23.H8, V7.H8, V7.H8

#define SUBROW2(row) \
	ROW2(row); \
	VSUB   V16.H8, V0.H8, V0.H8; \
	VSUB   V17.H8, V1.H8, V1.H8; \
	VSUB   V18.H8, V2.H8, V2.H8; \
	VSUB   V19.H8, V3.H8, V3.H8; \
	VSUB   V20.H8, V4.H8, V4.H8; \
	VSUB   V21.H8, V5.H8, V5.H8; \
	VSUB   V22.H8, V6.H8, V6.H8; \
	VSUB   V23.H8, V7.H8, V7.H8

// func add1sub1PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub1PairwiseNEON(SB), NOSPLIT, $0-56
	SIDEARGS

accumulator:
	SIDE
	ROW(0, R6)
	ROW(8, R8)
	MOVD R3, R10

lanes:
	LOAD2
	ADDROW2(R6)
	SUBROW2(R8)
	STORE2
	PRODUCTS
	SUBS $64, R10, R10
	BNE  lanes
	OTHERSIDE
	SUBS $1, R5, R5
	BNE  accumulator
	LISTED(in+0(FP))
	RET

// func add1sub2PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub2PairwiseNEON(SB), NOSPLIT, $0-56
	SIDEARGS

accumulator:
	SIDE
	ROW(0, R6)
	ROW(8, R8)
	ROW(12, R9)
	MOVD R3, R10

lanes:
	LOAD2
	ADDROW2(R6)
	SUBROW2(R8)
	SUBROW2(R9)
	STORE2
	PRODUCTS
	SUBS $64, R10, R10
	BNE  lanes
	OTHERSIDE
	SUBS $1, R5, R5
	BNE  accumulator
	LISTED(in+0(FP))
	RET

// func add2sub2PairwiseNEON(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add2sub2PairwiseNEON(SB), NOSPLIT, $0-56
	SIDEARGS

accumulator:
	SIDE
	ROW(0, R6)
	ROW(4, R7)
	ROW(8, R8)
	ROW(12, R9)
	MOVD R3, R10

lanes:
	LOAD2
	ADDROW2(R6)
	ADDROW2(R7)
	SUBROW2(R8)
	SUBROW2(R9)
	STORE2
	PRODUCTS
	SUBS $64, R10, R10
	BNE  lanes
	OTHERSIDE
	SUBS $1, R5, R5
	BNE  accumulator
	LISTED(in+0(FP))
	RET
