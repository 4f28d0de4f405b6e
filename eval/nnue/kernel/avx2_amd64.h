// Macros of the AVX2 kernels; registers as in rows_amd64.h.

// LANES loads 32 lanes, changes them by the first row of each kind and leaves them in Y0 and Y1.
#define LANES \
	VMOVDQU (SI)(R12*1), Y0; \
	VMOVDQU 32(SI)(R12*1), Y1; \
	ADDROW(R8); \
	SUBROW(R10)

#define ADDROW(row) \
	VPADDW (row)(R12*1), Y0, Y0; \
	VPADDW 32(row)(R12*1), Y1, Y1

#define SUBROW(row) \
	VPSUBW (row)(R12*1), Y0, Y0; \
	VPSUBW 32(row)(R12*1), Y1, Y1

#define STORE \
	VMOVDQU Y0, (DI)(R12*1); \
	VMOVDQU Y1, 32(DI)(R12*1)

// The forward pass keeps 255 in Y14, 0 in Y15 and its sums in Y8 and Y9; R13 is the output weights.
#define FORWARDINIT \
	VPCMPEQW Y14, Y14, Y14; \
	VPSRLW   $8, Y14, Y14; \
	VPXOR    Y15, Y15, Y15; \
	VPXOR    Y8, Y8, Y8; \
	VPXOR    Y9, Y9, Y9

// DOT adds (x*w)*x of the lanes in Y0 and Y1 to the sums: a 16-bit product, then VPMADDWD.
#define DOT \
	VPMAXSW  Y15, Y0, Y0; \
	VPMAXSW  Y15, Y1, Y1; \
	VPMINSW  Y14, Y0, Y0; \
	VPMINSW  Y14, Y1, Y1; \
	VPMULLW  (R13)(R12*1), Y0, Y2; \
	VPMULLW  32(R13)(R12*1), Y1, Y3; \
	VPMADDWD Y0, Y2, Y2; \
	VPMADDWD Y1, Y3, Y3; \
	VPADDD   Y2, Y8, Y8; \
	VPADDD   Y3, Y9, Y9

// TOTAL leaves the sum of all lanes of Y8 and Y9 in AX.
#define TOTAL \
	VPADDD       Y9, Y8, Y8; \
	VEXTRACTI128 $1, Y8, X0; \
	VPADDD       X8, X0, X0; \
	VPSHUFD      $0x4E, X0, X1; \
	VPADDD       X1, X0, X0; \
	VPSHUFD      $0xB1, X0, X1; \
	VPADDD       X1, X0, X0; \
	VMOVD        X0, AX; \
	VZEROUPPER
