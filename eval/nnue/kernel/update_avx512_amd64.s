//go:build !purego

#include "textflag.h"
#include "rows_amd64.h"
#include "avx512_amd64.h"

// func add1sub1AVX512(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add1sub1AVX512(SB), NOSPLIT, $0-48
	ARGS
	MOVQ n+40(FP), AX

accumulator:
	ROW(0, R8)
	ROW(8, R10)
	XORQ R12, R12

lanes:
	LANES
	STORE
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	DECQ AX
	JNZ  accumulator
	VZEROUPPER
	RET

// func add1sub2AVX512(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add1sub2AVX512(SB), NOSPLIT, $0-48
	ARGS
	MOVQ n+40(FP), AX

accumulator:
	ROW(0, R8)
	ROW(8, R10)
	ROW(12, R11)
	XORQ R12, R12

lanes:
	LANES
	SUBROW(R11)
	STORE
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	DECQ AX
	JNZ  accumulator
	VZEROUPPER
	RET

// func add2sub2AVX512(dst, src, weights *int16, h int, rows *Rows, n int)
TEXT ·add2sub2AVX512(SB), NOSPLIT, $0-48
	ARGS
	MOVQ n+40(FP), AX

accumulator:
	ROW(0, R8)
	ROW(4, R9)
	ROW(8, R10)
	ROW(12, R11)
	XORQ R12, R12

lanes:
	LANES
	ADDROW(R9)
	SUBROW(R11)
	STORE
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	DECQ AX
	JNZ  accumulator
	VZEROUPPER
	RET
