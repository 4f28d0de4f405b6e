package syzygy

import (
	"math/rand/v2"
	"testing"
)

// TestRootAtTheLastPly: on the move that completes the fifty moves, mate counts and all else is a
// draw, both by distance and by outcome alone. If any position came twice, the nearest win is
// ranked first.
func TestRootAtTheLastPly(t *testing.T) {
	wdlOnly := t.TempDir()
	copyTables(t, wdlOnly, "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw", "KPvK.rtbw")
	p := position(t, "7k/8/6K1/8/8/8/8/1Q6 w - - 99 80")
	for _, dir := range []string{"testdata", wdlOnly} {
		moves, _, ok := open(t, dir).Root(p, nil)
		if !ok {
			t.Fatalf("%s: a miss", dir)
		}
		for _, m := range moves {
			child := p.After(m.Move)
			mates := child.IsCheckmate()
			if mates != (m.WDL == Win) || mates != (m.Rank == rankWin) || !mates && m.WDL != Draw {
				t.Errorf("%s: %v mates: %t; %v, rank %d", dir, m.Move, mates, m.WDL, m.Rank)
			}
		}
	}
	calm := position(t, "7k/8/8/8/8/4K3/8/1Q6 w - - 8 80")
	first, _, ok := open(t, "testdata").Root(calm, nil)
	if !ok || first[0].Rank != rankWin {
		t.Fatalf("%+v, %t", first, ok)
	}
	for _, m := range first {
		if m.WDL == Win && m.DTZ < first[0].DTZ {
			t.Errorf("%v wins faster than the first move, %v", m, first[0])
		}
	}
	child := calm.After(first[0].Move)
	for _, tc := range []struct {
		name  string
		keys  []uint64
		hurry bool
	}{
		{"no repetition", []uint64{5, 6, 7, 8}, false},
		{"an earlier position twice", []uint64{5, 6, 5, 7}, true},
		{"this position before", []uint64{calm.Key(), 6, 7, 8}, true},
		{"the next position once before", []uint64{5, child.Key(), 7, 8}, false},
	} {
		moves, byDTZ, ok := open(t, "testdata").Root(calm, tc.keys)
		want := rankWin
		if tc.hurry {
			want -= first[0].DTZ
		}
		if !ok || !byDTZ || moves[0].Move != first[0].Move || moves[0].WDL != Win ||
			moves[0].Rank != want {
			t.Errorf("%s: the first move is %+v, want %v with rank %d",
				tc.name, moves[0], first[0].Move, want)
		}
	}
}

// TestCursed makes a table in which every position is a cursed win for the queen, 6 moves away.
func TestCursed(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 1))
	queen := made{"KQvK", 0, []uint8{6, 5, 14}}
	queen.write(t, dir, kindWDL,
		func(side int) uint16 { return [2]uint16{3, 1}[side] }, [4]uint8{}, rng)
	queen.write(t, dir, kindDTZ, func(int) uint16 { return 5 }, [4]uint8{}, rng)
	tables := open(t, dir)
	for fen, want := range map[string]verdict{
		"8/8/8/8/3Q4/8/8/K6k w - - 0 1":  {CursedWin, 111},
		"k6K/8/8/3q4/8/8/8/8 b - - 0 1":  {CursedWin, 111},
		"k7/8/8/8/3Q4/8/8/6K1 b - - 0 1": {BlessedLoss, -112},
	} {
		if got, err := judge(tables, fen); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", fen, got, err, want)
		}
	}
	for w, want := range map[WDL]int{Win: 1, CursedWin: 101, Draw: 0, BlessedLoss: -101, Loss: -1} {
		if got := beforeZeroing(w); got != want {
			t.Errorf("before zeroing, %v: %d, want %d", w, got, want)
		}
	}
}

// TestLostWithoutLostMove: if a damaged table calls both sides lost, no move of a lost side keeps
// the loss. That is a miss, not a checkmate.
func TestLostWithoutLostMove(t *testing.T) {
	dir := t.TempDir()
	queen := made{"KQvK", 0, []uint8{6, 5, 14}}
	queen.write(t, dir, kindWDL, func(int) uint16 { return 0 }, [4]uint8{}, nil)
	queen.write(t, dir, kindDTZ, func(int) uint16 { return 5 }, [4]uint8{}, nil)
	p := position(t, "8/8/8/8/3Q4/8/8/K6k b - - 0 1")
	if d, ok := open(t, dir).ProbeDTZ(p); ok {
		t.Errorf("distance %d", d)
	}
}

// TestDistanceByOutcome: each outcome has its part of a map and its unit.
func TestDistanceByOutcome(t *testing.T) {
	bytes := func(v byte) mapSection { return mapSection{[]byte{99, v}, false} }
	s := subtable{pairs: pairs{single: true, value: 1},
		sections: [4]mapSection{bytes(10), bytes(20), bytes(30), bytes(40)}}
	for _, tc := range []struct {
		flags                     uint8
		loss, blessed, curse, win int
	}{
		{0, 3, 3, 3, 3}, {flagWinPlies, 3, 3, 3, 2}, {flagLossPlies, 2, 3, 3, 3},
		{flagMapped, 41, 81, 61, 21}, {flagMapped | flagWinPlies, 41, 81, 61, 11},
		{flagMapped | flagLossPlies, 21, 81, 61, 21},
	} {
		s.flags = tc.flags
		for w, want := range map[WDL]int{
			Loss: tc.loss, BlessedLoss: tc.blessed, CursedWin: tc.curse, Win: tc.win,
		} {
			if d, ok := s.distance(0, w); d != want || !ok {
				t.Errorf("flags %d, %v: %d, %t, want %d", tc.flags, w, d, ok, want)
			}
		}
	}
	// A map of two bytes a value begins at an even place of the file.
	wide := subtable{flags: flagMapped | flagWide}
	r := &reader{file: []byte{0xEE, 0xEE, 2, 0, 7, 0, 0x2C, 1, 1, 0, 9, 0, 0, 0, 0, 0}, at: 1}
	wide.readMap(r)
	if v, ok := wide.sections[0].at(1); v != 300 || !ok || r.at != len(r.file) || r.failed() {
		t.Errorf("%d, %t, at %d, %v, want 300", v, ok, r.at, r.err)
	}
	if v, ok := wide.sections[1].at(0); v != 9 || !ok {
		t.Errorf("%d, %t, want 9", v, ok)
	}
	if v, ok := wide.sections[1].at(1); ok {
		t.Errorf("%d from behind the section", v)
	}
}

// TestRootWithoutMoves: where the game is over there is nothing to rank, with or without a table.
func TestRootWithoutMoves(t *testing.T) {
	for _, fen := range []string{
		"k1K5/8/8/8/8/8/8/R7 b - - 0 1",  // mate
		"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", // stalemate
	} {
		if moves, byDTZ, ok := open(t, "testdata").Root(position(t, fen), nil); ok {
			t.Errorf("%s: %v, %t, %t, want a miss", fen, moves, byDTZ, ok)
		}
	}
}
