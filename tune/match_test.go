package tune

import (
	"math/rand/v2"
	"strings"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/search"
)

// TestFailedSearchDecidesNothing: if a search breaks off, that is an error, both in the choice of
// an opening and in a game.
func TestFailedSearchDecidesNothing(t *testing.T) {
	p, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	broken := false // the fallback answer evaluates the root once more
	p.plus.SetTap(&search.Tap{Every: 1, Take: func(*board.Position, int) {
		if !broken {
			broken = true
			panic("test")
		}
	}})
	x := &perturbation{plus: search.DefaultParams(), minus: search.DefaultParams()}
	if _, _, err := p.play(x, board.Start(), Limit{Nodes: 50}); err == nil ||
		!strings.Contains(err.Error(), "panic") {
		t.Errorf("a game: %v", err)
	}
	broken = false
	_, err = p.opening(&datagen.Openings{RandomPlies: 8}, rand.New(rand.NewPCG(1, 1)))
	if err == nil || !strings.Contains(err.Error(), "panic") {
		t.Errorf("an opening: %v", err)
	}
}

// TestOpening: random openings are balanced, whatever was played before. Openings of a book are
// taken as they are.
func TestOpening(t *testing.T) {
	p, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	usual := datagen.DefaultSelfPlay()
	random := &datagen.Openings{RandomPlies: 20} // many of them lopsided
	redrawn := 0
	for i := range uint64(15) {
		first := random.Draw(rand.New(rand.NewPCG(1, i)))
		got, err := p.opening(random, rand.New(rand.NewPCG(1, i)))
		if err != nil {
			t.Fatal(err)
		}
		if got.Key() != first.Key() {
			redrawn++
		}
		e := search.New()
		found := e.Begin(search.Root{Pos: got}, search.Limits{SoftNodes: usual.Nodes}).Run(nil)
		if found.Score > usual.Reject || found.Score < -usual.Reject {
			t.Errorf("%s has a score of %d", got.FEN(), found.Score)
		}
		p.plus.Params().RFPMargin = 1 // a perturbation may leave such a value
	}
	if redrawn == 0 {
		t.Error("no opening was lopsided")
	}
	const lopsided = "4k3/8/8/8/8/8/PPPP4/QQQQK3 w - - 0 1"
	book := &datagen.Openings{Book: []string{lopsided}, BookPlies: datagen.NoPlies}
	if got, err := p.opening(book, rand.New(rand.NewPCG(1, 1))); err != nil ||
		got.FEN() != lopsided {
		t.Errorf("%s, %v; want that of the book", got.FEN(), err)
	}
}

// TestRunRefuses: a run that could play no game is an error.
func TestRunRefuses(t *testing.T) {
	random := &datagen.Openings{RandomPlies: 8}
	junk := &datagen.Openings{Book: []string{"junk"}, BookPlies: datagen.NoPlies}
	for _, tc := range []struct {
		threads  int
		openings *datagen.Openings
		says     string
	}{
		{0, random, "0 threads"}, {-1, random, "-1 threads"}, {1, nil, "openings"},
		{1, junk, "position 1 of the book"},
	} {
		s, err := New([]string{"RFPMargin"}, 1, 0.002, 1, Limit{Nodes: 50})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Run(t.Context(), tc.threads, tc.openings, nil)
		if err == nil || !strings.Contains(err.Error(), tc.says) || s.Done > 0 {
			t.Errorf("%d threads, %v: %v, want %q in it", tc.threads, tc.openings, err, tc.says)
		}
	}
}

// TestOpeningIsOfTheDefaults: the numbers of the last games played don't decide which openings are
// lopsided. So the same state of the random numbers draws the same opening.
func TestOpeningIsOfTheDefaults(t *testing.T) {
	p, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	random := &datagen.Openings{RandomPlies: 20}
	for i := range uint64(40) {
		*p.plus.Params() = search.DefaultParams()
		want, err := p.opening(random, rand.New(rand.NewPCG(2, i)))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range search.Tunables() {
			if err := p.plus.Params().Set(n.Name, n.Max); err != nil {
				t.Fatal(err)
			}
		}
		got, err := p.opening(random, rand.New(rand.NewPCG(2, i)))
		if err != nil {
			t.Fatal(err)
		}
		if got.Key() != want.Key() {
			t.Fatalf("opening %d: %s after games with other numbers, else %s",
				i, got.FEN(), want.FEN())
		}
	}
}
