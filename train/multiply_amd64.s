//go:build amd64 && !purego

#include "textflag.h"

// Every kernel here has its specification in kernel_generic.go. Offsets and lengths are in floats.

// func multiplyAVX2(c, a, b *float32, p *product)
//
// Four rows by sixteen columns of c stay in registers, while the loop goes along a's columns and
// b's rows.
TEXT ·multiplyAVX2(SB), NOSPLIT, $24-32
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ p+24(FP), AX
	MOVQ 0(AX), R8
	MOVQ R8, rows-8(SP)
	MOVQ 32(AX), R13
	SHLQ $2, R13             // ak in bytes
	MOVQ 40(AX), CX
	SHLQ $2, CX              // bk
	MOVQ 48(AX), BX
	SHLQ $2, BX              // cm
productRows:
	MOVQ p+24(FP), AX
	MOVQ 24(AX), R12
	SHLQ $2, R12             // am
	LEAQ (SI)(R12*1), R9
	LEAQ (SI)(R12*2), R10
	LEAQ (R9)(R12*2), R11
	MOVQ 8(AX), R15          // columns left
	MOVQ b+16(FP), DX
	MOVQ DX, b0-16(SP)
	MOVQ DI, c0-24(SP)
productColumns:
	LEAQ (DI)(BX*2), R12
	VMOVUPS 0(DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 0(DI)(BX*1), Y2
	VMOVUPS 32(DI)(BX*1), Y3
	VMOVUPS 0(R12), Y4
	VMOVUPS 32(R12), Y5
	VMOVUPS 0(R12)(BX*1), Y6
	VMOVUPS 32(R12)(BX*1), Y7
	MOVQ p+24(FP), AX
	MOVQ 16(AX), AX          // k left
	XORQ R8, R8
productTerm:
	VMOVUPS 0(DX), Y8
	VMOVUPS 32(DX), Y9
	VBROADCASTSS (SI)(R8*1), Y10
	VBROADCASTSS (R9)(R8*1), Y11
	VBROADCASTSS (R10)(R8*1), Y12
	VBROADCASTSS (R11)(R8*1), Y13
	VFMADD231PS Y8, Y10, Y0
	VFMADD231PS Y9, Y10, Y1
	VFMADD231PS Y8, Y11, Y2
	VFMADD231PS Y9, Y11, Y3
	VFMADD231PS Y8, Y12, Y4
	VFMADD231PS Y9, Y12, Y5
	VFMADD231PS Y8, Y13, Y6
	VFMADD231PS Y9, Y13, Y7
	ADDQ R13, R8
	ADDQ CX, DX
	DECQ AX
	JNE  productTerm
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 0(DI)(BX*1)
	VMOVUPS Y3, 32(DI)(BX*1)
	VMOVUPS Y4, 0(R12)
	VMOVUPS Y5, 32(R12)
	VMOVUPS Y6, 0(R12)(BX*1)
	VMOVUPS Y7, 32(R12)(BX*1)
	ADDQ $64, DI
	MOVQ b0-16(SP), DX
	ADDQ $64, DX
	MOVQ DX, b0-16(SP)
	SUBQ $16, R15
	JNE  productColumns
	MOVQ c0-24(SP), DI
	LEAQ (DI)(BX*4), DI
	MOVQ p+24(FP), AX
	MOVQ 24(AX), R12
	SHLQ $4, R12             // four rows of a
	ADDQ R12, SI
	MOVQ rows-8(SP), R8
	SUBQ $4, R8
	MOVQ R8, rows-8(SP)
	JNE  productRows
	VZEROUPPER
	RET

// func multiplyAVX512(c, a, b *float32, p *product)
//
// Eight rows by sixteen columns of c stay in registers, while the loop goes along a's columns and
// b's rows.
TEXT ·multiplyAVX512(SB), NOSPLIT, $40-32
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), SI
	MOVQ p+24(FP), AX
	MOVQ 0(AX), R8
	MOVQ R8, rows-8(SP)
	MOVQ 24(AX), R12
	SHLQ $2, R12             // am in bytes
	LEAQ (R12)(R12*2), R9    // 3 am
	LEAQ (R12)(R12*4), R10   // 5 am
	LEAQ (R9)(R12*4), R11    // 7 am
	MOVQ 32(AX), R8
	SHLQ $2, R8
	MOVQ R8, ak-32(SP)
	MOVQ 40(AX), CX
	SHLQ $2, CX              // bk
	MOVQ 48(AX), BX
	SHLQ $2, BX              // cm
rows512:
	MOVQ p+24(FP), AX
	MOVQ 8(AX), AX
	MOVQ AX, columns-40(SP)
	MOVQ b+16(FP), DX
	MOVQ DX, b0-16(SP)
	MOVQ DI, c0-24(SP)
columns512:
	MOVQ DI, R15
	VMOVUPS (R15), Z0
	VMOVUPS (R15)(BX*1), Z1
	LEAQ (R15)(BX*2), R15
	VMOVUPS (R15), Z2
	VMOVUPS (R15)(BX*1), Z3
	LEAQ (R15)(BX*2), R15
	VMOVUPS (R15), Z4
	VMOVUPS (R15)(BX*1), Z5
	LEAQ (R15)(BX*2), R15
	VMOVUPS (R15), Z6
	VMOVUPS (R15)(BX*1), Z7
	MOVQ p+24(FP), AX
	MOVQ 16(AX), AX          // k left
	MOVQ SI, R8
	MOVQ ak-32(SP), R13
term512:
	VMOVUPS (DX), Z8
	VFMADD231PS.BCST (R8), Z8, Z0
	VFMADD231PS.BCST (R8)(R12*1), Z8, Z1
	VFMADD231PS.BCST (R8)(R12*2), Z8, Z2
	VFMADD231PS.BCST (R8)(R9*1), Z8, Z3
	VFMADD231PS.BCST (R8)(R12*4), Z8, Z4
	VFMADD231PS.BCST (R8)(R10*1), Z8, Z5
	VFMADD231PS.BCST (R8)(R9*2), Z8, Z6
	VFMADD231PS.BCST (R8)(R11*1), Z8, Z7
	ADDQ R13, R8
	ADDQ CX, DX
	DECQ AX
	JNE  term512
	MOVQ DI, R15
	VMOVUPS Z0, (R15)
	VMOVUPS Z1, (R15)(BX*1)
	LEAQ (R15)(BX*2), R15
	VMOVUPS Z2, (R15)
	VMOVUPS Z3, (R15)(BX*1)
	LEAQ (R15)(BX*2), R15
	VMOVUPS Z4, (R15)
	VMOVUPS Z5, (R15)(BX*1)
	LEAQ (R15)(BX*2), R15
	VMOVUPS Z6, (R15)
	VMOVUPS Z7, (R15)(BX*1)
	ADDQ $64, DI
	MOVQ b0-16(SP), DX
	ADDQ $64, DX
	MOVQ DX, b0-16(SP)
	MOVQ columns-40(SP), AX
	SUBQ $16, AX
	MOVQ AX, columns-40(SP)
	JNE  columns512
	MOVQ c0-24(SP), DI
	LEAQ (DI)(BX*8), DI
	LEAQ (SI)(R12*8), SI
	MOVQ rows-8(SP), R8
	SUBQ $8, R8
	MOVQ R8, rows-8(SP)
	JNE  rows512
	VZEROUPPER
	RET
