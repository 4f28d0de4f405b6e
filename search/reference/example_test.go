package reference_test

import (
	"fmt"
	"hash/maphash"

	"sente/search/reference"
)

// example is the tree of Minimax's comment. It prints each leaf whose value is asked for.
type example string

var exampleSeed = maphash.MakeSeed()

var exampleLeaves = map[example]int{"LL": 3, "LR": 12, "RL": 2, "RR": 8}

func (e example) Moves() []string       { return []string{"L", "R"} }
func (e example) Play(m string) example { return e + example(m) }
func (e example) Terminal() bool        { return len(e) == 2 }
func (e example) Turn() int             { return 1 - 2*(len(e)&1) }
func (e example) Key() uint64           { return maphash.String(exampleSeed, string(e)) }
func (e example) Value() int {
	fmt.Print(exampleLeaves[e], " ")
	return exampleLeaves[e]
}

func ExampleMinimax() {
	r := reference.Minimax(example(""), 2)
	fmt.Println("value", r.Value, "by", r.Best)
	// Output: 3 12 2 8 value 3 by L
}

func ExampleAlphaBeta() {
	r := reference.AlphaBeta(example(""), 2)
	fmt.Println("value", r.Value, "by", r.Best)
	// Output: 3 12 2 value 3 by L
}

func ExampleSSS() {
	r := reference.SSS(example(""), 2)
	fmt.Println("value", r.Value, "by", r.Best)
	// Output: 3 2 12 value 3 by L
}

func ExampleSSSMemory() {
	r := reference.SSSMemory(example(""), 2, reference.NewTable[reference.Bounds[string]](0))
	fmt.Println("value", r.Value, "by", r.Best)
	// Output: 3 2 12 value 3 by L
}
