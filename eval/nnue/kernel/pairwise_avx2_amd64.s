//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"
#include "pairwise_avx2_amd64.h"

// func pairwiseAVX2(in *Input, us, them *int16, h int)
TEXT ·pairwiseAVX2(SB), NOSPLIT, $0-32
	MOVQ in+0(FP), BX
	MOVQ us+8(FP), SI
	MOVQ h+24(FP), CX
	LEAQ BLOCKS(BX), R15
	PAIRWISEINIT
	MOVQ $2, R10

accumulator:
	XORQ R12, R12
	MOVQ CX, R13

lanes:
	VMOVDQU (SI)(R12*1), Y0
	VMOVDQU 32(SI)(R12*1), Y1
	VMOVDQU (SI)(R13*1), Y2
	VMOVDQU 32(SI)(R13*1), Y3
	MULTIPLY(Y0, Y2)
	MULTIPLY(Y1, Y3)
	PACK
	ADDQ $64, R12
	ADDQ $64, R13
	CMPQ R12, CX
	JLT  lanes
	MOVQ them+16(FP), SI
	DECQ R10
	JNZ  accumulator
	LISTED(in+0(FP))
	VZEROUPPER
	RET
