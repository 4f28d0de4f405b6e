package eval

import (
	"fmt"
	"io"
	"strings"

	"sente/board"
	"sente/eval/nnue"
)

// Explain writes how p is evaluated: what each man is worth where it stands, the evaluation by
// material and squares and, if net is not nil, the network's, then what WinModel makes of it. All
// numbers are pawns from White's side.
func Explain(w io.Writer, p *board.Position, net *nnue.Network) {
	evaluate := Material
	if net != nil {
		evaluate = func(p *board.Position) int { return clampEval(net.Evaluate(p)) }
	}
	fromWhite := func(p *board.Position) int {
		if p.SideToMove() == board.Black {
			return -evaluate(p)
		}
		return evaluate(p)
	}
	var b strings.Builder
	total := fromWhite(p)
	b.WriteString("What the evaluation loses without each man:\n\n")
	writeMen(&b, p, func(rest *board.Position) int { return total - fromWhite(rest) })
	material := Material(p)
	if p.SideToMove() == board.Black {
		material = -material
	}
	fmt.Fprintf(&b, "\nMaterial and squares  %s\n", pawns(material))
	if net != nil {
		bucket, of := net.Bucket(p)
		fmt.Fprintf(&b, "Network               %s  (output bucket %d of %d)\n",
			pawns(total), bucket+1, of)
	}
	clock := p.HalfmoveClock()
	final := ScaleFifty(total, clock)
	fmt.Fprintf(&b, "Evaluation            %s  (White's side, "+
		"after %d plies of the fifty-move rule)\n", pawns(final), clock)
	model := WinModelFor(p)
	win, draw, loss := model.WDL(final)
	fmt.Fprintf(&b, "As scores are shown   %s  (1.00 is an even chance to win; "+
		"White wins %d, draws %d, loses %d of 1000)\n",
		pawns(model.Centipawns(final)), win, draw, loss)
	if p.InCheck() {
		b.WriteString("The side to move is in check: " +
			"the search looks further instead of using this number.\n")
	}
	_, _ = io.WriteString(w, b.String())
}

// writeMen draws the board with a number below each man: worth of the position without it. A king
// has no number. Neither has a man without which the position is not legal.
func writeMen(b *strings.Builder, p *board.Position, worth func(rest *board.Position) int) {
	line := strings.Repeat("+-------", 8) + "+\n"
	for rank := 7; rank >= 0; rank-- {
		b.WriteString(line)
		var men, numbers strings.Builder
		for file := range 8 {
			s := board.NewSquare(file, rank)
			letter, number := " ", ""
			if pc := p.PieceOn(s); pc != board.NoPiece {
				letter = pc.String()
				if rest, ok := without(p, s); ok {
					number = pawns(worth(&rest))
				}
			}
			fmt.Fprintf(&men, "|   %s   ", letter)
			fmt.Fprintf(&numbers, "|%6s ", number)
		}
		fmt.Fprintf(b, "%s| %d\n%s|\n", men.String(), rank+1, numbers.String())
	}
	b.WriteString(line)
	b.WriteString("    a       b       c       d       e       f       g       h\n")
}

// without returns p without the man on s, and false if that is not a legal position.
func without(p *board.Position, s board.Square) (board.Position, bool) {
	var men [64]board.Piece
	for at := range men {
		men[at] = p.PieceOn(board.Square(at))
	}
	men[s] = board.NoPiece
	rest, err := board.FromMen(&men, p.SideToMove(), 1) // the move number doesn't matter
	return rest, err == nil
}

// pawns writes centipawns as pawns with a sign.
func pawns(cp int) string {
	sign := '+'
	if cp < 0 {
		sign, cp = '-', -cp
	}
	return fmt.Sprintf("%c%d.%02d", sign, cp/100, cp%100)
}
