package datagen

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"sente/internal/boardtest"
)

// TestSeenOverfull: once a Seen is full, a new position is new each time.
func TestSeenOverfull(t *testing.T) {
	const room, most = 10, 5000
	s := NewSeen(room)
	for round := range 2 {
		known := 0
		for i := range most {
			var k Packed
			k[0], k[1] = byte(i), byte(i>>8)
			if s.Add(&k) {
				known++
			}
		}
		if want := round * room; known != want {
			t.Errorf("round %d: %d of %d positions are known, want %d", round, known, most, want)
		}
	}
}

// TestSeenTellsApart: a position is its men, their squares and the side to move, and nothing else.
func TestSeenTellsApart(t *testing.T) {
	p := boardtest.Position(t, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	first := Pack(&p, 10, Draw)
	for _, tc := range []struct {
		name, fen string
		score     int
		result    Result
		known     bool
	}{
		{"the same", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 10, Draw, true},
		{"score, result and ply", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 9", 90, WhiteWins, true},
		{"side to move", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", 10, Draw, false},
		{"square", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", 10, Draw, false},
		{"kind of man", "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", 10, Draw, false},
		{"colour of a man", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", 10, Draw, false},
	} {
		s := NewSeen(2)
		s.Add(&first)
		other := boardtest.Position(t, tc.fen)
		if k := Pack(&other, tc.score, tc.result); s.Add(&k) != tc.known {
			t.Errorf("%s: known %v, want %v", tc.name, !tc.known, tc.known)
		}
	}
}

// TestSeenRarelyErrs: with marks of 32 bits no two of half a million different positions are
// confused. With marks of 16 bits some are.
func TestSeenRarelyErrs(t *testing.T) {
	const positions = 500_000
	s, r := NewSeen(positions), rand.New(rand.NewPCG(1, 1))
	known := 0
	for range positions {
		var k Packed
		binary.LittleEndian.PutUint64(k[:], r.Uint64())
		if s.Add(&k) {
			known++
		}
	}
	if known > 0 {
		t.Errorf("%d of %d positions were taken for others", known, positions)
	}
}
