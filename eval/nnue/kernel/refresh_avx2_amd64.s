//go:build !purego

#include "textflag.h"

// The refresh keeps a block of lanes in registers while all rows pass. Registers: SI cache, DI dst,
// BX weights at the block, CX lanes left, R8 added rows, R9 their number, R10 subtracted rows, R11
// their number, R12 row index, R13 row.

#define REFRESHROW(list) \
	MOVL (list)(R12*4), R13; \
	LEAQ (BX)(R13*2), R13; \
	INCQ R12

#define BLOCKADVANCE(lanes) \
	ADDQ $(2*lanes), SI; \
	ADDQ $(2*lanes), DI; \
	ADDQ $(2*lanes), BX; \
	SUBQ $lanes, CX

// func refreshAVX2(cache, dst, weights *int16, h int, add *uint32, adds int, sub *uint32, subs int)
TEXT ·refreshAVX2(SB), NOSPLIT, $0-64
	MOVQ cache+0(FP), SI
	MOVQ dst+8(FP), DI
	MOVQ weights+16(FP), BX
	MOVQ h+24(FP), CX
	MOVQ add+32(FP), R8
	MOVQ adds+40(FP), R9
	MOVQ sub+48(FP), R10
	MOVQ subs+56(FP), R11

block128:
	CMPQ    CX, $128
	JLT     block32
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	VMOVDQU 128(SI), Y4
	VMOVDQU 160(SI), Y5
	VMOVDQU 192(SI), Y6
	VMOVDQU 224(SI), Y7
	XORQ    R12, R12

add128:
	CMPQ   R12, R9
	JGE    added128
	REFRESHROW(R8)
	VPADDW (R13), Y0, Y0
	VPADDW 32(R13), Y1, Y1
	VPADDW 64(R13), Y2, Y2
	VPADDW 96(R13), Y3, Y3
	VPADDW 128(R13), Y4, Y4
	VPADDW 160(R13), Y5, Y5
	VPADDW 192(R13), Y6, Y6
	VPADDW 224(R13), Y7, Y7
	JMP    add128

added128:
	XORQ R12, R12

sub128:
	CMPQ   R12, R11
	JGE    subtracted128
	REFRESHROW(R10)
	VPSUBW (R13), Y0, Y0
	VPSUBW 32(R13), Y1, Y1
	VPSUBW 64(R13), Y2, Y2
	VPSUBW 96(R13), Y3, Y3
	VPSUBW 128(R13), Y4, Y4
	VPSUBW 160(R13), Y5, Y5
	VPSUBW 192(R13), Y6, Y6
	VPSUBW 224(R13), Y7, Y7
	JMP    sub128

subtracted128:
	VMOVDQU Y0, (SI)
	VMOVDQU Y1, 32(SI)
	VMOVDQU Y2, 64(SI)
	VMOVDQU Y3, 96(SI)
	VMOVDQU Y4, 128(SI)
	VMOVDQU Y5, 160(SI)
	VMOVDQU Y6, 192(SI)
	VMOVDQU Y7, 224(SI)
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VMOVDQU Y4, 128(DI)
	VMOVDQU Y5, 160(DI)
	VMOVDQU Y6, 192(DI)
	VMOVDQU Y7, 224(DI)
	BLOCKADVANCE(128)
	JMP     block128

block32:
	TESTQ   CX, CX
	JZ      done
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	XORQ    R12, R12

add32:
	CMPQ   R12, R9
	JGE    added32
	REFRESHROW(R8)
	VPADDW (R13), Y0, Y0
	VPADDW 32(R13), Y1, Y1
	JMP    add32

added32:
	XORQ R12, R12

sub32:
	CMPQ   R12, R11
	JGE    subtracted32
	REFRESHROW(R10)
	VPSUBW (R13), Y0, Y0
	VPSUBW 32(R13), Y1, Y1
	JMP    sub32

subtracted32:
	VMOVDQU Y0, (SI)
	VMOVDQU Y1, 32(SI)
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	BLOCKADVANCE(32)
	JMP     block32

done:
	VZEROUPPER
	RET
