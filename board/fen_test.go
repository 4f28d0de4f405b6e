package board

import (
	"errors"
	"strings"
	"testing"
)

func TestParseFENRejects(t *testing.T) {
	tests := []struct{ name, fen, field string }{
		{"empty", "", "fields"},
		{"three fields", "4k3/8/8/8/8/8/8/4K3 w -", "fields"},
		{"seven fields", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fields"},
		{"no kings", "8/8/8/8/8/8/8/8 w - - 0 1", "placement"},
		{"two white kings", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "placement"},
		{"no black king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"seven ranks", "4k3/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"nine ranks", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"short rank", "4k2/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"long rank", "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"long rank of men", "4k3/pppppppppp/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"a man behind a full rank", "4k3/8p/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"unknown man", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "placement"},
		{"digit zero", "4k30/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"pawn on the first rank", "4k3/8/8/8/8/8/8/3PK3 w - - 0 1", "placement"},
		{"pawn on the last rank", "3pk3/8/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"nine pawns", "4k3/8/8/8/8/7P/PPPPPPPP/4K3 w - - 0 1", "placement"},
		{"seventeen men", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "placement"},
		{"more promotions than missing pawns",
			"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "placement"},
		{"three checkers", "4k3/8/5N2/8/B7/8/8/4RK2 b - - 0 1", "placement"},
		{"two knights check", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "placement"},
		{"a third rook beside eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w - - 0 1", "placement"},
		{"a third bishop beside eight pawns",
			"bbb1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"a third knight beside eight pawns",
			"nnn1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", "placement"},
		{"two pawns check", "8/8/8/4k3/3P1P2/8/8/4K3 b - - 0 1", "placement"},
		{"a pawn and a knight check", "8/8/8/4k3/3P4/5N2/8/4K3 b - - 0 1", "placement"},
		{"side", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side"},
		{"other side in check", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "side"},
		{"kings side by side", "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "side"},
		{"two rooks to castle with", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castling"},
		{"two rooks to castle with, one by K", "4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", "castling"},
		{"castling letter", "4k3/8/8/8/8/8/8/R3K2R w KX - 0 1", "castling"},
		{"en passant word", "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"},
		{"en passant cut short", "4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en passant"},
		{"en passant rank", "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "en passant"},
		{"negative clock", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"},
		{"clock word", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock"},
		{"huge clock", "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "halfmove clock"},
		{"a clock above the largest", "4k3/8/8/8/8/8/8/4K3 w - - 10000 1", "halfmove clock"},
		{"move number word", "4k3/8/8/8/8/8/8/4K3 w - - 0 one", "fullmove number"},
		{"a move number above the largest", "4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "fullmove number"},
	}
	for _, tc := range tests {
		_, err := ParseFEN(tc.fen)
		if fe, ok := errors.AsType[*FENError](err); !ok || fe.Field != tc.field {
			t.Errorf("%s: ParseFEN(%q) = %v, want an error about %s",
				tc.name, tc.fen, err, tc.field)
		}
	}
}

func TestParseFENTidies(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"as it is", StartFEN, StartFEN},
		{"four fields", "4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"five fields", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
		{"spaces", "  4k3/8/8/8/8/8/8/4K3\tw  -  -  3  9 ", "4k3/8/8/8/8/8/8/4K3 w - - 3 9"},
		{"move number zero", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"rights without rooks", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
			"4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"rights without the king at home",
			"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"},
		{"nobody can capture", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"a capture exposes the king",
			"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
		{"a square that our own pawn passed over",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"the same of Black", "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",
			"4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"},
		{"no pawn has moved there",
			"4k3/8/8/8/2p5/8/8/4K3 b - d3 0 1", "4k3/8/8/8/2p5/8/8/4K3 b - - 0 1"},
		{"the pawn would have passed over a man",
			"4k3/8/8/8/2pP4/3N4/8/4K3 b - d3 0 1", "4k3/8/8/8/2pP4/3N4/8/4K3 b - - 0 1"},
		{"the pawn would have come from under a man",
			"4k3/8/8/8/2pP4/8/3N4/4K3 b - d3 0 1", "4k3/8/8/8/2pP4/8/3N4/4K3 b - - 0 1"},
		{"a capture is legal", "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
			"4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1"},
		{"Shredder letters that need none",
			"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"an inner rook needs its letter",
			"1r2kr1r/8/8/8/8/8/8/1R2KR1R w FBfb - 0 1", "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1"},
		{"X-FEN means the outermost rook",
			"4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1"},
	}
	for _, tc := range tests {
		p, err := ParseFEN(tc.fen)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := p.FEN(); got != tc.want {
			t.Errorf("%s: ParseFEN(%q).FEN() = %q, want %q", tc.name, tc.fen, got, tc.want)
		}
	}
}

// TestFENErrorsQuoteLetters: an error shows a letter of several bytes as it stands in the FEN.
func TestFENErrorsQuoteLetters(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4é3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w é - 0 1",
	} {
		if _, err := ParseFEN(fen); err == nil ||
			!strings.HasSuffix(err.Error(), " is called 'é'") {
			t.Errorf("ParseFEN(%q): %v", fen, err)
		}
	}
}

// TestLargestCounters: a move from a FEN with the largest counters leads to a FEN that can be read.
func TestLargestCounters(t *testing.T) {
	p, err := ParseFEN("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999")
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseMove("e8d8")
	if err != nil {
		t.Fatal(err)
	}
	next := p.After(m)
	const want = "3k4/8/8/8/8/8/8/4K3 w - - 9999 9999"
	if _, err := ParseFEN(next.FEN()); err != nil || next.FEN() != want {
		t.Errorf("%s, %v, want %s", next.FEN(), err, want)
	}
}

// menOf returns the men of p by square.
func menOf(p *Position) (men [64]Piece) {
	for s := range men {
		men[s] = p.PieceOn(Square(s))
	}
	return men
}

// TestFromMen: FromMen is ParseFEN without rights, in its positions and in its errors.
func TestFromMen(t *testing.T) {
	for _, tc := range []struct {
		from string
		move int
		want string
	}{
		{kiwipete, 7, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 7"},
		{"4k3/8/8/8/2pP4/8/8/4K3 b - d3 5 9", 9, "4k3/8/8/8/2pP4/8/8/4K3 b - - 0 9"},
		{"4k3/8/8/8/8/8/8/4K2r w - - 0 1", 0, "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 70_000, "4k3/8/8/8/8/8/8/4K3 w - - 0 9999"},
	} {
		from := mustParse(t, tc.from)
		men := menOf(&from)
		got, err := FromMen(&men, from.side, tc.move)
		if want := mustParse(t, tc.want); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", tc.from, got.FEN(), err, tc.want)
		}
	}
	legal := mustParse(t, "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1")
	noKing := menOf(&legal)
	noKing[G1] = NoPiece
	checked := menOf(&legal)
	for _, tc := range []struct {
		men  *[64]Piece
		side Color
		fen  string
	}{
		{&noKing, Black, "4k3/8/8/8/8/8/8/4R3 b - - 0 1"},
		{&checked, White, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"},
	} {
		_, want := ParseFEN(tc.fen)
		if _, err := FromMen(tc.men, tc.side, 1); err == nil || err.Error() != want.Error() {
			t.Errorf("%s: %v, want %v", tc.fen, err, want)
		}
	}
}

func TestXFENNamesTheOutermostRook(t *testing.T) {
	for _, tc := range []struct {
		fen             string
		kingside, queen Square
	}{
		{"4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", H1, A1},
		{"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", G1, B1},
		{"4k3/8/8/8/8/8/8/RR2K1RR w GQ - 0 1", G1, A1},
	} {
		p := mustParse(t, tc.fen)
		k, q := p.CastlingRook(White, true), p.CastlingRook(White, false)
		if k != tc.kingside || q != tc.queen {
			t.Errorf("%s: castles with %v and %v, want %v and %v",
				tc.fen, k, q, tc.kingside, tc.queen)
		}
	}
}

// TestKeyCountsOnlyWhatMatters: two positions share a key if the repetition rule takes them as the
// same. An en-passant square counts only if a capture is legal.
func TestKeyCountsOnlyWhatMatters(t *testing.T) {
	key := func(fen string) uint64 { p := mustParse(t, fen); return p.Key() }
	same := [][2]string{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 42 99"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	}
	for _, fens := range same {
		if key(fens[0]) != key(fens[1]) {
			t.Errorf("keys of %s and %s differ", fens[0], fens[1])
		}
	}
	different := []string{
		"r3k2r/8/8/8/2pP4/8/8/R3K2R b KQkq - 0 1",
		"r3k2r/8/8/8/2pP4/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/8/8/8/2pP4/8/8/R3K2R b KQkq d3 0 1",
		"r3k2r/8/8/8/2pP4/8/8/R3K2R b KQk - 0 1",
		"r3k2r/8/8/8/2pP4/8/8/R3K2R b Qkq - 0 1",
		"r3k2r/8/8/8/2pN4/8/8/R3K2R b KQkq - 0 1",
		"r3k2r/8/8/8/3P4/8/8/R3K2R b KQkq - 0 1",
		"4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1",
		"4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1",
		"4k3/8/8/8/8/8/8/RR2K1RR w GQ - 0 1",
		"4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1",
	}
	seen := map[uint64]string{}
	for _, fen := range different {
		if other, ok := seen[key(fen)]; ok {
			t.Errorf("%s and %s share a key", fen, other)
		}
		seen[key(fen)] = fen
	}
}

func FuzzParseFEN(f *testing.F) {
	for _, fen := range starts {
		f.Add(fen)
	}
	f.Add("4k3/8/8/8/2pP4/8/8/4K3 b - d3")
	f.Add("4k3/8/5N2/8/1B6/8/8/4RK2 b - e 0 1")
	f.Add("1r2kr1r/8/8/8/8/8/8/1R2KR1R w FBfb - 99 9999")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseFEN(s) // whatever s holds, no panic
		if err != nil {
			if _, ok := errors.AsType[*FENError](err); !ok {
				t.Fatalf("%q: error of type %T", s, err)
			}
			return
		}
		for _, text := range []string{p.FEN(), p.ShredderFEN()} {
			q, err := ParseFEN(text)
			if err != nil || q != p && q.FEN() != p.FEN() || q.keys != p.keys {
				t.Fatalf("%q is lost in a round trip over %q: %v", s, text, err)
			}
		}
		var list MoveList
		p.Legal(&list)
		if n := p.CountLegal(); n != list.N {
			t.Fatalf("%q: Legal lists %d moves, CountLegal says %d", s, list.N, n)
		}
		for _, m := range list.Slice() {
			next := p.After(m)
			if next.keys != next.keysFromScratch() {
				t.Fatalf("%q: wrong keys after %v", s, m)
			}
			if next.attacked(next.side, next.King(p.side), next.Occupied()) {
				t.Fatalf("%q: %v leaves the king in check", s, m)
			}
		}
	})
}
