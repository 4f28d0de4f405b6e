package ordering

import (
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// quietScore returns the score of a quiet move as the picker tells it.
func quietScore(p *board.Position, h *History, c *Continuations, m board.Move) int {
	var k Picker
	k.All(p, h, c, m, board.NoMove)
	k.Next()
	return k.Score()
}

// TestQuietScoreIsTheWeightedSum gives every history of a move a different number and sets one
// weight at a time. Each weight must count for its own history and for no other.
func TestQuietScoreIsTheWeightedSum(t *testing.T) {
	p := boardtest.Position(t, board.StartFEN)
	h := new(History)
	m := boardtest.Move(t, &p, "g1f3")
	pc, to := p.PieceOn(m.From()), m.To()
	var c Continuations
	for i := range c {
		c[i] = h.Continuation(false, false, board.Piece(i), board.Square(8*i))
		*c[i].at(pc, to) = int16(1000 + i)
	}
	*h.butterfly.at(p.SideToMove(), p.Threats(), m) = 2000
	*h.pawn.of(&p).at(pc, to) = 3000
	for _, tc := range []struct {
		name    string
		weights Weights
		want    int
	}{
		{"no weight", Weights{}, 0},
		{"butterfly", Weights{Butterfly: 64}, 2000},
		{"pawn", Weights{Pawn: 64}, 3000},
		{"first reply", Weights{Replies: [4]int{64, 0, 0, 0}}, 1000},
		{"second reply", Weights{Replies: [4]int{0, 64, 0, 0}}, 1001},
		{"third reply", Weights{Replies: [4]int{0, 0, 64, 0}}, 1002},
		{"fourth reply", Weights{Replies: [4]int{0, 0, 0, 64}}, 1003},
		{"half of all", Weights{Butterfly: 32, Pawn: 32, Replies: [4]int{32, 32, 32, 32}}, 4503},
	} {
		h.Weights = tc.weights
		if got := quietScore(&p, h, &c, m); got != tc.want {
			t.Errorf("%s: %v scores %d, want %d", tc.name, m, got, tc.want)
		}
	}
}

// TestEscapesFromLesserMen: a quiet move gains where it leaves the reach of men worth less than the
// one that moves, and of no others.
func TestEscapesFromLesserMen(t *testing.T) {
	w := Weights{Escape: [8]int{board.Knight: 1, board.Bishop: 2, board.Rook: 4, board.Queen: 8}}
	for _, tc := range []struct {
		name, fen, move string
		want            int
	}{
		{"knight from pawn", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4c3", 1},
		{"knight from bishop", "4k3/8/8/1b6/8/3N4/8/4K3 w - - 0 1", "d3f4", 0},
		{"bishop from pawn", "4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1", "e4f3", 2},
		{"bishop from knight", "4k3/8/8/8/3n4/8/4B3/4K3 w - - 0 1", "e2f1", 0},
		{"rook from pawn", "7k/8/8/3p4/4R3/8/8/3K4 w - - 0 1", "e4e2", 4},
		{"rook from knight", "4k3/8/8/3n4/1R6/8/8/4K3 w - - 0 1", "b4b2", 4},
		{"rook from bishop", "4k3/8/8/8/1R6/8/3b4/5K2 w - - 0 1", "b4b7", 4},
		{"rook into a bishop's reach", "4k3/8/8/8/1R6/8/3b4/5K2 w - - 0 1", "b4f4", 0},
		{"rook from rook", "1r2k3/8/8/8/1R6/8/8/4K3 w - - 0 1", "b4c4", 0},
		{"queen from rook", "1r2k3/8/8/8/1Q6/8/8/4K3 w - - 0 1", "b4c4", 8},
		{"queen from knight", "4k3/8/8/3n4/1Q6/8/8/4K3 w - - 0 1", "b4b2", 8},
		{"queen from bishop", "4k3/8/8/b7/1Q6/8/8/5K2 w - - 0 1", "b4b7", 8},
		{"queen into a rook's reach", "1r2k3/8/8/8/2Q5/8/8/4K3 w - - 0 1", "c4b4", -8},
		{"queen from queen", "1q2k3/8/8/8/1Q6/8/8/4K3 w - - 0 1", "b4c4", 0},
	} {
		p := boardtest.Position(t, tc.fen)
		h := &History{Weights: w}
		got := quietScore(&p, h, &Continuations{}, boardtest.Move(t, &p, tc.move))
		if got != tc.want {
			t.Errorf("%s: %s scores %d, want %d", tc.name, tc.move, got, tc.want)
		}
	}
}

// TestHangs: a knight, bishop, rook or queen hangs when a man worth less attacks it, a pawn never.
func TestHangs(t *testing.T) {
	for fen, want := range map[string]bool{
		"4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1":                        true,
		"4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1":                        true,
		"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1":                        false,
		"4k3/8/8/1b6/8/3N4/8/4K3 w - - 0 1":                        false,
		"4k3/8/8/1b6/8/3R4/8/4K3 w - - 0 1":                        true,
		"3rk3/8/8/8/8/3R4/8/4K3 w - - 0 1":                         false,
		"3rk3/8/8/8/8/3Q4/8/4K3 w - - 0 1":                         true,
		"3qk3/8/8/8/8/3R4/8/4K3 w - - 0 1":                         false,
		"3rk3/8/8/8/8/3Q4/8/4K3 b - - 0 1":                         false, // only by a queen
		"4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1":                        false, // a pawn
		"4k3/4p3/8/8/3N4/8/8/4K3 w - - 0 1":                        false, // not reached
		"3rk3/3p4/8/8/8/3Q4/8/4K3 w - - 0 1":                       false, // a pawn between
		"r3k3/8/8/8/8/q7/1P6/4K3 b q - 0 1":                        true,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": false,
	} {
		p := boardtest.Position(t, fen)
		if got := Hangs(&p); got != want {
			t.Errorf("%s: %v, want %v", fen, got, want)
		}
	}
}

// TestMeritHasNoBonus: merit is the score without what an escape or a check adds; what entering a
// square costs stays.
func TestMeritHasNoBonus(t *testing.T) {
	w := Weights{Check: 100, Escape: [8]int{board.Knight: 1, board.Queen: 8}}
	for _, tc := range []struct {
		name, fen, move string
		score, merit    int
	}{
		{"an escape", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4c3", 1, 0},
		{"a check", "4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6", 100, 0},
		{"both", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4f6", 101, 0},
		{"entering a rook's reach", "1r2k3/8/8/8/2Q5/8/8/4K3 w - - 0 1", "c4b4", -8, -8},
		{"a capture", "4k3/8/5p2/8/4N3/8/8/4K3 w - - 0 1", "e4f6", 1600, 1600},
	} {
		p := boardtest.Position(t, tc.fen)
		var k Picker
		var c Continuations
		k.All(&p, &History{Weights: w}, &c, boardtest.Move(t, &p, tc.move), board.NoMove)
		if k.Next(); k.Score() != tc.score || k.Merit() != tc.merit {
			t.Errorf("%s: score %d, merit %d, want %d, %d",
				tc.name, k.Score(), k.Merit(), tc.score, tc.merit)
		}
	}
}

// TestNoisyOrder: the greatest victim comes first, a promotion to queen counts as one, and any
// other promotion comes last. Among like victims the capture history decides.
func TestNoisyOrder(t *testing.T) {
	p := boardtest.Position(t, "3q3k/2P5/8/2r1b3/3P4/8/1n6/K3R3 w - - 0 1")
	h := new(History)
	rook, to := board.NewPiece(board.White, board.Rook), boardtest.Move(t, &p, "e1e5").To()
	*h.capture.at(rook, to, board.Bishop) = 1
	want := []string{"c7d8q", "c7c8q", "d4c5", "e1e5", "d4e5", "a1b2", "c7d8r"}
	for i := 1; i < len(want); i++ {
		a := h.noisyScore(&p, boardtest.Move(t, &p, want[i-1]))
		b := h.noisyScore(&p, boardtest.Move(t, &p, want[i]))
		if a <= b {
			t.Errorf("%s has %d, %s has %d", want[i-1], a, want[i], b)
		}
	}
}
