//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"

// Where VPACKUSWB leaves the eight quarters of two registers' words, in order.
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

// PRODUCTS sets dst to (a<<7)*b >> 16 = a*b >> 9 of 32 lanes. b is not clamped at 0: VPACKUSWB turns
// negative products into 0.
#define PRODUCTS(offset, tmp, dst) \
	VPMAXSW offset(SI), Z15, dst; \
	VPMINSW offset(SI)(CX*1), Z14, tmp; \
	VPMINSW dst, Z14, dst; \
	VPSLLW  $7, dst, dst; \
	VPMULHW tmp, dst, dst

// LIST appends the nonzero ones of the 16 blocks in Z0, whose numbers are in Z12, to the list at R8.
#define LIST \
	VPTESTMD      Z0, Z0, K1; \
	VPCOMPRESSD.Z Z12, K1, Z4; \
	KMOVW         K1, AX; \
	POPCNTL       AX, AX; \
	VMOVDQU64     Z4, (R8); \
	LEAQ          (R8)(AX*4), R8

// func pairwiseAVX512(in *Input, us, them *int16, h int)
// Registers: SI accumulator, CX bytes to its second half, DI products, R8 list, R9 bytes left.
TEXT ·pairwiseAVX512(SB), NOSPLIT, $0-32
	MOVQ in+0(FP), DI
	MOVQ us+8(FP), SI
	MOVQ h+24(FP), CX
	LEAQ BLOCKS(DI), R8
	MOVQ DI, DX
	VPTERNLOGD   $0xFF, Z14, Z14, Z14
	VPSRLW       $8, Z14, Z14
	VPXORQ       Z15, Z15, Z15
	VMOVDQU64    ·unpacked(SB), Z13
	VMOVDQU64    ·counting(SB), Z12
	MOVL         $8, AX
	VPBROADCASTD AX, Z10
	VPADDD       Z10, Z10, Z11
	MOVQ         $2, R10

accumulator:
	MOVQ CX, R9
	SUBQ $128, R9
	JLT  rest

lanes:
	PRODUCTS(0, Z2, Z0)
	PRODUCTS(64, Z3, Z1)
	VPACKUSWB Z1, Z0, Z0
	VPERMQ    Z0, Z13, Z0
	VMOVDQU64 Z0, (DI)
	LIST
	VPADDD    Z11, Z12, Z12
	ADDQ      $128, SI
	ADDQ      $64, DI
	SUBQ      $128, R9
	JGE       lanes

rest:
	CMPQ R9, $-128
	JEQ  next
	PRODUCTS(0, Z2, Z0)
	VPACKUSWB Z15, Z0, Z0
	VPERMQ    Z0, Z13, Z0
	VMOVDQU   Y0, (DI)
	LIST
	VPADDD    Z10, Z12, Z12
	ADDQ      $32, DI

next:
	MOVQ them+16(FP), SI
	DECQ R10
	JNZ  accumulator

	MOVQ R8, AX
	SUBQ DX, AX
	SUBQ $BLOCKS, AX
	SHRQ $2, AX
	MOVQ AX, COUNT(DX)
	MOVL $256, AX
	VPBROADCASTD AX, Z0
	VMOVDQU X0, (R8)
	VZEROUPPER
	RET
