// Macros of the AVX-512 pairwise kernels. They keep 255 in Z14, 0 in Z15, the order of VPACKUSWB in
// Z13, the numbers of the next 16 blocks in Z12, 16 in Z11 and 8 in Z10.

// PAIRWISEINIT comes before R15 is set: in a plugin the address of a constant is read through R15.
#define PAIRWISEINIT \
	VPTERNLOGD   $0xFF, Z14, Z14, Z14; \
	VPSRLW       $8, Z14, Z14; \
	VPXORQ       Z15, Z15, Z15; \
	VMOVDQU64    ·unpacked(SB), Z13; \
	VMOVDQU64    ·counting(SB), Z12; \
	MOVL         $8, AX; \
	VPBROADCASTD AX, Z10; \
	VPADDD       Z10, Z10, Z11

// MULTIPLY sets a to (a<<7)*b >> 16 = a*b >> 9 of 32 lanes. b is not clamped at 0: VPACKUSWB turns
// negative products into 0.
#define MULTIPLY(a, b) \
	VPMAXSW Z15, a, a; \
	VPMINSW Z14, b, b; \
	VPMINSW Z14, a, a; \
	VPSLLW  $7, a, a; \
	VPMULHW b, a, a

// LIST appends the nonzero ones of the 16 blocks in Z0 to the list.
#define LIST \
	VPTESTMD      Z0, Z0, K1; \
	VPCOMPRESSD.Z Z12, K1, Z4; \
	KMOVW         K1, AX; \
	POPCNTL       AX, AX; \
	VMOVDQU64     Z4, (R15); \
	LEAQ          (R15)(AX*4), R15

// PACK64 and PACK32 write the products of 64 lanes in Z0 and Z1 or of 32 in Z0, and append the
// nonzero ones of their blocks to the list.
#define PACK64 \
	VPACKUSWB Z1, Z0, Z0; \
	VPERMQ    Z0, Z13, Z0; \
	VMOVDQU64 Z0, (BX); \
	LIST; \
	VPADDD    Z11, Z12, Z12; \
	ADDQ      $64, BX

#define PACK32 \
	VPACKUSWB Z15, Z0, Z0; \
	VPERMQ    Z0, Z13, Z0; \
	VMOVDQU   Y0, (BX); \
	LIST; \
	VPADDD    Z10, Z12, Z12; \
	ADDQ      $32, BX
