package ordering

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

// drawBonus returns a bonus like those of the search, or any.
func drawBonus(t *rapid.T) int {
	usual, wild := rapid.IntRange(-3000, 3000), rapid.IntRange(math.MinInt32, math.MaxInt32)
	return rapid.OneOf(usual, wild).Draw(t, "bonus")
}

func TestUpdateStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v int16
		for range rapid.IntRange(1, 200).Draw(t, "updates") {
			before := int(v)
			bonus := drawBonus(t)
			update(&v, bonus)
			if v > HistoryMax || v < -HistoryMax {
				t.Fatalf("%d after %d and %d", v, before, bonus)
			}
			if bonus > 0 && int(v) < before || bonus < 0 && int(v) > before {
				t.Fatalf("%+d moves %d to %d", bonus, before, v)
			}
		}
	})
}

// Continuation histories stay in their bounds whatever their neighbours hold, and where all agree
// none grows as far as it would alone.
func TestSharedGravity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := new(History)
		c := Continuations{
			h.Continuation(false, false, 3, 20), h.Continuation(true, false, 4, 30),
			nil, h.Continuation(true, true, 5, 40),
		}
		for range rapid.IntRange(1, 100).Draw(t, "updates") {
			some := c
			some[rapid.IntRange(0, 3).Draw(t, "without")] = nil
			some.Update(2, 10, drawBonus(t))
			for i, e := range c {
				if e == nil {
					continue
				}
				if v := *e.at(2, 10); v > HistoryMax || v < -HistoryMax {
					t.Fatalf("table %d holds %d", i, v)
				}
			}
		}
	})
	h := new(History)
	alone := Continuations{h.Continuation(false, false, 3, 20)}
	agreed := Continuations{
		h.Continuation(false, false, 4, 20), h.Continuation(false, false, 4, 21),
		h.Continuation(false, false, 4, 22),
	}
	for range 100 {
		alone.Update(2, 10, 1000)
		agreed.Update(2, 10, 1000)
	}
	if a, b := *alone[0].at(2, 10), *agreed[0].at(2, 10); b >= a || b <= 0 {
		t.Errorf("%d together, %d alone", b, a)
	}
}

// Equal bonuses bring a value near its bound, and one malus then weighs more than one bonus.
func TestUpdateGravity(t *testing.T) {
	var v int16
	for range 100 {
		update(&v, 1000)
	}
	if v < HistoryMax*95/100 {
		t.Errorf("%d after many bonuses, want nearly %d", v, HistoryMax)
	}
	high := int(v)
	update(&v, -1000)
	if fall := high - int(v); fall < 1900 {
		t.Errorf("a malus of 1000 takes %d off %d, want nearly 2000", fall, high)
	}
}

// An update of a move shows up for that move. It does not for moves with another table index.
func TestHistoriesKeepApart(t *testing.T) {
	p := boardtest.Position(t, boardtest.Kiwipete)
	h := new(History)
	c := Continuations{h.Continuation(false, false, 3, 20), nil, h.Continuation(true, true, 3, 20)}
	threats := p.Threats()
	quiet, noisy := boardtest.Move(t, &p, "a2a4"), boardtest.Move(t, &p, "e5d7")
	h.UpdateQuiet(&p, threats, &c, quiet, 1000)
	h.UpdateNoisy(&p, noisy, 500)
	if got := h.Quiet(&p, threats, &c, quiet); got != 4000 {
		t.Errorf("four tables sum up to %d, want 4000", got)
	}
	if got := h.Noisy(&p, noisy); got != 500 {
		t.Errorf("the capture has %d, want 500", got)
	}
	var l board.MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		switch {
		case m == quiet || m == noisy:
		case m.IsNoisy():
			if v := h.Noisy(&p, m); v != 0 {
				t.Errorf("%v has %d", m, v)
			}
		default:
			if v := h.Quiet(&p, threats, &c, m); v != 0 {
				t.Errorf("%v has %d", m, v)
			}
		}
	}
	other := Continuations{
		h.Continuation(true, false, 3, 20), h.Continuation(false, true, 3, 20),
		h.Continuation(false, false, 4, 20), h.Continuation(false, false, 3, 21),
	}
	if got := h.Quiet(&p, threats, &other, quiet); got != 2000 {
		t.Errorf("after other moves the sum is %d, want butterfly and pawn history alone: 2000",
			got)
	}
	if got := h.Quiet(&p, threats^quiet.To().Bit(), &c, quiet); got != 3000 {
		t.Errorf("with the target square attacked or not the other way, the sum is %d, want 3000",
			got)
	}
	h.Clear()
	if h.Quiet(&p, threats, &c, quiet) != 0 || h.Noisy(&p, noisy) != 0 {
		t.Error("Clear leaves numbers behind")
	}
}

// The tables that stand for moves not played must stay zero, as all workers share them.
func TestSharedTablesStayZero(t *testing.T) {
	p := boardtest.Position(t, boardtest.Kiwipete)
	h, k := &History{Weights: testWeights}, new(Picker)
	var c Continuations
	for _, start := range []func(){
		func() { k.All(&p, h, &c, board.NoMove, board.NoMove) },
		func() { k.Quiescence(&p, h, &c, board.NoMove, 0) },
		func() { k.ProbCut(&p, h, board.NoMove, 100) },
	} {
		start()
		for m := k.Next(); m != board.NoMove; m = k.Next() {
			k.Merit()
			if m.IsNoisy() {
				h.UpdateNoisy(&p, m, 1000)
			} else {
				h.UpdateQuiet(&p, k.Threats(), k.replies, m, 1000)
			}
		}
	}
	if nothing != (PieceTo{}) || noReplies != (Continuations{}) {
		t.Error("a shared table was written")
	}
}

// TestButterflyKnowsSideAndThreats: an update counts for the side that moved, and only where the
// squares that the move leaves and enters are attacked as they were at the update.
func TestButterflyKnowsSideAndThreats(t *testing.T) {
	p, h := boardtest.Position(t, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), new(History)
	m := boardtest.Move(t, &p, "h1h4")
	from, to := m.From().Bit(), m.To().Bit()
	h.UpdateButterfly(board.White, from, m, 100)
	for threats, want := range map[board.Bitboard]int{from: 100, 0: 0, to: 0, from | to: 0} {
		if got := h.Quiet(&p, threats, &Continuations{}, m); got != want {
			t.Errorf("threats %x: %d, want %d", threats, got, want)
		}
	}
}
