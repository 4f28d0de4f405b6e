// Macros that the NEON kernels share.

// One accumulator is dst = src + rows added - rows subtracted, 32 lanes in V0-V3 at a time.
// Registers: R0 dst, R1 src, R2 weights, R3 lanes per accumulator, R4 *Rows, R5 accumulators left,
// R6, R7 rows added, R8, R9 rows subtracted, R10 lanes left, R11 output weights. The Rows fields
// lie at 0, 4 (Add) and 8, 12 (Sub).

#define ROW(field, reg) \
	MOVWU field(R4), reg; \
	ADD   reg<<1, R2, reg

#define ARGS \
	MOVD dst+0(FP), R0; \
	MOVD src+8(FP), R1; \
	MOVD weights+16(FP), R2; \
	MOVD h+24(FP), R3; \
	MOVD rows+32(FP), R4

#define LOAD(src) \
	VLD1.P 64(src), [V0.H8, V1.H8, V2.H8, V3.H8]

#define STORE(dst) \
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(dst)

#define ADDROW(row) \
	VLD1.P 64(row), [V4.H8, V5.H8, V6.H8, V7.H8]; \
	VADD   V4.H8, V0.H8, V0.H8; \
	VADD   V5.H8, V1.H8, V1.H8; \
	VADD   V6.H8, V2.H8, V2.H8; \
	VADD   V7.H8, V3.H8, V3.H8

#define SUBROW(row) \
	VLD1.P 64(row), [V4.H8, V5.H8, V6.H8, V7.H8]; \
	VSUB   V4.H8, V0.H8, V0.H8; \
	VSUB   V5.H8, V1.H8, V1.H8; \
	VSUB   V6.H8, V2.H8, V2.H8; \
	VSUB   V7.H8, V3.H8, V3.H8

// The forward pass keeps 255 in V30, 0 in V31 and its sums in V16-V19.
#define FORWARDINIT \
	MOVD $255, R12; \
	VDUP R12, V30.H8; \
	VEOR V31.B16, V31.B16, V31.B16; \
	VEOR V16.B16, V16.B16, V16.B16; \
	VEOR V17.B16, V17.B16, V17.B16; \
	VEOR V18.B16, V18.B16, V18.B16; \
	VEOR V19.B16, V19.B16, V19.B16

// DOT adds (x*w)*x of the lanes in V0-V3 to the sums: a 16-bit product, then a widening
// multiplication. Go's assembler lacks these instructions; TestMnemonics checks the words.
#define DOT \
	WORD   $0x4e7f6400; /* smax v0.8h, v0.8h, v31.8h */ \
	WORD   $0x4e7f6421; /* smax v1.8h, v1.8h, v31.8h */ \
	WORD   $0x4e7f6442; /* smax v2.8h, v2.8h, v31.8h */ \
	WORD   $0x4e7f6463; /* smax v3.8h, v3.8h, v31.8h */ \
	VLD1.P 64(R11), [V4.H8, V5.H8, V6.H8, V7.H8]; \
	WORD   $0x4e7e6c00; /* smin v0.8h, v0.8h, v30.8h */ \
	WORD   $0x4e7e6c21; /* smin v1.8h, v1.8h, v30.8h */ \
	WORD   $0x4e7e6c42; /* smin v2.8h, v2.8h, v30.8h */ \
	WORD   $0x4e7e6c63; /* smin v3.8h, v3.8h, v30.8h */ \
	WORD   $0x4e609c84; /* mul v4.8h, v4.8h, v0.8h */ \
	WORD   $0x4e619ca5; /* mul v5.8h, v5.8h, v1.8h */ \
	WORD   $0x4e629cc6; /* mul v6.8h, v6.8h, v2.8h */ \
	WORD   $0x4e639ce7; /* mul v7.8h, v7.8h, v3.8h */ \
	WORD   $0x0e608090; /* smlal v16.4s, v4.4h, v0.4h */ \
	WORD   $0x4e608091; /* smlal2 v17.4s, v4.8h, v0.8h */ \
	WORD   $0x0e6180b2; /* smlal v18.4s, v5.4h, v1.4h */ \
	WORD   $0x4e6180b3; /* smlal2 v19.4s, v5.8h, v1.8h */ \
	WORD   $0x0e6280d0; /* smlal v16.4s, v6.4h, v2.4h */ \
	WORD   $0x4e6280d1; /* smlal2 v17.4s, v6.8h, v2.8h */ \
	WORD   $0x0e6380f2; /* smlal v18.4s, v7.4h, v3.4h */ \
	WORD   $0x4e6380f3; /* smlal2 v19.4s, v7.8h, v3.8h */

// TOTAL leaves the sum of all lanes of V16-V19 in R12.
#define TOTAL \
	VADD  V17.S4, V16.S4, V16.S4; \
	VADD  V19.S4, V18.S4, V18.S4; \
	VADD  V18.S4, V16.S4, V16.S4; \
	VADDV V16.S4, V16; \
	VMOV  V16.S[0], R12
