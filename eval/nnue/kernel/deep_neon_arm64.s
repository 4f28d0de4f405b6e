//go:build !purego

#include "textflag.h"
#include "layers_arm64.h"

// Registers: R0 in, R1 layers, R2 list, R3 blocks left, R4 first layer weights, R6 inputs of the
// second layer, R7 its weights.

// BLOCK loads the block that the next entry of the list names: its four inputs, repeated, into x,
// and its weights into V20-V23.
#define BLOCK(x) \
	MOVWU.P 4(R2), R8; \
	ADD     R8<<2, R0, R9; \
	ADD     R8<<6, R4, R10; \
	VLD1R   (R9), [x.S4]; \
	VLD1    (R10), [V20.B16, V21.B16, V22.B16, V23.B16]

// SECOND turns the sums of the first layer in V16-V19 into inputs of the second and stores them in
// scratch. Each lane holds the clamped sum in its low half and the square in its high half. SECOND
// also sets R3, R6, R7 and the sums in V0-V15 for the loop over PAIRS.
#define SECOND(scratch) \
	MOVD $1016, R8; \
	VDUP R8, V30.S4; \
	VEOR V31.B16, V31.B16, V31.B16; \
	WORD $0x4f3d0610; /* sshr v16.4s, v16.4s, 3 */ \
	WORD $0x4f3d0631; /* sshr v17.4s, v17.4s, 3 */ \
	WORD $0x4f3d0652; /* sshr v18.4s, v18.4s, 3 */ \
	WORD $0x4f3d0673; /* sshr v19.4s, v19.4s, 3 */ \
	WORD $0x4ebe6e10; /* smin v16.4s, v16.4s, v30.4s */ \
	WORD $0x4ebe6e31; /* smin v17.4s, v17.4s, v30.4s */ \
	WORD $0x4ebe6e52; /* smin v18.4s, v18.4s, v30.4s */ \
	WORD $0x4ebe6e73; /* smin v19.4s, v19.4s, v30.4s */ \
	WORD $0x4ea0ba14; /* abs v20.4s, v16.4s */ \
	WORD $0x4ea0ba35; /* abs v21.4s, v17.4s */ \
	WORD $0x4ea0ba56; /* abs v22.4s, v18.4s */ \
	WORD $0x4ea0ba77; /* abs v23.4s, v19.4s */ \
	WORD $0x4ebe6e94; /* smin v20.4s, v20.4s, v30.4s */ \
	WORD $0x4ebe6eb5; /* smin v21.4s, v21.4s, v30.4s */ \
	WORD $0x4ebe6ed6; /* smin v22.4s, v22.4s, v30.4s */ \
	WORD $0x4ebe6ef7; /* smin v23.4s, v23.4s, v30.4s */ \
	WORD $0x4eb49e94; /* mul v20.4s, v20.4s, v20.4s */ \
	WORD $0x4eb59eb5; /* mul v21.4s, v21.4s, v21.4s */ \
	WORD $0x4eb69ed6; /* mul v22.4s, v22.4s, v22.4s */ \
	WORD $0x4eb79ef7; /* mul v23.4s, v23.4s, v23.4s */ \
	WORD $0x6f360694; /* ushr v20.4s, v20.4s, 10 */ \
	WORD $0x6f3606b5; /* ushr v21.4s, v21.4s, 10 */ \
	WORD $0x6f3606d6; /* ushr v22.4s, v22.4s, 10 */ \
	WORD $0x6f3606f7; /* ushr v23.4s, v23.4s, 10 */ \
	WORD $0x4ebf6610; /* smax v16.4s, v16.4s, v31.4s */ \
	WORD $0x4ebf6631; /* smax v17.4s, v17.4s, v31.4s */ \
	WORD $0x4ebf6652; /* smax v18.4s, v18.4s, v31.4s */ \
	WORD $0x4ebf6673; /* smax v19.4s, v19.4s, v31.4s */ \
	WORD $0x6f305690; /* sli v16.4s, v20.4s, 16 */ \
	WORD $0x6f3056b1; /* sli v17.4s, v21.4s, 16 */ \
	WORD $0x6f3056d2; /* sli v18.4s, v22.4s, 16 */ \
	WORD $0x6f3056f3; /* sli v19.4s, v23.4s, 16 */ \
	MOVD $scratch, R6; \
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R6); \
	ADD  $W2, R1, R7; \
	MOVD $16, R3; \
	VEOR V0.B16, V0.B16, V0.B16; \
	VEOR V1.B16, V1.B16, V1.B16; \
	VEOR V2.B16, V2.B16, V2.B16; \
	VEOR V3.B16, V3.B16, V3.B16; \
	VEOR V4.B16, V4.B16, V4.B16; \
	VEOR V5.B16, V5.B16, V5.B16; \
	VEOR V6.B16, V6.B16, V6.B16; \
	VEOR V7.B16, V7.B16, V7.B16; \
	VEOR V8.B16, V8.B16, V8.B16; \
	VEOR V9.B16, V9.B16, V9.B16; \
	VEOR V10.B16, V10.B16, V10.B16; \
	VEOR V11.B16, V11.B16, V11.B16; \
	VEOR V12.B16, V12.B16, V12.B16; \
	VEOR V13.B16, V13.B16, V13.B16; \
	VEOR V14.B16, V14.B16, V14.B16; \
	VEOR V15.B16, V15.B16, V15.B16

// PAIRS adds the products of one output of the first layer to the 64 sums in V0-V15. Each output of
// the second layer has two sums.
#define PAIRS \
	VLD1R.P 4(R6), [V24.S4]; \
	VLD1.P  64(R7), [V16.H8, V17.H8, V18.H8, V19.H8]; \
	VLD1.P  64(R7), [V20.H8, V21.H8, V22.H8, V23.H8]; \
	WORD $0x0e788200; /* smlal v0.4s, v16.4h, v24.4h */ \
	WORD $0x4e788201; /* smlal2 v1.4s, v16.8h, v24.8h */ \
	WORD $0x0e788222; /* smlal v2.4s, v17.4h, v24.4h */ \
	WORD $0x4e788223; /* smlal2 v3.4s, v17.8h, v24.8h */ \
	WORD $0x0e788244; /* smlal v4.4s, v18.4h, v24.4h */ \
	WORD $0x4e788245; /* smlal2 v5.4s, v18.8h, v24.8h */ \
	WORD $0x0e788266; /* smlal v6.4s, v19.4h, v24.4h */ \
	WORD $0x4e788267; /* smlal2 v7.4s, v19.8h, v24.8h */ \
	WORD $0x0e788288; /* smlal v8.4s, v20.4h, v24.4h */ \
	WORD $0x4e788289; /* smlal2 v9.4s, v20.8h, v24.8h */ \
	WORD $0x0e7882aa; /* smlal v10.4s, v21.4h, v24.4h */ \
	WORD $0x4e7882ab; /* smlal2 v11.4s, v21.8h, v24.8h */ \
	WORD $0x0e7882cc; /* smlal v12.4s, v22.4h, v24.4h */ \
	WORD $0x4e7882cd; /* smlal2 v13.4s, v22.8h, v24.8h */ \
	WORD $0x0e7882ee; /* smlal v14.4s, v23.4h, v24.4h */ \
	WORD $0x4e7882ef; /* smlal2 v15.4s, v23.8h, v24.8h */

// THIRD finishes the second layer from the 64 sums and leaves the third layer's sum in R8.
#define THIRD \
	WORD $0x4ea1bc00; /* addp v0.4s, v0.4s, v1.4s */ \
	WORD $0x4ea3bc41; /* addp v1.4s, v2.4s, v3.4s */ \
	WORD $0x4ea5bc82; /* addp v2.4s, v4.4s, v5.4s */ \
	WORD $0x4ea7bcc3; /* addp v3.4s, v6.4s, v7.4s */ \
	WORD $0x4ea9bd04; /* addp v4.4s, v8.4s, v9.4s */ \
	WORD $0x4eabbd45; /* addp v5.4s, v10.4s, v11.4s */ \
	WORD $0x4eadbd86; /* addp v6.4s, v12.4s, v13.4s */ \
	WORD $0x4eafbdc7; /* addp v7.4s, v14.4s, v15.4s */ \
	ADD    $B2, R1, R7; \
	VLD1.P 64(R7), [V16.S4, V17.S4, V18.S4, V19.S4]; \
	VLD1.P 64(R7), [V20.S4, V21.S4, V22.S4, V23.S4]; \
	VLD1.P 64(R7), [V8.S4, V9.S4, V10.S4, V11.S4]; \
	VLD1.P 64(R7), [V12.S4, V13.S4, V14.S4, V15.S4]; \
	VADD   V16.S4, V0.S4, V0.S4; \
	VADD   V17.S4, V1.S4, V1.S4; \
	VADD   V18.S4, V2.S4, V2.S4; \
	VADD   V19.S4, V3.S4, V3.S4; \
	VADD   V20.S4, V4.S4, V4.S4; \
	VADD   V21.S4, V5.S4, V5.S4; \
	VADD   V22.S4, V6.S4, V6.S4; \
	VADD   V23.S4, V7.S4, V7.S4; \
	WORD $0x4f360400; /* sshr v0.4s, v0.4s, 10 */ \
	WORD $0x4f360421; /* sshr v1.4s, v1.4s, 10 */ \
	WORD $0x4f360442; /* sshr v2.4s, v2.4s, 10 */ \
	WORD $0x4f360463; /* sshr v3.4s, v3.4s, 10 */ \
	WORD $0x4f360484; /* sshr v4.4s, v4.4s, 10 */ \
	WORD $0x4f3604a5; /* sshr v5.4s, v5.4s, 10 */ \
	WORD $0x4f3604c6; /* sshr v6.4s, v6.4s, 10 */ \
	WORD $0x4f3604e7; /* sshr v7.4s, v7.4s, 10 */ \
	WORD $0x4ebf6400; /* smax v0.4s, v0.4s, v31.4s */ \
	WORD $0x4ebf6421; /* smax v1.4s, v1.4s, v31.4s */ \
	WORD $0x4ebf6442; /* smax v2.4s, v2.4s, v31.4s */ \
	WORD $0x4ebf6463; /* smax v3.4s, v3.4s, v31.4s */ \
	WORD $0x4ebf6484; /* smax v4.4s, v4.4s, v31.4s */ \
	WORD $0x4ebf64a5; /* smax v5.4s, v5.4s, v31.4s */ \
	WORD $0x4ebf64c6; /* smax v6.4s, v6.4s, v31.4s */ \
	WORD $0x4ebf64e7; /* smax v7.4s, v7.4s, v31.4s */ \
	WORD $0x4ebe6c00; /* smin v0.4s, v0.4s, v30.4s */ \
	WORD $0x4ebe6c21; /* smin v1.4s, v1.4s, v30.4s */ \
	WORD $0x4ebe6c42; /* smin v2.4s, v2.4s, v30.4s */ \
	WORD $0x4ebe6c63; /* smin v3.4s, v3.4s, v30.4s */ \
	WORD $0x4ebe6c84; /* smin v4.4s, v4.4s, v30.4s */ \
	WORD $0x4ebe6ca5; /* smin v5.4s, v5.4s, v30.4s */ \
	WORD $0x4ebe6cc6; /* smin v6.4s, v6.4s, v30.4s */ \
	WORD $0x4ebe6ce7; /* smin v7.4s, v7.4s, v30.4s */ \
	WORD $0x4ea09c00; /* mul v0.4s, v0.4s, v0.4s */ \
	WORD $0x4ea19c21; /* mul v1.4s, v1.4s, v1.4s */ \
	WORD $0x4ea29c42; /* mul v2.4s, v2.4s, v2.4s */ \
	WORD $0x4ea39c63; /* mul v3.4s, v3.4s, v3.4s */ \
	WORD $0x4ea49c84; /* mul v4.4s, v4.4s, v4.4s */ \
	WORD $0x4ea59ca5; /* mul v5.4s, v5.4s, v5.4s */ \
	WORD $0x4ea69cc6; /* mul v6.4s, v6.4s, v6.4s */ \
	WORD $0x4ea79ce7; /* mul v7.4s, v7.4s, v7.4s */ \
	WORD $0x6f360400; /* ushr v0.4s, v0.4s, 10 */ \
	WORD $0x6f360421; /* ushr v1.4s, v1.4s, 10 */ \
	WORD $0x6f360442; /* ushr v2.4s, v2.4s, 10 */ \
	WORD $0x6f360463; /* ushr v3.4s, v3.4s, 10 */ \
	WORD $0x6f360484; /* ushr v4.4s, v4.4s, 10 */ \
	WORD $0x6f3604a5; /* ushr v5.4s, v5.4s, 10 */ \
	WORD $0x6f3604c6; /* ushr v6.4s, v6.4s, 10 */ \
	WORD $0x6f3604e7; /* ushr v7.4s, v7.4s, 10 */ \
	WORD $0x4ea89c00; /* mul v0.4s, v0.4s, v8.4s */ \
	WORD $0x4ea99c21; /* mul v1.4s, v1.4s, v9.4s */ \
	WORD $0x4eaa9c42; /* mul v2.4s, v2.4s, v10.4s */ \
	WORD $0x4eab9c63; /* mul v3.4s, v3.4s, v11.4s */ \
	WORD $0x4eac9480; /* mla v0.4s, v4.4s, v12.4s */ \
	WORD $0x4ead94a1; /* mla v1.4s, v5.4s, v13.4s */ \
	WORD $0x4eae94c2; /* mla v2.4s, v6.4s, v14.4s */ \
	WORD $0x4eaf94e3; /* mla v3.4s, v7.4s, v15.4s */ \
	VADD  V1.S4, V0.S4, V0.S4; \
	VADD  V3.S4, V2.S4, V2.S4; \
	VADD  V2.S4, V0.S4, V0.S4; \
	VADDV V0.S4, V0; \
	VMOV  V0.S[0], R8

// func deepDOT(in *Input, l *Layers) int32
TEXT ·deepDOT(SB), NOSPLIT, $64-20
	MOVD in+0(FP), R0
	MOVD l+8(FP), R1
	MOVD COUNT(R0), R3
	ADD  $BLOCKS, R0, R2
	ADD  $W1, R1, R4
	VLD1 (R1), [V16.S4, V17.S4, V18.S4, V19.S4]
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	CMP  $0, R3
	BLE  first

blocks:
	BLOCK(V24)
	WORD $0x4e989690; /* sdot v16.4s, v20.16b, v24.16b */
	WORD $0x4e9896b1; /* sdot v17.4s, v21.16b, v24.16b */
	WORD $0x4e9896d2; /* sdot v18.4s, v22.16b, v24.16b */
	WORD $0x4e9896f3; /* sdot v19.4s, v23.16b, v24.16b */
	BLOCK(V25)
	WORD $0x4e999680; /* sdot v0.4s, v20.16b, v25.16b */
	WORD $0x4e9996a1; /* sdot v1.4s, v21.16b, v25.16b */
	WORD $0x4e9996c2; /* sdot v2.4s, v22.16b, v25.16b */
	WORD $0x4e9996e3; /* sdot v3.4s, v23.16b, v25.16b */
	SUBS $2, R3, R3
	BGT  blocks

first:
	VADD V0.S4, V16.S4, V16.S4
	VADD V1.S4, V17.S4, V17.S4
	VADD V2.S4, V18.S4, V18.S4
	VADD V3.S4, V19.S4, V19.S4
	SECOND(inputs-64(SP))

second:
	PAIRS
	SUBS $1, R3, R3
	BNE  second
	THIRD
	MOVW R8, ret+16(FP)
	RET

// func deepNEON(in *Input, l *Layers) int32
//
// Without the dot product's instruction, the products of two blocks are added in 16 bits. A product
// is at most 127*127, so two of them fit. SADALP widens before anything else is added. V0-V7 hold
// two sums for each output.
TEXT ·deepNEON(SB), NOSPLIT, $64-20
	MOVD in+0(FP), R0
	MOVD l+8(FP), R1
	MOVD COUNT(R0), R3
	ADD  $BLOCKS, R0, R2
	ADD  $W1, R1, R4
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	VEOR V4.B16, V4.B16, V4.B16
	VEOR V5.B16, V5.B16, V5.B16
	VEOR V6.B16, V6.B16, V6.B16
	VEOR V7.B16, V7.B16, V7.B16
	CMP  $0, R3
	BLE  first

blocks:
	BLOCK(V24)
	WORD $0x0e38c288; /* smull v8.8h, v20.8b, v24.8b */
	WORD $0x4e38c289; /* smull2 v9.8h, v20.16b, v24.16b */
	WORD $0x0e38c2aa; /* smull v10.8h, v21.8b, v24.8b */
	WORD $0x4e38c2ab; /* smull2 v11.8h, v21.16b, v24.16b */
	WORD $0x0e38c2cc; /* smull v12.8h, v22.8b, v24.8b */
	WORD $0x4e38c2cd; /* smull2 v13.8h, v22.16b, v24.16b */
	WORD $0x0e38c2ee; /* smull v14.8h, v23.8b, v24.8b */
	WORD $0x4e38c2ef; /* smull2 v15.8h, v23.16b, v24.16b */
	BLOCK(V25)
	WORD $0x0e398288; /* smlal v8.8h, v20.8b, v25.8b */
	WORD $0x4e398289; /* smlal2 v9.8h, v20.16b, v25.16b */
	WORD $0x0e3982aa; /* smlal v10.8h, v21.8b, v25.8b */
	WORD $0x4e3982ab; /* smlal2 v11.8h, v21.16b, v25.16b */
	WORD $0x0e3982cc; /* smlal v12.8h, v22.8b, v25.8b */
	WORD $0x4e3982cd; /* smlal2 v13.8h, v22.16b, v25.16b */
	WORD $0x0e3982ee; /* smlal v14.8h, v23.8b, v25.8b */
	WORD $0x4e3982ef; /* smlal2 v15.8h, v23.16b, v25.16b */
	WORD $0x4e606900; /* sadalp v0.4s, v8.8h */
	WORD $0x4e606921; /* sadalp v1.4s, v9.8h */
	WORD $0x4e606942; /* sadalp v2.4s, v10.8h */
	WORD $0x4e606963; /* sadalp v3.4s, v11.8h */
	WORD $0x4e606984; /* sadalp v4.4s, v12.8h */
	WORD $0x4e6069a5; /* sadalp v5.4s, v13.8h */
	WORD $0x4e6069c6; /* sadalp v6.4s, v14.8h */
	WORD $0x4e6069e7; /* sadalp v7.4s, v15.8h */
	SUBS $2, R3, R3
	BGT  blocks

first:
	VLD1 (R1), [V16.S4, V17.S4, V18.S4, V19.S4]
	WORD $0x4ea1bc00; /* addp v0.4s, v0.4s, v1.4s */
	WORD $0x4ea3bc42; /* addp v2.4s, v2.4s, v3.4s */
	WORD $0x4ea5bc84; /* addp v4.4s, v4.4s, v5.4s */
	WORD $0x4ea7bcc6; /* addp v6.4s, v6.4s, v7.4s */
	VADD V0.S4, V16.S4, V16.S4
	VADD V2.S4, V17.S4, V17.S4
	VADD V4.S4, V18.S4, V18.S4
	VADD V6.S4, V19.S4, V19.S4
	SECOND(inputs-64(SP))

second:
	PAIRS
	SUBS $1, R3, R3
	BNE  second
	THIRD
	MOVW R8, ret+16(FP)
	RET
