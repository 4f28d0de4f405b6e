//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// 32 lanes stay in V0-V3 while all rows pass. Registers: R0 cache, R1 dst, R2 weights at the block,
// R3 lanes left, R4 added rows, R5 their number, R6 subtracted rows, R7 their number, R8 list, R9
// rows left, R10 row.

#define NEXTROW \
	MOVWU.P 4(R8), R10; \
	ADD     R10<<1, R2, R10; \
	SUB     $1, R9, R9

// func refreshNEON(cache, dst, weights *int16, h int, add *uint32, adds int, sub *uint32, subs int)
TEXT ·refreshNEON(SB), NOSPLIT, $0-64
	MOVD cache+0(FP), R0
	MOVD dst+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD h+24(FP), R3
	MOVD add+32(FP), R4
	MOVD adds+40(FP), R5
	MOVD sub+48(FP), R6
	MOVD subs+56(FP), R7

block:
	VLD1 (R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	MOVD R4, R8
	MOVD R5, R9

add:
	CBZ R9, added
	NEXTROW
	ADDROW(R10)
	B   add

added:
	MOVD R6, R8
	MOVD R7, R9

sub:
	CBZ R9, subtracted
	NEXTROW
	SUBROW(R10)
	B   sub

subtracted:
	STORE(R0)
	STORE(R1)
	ADD  $64, R2
	SUBS $32, R3, R3
	BNE  block
	RET
