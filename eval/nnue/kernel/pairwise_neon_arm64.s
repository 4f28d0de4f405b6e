//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"
#include "layers_arm64.h"

#define LOADSECOND(src) \
	VLD1.P 64(src), [V4.H8, V5.H8, V6.H8, V7.H8]

// func pairwiseNEON(in *Input, us, them *int16, h int)
TEXT ·pairwiseNEON(SB), NOSPLIT, $0-32
	PAIRWISEINIT(in+0(FP))
	MOVD us+8(FP), R0
	MOVD h+24(FP), R3
	MOVD $2, R5

accumulator:
	ADD  R3, R0, R1
	MOVD R3, R10

lanes:
	LOAD(R0)
	LOADSECOND(R1)
	PRODUCTS
	SUBS $64, R10, R10
	BNE  lanes
	MOVD them+16(FP), R0
	SUBS $1, R5, R5
	BNE  accumulator
	LISTED(in+0(FP))
	RET
