//go:build !purego

#include "textflag.h"
#include "neon_arm64.h"

// func add1sub1NEON(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add1sub1NEON(SB), NOSPLIT, $0-48
	ARGS
	MOVD n+40(FP), R5

accumulator:
	ROW(0, R6)
	ROW(8, R8)
	MOVD R3, R10

lanes:
	LOAD(R1)
	ADDROW(R6)
	SUBROW(R8)
	STORE(R0)
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	SUBS $1, R5, R5
	BNE  accumulator
	RET

// func add1sub2NEON(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add1sub2NEON(SB), NOSPLIT, $0-48
	ARGS
	MOVD n+40(FP), R5

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
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	SUBS $1, R5, R5
	BNE  accumulator
	RET

// func add2sub2NEON(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add2sub2NEON(SB), NOSPLIT, $0-48
	ARGS
	MOVD n+40(FP), R5

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
	SUBS $32, R10, R10
	BNE  lanes
	ADD  $16, R4
	SUBS $1, R5, R5
	BNE  accumulator
	RET
