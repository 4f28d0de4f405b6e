package eval

import (
	"fmt"
	"strings"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

func TestExplain(t *testing.T) {
	p := boardtest.Position(t, "4k3/8/8/8/3b4/8/5P2/4K2R b K - 10 40")
	var b strings.Builder
	Explain(&b, &p, nil)
	text := b.String()
	rook, ok := without(&p, board.H1)
	if !ok {
		t.Fatal("the position without the rook is legal, but without says no")
	}
	for _, want := range []string{
		pawns(-Material(&p)),
		pawns(ScaleFifty(-Material(&p), 10)),
		pawns(-Material(&p) + Material(&rook)), // the rook's worth
		"| 8\n", "|   b   |", "10 plies",
		"As scores are shown   " + pawns(WinModelFor(&p).Centipawns(ScaleFifty(-Material(&p), 10))),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if n := strings.Count(text, "+0.00"); n != 0 {
		t.Errorf("%d men are worth nothing in\n%s", n, text)
	}
	const checked = "The side to move is in check"
	for _, not := range []string{"Network", checked} {
		if strings.Contains(text, not) {
			t.Errorf("%q is in\n%s", not, text)
		}
	}
	t.Log("\n" + text)
	p = boardtest.Position(t, "4k2R/8/8/8/3b4/8/5P2/4K3 b - - 10 40")
	b.Reset()
	if Explain(&b, &p, nil); !strings.Contains(b.String(), "\n"+checked) {
		t.Errorf("%q is missing in\n%s", checked, b.String())
	}
}

// TestExplainNetwork compares the lines about a network, and the number below one man, with what
// the network says of the position with and without that man. All of it is from White's side.
func TestExplainNetwork(t *testing.T) {
	net := tinyNetwork(t)
	tests := []struct {
		fen, rest  string // rest: without the man
		rank, file int
		men        string // of that rank, as drawn
		bucket     string
	}{
		{"4k3/8/8/8/3b4/8/5P2/4K2R w - - 0 40", "4k3/8/8/8/3b4/8/5P2/4K3 w - - 0 40", 1, 7,
			"    K  R", "output bucket 1 of 2"},
		{"4k3/8/8/8/3b4/8/5P2/4K2R b - - 0 40", "4k3/8/8/8/3b4/8/5P2/4K3 b - - 0 40", 1, 7,
			"    K  R", "output bucket 1 of 2"},
		{"4k3/8/8/8/3b4/8/5P2/4K2R b - - 0 40", "4k3/8/8/8/8/8/5P2/4K2R b - - 0 40", 4, 3, "   b",
			"output bucket 1 of 2"},
		{"4k3/8/8/8/3b4/8/5P2/4K2R b - - 40 60", "4k3/8/8/8/8/8/5P2/4K2R b - - 0 60", 4, 3, "   b",
			"output bucket 1 of 2"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
			"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1", 8, 3, "rnbqkbnr",
			"output bucket 2 of 2"},
	}
	for _, tc := range tests {
		p, rest := boardtest.Position(t, tc.fen), boardtest.Position(t, tc.rest)
		sign := 1
		if p.SideToMove() == board.Black {
			sign = -1
		}
		with, without := sign*net.Evaluate(&p), sign*net.Evaluate(&rest)
		if with == without || with == 0 {
			t.Fatalf("%s: evaluations %d and %d tell nothing", tc.fen, with, without)
		}
		var b strings.Builder
		Explain(&b, &p, net)
		clock := p.HalfmoveClock()
		final := pawns(ScaleFifty(with, clock))
		for _, want := range []string{
			"\nMaterial and squares  " + pawns(sign*Material(&p)) + "\n",
			"\nNetwork               " + pawns(with) + "  (" + tc.bucket + ")\n",
			fmt.Sprintf("\nEvaluation            %s  (White's side, after %d plies", final, clock),
		} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: %q is missing in\n%s", tc.fen, want, b.String())
			}
		}
		men, numbers := drawnRank(t, b.String(), tc.rank)
		got := strings.TrimRight(strings.Join(men, ""), " ")
		if got != strings.TrimRight(tc.men, " ") {
			t.Errorf("%s: rank %d is drawn as %q, want %q", tc.fen, tc.rank, got, tc.men)
		}
		if got, want := strings.TrimSpace(numbers[tc.file]), pawns(with-without); got != want {
			t.Errorf("%s: the man on file %d of rank %d is worth %q, want %q",
				tc.fen, tc.file+1, tc.rank, got, want)
		}
	}
}

// drawnRank returns the letters and the numbers of a rank in the board that Explain draws, by file.
func drawnRank(t *testing.T, text string, rank int) (men, numbers []string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasSuffix(line, fmt.Sprintf("| %d", rank)) {
			men, numbers = strings.Split(line, "|")[1:9], strings.Split(lines[i+1], "|")[1:9]
		}
	}
	if men == nil {
		t.Fatalf("no rank %d in\n%s", rank, text)
	}
	for i, m := range men {
		men[i] = m[3:4]
	}
	return men, numbers
}
