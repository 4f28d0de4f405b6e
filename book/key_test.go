package book

import (
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// published are the test positions of the format's description: moves from the start position, the
// FEN after them, the key.
var published = []struct {
	moves, fen string
	key        uint64
}{
	{"",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
	{"e2e4",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
	{"e2e4 d7d5",
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
	{"e2e4 d7d5 e4e5",
		"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
	{"e2e4 d7d5 e4e5 f7f5",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
	{"e2e4 d7d5 e4e5 f7f5 e1e2",
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
	{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
		"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
	{"a2a4 b7b5 h2h4 b5b4 c2c4",
		"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
	{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
		"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
}

// play returns the position after some moves in UCI notation.
func play(t testing.TB, fen, moves string) board.Position {
	t.Helper()
	p := boardtest.Position(t, fen)
	for text := range strings.FieldsSeq(moves) {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
	}
	return p
}

func TestKey(t *testing.T) {
	for _, tc := range published {
		for _, p := range []board.Position{play(t, board.StartFEN, tc.moves), play(t, tc.fen, "")} {
			if key, ok := Key(&p); key != tc.key || !ok {
				t.Errorf("%s: key %#x, %t, want %#x", p.FEN(), key, ok, tc.key)
			}
		}
	}
}

// TestKeyEnPassant: a capture that a pin forbids counts, one that no pawn could make does not.
func TestKeyEnPassant(t *testing.T) {
	tests := []struct {
		name, fen, move string
		counts          bool
	}{
		{"legal", "4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1", "f7f5", true},
		{"pinned", "4k3/4rp2/8/4P3/8/8/8/4K3 b - - 0 1", "f7f5", true},
		{"no pawn beside", "4k3/5p2/8/3P4/8/8/8/4K3 b - - 0 1", "f7f5", false},
		{"over the edge", "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", "h7h5", false},
		{"own pawn beside", "4k3/5p2/8/4p3/8/8/8/4K3 b - - 0 1", "f7f5", false},
		{"one square", "4k3/8/5p2/4P3/8/8/8/4K3 b - - 0 1", "f6f5", false},
	}
	for _, tc := range tests {
		p := play(t, tc.fen, tc.move)
		key, _ := Key(&p)
		plain := play(t, p.FEN(), "")
		quiet, _ := Key(&plain)
		if plain.EnPassant() != board.NoSquare {
			quiet ^= randoms[randomEnPassant+plain.EnPassant().File()]
		}
		want := quiet
		if tc.counts {
			want ^= randoms[randomEnPassant+int(tc.move[0]-'a')]
		}
		if key != want {
			t.Errorf("%s: key %#x, want %#x", tc.name, key, want)
		}
	}
}

// TestKeyChess960: the outermost rooks are as in chess, others have no key.
func TestKeyChess960(t *testing.T) {
	const rooks = "1rkr4/8/8/8/8/8/8/1RKR3R w "
	outer, inner := play(t, rooks+"HBdb - 0 1", ""), play(t, rooks+"DBdb - 0 1", "")
	none := play(t, rooks+"- - 0 1", "")
	want, _ := Key(&none)
	for i := range 4 {
		want ^= randoms[randomCastling+i]
	}
	if key, ok := Key(&outer); key != want || !ok {
		t.Errorf("outer rooks: key %#x, %t, want %#x", key, ok, want)
	}
	if key, ok := Key(&inner); ok {
		t.Errorf("an inner rook: key %#x, want none", key)
	}
}
