package protocol

import (
	"fmt"
	"math/rand/v2"
	"os"

	"sente/board"
	"sente/book"
)

// opening holds the opening book and the options that say when and how to use it.
type opening struct {
	own    bool // OwnBook: play from it
	file   *os.File
	book   *book.Book // nil: none
	depth  int        // moves of the game; later moves are not looked up
	choice book.Choice
	random *rand.Rand
}

// defaultBookDepth is in moves of the game. No book holds so many.
const defaultBookDepth = 100

func newOpening() opening {
	return opening{depth: defaultBookDepth,
		random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
}

func bookOptions() []option {
	return []option{
		checkOption("OwnBook", false, func(u *UCI, on bool) error {
			u.opening.own = on
			return nil
		}),
		stringOption("BookFile", func(u *UCI, name string) error {
			return u.opening.open(name)
		}),
		spinOption("Book Depth", defaultBookDepth, 1, 1000, func(u *UCI, moves int) error {
			u.opening.depth = moves
			return nil
		}),
		comboOption("Book Choice", book.Weighted.String(), book.Choices(),
			func(u *UCI, name string) (err error) {
				u.opening.choice, err = book.ParseChoice(name)
				return err
			}),
	}
}

// open replaces the book by the one in the named file. An empty name means no book. On an error the
// old book stays.
func (o *opening) open(name string) error {
	var file *os.File
	var opened *book.Book
	if name != "" {
		var err error
		if file, err = openBeside(name); err != nil {
			return fmt.Errorf("BookFile: %w", err)
		}
		info, err := file.Stat()
		if err == nil {
			opened, err = book.Open(file, info.Size())
		}
		if err != nil {
			file.Close()
			return fmt.Errorf("BookFile: %s: %w", shorten(name), err)
		}
	}
	if o.file != nil {
		o.file.Close()
	}
	o.file, o.book = file, opened
	return nil
}

// bookMove returns the book's answer to a go, or NoMove if the position must be searched. The book
// answers only a go with a clock or a movetime, and never analysis. An error comes from reading the
// book.
func (u *UCI) bookMove(request *goRequest) (board.Move, error) {
	o, limits, pos := &u.opening, &request.limits, &u.root.Pos
	timed := limits.HasMoveTime || limits.HasTime[pos.SideToMove()]
	if !o.own || o.book == nil || !timed ||
		limits.Ponder || limits.Infinite || limits.Mate > 0 || request.moves != nil ||
		u.multiPV > 1 || u.analyse || pos.FullmoveNumber() > o.depth {
		return board.NoMove, nil
	}
	entries, err := o.book.Lookup(pos)
	if err != nil {
		return board.NoMove, err
	}
	return book.Pick(entries, o.choice, o.random), nil
}
