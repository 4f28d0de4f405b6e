package protocol

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sente/board"
	"sente/eval"
	"sente/search"
)

// parsePosition reads the words after position. On an error the caller must not use the root.
func parsePosition(text string) (search.Root, error) {
	var root search.Root
	words := strings.Fields(text)
	if len(words) == 0 {
		return root, errors.New("position: want startpos or fen")
	}
	setup, moves := words, []string(nil)
	if i := slices.Index(words, "moves"); i >= 0 {
		setup, moves = words[:i], words[i+1:]
	}
	switch {
	case len(setup) == 1 && setup[0] == "startpos":
		root.Pos = board.Start()
	case len(setup) > 0 && setup[0] == "fen":
		pos, err := board.ParseFEN(strings.Join(setup[1:], " "))
		if err != nil {
			return root, fmt.Errorf("position: %w", err)
		}
		root.Pos = pos
	default:
		return root, errors.New("position: want startpos or fen, not " +
			shorten(strings.Join(setup, " ")))
	}
	for i, text := range moves {
		move, err := root.Pos.ParseMove(text)
		if err != nil {
			return root, fmt.Errorf("position: move %d: %w", i+1, err)
		}
		root.Play(move)
		if root.Pos.FullmoveNumber() > board.MaxFullmoveNumber {
			return root, fmt.Errorf("position: more than %d moves", board.MaxFullmoveNumber)
		}
	}
	return root, nil
}

// goRequest is the content of a go.
type goRequest struct {
	limits     search.Limits // Start is not set
	moves      []board.Move  // nil: all
	perft      bool
	perftDepth int // plies
}

// maxMillis bounds times in both directions: about a hundred days. Even after multiplications that
// is far from overflowing a Duration.
const maxMillis = 10_000_000_000

// goWords are the words that end a value or a list of moves.
var goWords = [...]string{"searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo",
	"depth", "nodes", "mate", "movetime", "infinite", "perft"}

func isGoWord(word string) bool { return slices.Contains(goWords[:], word) }

// parseGo reads the words after go, for the position pos. It skips and reports what it can't
// understand. A go without words is infinite, and so is a go with nothing but a correct
// searchmoves. A go ponder that sets no limit answers at ponderhit. Any other go without one gets
// depth 1, so that a mistake can't make it run forever. A depth, nodes or mate of zero or less sets
// no limit.
func parseGo(text string, pos *board.Position) (goRequest, []error) {
	p := goParser{words: strings.Fields(text), pos: pos}
	bare := true
	for len(p.words) > 0 {
		word := p.words[0]
		p.words = p.words[1:]
		bare = bare && word == "searchmoves"
		p.word(word)
	}
	limits := &p.request.limits
	limited := limits.Depth > 0 || limits.Nodes > 0 || limits.Mate > 0 || limits.HasMoveTime ||
		limits.HasTime[pos.SideToMove()] || limits.Infinite || p.request.perft
	switch {
	case bare && len(p.errs) == 0:
		limits.Infinite = true
	case !limited && limits.Ponder:
		limits.HasMoveTime = true // none is left then
	case !limited:
		limits.Depth = 1
	}
	return p.request, p.errs
}

type goParser struct {
	words   []string // not read yet
	pos     *board.Position
	request goRequest
	errs    []error
}

// word reads one word of go and the value that belongs to it.
func (p *goParser) word(word string) {
	limits := &p.request.limits
	switch word {
	case "infinite":
		limits.Infinite = true
	case "ponder":
		limits.Ponder = true
	case "searchmoves":
		p.searchMoves()
	case "wtime":
		limits.HasTime[board.White] = p.millis(word, &limits.Time[board.White]) ||
			limits.HasTime[board.White]
	case "btime":
		limits.HasTime[board.Black] = p.millis(word, &limits.Time[board.Black]) ||
			limits.HasTime[board.Black]
	case "winc":
		p.millis(word, &limits.Inc[board.White])
	case "binc":
		p.millis(word, &limits.Inc[board.Black])
	case "movetime":
		limits.HasMoveTime = p.millis(word, &limits.MoveTime) || limits.HasMoveTime
	case "movestogo":
		if n, ok := p.number(word, 0, math.MaxInt32); ok {
			limits.MovesToGo = int(n)
		}
	case "depth":
		if n, ok := p.number(word, 0, eval.MaxPly); ok {
			limits.Depth = int(n)
		}
	case "nodes":
		if n, ok := p.number(word, 0, math.MaxInt64); ok {
			limits.Nodes = uint64(n)
		}
	case "mate":
		if n, ok := p.number(word, 0, eval.MaxPly); ok {
			limits.Mate = int(n)
		}
	case "perft":
		p.perft(word)
	default:
		p.fail("unknown word %s", shorten(word))
	}
}

// perft reads the depth of a perft. A depth out of bounds is an error. Other numbers are moved to
// the nearer bound, but a perft of the greatest depth would never end.
func (p *goParser) perft(word string) {
	if len(p.words) == 0 || isGoWord(p.words[0]) {
		p.fail("%s without a value", word)
		return
	}
	depth, err := PerftDepth(p.words[0], 0)
	p.words = p.words[1:]
	if err != nil {
		p.fail("%w", err)
		return
	}
	p.request.perft, p.request.perftDepth = true, depth
}

// searchMoves reads moves up to the next word of go. The list is not nil once there was a word to
// read. So if all of the moves are illegal, there is no move to search.
func (p *goParser) searchMoves() {
	if len(p.words) == 0 || isGoWord(p.words[0]) {
		p.fail("searchmoves without a move")
		return
	}
	if p.request.moves == nil {
		p.request.moves = []board.Move{}
	}
	for len(p.words) > 0 && !isGoWord(p.words[0]) {
		move, err := p.pos.ParseMove(p.words[0])
		if err != nil {
			p.errs = append(p.errs, fmt.Errorf("go: searchmoves: %w", err))
		} else {
			p.request.moves = append(p.request.moves, move)
		}
		p.words = p.words[1:]
	}
}

// millis reads a time in milliseconds into d.
func (p *goParser) millis(word string, d *time.Duration) bool {
	n, ok := p.number(word, -maxMillis, maxMillis)
	if ok {
		*d = time.Duration(n) * time.Millisecond
	}
	return ok
}

// number reads a whole number. A number outside [low, high] becomes the nearer bound.
func (p *goParser) number(word string, low, high int64) (int64, bool) {
	if len(p.words) == 0 || isGoWord(p.words[0]) {
		p.fail("%s without a value", word)
		return 0, false
	}
	text := p.words[0]
	p.words = p.words[1:]
	n, err := strconv.ParseInt(text, 10, 64) // out of range: the nearer bound and ErrRange
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		p.fail("%s: %s is not a whole number", word, shorten(text))
		return 0, false
	}
	return min(max(n, low), high), true
}

func (p *goParser) fail(format string, args ...any) {
	p.errs = append(p.errs, fmt.Errorf("go: "+format, args...))
}

// parseSetOption reads the words after setoption. The name is its words joined by single spaces.
// The value is the rest of the line as it was written, because a file name may hold anything.
func parseSetOption(text string) (name, value string, err error) {
	word, rest := cutWord(text)
	if word != "name" {
		return "", "", errors.New("setoption: want name NAME [value VALUE], not " + shorten(text))
	}
	var names []string
	for rest != "" {
		word, rest = cutWord(rest)
		if word == "value" {
			value = strings.Trim(rest, space)
			break
		}
		names = append(names, word)
	}
	if len(names) == 0 {
		return "", "", errors.New("setoption: a name is missing")
	}
	if value == "<empty>" {
		value = ""
	}
	return strings.Join(names, " "), value, nil
}
