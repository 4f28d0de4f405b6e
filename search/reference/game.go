package reference

// Game is a position in a game of two players who move in turn, where one's gain is the other's
// loss. G is the implementing type itself and M its type of move. Positions are values: Play
// returns a new one and does not change the old one.
type Game[G any, M comparable] interface {
	// Moves returns the legal moves in the game's own order, the same at every call. The caller
	// owns the slice. Moves is not called where the game is over; elsewhere it is never empty.
	Moves() []M
	// Play returns the position after m, which must come from Moves.
	Play(m M) G
	// Terminal reports whether the game is over here.
	Terminal() bool
	// Value is what the position is worth to the first player, strictly between -Infinity and
	// Infinity: the outcome where the game is over, an estimate elsewhere.
	Value() int
	// Turn is +1 if the first player is to move, -1 if the second is.
	Turn() int
	// Key identifies the position for tables: positions with equal keys have equal trees below.
	Key() uint64
}

// Infinity is beyond every value of every game.
const Infinity = 1 << 30

// Window is the open interval of values that a search has to tell apart. A value at or below
// Alpha is only an upper bound of the true one, a value at or above Beta only a lower bound.
type Window struct{ Alpha, Beta int }

// Full is the window in which every value is exact.
var Full = Window{-Infinity, Infinity}

// Result is what a search found.
type Result[M comparable] struct {
	Value int // for the side to move at the root
	Best  M   // a move that reaches Value; none if the game is over or Value is at or below Alpha
	Counts
}

// Counts says how much work a search did.
type Counts struct {
	Nodes      int64 // positions visited, leaves included, once for every visit
	Leaves     int64 // positions whose Value was asked for, once for every visit
	AlphaCuts  int64 // cutoffs where the second of two procedures, the minimiser, was to move
	BetaCuts   int64 // all other cutoffs
	Hits       int64 // visits that a table entry answered
	Researches int64 // searches repeated because a window had been too narrow
	Held       int   // the most positions that were remembered at once (OPEN list or table)
}

// Cutoffs is the number of positions where moves were left out.
func (c *Counts) Cutoffs() int64 { return c.AlphaCuts + c.BetaCuts }

// Add adds the work of another search, which ran after this one.
func (c *Counts) Add(o Counts) {
	c.Nodes += o.Nodes
	c.Leaves += o.Leaves
	c.AlphaCuts += o.AlphaCuts
	c.BetaCuts += o.BetaCuts
	c.Hits += o.Hits
	c.Researches += o.Researches
	c.Held = max(c.Held, o.Held)
}

// visit counts a visit to g, which is depth plies before the horizon. It reports whether the search
// ends here.
func visit[G Game[G, M], M comparable](g G, depth int, c *Counts) (leaf bool) {
	c.Nodes++
	if depth > 0 && !g.Terminal() {
		return false
	}
	c.Leaves++
	return true
}
