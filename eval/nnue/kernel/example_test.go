package kernel_test

import (
	"fmt"

	"sente/eval/nnue/kernel"
)

func ExampleForward() {
	us, them := make([]int16, 32), make([]int16, 32)
	weights := make([]int16, 64) // for us, then for them
	us[0], them[0] = 3, 300      // 300 is clamped to 255
	weights[0], weights[32] = 10, 1
	fmt.Println(kernel.Forward(us, them, weights)) // 10*3*3 + 1*255*255
	// Output: 65115
}
