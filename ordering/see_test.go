package ordering

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

var seeFile = flag.String("see-file", "",
	"check every line `FEN; move in SAN; centipawns` of this file too")

func TestSEE(t *testing.T) {
	tests := []struct {
		fen, move string
		want      int // centipawns
	}{
		{"6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - -", "Rfxf4", -100},
		{"5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - -", "Bxf4", 0},
		{"4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - -", "hxg4", 0},
		{"4R3/2r3p1/5bk1/1p1r1p1p/p2PR1P1/P1BK1P2/1P6/8 b - -", "hxg4", 0},
		{"4r1k1/5pp1/nbp4p/1p2p2q/1P2P1b1/1BP2N1P/1B2QPPK/3R4 b - -", "Bxf3", 0},
		{"2r1r1k1/pp1bppbp/3p1np1/q3P3/2P2P2/1P2B3/P1N1B1PP/2RQ1RK1 b - -", "dxe5", 100},
		{"7r/5qpk/p1Qp1b1p/3r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "Re8", 0},
		{"6rr/6pk/p1Qp1b1p/2n5/1B3p2/5p2/P1P2P2/4RK1R w - -", "Re8", -500},
		{"7r/5qpk/2Qp1b1p/1N1r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "Re8", -500},
		{"6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f8=Q", 200},
		{"6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f8=N", 200},
		{"7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f8=Q", 800},
		{"6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - -", "Bxe5", 0},
		{"3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R1B2B/PQ3P1P/3R2K1 w - h6", "gxh6", 100},
		// The pawn that is taken en passant leaves the rook's file.
		{"4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6", "exd6", 100},
		{"2r5/1P4pk/p2p1b1p/5b1n/BB3p2/2R2p2/P1P2P2/4RK2 w - -", "Rxc8", 500},
		{"8/pp6/2pkp3/4bp2/2R3b1/2P5/PP4B1/1K6 w - -", "Bxc6", -200},
		{"4q3/1p1pr1kb/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "Bxe4", 100},
		{"1k1r4/1ppn3p/p4b2/4n3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "Nxe5", 100},
		{"rnb2b1r/ppp2kpp/5n2/4P3/q2P3B/5R2/PPP2PPP/RN1QKB2 w Q -", "Bxf6", 100},
		{"r1bqkb1r/2pp1ppp/p1n5/1p2p3/3Pn3/1B3N2/PPP2PPP/RNBQ1RK1 b kq -", "Nxd4", 0},
		{"r1bq1r2/pp1ppkbp/4N1pB/n3P3/8/2N5/PPP2PPP/R2QK2R w KQ -", "Nxg7", 300},
		{"rn2k2r/1bq2ppp/p2bpn2/1p1p4/3N4/1BN1P3/PPP2PPP/R1BQR1K1 b kq -", "Bxh2", 100},
		{"rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/P1N5/1PQ1PPPP/R1B1KBNR b KQ -", "Bxc3", 0},
		{"r4rk1/1q1nppbp/b2p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - -", "Nxd5", -200},
		{"1r3r2/5p2/4p2p/4n1P1/kPPN1nP1/5P2/8/2KR1B1R b - -", "Rxb4", 100},
		{"5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1 b - -", "Bxc2", -100},
		{"1r5k/p4pp1/2p1p2p/qpQP3P/2P2P2/1P1R4/P4rP1/1K1R4 b - -", "Qxa2", 100},
		{"rnbqrbn1/pp3ppp/3p4/2p2k2/4p3/3B1K2/PPP2PPP/RNB1Q1NR w - -", "Bxe4", 100},
		{"r1b1k2r/p4npp/1pp2p1b/7n/1N2N3/3P1PB1/PPP1P1PP/R2QKB1R w KQkq -", "Nd6", 0},
		{"2r1k2r/pb4pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w k -", "Bc6", 0},
		{"5k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ -", "d8=Q", 800},
		{"5k2/p2P2pp/1b6/1p6/1Nn1P1n1/8/PPP4P/R2QK1NR w KQ -", "d8=Q", 200},
		{"4kbnr/p1P1pppp/b7/4q3/7n/8/PPQPPPPP/RNB1KBNR w KQk -", "c8=Q", 200},
		{"4kbnr/p1P4p/b1q5/5pP1/4n2Q/8/PP1PPP1P/RNB1KBNR w KQk f6", "gxf6", 0},
		{"rnbqk2r/pp3ppp/2p1pn2/3p4/3P4/N1P1BN2/PPB1PPPb/R2Q1RK1 w kq -", "Kxh2", 300},
		{"3N4/2P5/2n5/1k6/8/8/8/4K3 b - -", "Nxd8", -800},
		{"3n3r/2P5/8/1k6/8/8/3Q4/4K3 w - -", "cxd8=Q", 700},
		{"8/8/1k6/8/8/2N1N3/2p1p1K1/3n4 w - -", "Ncxd1", -800},
		{"r1bqk1nr/pppp1ppp/2n5/1B2p3/1b2P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", "O-O", 0},
		// Taking with the pawn that promotes beats taking with the bishop.
		{"8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - -", "Nxd1", -800},
		// The king may not take what is protected, and takes what is not.
		{"4k3/8/8/8/8/3n4/4r3/4K3 w - -", "Kxe2", 500},
		{"4k3/8/3p4/4p3/3K4/8/8/4R3 w - -", "Rxe5+", -300},
		{"4k3/8/8/4p3/3K4/8/8/4R3 w - -", "Rxe5+", 100},
	}
	for _, tc := range tests {
		checkSEE(t, tc.fen, tc.move, tc.want)
	}
}

// judgedOtherwise are exchanges in which a pawn can take and promote. In public suites it takes
// last, because it then risks a queen. Here it takes first, like all pawns. That is the better
// choice.
var judgedOtherwise = map[string]bool{"8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - -": true}

func TestSEEFile(t *testing.T) {
	if *seeFile == "" {
		t.Skip("no -see-file")
	}
	f, err := os.Open(*seeFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), ";")
		if len(parts) < 3 {
			continue
		}
		want, err := strconv.Atoi(strings.TrimSpace(parts[2]))
		if err != nil {
			t.Fatal(err)
		}
		if judgedOtherwise[strings.TrimSpace(parts[0])] {
			continue
		}
		checkSEE(t, strings.TrimSpace(parts[0]), strings.TrimSpace(parts[1]), want)
		n++
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%d exchanges, %v", n, err)
	}
	t.Logf("%d exchanges", n)
}

// checkSEE checks that the exchanges after the move (SAN) are worth exactly want centipawns.
func checkSEE(t *testing.T, fen, san string, want int) {
	t.Helper()
	p := boardtest.Position(t, fen)
	m, err := p.ParseSAN(san)
	if err != nil {
		t.Fatal(err)
	}
	if !SEEAtLeast(&p, m, want) {
		t.Errorf("%s: SEEAtLeast(%s, %d) = false", fen, san, want)
	}
	if SEEAtLeast(&p, m, want+1) {
		t.Errorf("%s: SEEAtLeast(%s, %d) = true", fen, san, want+1)
	}
}

// slowSEE is the exchange value of m by full recursion. It plays out every capture on the square
// with the least valuable man, and taking is optional. It does not look at checks and pins, but a
// king takes only what nobody protects.
func slowSEE(p *board.Position, m board.Move) int {
	if m.IsCastle() {
		return 0
	}
	men := [64]board.Piece{}
	for s := range board.NoSquare {
		men[s] = p.PieceOn(s)
	}
	gain := seeValues[p.Captured(m).Kind()]
	men[m.To()] = men[m.From()]
	men[m.From()] = board.NoPiece
	if m.IsEnPassant() {
		men[board.NewSquare(m.To().File(), m.From().Rank())] = board.NoPiece
	}
	if m.IsPromotion() {
		gain += seeValues[m.Promotion()] - seeValues[board.Pawn]
		men[m.To()] = board.NewPiece(p.SideToMove(), m.Promotion())
	}
	return gain - max(0, slowReply(&men, m.To(), p.SideToMove().Other()))
}

// slowReply returns what side wins by taking on square to.
func slowReply(men *[64]board.Piece, to board.Square, side board.Color) int {
	from := slowAttacker(men, to, side)
	if from == board.NoSquare {
		return 0
	}
	if men[from].Kind() == board.King && slowAttacker(men, to, side.Other()) != board.NoSquare {
		return 0
	}
	next := *men
	gain := seeValues[men[to].Kind()]
	next[to], next[from] = men[from], board.NoPiece
	if men[from].Kind() == board.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		next[to] = board.NewPiece(side, board.Queen)
		gain += seeValues[board.Queen] - seeValues[board.Pawn]
	}
	return gain - max(0, slowReply(&next, to, side.Other()))
}

// slowAttacker returns the square of side's least valuable man that can take on square to. If there
// are several such men, it is the lowest square.
func slowAttacker(men *[64]board.Piece, to board.Square, side board.Color) board.Square {
	var occ board.Bitboard
	for s := range board.NoSquare {
		if men[s] != board.NoPiece {
			occ |= s.Bit()
		}
	}
	for k := board.Pawn; k <= board.King; k++ {
		for s := range board.NoSquare {
			if men[s] != board.NewPiece(side, k) {
				continue
			}
			var reach board.Bitboard
			switch k {
			case board.Pawn:
				reach = board.PawnAttacks(side, s)
			case board.Knight:
				reach = board.KnightAttacks(s)
			case board.Bishop:
				reach = board.BishopAttacks(s, occ)
			case board.Rook:
				reach = board.RookAttacks(s, occ)
			case board.Queen:
				reach = board.QueenAttacks(s, occ)
			case board.King:
				reach = board.KingAttacks(s)
			}
			if reach.Has(to) {
				return s
			}
		}
	}
	return board.NoSquare
}

func TestSEEAgreesWithRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t)
		var l board.MoveList
		p.Legal(&l)
		for _, m := range l.Slice() {
			v := slowSEE(&p, m)
			for _, d := range []int{-1000, -100, -1, 0, 1, 50, 100, 1000} {
				if got := SEEAtLeast(&p, m, v+d); got != (d <= 0) {
					t.Fatalf("%s: SEEAtLeast(%v, %d) = %v, but its value is %d",
						p.FEN(), m, v+d, got, v)
				}
			}
		}
	})
}

func BenchmarkSEE(b *testing.B) {
	p := boardtest.Position(b, boardtest.Kiwipete)
	var l board.MoveList
	p.Legal(&l)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		SEEAtLeast(&p, l.Moves[i], 0)
		if i++; i == l.N {
			i = 0
		}
	}
}
