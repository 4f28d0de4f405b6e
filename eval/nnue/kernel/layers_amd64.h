// What the AVX2 and AVX-512 kernels of the deep layers share.

// Offsets in Input and Layers; TestLayout compares them with Go's.
#define BLOCKS 1028
#define COUNT  2120
#define B2     64
#define W3     192
#define W2     320
#define W1     2368
