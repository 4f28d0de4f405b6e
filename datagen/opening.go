package datagen

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"sente/board"
)

// Openings draws the start positions of games. A deterministic engine plays different games only
// from different openings, so there must be many.
type Openings struct {
	RandomPlies int      // random plies from a start position; by a coin flip one more
	BookPlies   int      // the same for positions of Book; NoPlies: none at all
	DFRC        int      // percent of the games that begin from a double Chess960 start
	Endgames    int      // percent of the other games that begin from random endgames (endgame)
	Book        []string // FENs to use instead of the usual start position; nil: none
}

// NoPlies plays the positions of a book as they are, without random plies.
const NoPlies = -1

// Draw returns an opening position that has a legal move and mating material and that the
// fifty-move rule has not ended. The same state of r gives the same position. Draw tries until it
// finds a position, so it never returns if random plies spoil every position of a book. That can't
// happen if BookPlies is NoPlies, because ReadBook has checked each position.
//
// If the book does not come from ReadBook, call SelfPlay.Check first: it refuses what ReadBook
// would refuse. Draw itself returns no error. For a FEN that is wrong it uses the usual start
// position.
func (o *Openings) Draw(r *rand.Rand) board.Position {
	for {
		if p, playable := o.draw(r); playable {
			return p
		}
	}
}

// draw makes one try for Draw. playable tells whether the game goes on from there.
func (o *Openings) draw(r *rand.Rand) (p board.Position, playable bool) {
	p = board.Start()
	plies := o.RandomPlies
	switch {
	case r.IntN(100) < o.DFRC:
		p = dfrcStart(r.IntN(960), r.IntN(960))
	case o.Endgames > 0 && r.IntN(100) < o.Endgames:
		p, plies = endgame(r), 0
	case len(o.Book) > 0:
		if q, err := board.ParseFEN(o.Book[r.IntN(len(o.Book))]); err == nil {
			p = q
		}
		plies = o.BookPlies
	}
	if plies != NoPlies {
		plies += r.IntN(2)
	}
	return p, playRandom(&p, plies, r) && checkGoesOn(&p) == nil
}

// checkGoesOn returns an error that names the rule by which a game has ended at p, or nil.
func checkGoesOn(p *board.Position) error {
	switch {
	case !p.HasLegalMove():
		return errors.New("no legal move")
	case p.InsufficientMaterial():
		return errors.New("nobody has the material to mate")
	case p.HalfmoveClock() >= board.FiftyMoves:
		return errors.New("a draw by the fifty-move rule")
	}
	return nil
}

// checkBook returns an error for the first position of Book from which no game can begin.
func (o *Openings) checkBook() error {
	for i, fen := range o.Book {
		p, err := board.ParseFEN(fen)
		if err == nil {
			err = checkGoesOn(&p)
		}
		if err != nil {
			return fmt.Errorf("position %d of the book: %w", i+1, err)
		}
	}
	return nil
}

// playRandom plays random moves. It first draws a kind of piece that can move, then one of the
// moves of that kind. So a large number of pawn moves doesn't crowd out the rest. It reports
// whether the game lasted for all plies.
func playRandom(p *board.Position, plies int, r *rand.Rand) bool {
	for range plies {
		var legal board.MoveList
		p.Legal(&legal)
		var byKind [board.NoKind][]board.Move
		var kinds []board.Kind
		for _, m := range legal.Slice() {
			k := p.PieceOn(m.From()).Kind()
			if byKind[k] == nil {
				kinds = append(kinds, k)
			}
			byKind[k] = append(byKind[k], m)
		}
		if len(kinds) == 0 {
			return false
		}
		moves := byKind[kinds[r.IntN(len(kinds))]]
		*p = p.After(moves[r.IntN(len(moves))])
	}
	return true
}

// dfrcStart returns a double Chess960 start. Each side has an arrangement of its own, given by its
// number from 0 to 959 in Scharnagl's usual numbering. With 518 twice it is the usual start
// position.
func dfrcStart(white, black int) board.Position {
	w, wr := chess960Rank(white)
	b, br := chess960Rank(black)
	fen := fmt.Sprintf("%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s%s - 0 1",
		strings.ToLower(b), w, wr, strings.ToLower(br))
	p, err := board.ParseFEN(fen)
	if err != nil {
		panic("datagen: " + err.Error()) // every number from 0 to 959 makes a start position
	}
	return p
}

// chess960Rank returns the back rank of arrangement n, in White's letters, and its castling rights
// in Shredder-FEN.
func chess960Rank(n int) (rank, rights string) {
	var on [8]byte
	place := func(piece byte, nth int) { // on the nth free file
		for file := range on {
			if on[file] != 0 {
				continue
			}
			if nth == 0 {
				on[file] = piece
				return
			}
			nth--
		}
	}
	on[n%4*2+1] = 'B'
	n /= 4
	on[n%4*2] = 'B'
	n /= 4
	place('Q', n%6)
	n /= 6
	knights := [10][2]int{
		{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4},
	}[n]
	place('N', knights[0])
	place('N', knights[1]-1) // the first knight's file is no longer free, so the count is one less
	place('R', 0)
	place('K', 0)
	place('R', 0)
	rank = string(on[:])
	for file := 7; file >= 0; file-- {
		if on[file] == 'R' {
			rights += string(rune('A' + file))
		}
	}
	return rank, rights
}

// ReadBook reads an opening book with one position a line, as FEN or EPD. What follows the fourth
// field is kept only if it is two numbers. Empty lines and lines that begin with # are skipped, and
// so is a byte order mark. The error is a *LineError for the first bad line, or says that the book
// is empty.
func ReadBook(path string) ([]string, error) {
	file, err := openText(path)
	if err != nil {
		return nil, err
	}
	defer file.close()
	l := &lineReader{textFile: file, openEnd: true}
	var book []string
	for {
		s, err := l.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if s = strings.TrimSpace(s); s == "" || s[0] == '#' {
			continue
		}
		p, err := parseEPD(s)
		if err == nil {
			err = checkGoesOn(&p)
		}
		if err != nil {
			return nil, l.wrong(err)
		}
		book = append(book, p.ShredderFEN())
	}
	if len(book) == 0 {
		return nil, fmt.Errorf("%s: no positions", path)
	}
	return book, nil
}

// parseEPD parses a FEN, or an EPD without its operations.
func parseEPD(s string) (board.Position, error) {
	fields := strings.Fields(s)
	if len(fields) > 6 {
		fields = fields[:6]
	}
	if len(fields) == 6 {
		if p, err := board.ParseFEN(strings.Join(fields, " ")); err == nil {
			return p, nil
		}
	}
	return board.ParseFEN(strings.Join(fields[:min(4, len(fields))], " "))
}
