//go:build !purego

#include "textflag.h"
#include "layers_amd64.h"
#include "pairwise_avx2_amd64.h"

// UPDATE11 loads lanes, adds and subtracts a row and stores them; UPDATE12 and UPDATE22 have more
// rows.
#define UPDATE11(offset, index, lanes) \
	VMOVDQU offset(SI)(index*1), lanes; \
	VPADDW  offset(R8)(index*1), lanes, lanes; \
	VPSUBW  offset(R10)(index*1), lanes, lanes; \
	VMOVDQU lanes, offset(DI)(index*1)

#define UPDATE12(offset, index, lanes) \
	VMOVDQU offset(SI)(index*1), lanes; \
	VPADDW  offset(R8)(index*1), lanes, lanes; \
	VPSUBW  offset(R10)(index*1), lanes, lanes; \
	VPSUBW  offset(R11)(index*1), lanes, lanes; \
	VMOVDQU lanes, offset(DI)(index*1)

#define UPDATE22(offset, index, lanes) \
	VMOVDQU offset(SI)(index*1), lanes; \
	VPADDW  offset(R8)(index*1), lanes, lanes; \
	VPADDW  offset(R9)(index*1), lanes, lanes; \
	VPSUBW  offset(R10)(index*1), lanes, lanes; \
	VPSUBW  offset(R11)(index*1), lanes, lanes; \
	VMOVDQU lanes, offset(DI)(index*1)

// func add1sub1PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub1PairwiseAVX2(SB), NOSPLIT, $0-56
	SIDEARGS
	PAIRWISEINIT

accumulator:
	SIDEROW(0, R8)
	SIDEROW(8, R10)
	XORQ R12, R12
	MOVQ CX, R13

lanes:
	UPDATE11(0, R12, Y0)
	UPDATE11(32, R12, Y1)
	UPDATE11(0, R13, Y2)
	UPDATE11(32, R13, Y3)
	MULTIPLY(Y0, Y2)
	MULTIPLY(Y1, Y3)
	PACK
	ADDQ $64, R12
	ADDQ $64, R13
	CMPQ R12, CX
	JLT  lanes
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET

// func add1sub2PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add1sub2PairwiseAVX2(SB), NOSPLIT, $0-56
	SIDEARGS
	PAIRWISEINIT

accumulator:
	SIDEROW(0, R8)
	SIDEROW(8, R10)
	SIDEROW(12, R11)
	XORQ R12, R12
	MOVQ CX, R13

lanes:
	UPDATE12(0, R12, Y0)
	UPDATE12(32, R12, Y1)
	UPDATE12(0, R13, Y2)
	UPDATE12(32, R13, Y3)
	MULTIPLY(Y0, Y2)
	MULTIPLY(Y1, Y3)
	PACK
	ADDQ $64, R12
	ADDQ $64, R13
	CMPQ R12, CX
	JLT  lanes
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET

// func add2sub2PairwiseAVX2(in *Input, dst, src, weights *int16, h int, rows *Rows, side int)
TEXT ·add2sub2PairwiseAVX2(SB), NOSPLIT, $0-56
	SIDEARGS
	PAIRWISEINIT

accumulator:
	SIDEROW(0, R8)
	SIDEROW(4, R9)
	SIDEROW(8, R10)
	SIDEROW(12, R11)
	XORQ R12, R12
	MOVQ CX, R13

lanes:
	UPDATE22(0, R12, Y0)
	UPDATE22(32, R12, Y1)
	UPDATE22(0, R13, Y2)
	UPDATE22(32, R13, Y3)
	MULTIPLY(Y0, Y2)
	MULTIPLY(Y1, Y3)
	PACK
	ADDQ $64, R12
	ADDQ $64, R13
	CMPQ R12, CX
	JLT  lanes
	OTHERSIDE(accumulator, done)

done:
	LISTED(in+0(FP))
	VZEROUPPER
	RET
