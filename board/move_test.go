package board

import (
	"errors"
	"strings"
	"testing"
)

func TestParseMove(t *testing.T) {
	const castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const inner = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1" // Chess960: king f1, rooks b1 and g1
	// want is the move in Chess960 notation, "" an error
	tests := []struct{ fen, text, want string }{
		{StartFEN, "e2e4", "e2e4"},
		{StartFEN, "E2E4", "e2e4"},
		{StartFEN, "e2e5", ""},
		{StartFEN, "e7e5", ""},
		{StartFEN, "e2", ""},
		{StartFEN, "", ""},
		{StartFEN, "0000", ""},
		{StartFEN, "e2e4e", ""},
		{StartFEN, "e2e4q", ""},
		{StartFEN, "i2i4", ""},
		{StartFEN, "e2e9", ""},
		{StartFEN, "é2e4", ""},
		{castles, "e1g1", "e1h1"},
		{castles, "e1h1", "e1h1"},
		{castles, "e1c1", "e1a1"},
		{castles, "E1A1", "e1a1"},
		{castles, "e1f1", "e1f1"},
		{castles, "e1g1q", ""},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", ""},
		{inner, "f1g1", "f1g1"}, // the king takes its rook; it cannot step there
		{inner, "f1b1", "f1b1"},
		{inner, "f1c1", ""}, // the step means castling only from the e-file
		{inner, "f1e1", "f1e1"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8q"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8N", "a7a8n"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8", ""},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8k", ""},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c4d3", "c4d3"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - - 0 1", "c4d3", ""},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "e4d3", ""},
	}
	for _, tc := range tests {
		p := mustParse(t, tc.fen)
		m, err := p.ParseMove(tc.text)
		if tc.want == "" {
			if me, ok := errors.AsType[*MoveError](err); !ok || m != NoMove || me.Got != tc.text {
				t.Errorf("%s: ParseMove(%q) = %v, %v, want an error that quotes it",
					tc.fen, tc.text, m, err)
			}
			continue
		}
		if err != nil || m.UCI(true) != tc.want {
			t.Errorf("%s: ParseMove(%q) = %s, %v, want %s",
				tc.fen, tc.text, m.UCI(true), err, tc.want)
		}
	}
}

func TestUCICastling(t *testing.T) {
	p := mustParse(t, "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1")
	for _, tc := range []struct{ san, standard, chess960 string }{
		{"O-O", "f1g1", "f1g1"},
		{"O-O-O", "f1b1", "f1b1"}, // f1c1 would not be understood
	} {
		m, err := p.ParseSAN(tc.san)
		if err != nil || m.UCI(false) != tc.standard || m.UCI(true) != tc.chess960 {
			t.Errorf("%s is %s or, in Chess960, %s (%v); want %s and %s",
				tc.san, m.UCI(false), m.UCI(true), err, tc.standard, tc.chess960)
		}
	}
	if NoMove.UCI(false) != "0000" || NullMove.UCI(true) != "0000" {
		t.Errorf("no move is %s, a null move %s, want 0000", NoMove, NullMove)
	}
}

func TestSAN(t *testing.T) {
	tests := []struct{ fen, uci, want string }{
		{StartFEN, "e2e4", "e4"},
		{StartFEN, "g1f3", "Nf3"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
		{"4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1", "b1d2", "Nbd2"},
		{"4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1", "h1g1", "Rg1"},
		{"R7/7k/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "R1a4"},
		{"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c4d3", "cxd3"},
		{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "axb8=Q+"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"},
		{"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"},
		{"4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3"},
		{"4k3/4r3/8/8/8/2N5/4N3/4K3 w - - 0 1", "c3d5", "Nd5"},
		{"4k3/4r3/8/8/8/8/2N1N3/4K3 w - - 0 1", "c2d4", "Nd4"}, // the other knight is pinned
	}
	for _, tc := range tests {
		p := mustParse(t, tc.fen)
		m, err := p.ParseMove(tc.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.SAN(m); got != tc.want {
			t.Errorf("%s: SAN of %s = %s, want %s", tc.fen, tc.uci, got, tc.want)
		}
	}
}

func TestParseSAN(t *testing.T) {
	tests := []struct{ fen, text, want string }{ // want "" is an error
		{StartFEN, "e4", "e2e4"},
		{StartFEN, "e2-e4", "e2e4"},
		{StartFEN, "Nf3!?", "g1f3"},
		{StartFEN, "Ngf3", "g1f3"},
		{StartFEN, "Ng1f3", "g1f3"},
		{StartFEN, "e5", ""},
		{StartFEN, "Ke2", ""},
		{StartFEN, "", ""},
		{StartFEN, "+", ""},
		{StartFEN, "O-O", ""},
		{StartFEN, "N", ""},
		{StartFEN, "Nqf3", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O+", "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ra8", "a1a8"},
		{"4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1", "Nd2", ""}, // two knights can
		{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8Q+", "a7b8q"},
		{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8", ""},
		{"4k3/4r3/8/8/8/8/2N1N3/4K3 w - - 0 1", "Nd4", "c2d4"},
	}
	for _, tc := range tests {
		p := mustParse(t, tc.fen)
		m, err := p.ParseSAN(tc.text)
		if tc.want == "" {
			if _, ok := errors.AsType[*MoveError](err); !ok || m != NoMove {
				t.Errorf("%s: ParseSAN(%q) = %v, %v, want an error", tc.fen, tc.text, m, err)
			}
			continue
		}
		if err != nil || m.String() != tc.want {
			t.Errorf("%s: ParseSAN(%q) = %v, %v, want %s", tc.fen, tc.text, m, err, tc.want)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	f.Add(kiwipete, "e1g1")
	f.Add(starts[2], "g1h1")
	f.Add("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8Q")
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := p.ParseMove(text)
		if err != nil {
			if me, ok := errors.AsType[*MoveError](err); !ok || m != NoMove || len(me.Got) > 20 {
				t.Fatalf("%q: ParseMove(%q) = %v and error %v", fen, text, m, err)
			}
			return
		}
		if !p.IsLegal(m) {
			t.Fatalf("%q: ParseMove(%q) = %v, which is not legal", fen, text, m)
		}
		if again, err := p.ParseMove(m.UCI(true)); err != nil || again != m {
			t.Fatalf("%q: %q becomes %s becomes %v (%v)", fen, text, m.UCI(true), again, err)
		}
	})
}

func FuzzParseSAN(f *testing.F) {
	f.Add(kiwipete, "O-O-O")
	f.Add(StartFEN, "Ng1-f3!?")
	f.Add("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=Q#")
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		m, err := p.ParseSAN(text)
		if err != nil {
			if me, ok := errors.AsType[*MoveError](err); !ok || m != NoMove || len(me.Got) > 20 {
				t.Fatalf("%q: ParseSAN(%q) = %v and error %v", fen, text, m, err)
			}
			return
		}
		san := p.SAN(m)
		again, err := p.ParseSAN(san)
		if err != nil || again != m || !p.IsLegal(m) || strings.TrimSpace(san) == "" {
			t.Fatalf("%q: %q becomes %s becomes %v (%v)", fen, text, san, again, err)
		}
	})
}

// TestParseSANOfRooksSquare: in SAN, a king's move to its own rook's square is not castling. "e.p."
// may follow the move directly.
func TestParseSANOfRooksSquare(t *testing.T) {
	for _, tc := range []struct{ fen, text, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kh1", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Ka8", ""},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "cxd3e.p.", "c4d3"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "cxd3 e.p.+", "c4d3"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "cxd3+e.p.", "c4d3"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c:d3+ e.p.!", "c4d3"},
	} {
		p := mustParse(t, tc.fen)
		m, err := p.ParseSAN(tc.text)
		if (err != nil) != (tc.want == "") || err == nil && m.String() != tc.want {
			t.Errorf("%s: ParseSAN(%q) = %v, %v, want %q", tc.fen, tc.text, m, err, tc.want)
		}
	}
}

func TestPly(t *testing.T) {
	for fen, want := range map[string]int{
		StartFEN: 0, "4k3/8/8/8/8/8/8/4K3 b - - 0 1": 1, "4k3/8/8/8/8/8/8/4K3 b - - 0 20": 39,
	} {
		if p := mustParse(t, fen); p.Ply() != want {
			t.Errorf("%s: ply %d, want %d", fen, p.Ply(), want)
		}
	}
}

// TestNoMoveInSAN: SAN writes NoMove and NullMove as "--", not as a move of the piece on a1 or b1.
func TestNoMoveInSAN(t *testing.T) {
	p := Start()
	for _, m := range []Move{NoMove, NullMove} {
		if got := p.SAN(m); got != "--" {
			t.Errorf("%s is %q", m, got)
		}
	}
}
