//go:build !purego

#include "textflag.h"
#include "rows_amd64.h"
#include "avx2_amd64.h"

// func forwardAVX2(us, them, out *int16, h int) int32
TEXT ·forwardAVX2(SB), NOSPLIT, $0-36
	MOVQ us+0(FP), SI
	MOVQ them+8(FP), DI
	MOVQ out+16(FP), R13
	MOVQ h+24(FP), CX
	SHLQ $1, CX
	FORWARDINIT
	XORQ R12, R12

us:
	VMOVDQU (SI)(R12*1), Y0
	VMOVDQU 32(SI)(R12*1), Y1
	DOT
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  us
	ADDQ CX, R13
	XORQ R12, R12

them:
	VMOVDQU (DI)(R12*1), Y0
	VMOVDQU 32(DI)(R12*1), Y1
	DOT
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  them
	TOTAL
	MOVL AX, ret+32(FP)
	RET

// func add1sub1ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add1sub1ForwardAVX2(SB), NOSPLIT, $0-60
	ARGS
	MOVQ first+40(FP), R13
	MOVQ $2, AX
	FORWARDINIT

accumulator:
	ROW(0, R8)
	ROW(8, R10)
	XORQ R12, R12

lanes:
	LANES
	STORE
	DOT
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	MOVQ second+48(FP), R13
	DECQ AX
	JNZ  accumulator
	TOTAL
	MOVL AX, ret+56(FP)
	RET

// func add1sub2ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add1sub2ForwardAVX2(SB), NOSPLIT, $0-60
	ARGS
	MOVQ first+40(FP), R13
	MOVQ $2, AX
	FORWARDINIT

accumulator:
	ROW(0, R8)
	ROW(8, R10)
	ROW(12, R11)
	XORQ R12, R12

lanes:
	LANES
	SUBROW(R11)
	STORE
	DOT
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	MOVQ second+48(FP), R13
	DECQ AX
	JNZ  accumulator
	TOTAL
	MOVL AX, ret+56(FP)
	RET

// func add2sub2ForwardAVX2(dst, src, weights *int16, h int, rows *Rows, first, second *int16) int32
TEXT ·add2sub2ForwardAVX2(SB), NOSPLIT, $0-60
	ARGS
	MOVQ first+40(FP), R13
	MOVQ $2, AX
	FORWARDINIT

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
	DOT
	ADDQ $64, R12
	CMPQ R12, CX
	JLT  lanes
	NEXT
	MOVQ second+48(FP), R13
	DECQ AX
	JNZ  accumulator
	TOTAL
	MOVL AX, ret+56(FP)
	RET
