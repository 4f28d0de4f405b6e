// Macros of the AVX2 pairwise kernels. They keep 255 in Y14, 0 in Y15, the number of the next block
// in Y12 and 8 in Y11.

#define PAIRWISEINIT \
	VPCMPEQW     Y14, Y14, Y14; \
	VPSRLW       $8, Y14, Y14; \
	VPXOR        Y15, Y15, Y15; \
	VPXOR        Y12, Y12, Y12; \
	MOVL         $8, AX; \
	VMOVD        AX, X11; \
	VPBROADCASTD X11, Y11

// MULTIPLY sets a to (a<<7)*b >> 16 = a*b >> 9 of 16 lanes. b is not clamped at 0: VPACKUSWB turns
// negative products into 0.
#define MULTIPLY(a, b) \
	VPMAXSW Y15, a, a; \
	VPMINSW Y14, b, b; \
	VPMINSW Y14, a, a; \
	VPSLLW  $7, a, a; \
	VPMULHW b, a, a

// PACK writes the products of 32 lanes in Y0 and Y1 and appends the nonzero ones of their eight
// blocks to the list.
#define PACK \
	VPACKUSWB Y1, Y0, Y0; \
	VPERMQ    $0xD8, Y0, Y0; \
	VMOVDQU   Y0, (BX); \
	VPCMPEQD  Y15, Y0, Y1; \
	VMOVMSKPS Y1, AX; \
	XORL      $0xFF, AX; \
	LEAQ      ·places(SB), DX; \
	VPMOVZXBD (DX)(AX*8), Y2; \
	POPCNTL   AX, AX; \
	VPADDD    Y12, Y2, Y2; \
	VMOVDQU   Y2, (R15); \
	LEAQ      (R15)(AX*4), R15; \
	VPADDD    Y11, Y12, Y12; \
	ADDQ      $32, BX
