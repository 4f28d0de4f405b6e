//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// func forwardNEON(us, them, out *int16, h int) int32
TEXT ·forwardNEON(SB), NOSPLIT, $0-36
	MOVD us+0(FP), R0
	MOVD them+8(FP), R1
	MOVD out+16(FP), R11
	MOVD h+24(FP), R3
	FORWARDINIT
	MOVD R3, R10

us:
	LOAD(R0)
	DOT
	SUBS $32, R10, R10
	BNE  us
	MOVD R3, R10

them:
	LOAD(R1)
	DOT
	SUBS $32, R10, R10
	BNE  them
	TOTAL
	MOVW R12, ret+32(FP)
	RET

// func add1sub1ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add1sub1ForwardNEON(SB), NOSPLIT, $0-60
	ARGS
	MOVD first+40(FP), R11
	MOVD $2, R5
	FORWARDINIT

accumulator:
	ROW(0, R6)
	ROW(8, R8)
	MOVD R3, R10

lanes:
	LOAD(R1)
	ADDROW(R6)
	SUBROW(R8)
	STORE(R0)
	DOT
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	MOVD second+48(FP), R11
	SUBS $1, R5, R5
	BNE  accumulator
	TOTAL
	MOVW R12, ret+56(FP)
	RET

// func add1sub2ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add1sub2ForwardNEON(SB), NOSPLIT, $0-60
	ARGS
	MOVD first+40(FP), R11
	MOVD $2, R5
	FORWARDINIT

accumulator:
	ROW(0, R6)
	ROW(8, R8)
	ROW(12, R9)
	MOVD R3, R10

lanes:
	LOAD(R1)
	ADDROW(R6)
	SUBROW(R8)
	SUBROW(R9)
	STORE(R0)
	DOT
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	MOVD second+48(FP), R11
	SUBS $1, R5, R5
	BNE  accumulator
	TOTAL
	MOVW R12, ret+56(FP)
	RET

// func add2sub2ForwardNEON(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add2sub2ForwardNEON(SB), NOSPLIT, $0-60
	ARGS
	MOVD first+40(FP), R11
	MOVD $2, R5
	FORWARDINIT

accumulator:
	ROW(0, R6)
	ROW(4, R7)
	ROW(8, R8)
	ROW(12, R9)
	MOVD R3, R10

lanes:
	LOAD(R1)
	ADDROW(R6)
	ADDROW(R7)
	SUBROW(R8)
	SUBROW(R9)
	STORE(R0)
	DOT
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	MOVD second+48(FP), R11
	SUBS $1, R5, R5
	BNE  accumulator
	TOTAL
	MOVW R12, ret+56(FP)
	RET
