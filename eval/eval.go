package eval

import (
	"unsafe"

	"sente/board"
	"sente/eval/nnue"
)

// State evaluates the positions along one line of play and keeps what it can reuse from move to
// move. Each search worker has its own. Call Reset for the root, then Push after each Make or
// MakeNull and Pop on the way back. The zero State evaluates by Material.
type State struct {
	useNetwork bool // dispatch by bool: an interface would make arguments escape
	network    *nnue.Stack
	ply        int
	sums       [maxPushes + 1]worth // by ply since Reset; used without a network
}

// maxPushes is how many moves a State can hold open: MaxPly, and some to spare.
const maxPushes = MaxPly + 9

// This does not compile if a network's Stack holds fewer.
const _ = uint(nnue.MaxPushes - maxPushes)

// UseNetwork makes the state evaluate by n, or by Material if n is nil. Reset must follow.
func (s *State) UseNetwork(n *nnue.Network) {
	s.useNetwork = n != nil
	s.network = nil
	if n != nil {
		s.network = nnue.NewStack(n)
	}
}

// Bytes returns the memory that the state takes, the network's own not counted.
func (s *State) Bytes() uint64 {
	bytes := uint64(unsafe.Sizeof(*s))
	if s.useNetwork {
		bytes += s.network.Bytes()
	}
	return bytes
}

// Touch writes to all of the state's memory, so that the system provides it now and not, slowly, at
// its first use. Reset must follow.
func (s *State) Touch() {
	clear(s.sums[:])
	if s.useNetwork {
		s.network.Touch()
	}
}

// Reset begins a new line at p.
func (s *State) Reset(p *board.Position) {
	if s.useNetwork {
		s.network.Reset(p)
		return
	}
	s.ply = 0
	s.sums[0] = sumSquares(p)
}

// Push follows the move that led to p, by p.Delta. At most MaxPly+9 moves may be open.
func (s *State) Push(p *board.Position) {
	if s.useNetwork {
		s.network.Push(p)
		return
	}
	sum := s.sums[s.ply].apply(p.Delta())
	s.ply++
	s.sums[s.ply] = sum
}

// Pop undoes the last Push. Call it once for each Push.
func (s *State) Pop() {
	if s.useNetwork {
		s.network.Pop()
		return
	}
	s.ply--
}

// Evaluate returns the static evaluation of p, the position of the last Push or Reset, in
// centipawns for the side to move; its size is below the decisive scores. It does not allocate.
func (s *State) Evaluate(p *board.Position) int {
	if s.useNetwork {
		return clampEval(s.network.Evaluate(p))
	}
	return finish(p, s.sums[s.ply])
}
