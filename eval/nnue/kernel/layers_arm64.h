// Macros of the deep layers' NEON kernels. Go's assembler lacks many of the instructions;
// TestMnemonics checks the words.

// Offsets in Input and Layers; TestLayout compares them with Go's.
#define BLOCKS 1028
#define COUNT  2120
#define B2     64
#define W3     192
#define W2     320
#define W1     2368

// The pairwise kernels keep 255 in V30, 0 in V31, the number of the next block in V28 and 8 in V27.
// A sum over eight blocks tells which are nonzero (low byte) and how many (high byte); V29 holds
// what each block adds to it. Registers: R12 products, R13 list, R14 places.
#define PAIRWISEINIT(in) \
	MOVD in, R12; \
	ADD  $BLOCKS, R12, R13; \
	MOVD $·places(SB), R14; \
	MOVD $255, R15; \
	VDUP R15, V30.H8; \
	VEOR V31.B16, V31.B16, V31.B16; \
	VEOR V28.B16, V28.B16, V28.B16; \
	MOVD $8, R15; \
	VDUP R15, V27.S4; \
	MOVD $0x0108010401020101, R15; \
	VMOV R15, V29.D[0]; \
	MOVD $0x0180014001200110, R15; \
	VMOV R15, V29.D[1]

// PRODUCTS multiplies the 32 lanes in V0-V3 by those in V4-V7. It writes the products, which are
// 2*(a<<6)*b >> 16 = a*b >> 9, and appends the nonzero ones of their eight blocks to the list. b is
// not clamped at 0: SQXTUN turns negative products into 0.
#define PRODUCTS \
	WORD $0x4e7f6400; /* smax v0.8h, v0.8h, v31.8h */ \
	WORD $0x4e7f6421; /* smax v1.8h, v1.8h, v31.8h */ \
	WORD $0x4e7f6442; /* smax v2.8h, v2.8h, v31.8h */ \
	WORD $0x4e7f6463; /* smax v3.8h, v3.8h, v31.8h */ \
	WORD $0x4e7e6c00; /* smin v0.8h, v0.8h, v30.8h */ \
	WORD $0x4e7e6c21; /* smin v1.8h, v1.8h, v30.8h */ \
	WORD $0x4e7e6c42; /* smin v2.8h, v2.8h, v30.8h */ \
	WORD $0x4e7e6c63; /* smin v3.8h, v3.8h, v30.8h */ \
	WORD $0x4e7e6c84; /* smin v4.8h, v4.8h, v30.8h */ \
	WORD $0x4e7e6ca5; /* smin v5.8h, v5.8h, v30.8h */ \
	WORD $0x4e7e6cc6; /* smin v6.8h, v6.8h, v30.8h */ \
	WORD $0x4e7e6ce7; /* smin v7.8h, v7.8h, v30.8h */ \
	WORD $0x4f165400; /* shl v0.8h, v0.8h, 6 */ \
	WORD $0x4f165421; /* shl v1.8h, v1.8h, 6 */ \
	WORD $0x4f165442; /* shl v2.8h, v2.8h, 6 */ \
	WORD $0x4f165463; /* shl v3.8h, v3.8h, 6 */ \
	WORD $0x4e64b400; /* sqdmulh v0.8h, v0.8h, v4.8h */ \
	WORD $0x4e65b421; /* sqdmulh v1.8h, v1.8h, v5.8h */ \
	WORD $0x4e66b442; /* sqdmulh v2.8h, v2.8h, v6.8h */ \
	WORD $0x4e67b463; /* sqdmulh v3.8h, v3.8h, v7.8h */ \
	WORD $0x2e212800; /* sqxtun v0.8b, v0.8h */ \
	WORD $0x2e212842; /* sqxtun v2.8b, v2.8h */ \
	WORD $0x6e212820; /* sqxtun2 v0.16b, v1.8h */ \
	WORD $0x6e212862; /* sqxtun2 v2.16b, v3.8h */ \
	WORD $0x4ea08c04; /* cmtst v4.4s, v0.4s, v0.4s */ \
	WORD $0x4ea28c45; /* cmtst v5.4s, v2.4s, v2.4s */ \
	WORD $0x3c810580; /* str q0, [x12], 16 */ \
	WORD $0x3c810582; /* str q2, [x12], 16 */ \
	WORD $0x4e451884; /* uzp1 v4.8h, v4.8h, v5.8h */ \
	WORD $0x4e3d1c84; /* and v4.16b, v4.16b, v29.16b */ \
	WORD $0x4e71b884; /* addv h4, v4.8h */ \
	WORD $0x0e023c8f; /* umov w15, v4.h[0] */ \
	AND  $255, R15, R16; \
	LSR  $8, R15, R15; \
	WORD $0xfc7079c5; /* ldr d5, [x14, x16, lsl 3] */ \
	WORD $0x2f08a4a5; /* ushll v5.8h, v5.8b, 0 */ \
	WORD $0x6f10a4a6; /* ushll2 v6.4s, v5.8h, 0 */ \
	WORD $0x2f10a4a5; /* ushll v5.4s, v5.4h, 0 */ \
	WORD $0x4ebc84c6; /* add v6.4s, v6.4s, v28.4s */ \
	WORD $0x4ebc84a5; /* add v5.4s, v5.4s, v28.4s */ \
	WORD $0xad0019a5; /* stp q5, q6, [x13] */ \
	ADD  R15<<2, R13, R13; \
	WORD $0x4ebb879c; /* add v28.4s, v28.4s, v27.4s */

// LISTED stores how many blocks are listed and ends the list.
#define LISTED(in) \
	MOVD in, R12; \
	SUB  R12, R13, R15; \
	SUB  $BLOCKS, R15, R15; \
	LSR  $2, R15, R15; \
	MOVD R15, COUNT(R12); \
	MOVD $256, R15; \
	VDUP R15, V0.S4; \
	VST1 [V0.S4], (R13)
