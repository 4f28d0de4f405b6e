//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"

// PRODUCTS sets dst to (a<<7)*b >> 16 = a*b >> 9 of 16 lanes. b is not clamped at 0: VPACKUSWB turns
// negative products into 0.
#define PRODUCTS(offset, tmp, dst) \
	VPMAXSW offset(SI), Y15, dst; \
	VPMINSW offset(SI)(CX*1), Y14, tmp; \
	VPMINSW dst, Y14, dst; \
	VPSLLW  $7, dst, dst; \
	VPMULHW tmp, dst, dst

// func pairwiseAVX2(in *Input, us, them *int16, h int)
// Registers: SI accumulator, CX bytes to its second half, DI products, R8 list, R9 bytes left.
TEXT ·pairwiseAVX2(SB), NOSPLIT, $0-32
	MOVQ in+0(FP), DI
	MOVQ us+8(FP), SI
	MOVQ h+24(FP), CX
	LEAQ BLOCKS(DI), R8
	LEAQ ·places(SB), R11
	MOVQ DI, DX
	VPCMPEQW     Y14, Y14, Y14
	VPSRLW       $8, Y14, Y14
	VPXOR        Y15, Y15, Y15
	VPXOR        Y12, Y12, Y12
	MOVL         $8, AX
	VMOVD        AX, X11
	VPBROADCASTD X11, Y11
	MOVQ         $2, R10

accumulator:
	MOVQ CX, R9

lanes:
	PRODUCTS(0, Y2, Y0)
	PRODUCTS(32, Y3, Y1)
	VPACKUSWB Y1, Y0, Y0
	VPERMQ    $0xD8, Y0, Y0
	VMOVDQU   Y0, (DI)
	VPCMPEQD  Y15, Y0, Y1
	VMOVMSKPS Y1, AX
	XORL      $0xFF, AX
	VPMOVZXBD (R11)(AX*8), Y2
	POPCNTL   AX, AX
	VPADDD    Y12, Y2, Y2
	VMOVDQU   Y2, (R8)
	LEAQ      (R8)(AX*4), R8
	VPADDD    Y11, Y12, Y12
	ADDQ      $64, SI
	ADDQ      $32, DI
	SUBQ      $64, R9
	JNZ       lanes
	MOVQ      them+16(FP), SI
	DECQ      R10
	JNZ       accumulator

	MOVQ R8, AX
	SUBQ DX, AX
	SUBQ $BLOCKS, AX
	SHRQ $2, AX
	MOVQ AX, COUNT(DX)
	MOVL $256, AX
	VMOVD AX, X0
	VPBROADCASTD X0, X0
	VMOVDQU X0, (R8)
	VZEROUPPER
	RET
