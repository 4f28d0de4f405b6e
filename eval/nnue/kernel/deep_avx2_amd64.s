//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"

// BLOCK multiplies the block that entry i of the list names and adds the products to the sums in Y0
// and Y1. A product is at most 127*127, so the two that VPMADDUBSW adds fit 16 bits. VPMADDWD with
// ones in Y13 widens before anything else is added.
#define BLOCK(i, reg, x, a, b) \
	MOVL         (4*i)(R8), reg; \
	VPBROADCASTD (SI)(reg*4), x; \
	SHLL         $6, reg; \
	VPMADDUBSW   (BX)(reg*1), x, a; \
	VPMADDUBSW   32(BX)(reg*1), x, b; \
	VPMADDWD     a, Y13, a; \
	VPMADDWD     b, Y13, b; \
	VPADDD       a, Y0, Y0; \
	VPADDD       b, Y1, Y1

// FIRST turns the sums of eight outputs of the first layer into inputs of the second. Each lane
// holds the clamped sum in its low half and the square in its high half.
#define FIRST(sum, square, offset) \
	VPSRAD   $3, sum, sum; \
	VPMINSD  Y14, sum, sum; \
	VPABSD   sum, square; \
	VPMAXSD  Y15, sum, sum; \
	VPMINSD  Y14, square, square; \
	VPMADDWD square, square, square; \
	VPSRLD   $10, square, square; \
	VPSLLD   $16, square, square; \
	VPOR     square, sum, sum; \
	VMOVDQU  sum, offset(SP)

// SECOND adds the products of output j of the first layer to the sums in Y0 to Y3.
#define SECOND(j) \
	VPBROADCASTD (4*j)(SP), Y4; \
	VPMADDWD     (W2+128*j)(DX), Y4, Y5; \
	VPMADDWD     (W2+128*j+32)(DX), Y4, Y6; \
	VPMADDWD     (W2+128*j+64)(DX), Y4, Y7; \
	VPMADDWD     (W2+128*j+96)(DX), Y4, Y8; \
	VPADDD       Y5, Y0, Y0; \
	VPADDD       Y6, Y1, Y1; \
	VPADDD       Y7, Y2, Y2; \
	VPADDD       Y8, Y3, Y3

// THIRD turns the sums of eight outputs of the second layer into products with the third's weights.
#define THIRD(sum, weights) \
	VPSRAD   $10, sum, sum; \
	VPMAXSD  Y15, sum, sum; \
	VPMINSD  Y14, sum, sum; \
	VPMADDWD sum, sum, sum; \
	VPSRLD   $10, sum, sum; \
	VPMADDWD weights(DX), sum, sum

// func deepAVX2(in *Input, l *Layers) int32
TEXT ·deepAVX2(SB), NOSPLIT, $64-20
	MOVQ in+0(FP), SI
	MOVQ l+8(FP), DX
	MOVQ COUNT(SI), CX
	LEAQ BLOCKS(SI), R8
	LEAQ W1(DX), BX
	MOVL $1016, AX
	VMOVD        AX, X14
	VPBROADCASTD X14, Y14
	VPXOR        Y15, Y15, Y15
	VPCMPEQW     Y13, Y13, Y13
	VPSRLW       $15, Y13, Y13
	VMOVDQU      (DX), Y0
	VMOVDQU      32(DX), Y1
	SUBQ         $0, CX
	JLE          first

blocks:
	BLOCK(0, R10, Y2, Y3, Y4)
	BLOCK(1, R11, Y5, Y6, Y7)
	BLOCK(2, R12, Y8, Y9, Y10)
	BLOCK(3, R13, Y11, Y12, Y2)
	ADDQ $16, R8
	SUBQ $4, CX
	JGT  blocks

first:
	FIRST(Y0, Y2, 0)
	FIRST(Y1, Y3, 32)
	VMOVDQU B2(DX), Y0
	VMOVDQU (B2+32)(DX), Y1
	VMOVDQU (B2+64)(DX), Y2
	VMOVDQU (B2+96)(DX), Y3
	SECOND(0)
	SECOND(1)
	SECOND(2)
	SECOND(3)
	SECOND(4)
	SECOND(5)
	SECOND(6)
	SECOND(7)
	SECOND(8)
	SECOND(9)
	SECOND(10)
	SECOND(11)
	SECOND(12)
	SECOND(13)
	SECOND(14)
	SECOND(15)
	THIRD(Y0, W3)
	THIRD(Y1, W3+32)
	THIRD(Y2, W3+64)
	THIRD(Y3, W3+96)
	VPADDD       Y1, Y0, Y0
	VPADDD       Y3, Y2, Y2
	VPADDD       Y2, Y0, Y8
	VEXTRACTI128 $1, Y8, X0
	VPADDD       X8, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL AX, ret+16(FP)
	RET
