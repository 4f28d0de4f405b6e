// What the AVX2 and AVX-512 kernels share.

// One accumulator is dst = src + rows added - rows subtracted. Registers: DI dst, SI src,
// R8, R9 rows added, R10, R11 rows subtracted, R12 byte offset, CX bytes per accumulator, BX
// weights, DX *Rows, AX accumulators left. The Rows fields lie at 0, 4 (Add) and 8, 12 (Sub).

#define ROW(field, reg) \
	MOVL field(DX), reg; \
	LEAQ (BX)(reg*2), reg

#define ARGS \
	MOVQ dst+0(FP), DI; \
	MOVQ src+8(FP), SI; \
	MOVQ weights+16(FP), BX; \
	MOVQ h+24(FP), CX; \
	SHLQ $1, CX; \
	MOVQ rows+32(FP), DX

// NEXT moves to the following accumulator.
#define NEXT \
	ADDQ CX, DI; \
	ADDQ CX, SI; \
	ADDQ $16, DX

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
