package games

import (
	"fmt"
	"sync"

	"sente/internal/splitmix"
)

// TreeShape says what a random tree is like.
type TreeShape struct {
	Depth, Width int
	// Correlation, in percent, is how much a leaf's value owes to the moves that led to it. Every
	// move has a random worth. A leaf's value is a weighted mean of two sums. The sum of the worths
	// of its moves has the weight Correlation, and the sum of as many random numbers of the leaf's
	// own has the rest. At 100 a position's value says much about its successors (chess is like
	// that); at 0 all leaves are independent.
	Correlation int
	// Noise is how far Rate may be off the true value of a move, either way. With 0 it is exact and
	// orders the tree perfectly.
	Noise int
	Seed  uint64
}

// stepWorth is the greatest worth of a move in a random tree.
const stepWorth = 100

// maxTreeLeaves bounds a random tree whose true values have to be known, four bytes a leaf.
const maxTreeLeaves = 1 << 25

// maxTreeDepth is how many levels a Key can tell apart.
const maxTreeDepth = 255

// Tree is a position in a random tree of uniform width and depth. The first player moves at its
// root. Moves are the numbers of the successors. Their own order says nothing about their values.
type Tree struct {
	*randomTree
	level int
	index uint64 // in its level, from the left
	sum   int    // the worth of the moves so far, to the first player
}

type randomTree struct {
	TreeShape
	once   sync.Once
	values [][]int32 // true values by level and index, for Rate
}

// NewTree returns the root of a random tree.
func NewTree(s TreeShape) (Tree, error) {
	if s.Depth < 0 || s.Width < 1 || s.Correlation < 0 || s.Correlation > 100 || s.Noise < 0 {
		return Tree{}, fmt.Errorf("random tree: no tree of depth %d, width %d, "+
			"correlation %d%%, noise %d", s.Depth, s.Width, s.Correlation, s.Noise)
	}
	if s.Depth > maxTreeDepth {
		return Tree{}, fmt.Errorf("random tree: depth %d is more than %d", s.Depth, maxTreeDepth)
	}
	leaves := 1
	for range s.Depth {
		if s.Width > maxTreeLeaves/leaves { // the product may overflow
			return Tree{}, fmt.Errorf("random tree: depth %d and width %d make more than %d leaves",
				s.Depth, s.Width, maxTreeLeaves)
		}
		leaves *= s.Width
	}
	return Tree{randomTree: &randomTree{TreeShape: s}}, nil
}

// Moves returns the numbers of all successors.
func (t Tree) Moves() []int {
	moves := make([]int, t.Width)
	for i := range moves {
		moves[i] = i
	}
	return moves
}

// Play goes to a successor.
func (t Tree) Play(m int) Tree {
	t.level++
	t.index = t.index*uint64(t.Width) + uint64(m)
	t.sum += t.random(0)
	return t
}

// Terminal reports whether this is a leaf of the tree.
func (t Tree) Terminal() bool { return t.level == t.Depth }

// Value is the leaf's value. Inside the tree it is the value to expect after the moves so far.
func (t Tree) Value() int {
	own := 0
	if t.Terminal() {
		for i := range t.Depth {
			own += t.random(uint64(i) + 1)
		}
	}
	return (t.Correlation*t.sum + (100-t.Correlation)*own) / 100
}

// Turn is +1 if the first player is to move, -1 if the second is.
func (t Tree) Turn() int { return 1 - 2*(t.level&1) }

// Key is unique within the tree.
func (t Tree) Key() uint64 { return uint64(t.level)<<56 | t.index }

// Rate is the true value of the position after m for the side to move here, with the shape's noise.
func (t Tree) Rate(m int) int {
	t.once.Do(t.solve)
	child := t.Play(m)
	value := t.Turn() * int(t.values[child.level][child.index])
	if t.Noise > 0 {
		value += int(child.bits(1<<32)%uint64(2*t.Noise+1)) - t.Noise
	}
	return value
}

// random returns one of this node's own random numbers, evenly spread from -stepWorth to stepWorth.
// number says which one.
func (t Tree) random(number uint64) int {
	return int(t.bits(number)%(2*stepWorth+1)) - stepWorth
}

func (t Tree) bits(number uint64) uint64 {
	return splitmix.Mix(splitmix.Mix(splitmix.Mix(t.Seed)+number) + t.Key())
}

// solve finds the true values of the whole tree, to the first player.
func (r *randomTree) solve() {
	r.values = make([][]int32, r.Depth+1)
	size := 1
	for level := range r.values {
		r.values[level] = make([]int32, size)
		size *= r.Width
	}
	r.solveBelow(Tree{randomTree: r})
}

func (r *randomTree) solveBelow(t Tree) int32 {
	value := int32(t.Value())
	if !t.Terminal() {
		for m := range r.Width {
			v := r.solveBelow(t.Play(m))
			if m == 0 || (t.Turn() > 0) == (v > value) {
				value = v
			}
		}
	}
	r.values[t.level][t.index] = value
	return value
}
