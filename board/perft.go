package board

// Perft returns the number of leaf nodes of the tree of legal moves, depth plies deep. It counts
// the last ply without playing it. It returns 1 at depth 0 and below. It allocates a frame for each
// ply of depth. Package protocol has a Perft that uses all cores and can be stopped.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	stack := make([]perftFrame, depth)
	stack[0].pos = *p
	return perft(stack, depth)
}

type perftFrame struct {
	pos  Position
	list MoveList
}

func perft(stack []perftFrame, depth int) uint64 {
	f := &stack[0]
	if depth == 1 {
		return uint64(f.pos.CountLegal())
	}
	f.list.Clear()
	f.pos.Legal(&f.list)
	var n uint64
	for _, m := range f.list.Slice() {
		f.pos.Make(m, &stack[1].pos)
		n += perft(stack[1:], depth-1)
	}
	return n
}

// Divide calls each with every legal move and the number of leaf nodes below it, and returns their
// sum: Perft(depth). The move itself is the first of the depth plies. At depth 0 it only returns 1.
func (p *Position) Divide(depth int, each func(m Move, n uint64)) uint64 {
	if depth <= 0 {
		return 1
	}
	var list MoveList
	var next Position
	var sum uint64
	p.Legal(&list)
	for _, m := range list.Slice() {
		p.Make(m, &next)
		n := next.Perft(depth - 1)
		each(m, n)
		sum += n
	}
	return sum
}
