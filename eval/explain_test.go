package eval

import (
	"strings"
	"testing"

	"sente/board"
)

func TestExplain(t *testing.T) {
	p, err := board.ParseFEN("4k3/8/8/8/3b4/8/5P2/4K2R b K - 10 40")
	if err != nil {
		t.Fatal(err)
	}
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
	if strings.Contains(text, "Network") {
		t.Errorf("a network is named without one:\n%s", text)
	}
	t.Log("\n" + text)
}
