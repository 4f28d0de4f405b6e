// Macros of the AVX-512 kernels; registers as in rows_amd64.h.

// LANES loads 32 lanes, changes them by the first row of each kind and leaves them in Z0.
#define LANES \
	VMOVDQU64 (SI)(R12*1), Z0; \
	ADDROW(R8); \
	SUBROW(R10)

#define ADDROW(row) \
	VPADDW (row)(R12*1), Z0, Z0

#define SUBROW(row) \
	VPSUBW (row)(R12*1), Z0, Z0

#define STORE \
	VMOVDQU64 Z0, (DI)(R12*1)

// The forward pass keeps 255 in Z14, 0 in Z15 and its sum in Z8; R13 is the output weights.
#define FORWARDINIT \
	VPTERNLOGD $0xFF, Z14, Z14, Z14; \
	VPSRLW     $8, Z14, Z14; \
	VPXORQ     Z15, Z15, Z15; \
	VPXORQ     Z8, Z8, Z8

// DOT adds (x*w)*x of the lanes in Z0 to the sum: a 16-bit product, then VPMADDWD. VPDPWSSD would
// save an instruction but wait four cycles for its own last sum.
#define DOT \
	VPMAXSW  Z15, Z0, Z0; \
	VPMINSW  Z14, Z0, Z0; \
	VPMULLW  (R13)(R12*1), Z0, Z2; \
	VPMADDWD Z0, Z2, Z2; \
	VPADDD   Z2, Z8, Z8

// TOTAL leaves the sum of all lanes of Z8 in AX.
#define TOTAL \
	VEXTRACTI64X4 $1, Z8, Y0; \
	VPADDD        Y8, Y0, Y0; \
	VEXTRACTI128  $1, Y0, X1; \
	VPADDD        X1, X0, X0; \
	VPSHUFD       $0x4E, X0, X1; \
	VPADDD        X1, X0, X0; \
	VPSHUFD       $0xB1, X0, X1; \
	VPADDD        X1, X0, X0; \
	VMOVD         X0, AX; \
	VZEROUPPER
