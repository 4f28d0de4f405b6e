//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"

// BLOCK multiplies the block that entry i of the list names and adds the products to sum. VPDPBUSD
// is exact in 32 bits; VPDPBUSDS would saturate.
#define BLOCK(i, reg, x, sum) \
	MOVL         (4*i)(R8), reg; \
	VPBROADCASTD (SI)(reg*4), x; \
	SHLL         $6, reg; \
	VPDPBUSD     (BX)(reg*1), x, sum

// SECOND adds the products of output j of the first layer to two sums of 16 outputs.
#define SECOND(j, x, low, high) \
	VPBROADCASTD (4*j)(SP), x; \
	VPDPWSSD     (W2+128*j)(DX), x, low; \
	VPDPWSSD     (W2+128*j+64)(DX), x, high

// THIRD turns the sums of 16 outputs of the second layer into products with the third's weights.
#define THIRD(sum, weights) \
	VPSRAD   $10, sum, sum; \
	VPMAXSD  Z15, sum, sum; \
	VPMINSD  Z14, sum, sum; \
	VPMADDWD sum, sum, sum; \
	VPSRLD   $10, sum, sum; \
	VPMADDWD weights(DX), sum, sum

// func deepAVX512(in *Input, l *Layers) int32
TEXT ·deepAVX512(SB), NOSPLIT, $64-20
	MOVQ in+0(FP), SI
	MOVQ l+8(FP), DX
	MOVQ COUNT(SI), CX
	LEAQ BLOCKS(SI), R8
	LEAQ W1(DX), BX
	MOVL $1016, AX
	VPBROADCASTD AX, Z14
	VPXORQ       Z15, Z15, Z15
	VMOVDQU64    (DX), Z0
	VPXORQ       Z1, Z1, Z1
	VPXORQ       Z2, Z2, Z2
	VPXORQ       Z3, Z3, Z3
	SUBQ         $0, CX
	JLE          first

blocks:
	BLOCK(0, R10, Z4, Z0)
	BLOCK(1, R11, Z5, Z1)
	BLOCK(2, R12, Z6, Z2)
	BLOCK(3, R13, Z7, Z3)
	ADDQ $16, R8
	SUBQ $4, CX
	JGT  blocks

first:
	VPADDD    Z1, Z0, Z0
	VPADDD    Z3, Z2, Z2
	VPADDD    Z2, Z0, Z0
	VPSRAD    $3, Z0, Z0
	VPMINSD   Z14, Z0, Z0
	VPABSD    Z0, Z1
	VPMAXSD   Z15, Z0, Z0
	VPMINSD   Z14, Z1, Z1
	VPMADDWD  Z1, Z1, Z1
	VPSRLD    $10, Z1, Z1
	VPSLLD    $16, Z1, Z1
	VPORD     Z1, Z0, Z0
	VMOVDQU64 Z0, (SP)

	VMOVDQU64 B2(DX), Z0
	VMOVDQU64 (B2+64)(DX), Z1
	VPXORQ    Z2, Z2, Z2
	VPXORQ    Z3, Z3, Z3
	VPXORQ    Z4, Z4, Z4
	VPXORQ    Z5, Z5, Z5
	VPXORQ    Z6, Z6, Z6
	VPXORQ    Z7, Z7, Z7
	SECOND(0, Z8, Z0, Z1)
	SECOND(1, Z9, Z2, Z3)
	SECOND(2, Z10, Z4, Z5)
	SECOND(3, Z11, Z6, Z7)
	SECOND(4, Z8, Z0, Z1)
	SECOND(5, Z9, Z2, Z3)
	SECOND(6, Z10, Z4, Z5)
	SECOND(7, Z11, Z6, Z7)
	SECOND(8, Z8, Z0, Z1)
	SECOND(9, Z9, Z2, Z3)
	SECOND(10, Z10, Z4, Z5)
	SECOND(11, Z11, Z6, Z7)
	SECOND(12, Z8, Z0, Z1)
	SECOND(13, Z9, Z2, Z3)
	SECOND(14, Z10, Z4, Z5)
	SECOND(15, Z11, Z6, Z7)
	VPADDD    Z2, Z0, Z0
	VPADDD    Z6, Z4, Z4
	VPADDD    Z4, Z0, Z0
	VPADDD    Z3, Z1, Z1
	VPADDD    Z7, Z5, Z5
	VPADDD    Z5, Z1, Z1

	THIRD(Z0, W3)
	THIRD(Z1, W3+64)
	VPADDD        Z1, Z0, Z8
	VEXTRACTI64X4 $1, Z8, Y0
	VPADDD        Y8, Y0, Y0
	VEXTRACTI128  $1, Y0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0x4E, X0, X1
	VPADDD        X1, X0, X0
	VPSHUFD       $0xB1, X0, X1
	VPADDD        X1, X0, X0
	VMOVD         X0, AX
	VZEROUPPER
	MOVL AX, ret+16(FP)
	RET
