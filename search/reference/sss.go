package reference

import (
	"container/heap"
	"slices"
)

// SSS returns the minimax value by best-first search (Stockman, "A Minimax Algorithm Better than
// Alpha-Beta?", 1979: SSS*, state space search). The side to move at the root is Max.
//
// A solution tree holds all choices wherever Max moves, but only one reply wherever Min moves. So
// its worth is an upper bound of the root's value, and the least of these bounds is that value.
// SSS* approaches it from above. A list OPEN holds states of nodes, LIVE (to be looked at) or
// SOLVED. Each has a merit: an upper bound of what Max can still get through it. The state of
// highest merit is taken out and replaced by the rule that fits (Stockman's operator Γ):
//
//	LIVE leaf                    the leaf, SOLVED, merit min(merit, value)
//	LIVE, Max to move            all successors, LIVE: any of them may be the best
//	LIVE, Min to move            the first successor, LIVE: one reply bounds it already
//	SOLVED, Max to move          the next sibling, LIVE: Min may have a better reply;
//	                             or, if it was the last one, the parent, SOLVED
//	SOLVED, Min to move          the parent, SOLVED, and every state below the parent is purged:
//	                             none of them has a higher merit
//
// The search ends when the root is SOLVED. States of equal merit are taken from left to right. Only
// so is it true that SSS* visits no leaf that alpha-beta leaves out (Roizen & Pearl, 1983).
//
// Counts.Held is the greatest length of OPEN, Counts.BetaCuts the number of purges that threw
// states away.
func SSS[G Game[G, M], M comparable](g G, depth int) Result[M] {
	var r Result[M]
	sign := g.Turn()
	root := &sssNode[G, M]{game: g, depth: depth, max: true}
	open := openList[G, M]{}
	open.push(root, false, Infinity)
	for {
		s := open.pop()
		n := s.node
		switch {
		case s.solved && n == root:
			r.Value = s.merit
			if root.child != nil {
				r.Best = root.child.move
			}
			r.Held = open.longest
			return r
		case s.solved && n.max:
			if next := n.parent.next(); next != nil {
				open.push(next, false, s.merit)
			} else {
				open.push(n.parent, true, s.merit)
			}
		case s.solved:
			n.parent.child = n
			if open.purge(n.parent) > 0 {
				r.BetaCuts++
			}
			open.push(n.parent, true, s.merit)
		case visit(n.game, n.depth, &r.Counts):
			open.push(n, true, min(s.merit, sign*n.game.Value()))
		default:
			n.moves = n.game.Moves()
			open.push(n.next(), false, s.merit)
			for n.max && n.tried < len(n.moves) {
				open.push(n.next(), false, s.merit)
			}
		}
	}
}

// sssNode is a node of the part of the game tree that SSS* has reached.
type sssNode[G Game[G, M], M comparable] struct {
	game   G
	parent *sssNode[G, M]
	move   M // the move that led here from the parent
	path   []uint32
	depth  int
	max    bool // Max is to move
	moves  []M
	tried  int            // moves whose successors have been made
	child  *sssNode[G, M] // the successor that solved it, where Max is to move
	open   int            // how many states of this node and all below are in OPEN
	purged bool           // states of nodes below are out of OPEN
}

// next makes the next successor from left to right, or returns nil if there is none.
func (n *sssNode[G, M]) next() *sssNode[G, M] {
	if n.tried == len(n.moves) {
		return nil
	}
	m := n.moves[n.tried]
	path := append(slices.Clip(n.path), uint32(n.tried))
	n.tried++
	return &sssNode[G, M]{game: n.game.Play(m), parent: n, move: m,
		path: path, depth: n.depth - 1, max: !n.max}
}

type sssState[G Game[G, M], M comparable] struct {
	node   *sssNode[G, M]
	solved bool
	merit  int
}

// openList is OPEN as a heap. Purged states stay in the heap until they come up, but they are not
// counted.
type openList[G Game[G, M], M comparable] struct {
	states  sssHeap[G, M]
	longest int // the most states that OPEN ever held
}

func (o *openList[G, M]) push(n *sssNode[G, M], solved bool, merit int) {
	heap.Push(&o.states, sssState[G, M]{n, solved, merit})
	o.longest = max(o.longest, n.count(1))
}

func (o *openList[G, M]) pop() sssState[G, M] {
	for {
		s := heap.Pop(&o.states).(sssState[G, M])
		if !s.node.gone() {
			s.node.count(-1)
			return s
		}
	}
}

// purge takes all states of n and of nodes below out and returns how many there were.
func (o *openList[G, M]) purge(n *sssNode[G, M]) int {
	n.purged = true
	states := n.open
	n.count(-states)
	return states
}

// count notes that states have come or gone, and returns how many OPEN has now.
func (n *sssNode[G, M]) count(states int) int {
	for ; n.parent != nil; n = n.parent {
		n.open += states
	}
	n.open += states
	return n.open
}

// gone reports whether a purge of a node above has taken n's states out of OPEN.
func (n *sssNode[G, M]) gone() bool {
	for n = n.parent; n != nil; n = n.parent {
		if n.purged {
			return true
		}
	}
	return false
}

type sssHeap[G Game[G, M], M comparable] []sssState[G, M]

func (h sssHeap[G, M]) Len() int      { return len(h) }
func (h sssHeap[G, M]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *sssHeap[G, M]) Push(s any)   { *h = append(*h, s.(sssState[G, M])) }

// Less puts higher merit first, and of equal merit what lies further left in the tree.
func (h sssHeap[G, M]) Less(i, j int) bool {
	if h[i].merit != h[j].merit {
		return h[i].merit > h[j].merit
	}
	return slices.Compare(h[i].node.path, h[j].node.path) < 0
}

func (h *sssHeap[G, M]) Pop() any {
	last := len(*h) - 1
	s := (*h)[last]
	(*h)[last] = sssState[G, M]{}
	*h = (*h)[:last]
	return s
}
