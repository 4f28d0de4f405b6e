package datagen

import (
	"fmt"

	"sente/board"
)

// Result is a game's result from White's side.
type Result uint8

// The results. In this order Result/2 is the game's score for White.
const (
	BlackWins Result = iota
	Draw
	WhiteWins
)

// String returns "0-1", "1/2-1/2" or "1-0".
func (r Result) String() string {
	return [...]string{"0-1", "1/2-1/2", "1-0", "?"}[min(r, 3)]
}

// won returns the result of a game that c won.
func won(c board.Color) Result {
	if c == board.White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is why a game ended.
type Reason uint8

// The reasons. Unknown is for games from text, or from PGN that does not give a reason.
const (
	Unknown Reason = iota
	Checkmate
	Stalemate
	FiftyMoves
	Repetition
	Material
	AdjudicatedWin
	AdjudicatedDraw
	numReasons
)

// String returns the reason in a word or two.
func (r Reason) String() string {
	return [...]string{"unknown", "checkmate", "stalemate", "fifty moves", "repetition",
		"insufficient material", "adjudicated win", "adjudicated draw", "?"}[min(r, numReasons)]
}

// certain tells whether the last position alone proves that a game ended for this reason.
func (r Reason) certain() bool { return r == Checkmate || r == Stalemate || r == Material }

// NoScore is the score of a position that nobody scored. It is outside the scores of package eval.
// Test for it first, because eval.IsMate takes it for a win.
const NoScore = 32002

// A Game is a start position and the moves played from it, with the score of the position before
// each move.
type Game struct {
	ID     uint64 // number of the game in its run; 0 if the games have no numbers
	Start  board.Position
	Result Result
	Reason Reason
	// Moves are the best moves found, in order. All but the last were certainly played. The last
	// may be board.NoMove: then the position has a score, but nobody wrote down its move.
	Moves []board.Move
	// Scores[i] is White's score, in centipawns, of the position before Moves[i]. Mates are as in
	// eval.MateIn. NoScore means that there is no score.
	Scores []int16

	file  string // the game file that it was read from; "" for a game that was just played
	block int64  // offset of its block in file

	source string // the game file or text file that it was read from
	read   int64  // how many bytes of source had been read by then
}

// Read returns the file that g was read from and how many of its bytes had been read by then. bytes
// is 0 if the file can't tell, as with a pipe. file is "" for a game that was just played.
func (g *Game) Read() (file string, bytes int64) { return g.source, g.read }

// MaxPlies is the most moves that a game may have. A game with more is an error.
const MaxPlies = 4096

// An IllegalMoveError says which move of a game is illegal.
type IllegalMoveError struct {
	Ply  int // index in Game.Moves
	Move board.Move
	FEN  string // the position before the move
}

func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("move %d: %s (%#04x) is not legal in %s",
		e.Ply+1, e.Move, uint16(e.Move), e.FEN)
}

// A GameError says which game is wrong, where it is, and why. The checksums of its file were right,
// so the game was written like that.
type GameError struct {
	File   string // "" for a game that no file holds
	Offset int64  // of the game's block, in bytes from the start of the file
	ID     uint64 // Game.ID
	Err    error
}

func (e *GameError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("game %d: %v", e.ID, e.Err)
	}
	return fmt.Sprintf("%s: offset %d: game %d: %v", e.File, e.Offset, e.ID, e.Err)
}

// Unwrap returns the cause.
func (e *GameError) Unwrap() error { return e.Err }

func (g *Game) wrong(err error) error { return &GameError{g.file, g.block, g.ID, err} }

// checkEnd returns an error if the result or the reason is not a valid value.
func (g *Game) checkEnd() error {
	if g.Result > WhiteWins {
		return fmt.Errorf("result %d", g.Result)
	}
	if g.Reason >= numReasons {
		return fmt.Errorf("reason %d", g.Reason)
	}
	return nil
}

// checkFields returns an error if the fields of g are wrong. It does not look at the start and at
// the legality of moves.
func (g *Game) checkFields() error {
	if len(g.Moves) > MaxPlies || len(g.Moves) != len(g.Scores) {
		return fmt.Errorf("%d moves and %d scores", len(g.Moves), len(g.Scores))
	}
	return g.checkEnd()
}

// storable returns an error for everything that a Reader would refuse in g. It checks all but the
// legality of moves.
func (g *Game) storable() error {
	if err := g.checkFields(); err != nil {
		return err
	}
	if _, err := board.ParseFEN(g.Start.ShredderFEN()); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// Replay calls visit for every position of g, with its index, its move and White's score. p is
// valid until visit returns. Replay checks every move, but not the start. The error is a
// *GameError. At the first illegal move it wraps an *IllegalMoveError, and that position is not
// visited. Wrong fields are found before the first visit: an invalid Result or Reason, more than
// MaxPlies moves, or a number of scores that is not the number of moves.
func (g *Game) Replay(visit func(i int, p *board.Position, m board.Move, score int)) error {
	if err := g.checkFields(); err != nil {
		return g.wrong(err)
	}
	var pos [2]board.Position
	p, next := &pos[0], &pos[1]
	*p = g.Start
	for i, m := range g.Moves {
		if m == board.NoMove && i == len(g.Moves)-1 {
			visit(i, p, m, int(g.Scores[i]))
			return nil
		}
		if !p.IsLegal(m) {
			return g.wrong(&IllegalMoveError{i, m, p.FEN()})
		}
		visit(i, p, m, int(g.Scores[i]))
		if i+1 < len(g.Moves) {
			p.Make(m, next)
			p, next = next, p
		}
	}
	return nil
}

// hash returns a hash of start and moves, in the manner of FNV-1a with one step a move. It does not
// depend on where the game is in a file.
func (g *Game) hash() uint64 {
	h := startHash(&g.Start)
	for _, m := range g.Moves {
		h = (h ^ uint64(m)) * fnvPrime
	}
	return h
}

const (
	fnvBasis = 0xcbf29ce484222325
	fnvPrime = 0x100000001b3
)

// splitPlies is how many plies tell games from the usual start position apart.
const splitPlies = 8

// splitHash decides on which side of a split g falls. It depends on the start alone, except for the
// usual start position: there it also depends on the first moves, because otherwise all such games
// would fall on one side. It is a hash in the manner of FNV-1a. If it changes, every split changes.
func (g *Game) splitHash() uint64 {
	h := startHash(&g.Start)
	if usual := board.Start(); g.Start.Key() != usual.Key() {
		return h
	}
	for _, m := range g.Moves[:min(splitPlies, len(g.Moves))] {
		h = (h ^ uint64(m)) * fnvPrime
	}
	return h
}

// startHash depends on the game's start alone, so that games from the same opening fall on the same
// side of a split.
func startHash(p *board.Position) uint64 {
	h := uint64(fnvBasis)
	for _, c := range []byte(p.ShredderFEN()) {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

// whiteScore turns a score for the side to move of p into White's.
func whiteScore(p *board.Position, score int) int {
	if p.SideToMove() == board.Black && score != NoScore {
		return -score
	}
	return score
}
