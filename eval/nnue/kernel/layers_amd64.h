// What the AVX2 and AVX-512 kernels of the deep layers share.

// Offsets in Input and Layers; TestLayout compares them with Go's.
#define BLOCKS 1028
#define COUNT  2120
#define B2     64
#define W3     192
#define W2     320
#define W1     2368

// Registers of the pairwise kernels: BX products, R15 list, CX bytes of half an accumulator, SI
// accumulator, R12 offset in its first half, R13 in the second. Kernels that also update: SI src,
// DI dst, R8, R9 rows added, R10, R11 rows subtracted, DX *Rows. In the others R10 counts
// accumulators.

// LISTED stores how many blocks are listed, which the caller left in R15, and ends the list.
#define LISTED(in) \
	MOVQ    in, DX; \
	MOVQ    R15, AX; \
	SUBQ    DX, AX; \
	SUBQ    $BLOCKS, AX; \
	SHRQ    $2, AX; \
	MOVQ    AX, COUNT(DX); \
	MOVL    $256, AX; \
	VMOVD   AX, X0; \
	VPSHUFD $0, X0, X0; \
	VMOVDQU X0, (R15)

// SIDEARGS begins with the accumulator of the side to move.
#define SIDEARGS \
	MOVQ  in+0(FP), BX; \
	LEAQ  BLOCKS(BX), R15; \
	MOVQ  dst+8(FP), DI; \
	MOVQ  src+16(FP), SI; \
	MOVQ  h+32(FP), CX; \
	MOVQ  rows+40(FP), DX; \
	MOVQ  side+48(FP), AX; \
	MOVQ  AX, R12; \
	SHLQ  $4, R12; \
	ADDQ  R12, DX; \
	IMULQ CX, AX; \
	LEAQ  (DI)(AX*2), DI; \
	LEAQ  (SI)(AX*2), SI

// SIDEROW points reg to the row in a field of Rows, which lie at 0, 4 (Add) and 8, 12 (Sub).
#define SIDEROW(field, reg) \
	MOVL field(DX), reg; \
	MOVQ weights+24(FP), AX; \
	LEAQ (AX)(reg*2), reg

// OTHERSIDE goes on with the other accumulator, or jumps to done.
#define OTHERSIDE(next, done) \
	MOVQ in+0(FP), AX; \
	ADDQ CX, AX; \
	CMPQ BX, AX; \
	JEQ  done; \
	MOVQ dst+8(FP), DI; \
	MOVQ src+16(FP), SI; \
	MOVQ rows+40(FP), DX; \
	MOVQ $1, AX; \
	SUBQ side+48(FP), AX; \
	MOVQ AX, R12; \
	SHLQ $4, R12; \
	ADDQ R12, DX; \
	IMULQ CX, AX; \
	LEAQ (DI)(AX*2), DI; \
	LEAQ (SI)(AX*2), SI; \
	JMP  next
