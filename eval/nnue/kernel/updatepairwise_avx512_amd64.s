//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"
#include "pairwise_avx512_amd64.h"

// UPDATE11 loads lanes, adds and subtracts a row and stores them; UPDATE12 and UPDATE22 have more
// rows.
#define UPDATE11(offset, index, lanes) \
	VMOVDQU64 offset(SI)(index*1), lanes; \
	VPADDW    offset(R8)(index*1), lanes, lanes; \
	VPSUBW    offset(R10)(index*1), lanes, lanes; \
	VMOVDQU64 lanes, offset(DI)(index*1)

#define UPDATE12(offset, index, lanes) \
	VMOVDQU64 offset(SI)(index*1), lanes; \
	VPADDW    offset(R8)(index*1), lanes, lanes; \
	VPSUBW    offset(R10)(index*1), lanes, lanes; \
	VPSUBW    offset(R11)(index*1), lanes, lanes; \
	VMOVDQU64 lanes, offset(DI)(index*1)

#define UPDATE22(offset, index, lanes) \
	VMOVDQU64 offset(SI)(index*1), lanes; \
	VPADDW    offset(R8)(index*1), lanes, lanes; \
	VPADDW    offset(R9)(index*1), lanes, lanes; \
	VPSUBW    offset(R10)(index*1), lanes, lanes; \
	VPSUBW    offset(R11)(index*1), lanes, lanes; \
	VMOVDQU64 lanes, offset(DI)(index*1)

// func add1sub1PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub1PairwiseAVX512(SB), NOSPLIT, $0-56
	PAIRWISEINIT
	SIDEARGS

accumulator:
	SIDEROW(0, R8)
	SIDEROW(8, R10)
	XORQ R12, R12
	MOVQ CX, R13
	CMPQ CX, $128
	JLT  rest

lanes:
	UPDATE11(0, R12, Z0)
	UPDATE11(64, R12, Z1)
	UPDATE11(0, R13, Z2)
	UPDATE11(64, R13, Z3)
	MULTIPLY(Z0, Z2)
	MULTIPLY(Z1, Z3)
	PACK64
	ADDQ $128, R12
	ADDQ $128, R13
	LEAQ 128(R12), AX
	CMPQ AX, CX
	JLE  lanes

rest:
	CMPQ R12, CX
	JEQ  next
	UPDATE11(0, R12, Z0)
	UPDATE11(0, R13, Z2)
	MULTIPLY(Z0, Z2)
	PACK32

next:
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET

// func add1sub2PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub2PairwiseAVX512(SB), NOSPLIT, $0-56
	PAIRWISEINIT
	SIDEARGS

accumulator:
	SIDEROW(0, R8)
	SIDEROW(8, R10)
	SIDEROW(12, R11)
	XORQ R12, R12
	MOVQ CX, R13
	CMPQ CX, $128
	JLT  rest

lanes:
	UPDATE12(0, R12, Z0)
	UPDATE12(64, R12, Z1)
	UPDATE12(0, R13, Z2)
	UPDATE12(64, R13, Z3)
	MULTIPLY(Z0, Z2)
	MULTIPLY(Z1, Z3)
	PACK64
	ADDQ $128, R12
	ADDQ $128, R13
	LEAQ 128(R12), AX
	CMPQ AX, CX
	JLE  lanes

rest:
	CMPQ R12, CX
	JEQ  next
	UPDATE12(0, R12, Z0)
	UPDATE12(0, R13, Z2)
	MULTIPLY(Z0, Z2)
	PACK32

next:
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET

// func add2sub2PairwiseAVX512(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add2sub2PairwiseAVX512(SB), NOSPLIT, $0-56
	PAIRWISEINIT
	SIDEARGS

accumulator:
	SIDEROW(0, R8)
	SIDEROW(4, R9)
	SIDEROW(8, R10)
	SIDEROW(12, R11)
	XORQ R12, R12
	MOVQ CX, R13
	CMPQ CX, $128
	JLT  rest

lanes:
	UPDATE22(0, R12, Z0)
	UPDATE22(64, R12, Z1)
	UPDATE22(0, R13, Z2)
	UPDATE22(64, R13, Z3)
	MULTIPLY(Z0, Z2)
	MULTIPLY(Z1, Z3)
	PACK64
	ADDQ $128, R12
	ADDQ $128, R13
	LEAQ 128(R12), AX
	CMPQ AX, CX
	JLE  lanes

rest:
	CMPQ R12, CX
	JEQ  next
	UPDATE22(0, R12, Z0)
	UPDATE22(0, R13, Z2)
	MULTIPLY(Z0, Z2)
	PACK32

next:
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET
