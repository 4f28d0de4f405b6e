package datagen

import (
	"fmt"

	"sente/board"
)

// Result is a game's result from White's side.
type Result uint8

// The results. Their order makes Result/2 the score of the game for White.
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

// The reasons. Unknown stands in games that come from text or PGN that does not tell.
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

// String returns a word or two for people.
func (r Reason) String() string {
	return [...]string{"unknown", "checkmate", "stalemate", "fifty moves", "repetition",
		"insufficient material", "adjudicated win", "adjudicated draw", "?"}[min(r, numReasons)]
}

// certain tells whether the last position alone shows that a game ended for this reason.
func (r Reason) certain() bool { return r == Checkmate || r == Stalemate || r == Material }

// NoScore is the score of a position that nobody scored. It lies outside all scores of package
// eval, whose IsMate takes it for a win: test for it first.
const NoScore = 32002

// A Game is a start position and the moves played from it, with the score of the position before
// each move.
type Game struct {
	ID     uint64 // the game's number in its run; 0 where nothing numbers them
	Start  board.Position
	Result Result
	Reason Reason
	// Moves are the best moves found, in order; all but the last were certainly played. The last
	// one may be board.NoMove: a position that was scored but whose move nobody wrote down.
	Moves []board.Move
	// Scores are centipawns from White's side of the positions before the moves of the same
	// index; mates as eval.MateIn counts them, NoScore where there is none.
	Scores []int16

	file  string // that it was read from; "" for a game that was just played
	block int64  // offset of its block there

	source string // the file of games or of text that it was read from
	read   int64  // how many bytes of source had been read then
}

// Read returns the file that g was read from and how many of its bytes had been read then, 0 where
// a file does not tell, as a pipe. The file is "" for a game that was just played.
func (g *Game) Read() (file string, bytes int64) { return g.source, g.read }

// MaxPlies is the number of moves above which a game is not believed.
const MaxPlies = 4096

// An IllegalMoveError tells which move of a game its rules forbid.
type IllegalMoveError struct {
	Ply  int // index in Game.Moves
	Move board.Move
	FEN  string // of the position in which it stands
}

func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("move %d: %s (%#04x) is not legal in %s",
		e.Ply+1, e.Move, uint16(e.Move), e.FEN)
}

// A GameError tells which game is wrong, where it stands, and why. A file's checksums were right:
// it was written so.
type GameError struct {
	File   string // "" for a game that no file holds
	Offset int64  // of its block, bytes from the start of the file
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

// checkEnd returns an error if the result or the reason is none.
func (g *Game) checkEnd() error {
	if g.Result > WhiteWins {
		return fmt.Errorf("result %d", g.Result)
	}
	if g.Reason >= numReasons {
		return fmt.Errorf("reason %d", g.Reason)
	}
	return nil
}

// checkFields returns what is wrong with g before its start and its moves are looked at.
func (g *Game) checkFields() error {
	if len(g.Moves) > MaxPlies || len(g.Moves) != len(g.Scores) {
		return fmt.Errorf("%d moves and %d scores", len(g.Moves), len(g.Scores))
	}
	return g.checkEnd()
}

// storable returns what a Reader would refuse in g: it looks at all but whether moves are legal.
func (g *Game) storable() error {
	if err := g.checkFields(); err != nil {
		return err
	}
	if _, err := board.ParseFEN(g.Start.ShredderFEN()); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// Replay calls visit for every position of g with its index, the move and White's score; p is valid
// until visit returns. Every move is checked, but not the start. The error is a *GameError. It is
// around an *IllegalMoveError for the first move that is not legal, which is not visited. A wrong
// field is found before the first visit: a Result or Reason that is none, more than MaxPlies moves,
// or not one score for each move.
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

// hash is the same for the same game wherever it stands in a file: a hash in the manner of FNV-1a
// over start and moves, each move a step.
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

// splitPlies is how many plies tell games from the usual start apart.
const splitPlies = 8

// splitHash decides on which side of a split g falls: its start does, and behind the usual start
// its first moves as well, so that such games do not all fall on one side. It is a hash in the
// manner of FNV-1a; changing it would change every split.
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
