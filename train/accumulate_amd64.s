//go:build amd64 && !purego

#include "textflag.h"

// The kernels of the first layer: the sums of rows and of slots, the pairs' products, and the
// conversions between float32, units and half floats. Each has its specification in
// kernel_generic.go. A run is 32 numbers of 16 bits: one cache line.

// func sumRowsAVX2(dst, src *int16, index, at *int32, n int)
TEXT ·sumRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ index+16(FP), DX
	MOVQ at+24(FP), BX
	MOVQ n+32(FP), CX
	MOVLQSX (BX), R8
rowsRun:
	MOVLQSX 4(BX), R9
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	JMP  rowsMore
rowsNext:
	MOVLQSX (DX)(R8*4), AX
	VPADDSW 0(SI)(AX*2), Y0, Y0
	VPADDSW 32(SI)(AX*2), Y1, Y1
	INCQ R8
rowsMore:
	CMPQ R8, R9
	JLT  rowsNext
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y1, 32(DI)
	ADDQ $64, DI
	ADDQ $4, BX
	DECQ CX
	JNE  rowsRun
	VZEROUPPER
	RET

// func sumRowsAVX512(dst, src *int16, index, at *int32, n int)
TEXT ·sumRowsAVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ index+16(FP), DX
	MOVQ at+24(FP), BX
	MOVQ n+32(FP), CX
	MOVLQSX (BX), R8
rowsRun512:
	MOVLQSX 4(BX), R9
	VPXORD Z0, Z0, Z0
	LEAQ -1(R9), R10
	CMPQ R8, R10
	JGE  rowsOdd512
rowsTwo512:
	MOVLQSX (DX)(R8*4), AX
	MOVLQSX 4(DX)(R8*4), R11
	VPADDSW (SI)(AX*2), Z0, Z0
	VPADDSW (SI)(R11*2), Z0, Z0
	ADDQ $2, R8
	CMPQ R8, R10
	JLT  rowsTwo512
rowsOdd512:
	CMPQ R8, R9
	JGE  rowsStore512
	MOVLQSX (DX)(R8*4), AX
	VPADDSW (SI)(AX*2), Z0, Z0
	INCQ R8
rowsStore512:
	VMOVDQU32 Z0, (DI)
	ADDQ $64, DI
	ADDQ $4, BX
	DECQ CX
	JNE  rowsRun512
	VZEROUPPER
	RET

// addHalves adds half floats in memory to the same number of floats.
#define addHalves(from, room, sum) \
	VPMOVZXWD from, room \
	VPSLLD $16, room, room \
	VADDPS room, sum, sum

// func sumSlotsAVX2(dst *float32, src *int16, index, at *int32, n int)
//
// A run of 32 floats stays in registers while its slots are added, two slots at a time.
TEXT ·sumSlotsAVX2(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ index+16(FP), DX
	MOVQ at+24(FP), BX
	MOVQ n+32(FP), CX
	MOVLQSX (BX), R8
slotsRun:
	MOVLQSX 4(BX), R9
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	LEAQ -1(R9), R10
	CMPQ R8, R10
	JGE  slotsOdd
slotsTwo:
	MOVLQSX (DX)(R8*4), AX
	MOVLQSX 4(DX)(R8*4), R11
	addHalves(0(SI)(AX*2), Y8, Y0)
	addHalves(16(SI)(AX*2), Y9, Y1)
	addHalves(32(SI)(AX*2), Y10, Y2)
	addHalves(48(SI)(AX*2), Y11, Y3)
	addHalves(0(SI)(R11*2), Y12, Y4)
	addHalves(16(SI)(R11*2), Y13, Y5)
	addHalves(32(SI)(R11*2), Y14, Y6)
	addHalves(48(SI)(R11*2), Y15, Y7)
	ADDQ $2, R8
	CMPQ R8, R10
	JLT  slotsTwo
slotsOdd:
	CMPQ R8, R9
	JGE  slotsStore
	MOVLQSX (DX)(R8*4), AX
	addHalves(0(SI)(AX*2), Y8, Y0)
	addHalves(16(SI)(AX*2), Y9, Y1)
	addHalves(32(SI)(AX*2), Y10, Y2)
	addHalves(48(SI)(AX*2), Y11, Y3)
	INCQ R8
slotsStore:
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VADDPS Y6, Y2, Y2
	VADDPS Y7, Y3, Y3
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $4, BX
	DECQ CX
	JNE  slotsRun
	VZEROUPPER
	RET

// func sumSlotsAVX512(dst *float32, src *int16, index, at *int32, n int)
TEXT ·sumSlotsAVX512(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ index+16(FP), DX
	MOVQ at+24(FP), BX
	MOVQ n+32(FP), CX
	MOVLQSX (BX), R8
slotsRun512:
	MOVLQSX 4(BX), R9
	VPXORD Z0, Z0, Z0
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	LEAQ -1(R9), R10
	CMPQ R8, R10
	JGE  slotsOdd512
slotsTwo512:
	MOVLQSX (DX)(R8*4), AX
	MOVLQSX 4(DX)(R8*4), R11
	addHalves(0(SI)(AX*2), Z4, Z0)
	addHalves(32(SI)(AX*2), Z5, Z1)
	addHalves(0(SI)(R11*2), Z6, Z2)
	addHalves(32(SI)(R11*2), Z7, Z3)
	ADDQ $2, R8
	CMPQ R8, R10
	JLT  slotsTwo512
slotsOdd512:
	CMPQ R8, R9
	JGE  slotsStore512
	MOVLQSX (DX)(R8*4), AX
	addHalves(0(SI)(AX*2), Z4, Z0)
	addHalves(32(SI)(AX*2), Z5, Z1)
	INCQ R8
slotsStore512:
	VADDPS Z2, Z0, Z0
	VADDPS Z3, Z1, Z1
	VMOVUPS Z0, 0(DI)
	VMOVUPS Z1, 64(DI)
	ADDQ $128, DI
	ADDQ $4, BX
	DECQ CX
	JNE  slotsRun512
	VZEROUPPER
	RET

DATA unit<>+0(SB)/4, $2040.0
GLOBL unit<>(SB), RODATA|NOPTR, $4
DATA perUnit<>+0(SB)/4, $0.000490196078431372549
GLOBL perUnit<>(SB), RODATA|NOPTR, $4
DATA perSquare<>+0(SB)/4, $0.000000240292195309496
GLOBL perSquare<>(SB), RODATA|NOPTR, $4
DATA roundHalf<>+0(SB)/4, $0x7fff
GLOBL roundHalf<>(SB), RODATA|NOPTR, $4

// pairsStep computes eight products.
#define pairsStep(at, to) \
	VPMOVSXWD at(SI), Y0 \
	VPMOVSXWD at(BX), Y1 \
	VCVTDQ2PS Y0, Y0 \
	VCVTDQ2PS Y1, Y1 \
	VMAXPS Y0, Y14, Y0 \
	VMAXPS Y1, Y14, Y1 \
	VMINPS Y0, Y15, Y0 \
	VMINPS Y1, Y15, Y1 \
	VMULPS Y1, Y0, Y0 \
	VFMSUB213PS Y13, Y12, Y0 \
	VMAXPS Y0, Y14, Y0 \
	VMOVUPS Y0, to(DI)

// func pairsAVX2(x *float32, acc, next *int16, tiles, stride int, floor float32)
TEXT ·pairsAVX2(SB), NOSPLIT, $0-44
	MOVQ x+0(FP), DI
	MOVQ acc+8(FP), SI
	MOVQ next+16(FP), R8
	MOVQ tiles+24(FP), CX
	MOVQ stride+32(FP), DX
	ADDQ DX, DX
	MOVQ CX, BX
	IMULQ DX, BX
	LEAQ (R8)(BX*1), R9      // the second half of the next accumulator
	ADDQ SI, BX              // the second half
	VBROADCASTSS floor+40(FP), Y13
	VBROADCASTSS perSquare<>(SB), Y12
	VBROADCASTSS unit<>(SB), Y15
	VXORPS Y14, Y14, Y14
pairsTile:
	PREFETCHT0 (R8)
	PREFETCHT0 (R9)
	pairsStep(0, 0)
	pairsStep(16, 32)
	pairsStep(32, 64)
	pairsStep(48, 96)
	ADDQ $128, DI
	ADDQ DX, SI
	ADDQ DX, BX
	ADDQ DX, R8
	ADDQ DX, R9
	DECQ CX
	JNE  pairsTile
	VZEROUPPER
	RET

// halve rounds eight floats to half floats, to nearest, ties to even. The results are in the lower
// half of each 32 bits.
#define halve(x, room) \
	VPSRLD $16, x, room \
	VPAND  Y11, room, room \
	VPADDD Y10, x, x \
	VPADDD room, x, x \
	VPSRLD $16, x, x

// halveConstants loads the constants that halve needs.
#define halveConstants \
	VBROADCASTSS roundHalf<>(SB), Y10 \
	VPCMPEQD Y11, Y11, Y11 \
	VPSRLD $31, Y11, Y11

// gradStep goes backwards through eight lanes. da and db get the derivatives, as half floats.
#define gradStep(at, from, da, db) \
	VPMOVSXWD at(SI), Y0 \
	VPMOVSXWD at(BX), Y1 \
	VMOVUPS from(DI), Y2 \
	VCVTDQ2PS Y0, Y0 \
	VCVTDQ2PS Y1, Y1 \
	VCMPPS $1, Y15, Y0, Y3 \
	VCMPPS $1, Y15, Y1, Y4 \
	VCMPPS $1, Y0, Y14, Y5 \
	VCMPPS $1, Y1, Y14, Y6 \
	VANDPS Y5, Y3, Y3 \
	VANDPS Y6, Y4, Y4 \
	VMAXPS Y0, Y14, Y0 \
	VMAXPS Y1, Y14, Y1 \
	VMINPS Y0, Y15, Y0 \
	VMINPS Y1, Y15, Y1 \
	VMULPS Y13, Y0, Y0 \
	VMULPS Y13, Y1, Y1 \
	VMULPS Y2, Y1, da \
	VMULPS Y2, Y0, db \
	VANDPS Y3, da, da \
	VANDPS Y4, db, db \
	halve(da, Y5) \
	halve(db, Y6)

// gradTwice replaces sixteen lanes by their derivatives.
#define gradTwice(at, at8, from, from8) \
	gradStep(at, from, Y7, Y8) \
	gradStep(at8, from8, Y9, Y12) \
	VPACKUSDW Y9, Y7, Y7 \
	VPACKUSDW Y12, Y8, Y8 \
	VPERMQ $0xD8, Y7, Y7 \
	VPERMQ $0xD8, Y8, Y8 \
	VMOVDQU Y7, at(SI) \
	VMOVDQU Y8, at(BX)

// func pairsGradAVX2(acc *int16, dx *float32, tiles, stride int)
TEXT ·pairsGradAVX2(SB), NOSPLIT, $0-32
	MOVQ acc+0(FP), SI
	MOVQ dx+8(FP), DI
	MOVQ tiles+16(FP), CX
	MOVQ stride+24(FP), DX
	ADDQ DX, DX
	MOVQ CX, BX
	IMULQ DX, BX
	ADDQ SI, BX              // the second half
	VBROADCASTSS unit<>(SB), Y15
	VXORPS Y14, Y14, Y14
	VBROADCASTSS perUnit<>(SB), Y13
	halveConstants
gradTile:
	gradTwice(0, 16, 0, 32)
	gradTwice(32, 48, 64, 96)
	ADDQ $128, DI
	ADDQ DX, SI
	ADDQ DX, BX
	DECQ CX
	JNE  gradTile
	VZEROUPPER
	RET

// func toUnitsAVX2(to *int16, from *float32, n int)
TEXT ·toUnitsAVX2(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSS unit<>(SB), Y15
toUnits:
	VMULPS 0(SI), Y15, Y0
	VMULPS 32(SI), Y15, Y1
	VCVTPS2DQ Y0, Y0
	VCVTPS2DQ Y1, Y1
	VPACKSSDW Y1, Y0, Y0
	VPERMQ $0xD8, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $64, SI
	ADDQ $32, DI
	SUBQ $16, CX
	JNE  toUnits
	VZEROUPPER
	RET

// func fromUnitsAVX2(to *float32, from *int16, n int)
TEXT ·fromUnitsAVX2(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSS perUnit<>(SB), Y15
fromUnits:
	VPMOVSXWD 0(SI), Y0
	VPMOVSXWD 16(SI), Y1
	VCVTDQ2PS Y0, Y0
	VCVTDQ2PS Y1, Y1
	VMULPS Y15, Y0, Y0
	VMULPS Y15, Y1, Y1
	VMOVUPS Y0, 0(DI)
	VMOVUPS Y1, 32(DI)
	ADDQ $32, SI
	ADDQ $64, DI
	SUBQ $16, CX
	JNE  fromUnits
	VZEROUPPER
	RET

// func toHalvesAVX2(to *int16, from *float32, n int)
TEXT ·toHalvesAVX2(SB), NOSPLIT, $0-24
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ n+16(FP), CX
	halveConstants
toHalves:
	VMOVUPS 0(SI), Y0
	VMOVUPS 32(SI), Y1
	halve(Y0, Y2)
	halve(Y1, Y3)
	VPACKUSDW Y1, Y0, Y0
	VPERMQ $0xD8, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ $64, SI
	ADDQ $32, DI
	SUBQ $16, CX
	JNE  toHalves
	VZEROUPPER
	RET
