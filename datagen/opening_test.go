package datagen

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sente/board"
)

func TestOpenings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	dfrc, plies := 0, map[int]int{}
	o := Openings{RandomPlies: 8, DFRC: 25}
	for range 400 {
		p := o.Draw(r)
		if !p.HasLegalMove() {
			t.Fatalf("no move in %s", p.FEN())
		}
		seen[p.FEN()] = true
		plies[p.Ply()]++
		if rights := strings.Fields(p.ShredderFEN())[2]; strings.Trim(rights, "AHah-") != "" {
			dfrc++
		}
	}
	if len(seen) < 395 || plies[8] < 130 || plies[9] < 130 || plies[8]+plies[9] != 400 ||
		dfrc < 50 || dfrc > 130 {
		t.Errorf("%d different, plies %v, %d of them Chess960", len(seen), plies, dfrc)
	}
	a, b := o.Draw(rand.New(rand.NewPCG(4, 4))), o.Draw(rand.New(rand.NewPCG(4, 4)))
	if a.Key() != b.Key() {
		t.Error("the same seed draws another opening")
	}
}

func TestDFRCStart(t *testing.T) {
	start := board.Start()
	if p := dfrcStart(518, 518); p.Key() != start.Key() {
		t.Errorf("518 is %s", p.FEN())
	}
	ranks := map[string]bool{}
	for n := range 960 {
		p := dfrcStart(n, 959-n)
		rank, _ := chess960Rank(n)
		ranks[rank] = true
		king, first, last := strings.IndexByte(rank, 'K'), strings.IndexByte(rank, 'R'),
			strings.LastIndexByte(rank, 'R')
		bishops := strings.IndexByte(rank, 'B') + strings.LastIndexByte(rank, 'B')
		if king < first || king > last || bishops%2 == 0 ||
			strings.Count(p.ShredderFEN(), "-") != 1 {
			t.Errorf("arrangement %d is %s: %s", n, rank, p.ShredderFEN())
		}
	}
	if len(ranks) != 960 {
		t.Errorf("%d different arrangements", len(ranks))
	}
	if rank, _ := chess960Rank(0); rank != "BBQNNRKR" {
		t.Errorf("arrangement 0 is %s", rank)
	}
	if rank, _ := chess960Rank(959); rank != "RKRNNQBB" {
		t.Errorf("arrangement 959 is %s", rank)
	}
}

func TestReadBook(t *testing.T) {
	book, err := ReadBook(writeFile(t, "book.epd", "# a book\n"+startFEN+
		"\n\n4k3/8/8/8/8/8/P7/4K3 w - - hmvc 0; id \"x\";\n4k3/8/8/8/8/8/P7/4K3 b - - 3 9\n"))
	want := []string{standardStart, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/P7/4K3 b - - 3 9"}
	if err != nil || !slices.Equal(book, want) {
		t.Errorf("%q, %v", book, err)
	}
	for name, text := range map[string]string{
		"no line end":           startFEN,
		"a byte order mark":     "\xef\xbb\xbf" + startFEN + "\r\n",
		"and a comment":         "\xef\xbb\xbf# a book\n" + startFEN + "\n",
		"and nothing behind it": "\xef\xbb\xbf\n" + startFEN,
	} {
		book, err := ReadBook(writeFile(t, "book.epd", text))
		if err != nil || !slices.Equal(book, want[:1]) {
			t.Errorf("%s: %q, %v", name, book, err)
		}
	}
	o := Openings{Book: book[1:2], BookPlies: 0, RandomPlies: 60} // these are for other starts
	moved := map[bool]int{}
	for i := range uint64(20) {
		p := o.Draw(rand.New(rand.NewPCG(1, i)))
		if p.Occupied().Count() != 3 {
			t.Errorf("not from the book: %s", p.FEN())
		}
		moved[p.FEN() != book[1]]++
	}
	if moved[true] == 0 || moved[false] == 0 {
		t.Errorf("with or without one more ply: %v", moved)
	}
	o.BookPlies = NoPlies
	s := DefaultSelfPlay()
	if s.Openings = o; s.Check() != nil {
		t.Errorf("NoPlies: %v", s.Check())
	}
	if s.Openings.BookPlies--; s.Check() == nil {
		t.Errorf("%d plies are accepted", s.Openings.BookPlies)
	}
	for i := range uint64(20) {
		if p := o.Draw(rand.New(rand.NewPCG(1, i))); p.FEN() != book[1] {
			t.Errorf("%s, want the position of the book", p.FEN())
		}
	}
	for name, text := range map[string]string{
		"empty":    "# nothing\n",
		"bad":      startFEN + "\nrubbish\n",
		"mated":    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 90\n",
		"no kings": "8/8/8/8/8/8/8/8 w - - 0 1\n",
		"bare":     "8/8/4k3/8/8/3K4/8/8 w - - 0 1\n",
		"over":     "8/8/4k3/8/8/3RK3/3p4/7r w - - 100 120\n",
	} {
		_, err := ReadBook(writeFile(t, "book.epd", text))
		if err == nil || !strings.Contains(err.Error(), "book.epd") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEndgameOpenings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	o := Openings{Endgames: 100, RandomPlies: 8}
	men := map[int]int{}
	var ahead [2]int
	for range 300 {
		p := o.Draw(r)
		white, black := p.Pieces(board.White, board.Pawn).Count(),
			p.Pieces(board.Black, board.Pawn).Count()
		ahead[board.White] += max(0, white-black)
		ahead[board.Black] += max(0, black-white)
		n := p.Occupied().Count()
		if n < 3 || n > 14 {
			t.Errorf("%s is no endgame", p.FEN())
		}
		men[n]++
	}
	if ahead[0] < 20 || ahead[1] < 20 {
		t.Errorf("White has %d pawns more in all, Black %d", ahead[board.White], ahead[board.Black])
	}
	if len(men) < 7 {
		t.Errorf("only %d numbers of men: %v", len(men), men)
	}
}

// TestHopelessBook plays from books from which no game can begin. The run ends with an error, or
// earlier by Ctrl-C.
func TestHopelessBook(t *testing.T) {
	for name, fen := range map[string]string{
		"lopsided":           "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1",
		"a draw in one move": "7k/8/8/8/8/8/1q6/K7 w - - 0 1",
		"fifty moves":        "8/8/4k3/8/8/3RK3/8/8 w - - 99 120",
	} {
		s := fastSelfPlay(1)
		s.Nodes = 5
		s.Openings = Openings{Book: []string{fen}, BookPlies: 1}
		w, err := newPlayer(&s)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		if _, _, err := w.drawOpening(t.Context(), r); !errors.Is(err, errNoOpening) {
			t.Errorf("%s: %v, want %v", name, err, errNoOpening)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, rejected, err := w.drawOpening(ctx, r); err != nil || rejected > 1 {
			t.Errorf("%s, interrupted: %d rejected, %v", name, rejected, err)
		}
	}
}

// TestBookOfJunk: a run with a book that ReadBook would refuse is an error. Draw alone uses the
// usual start position instead of a wrong FEN.
func TestBookOfJunk(t *testing.T) {
	for name, fen := range map[string]string{
		"junk": "junk", "mated": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 90",
	} {
		s := fastSelfPlay(1)
		s.Openings = Openings{Book: []string{startFEN, fen}, BookPlies: NoPlies}
		err := s.Check()
		if err == nil || !strings.Contains(err.Error(), "position 2 of the book") {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := Openings{Book: []string{"junk"}, BookPlies: NoPlies}
	if p := o.Draw(rand.New(rand.NewPCG(1, 1))); p != board.Start() {
		t.Errorf("junk is %s", p.FEN())
	}
}

func TestGenFensRefusesNegative(t *testing.T) {
	err := GenFens(io.Discard, nil, -1, 1, "None", nil)
	if _, ok := errors.AsType[ArgumentError](err); !ok {
		t.Errorf("-1 openings: %v", err)
	}
}
