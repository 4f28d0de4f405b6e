//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"
#include "pairwise_avx512_amd64.h"

// unpacked lists where VPACKUSWB leaves the eight 64-bit parts of its result, in the right order.
DATA ·unpacked+0(SB)/8, $0
DATA ·unpacked+8(SB)/8, $2
DATA ·unpacked+16(SB)/8, $4
DATA ·unpacked+24(SB)/8, $6
DATA ·unpacked+32(SB)/8, $1
DATA ·unpacked+40(SB)/8, $3
DATA ·unpacked+48(SB)/8, $5
DATA ·unpacked+56(SB)/8, $7
GLOBL ·unpacked(SB), RODATA|NOPTR, $64

DATA ·counting+0(SB)/8, $0x0000000100000000
DATA ·counting+8(SB)/8, $0x0000000300000002
DATA ·counting+16(SB)/8, $0x0000000500000004
DATA ·counting+24(SB)/8, $0x0000000700000006
DATA ·counting+32(SB)/8, $0x0000000900000008
DATA ·counting+40(SB)/8, $0x0000000b0000000a
DATA ·counting+48(SB)/8, $0x0000000d0000000c
DATA ·counting+56(SB)/8, $0x0000000f0000000e
GLOBL ·counting(SB), RODATA|NOPTR, $64

// func pairwiseAVX512(in *Input, us, them *int16, h int)
TEXT ·pairwiseAVX512(SB), NOSPLIT, $0-32
	PAIRWISEINIT
	MOVQ in+0(FP), BX
	MOVQ us+8(FP), SI
	MOVQ h+24(FP), CX
	LEAQ BLOCKS(BX), R15
	MOVQ $2, R10

accumulator:
	XORQ R12, R12
	MOVQ CX, R13
	MOVQ CX, R9
	ANDQ $-128, R9
	JZ   rest

lanes:
	VMOVDQU64 (SI)(R12*1), Z0
	VMOVDQU64 64(SI)(R12*1), Z1
	VMOVDQU64 (SI)(R13*1), Z2
	VMOVDQU64 64(SI)(R13*1), Z3
	MULTIPLY(Z0, Z2)
	MULTIPLY(Z1, Z3)
	PACK64
	ADDQ $128, R12
	ADDQ $128, R13
	CMPQ R12, R9
	JLT  lanes

rest:
	CMPQ      R12, CX
	JEQ       next
	VMOVDQU64 (SI)(R12*1), Z0
	VMOVDQU64 (SI)(R13*1), Z2
	MULTIPLY(Z0, Z2)
	PACK32

next:
	MOVQ them+16(FP), SI
	DECQ R10
	JNZ  accumulator
	LISTED(in+0(FP))
	VZEROUPPER
	RET
