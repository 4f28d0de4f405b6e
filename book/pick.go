package book

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"sente/board"
)

// Choice is a way to choose among the moves of a book. No way plays a move of weight 0.
type Choice uint8

// The ways to choose.
const (
	Weighted Choice = iota // as often as the weights say
	Best                   // the greatest weight; of equals the first
	Random                 // each move equally often
)

// choices are the names of the ways to choose, in the order of their values.
var choices = [...]string{"Weighted", "Best", "Random"}

// Choices returns the names of the ways to choose, in the order of their values.
func Choices() []string { return slices.Clone(choices[:]) }

// String returns the choice's name.
func (c Choice) String() string {
	if int(c) < len(choices) {
		return choices[c]
	}
	return fmt.Sprintf("Choice(%d)", uint8(c))
}

// ParseChoice returns the choice of that name, in upper or lower case.
func ParseChoice(name string) (Choice, error) {
	for i, s := range choices {
		if strings.EqualFold(s, name) {
			return Choice(i), nil
		}
	}
	return 0, fmt.Errorf("book: no way to choose is called %q", name)
}

// Pick chooses the move of one of the entries of a position, NoMove if there is none to play. The
// same numbers from random make the same choices.
func Pick(entries []Entry, c Choice, random *rand.Rand) board.Move {
	shares := func(e Entry) int {
		if c == Random && e.Weight > 0 {
			return 1
		}
		return int(e.Weight)
	}
	best, sum := Entry{}, 0
	for _, e := range entries {
		if e.Weight > best.Weight {
			best = e
		}
		sum += shares(e)
	}
	if c == Best || sum == 0 {
		return best.Move
	}
	n := random.IntN(sum)
	for _, e := range entries {
		if n -= shares(e); n < 0 {
			return e.Move
		}
	}
	panic("book: shares do not add up")
}
