package pgn

import (
	"strings"
	"testing"
)

// TestOddMovetext reads what sites and people write beyond the standard.
func TestOddMovetext(t *testing.T) {
	const toPromote = "[FEN \"4k3/8/8/8/8/8/p7/4K3 b - - 0 1\"]\n\n1... "
	checkMovetext(t, []movetext{
		{"Black promotes", toPromote + "a1=Q+ *", "a2a1q ", "*"},
		{"Black promotes in parentheses", toPromote + "a1(Q) *", "a2a1q ", "*"},
		{"Black promotes in small letters", toPromote + "a1q *", "a2a1q ", "*"},
		{"Black promotes behind a slash", toPromote + "a1/N *", "a2a1n ", "*"},
		{"en passant joined to the move", "1. e4 a6 2. e5 d5 3. exd6ep *",
			"e2e4 a7a6 e4e5 d7d5 e5d6 ", "*"},
		{"blanks that are invisible", "1.\u00a0e4 e5\u00a0 2.\u00a0Nf3\u200b Nc6 *",
			"e2e4 e7e5 g1f3 b8c6 ", "*"},
		{"a no-break space in Latin-1", "1. e4\xa0e5 *", "e2e4 e7e5 ", "*"},
		{"en passant with dots joined to the move", "1. e4 a6 2. e5 d5 3. exd6e.p. *",
			"e2e4 a7a6 e4e5 d7d5 e5d6 ", "*"},
		{"en passant with dots behind check",
			"1. e4 a6 2. e5 d5 3. exd6+e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 ", "*"},
		{"en passant with dots and check", "1. e4 a6 2. e5 d5 3. exd6 e.p.+ *",
			"e2e4 a7a6 e4e5 d7d5 e5d6 ", "*"},
		{"en passant with a mark", "1. e4 a6 2. e5 d5 3. exd6 e.p.!? $14 cxd6 *",
			"e2e4 a7a6 e4e5 d7d5 e5d6 $5 $14 c7d6 ", "*"},
		{"marks that mean nothing", "1. e4 !!! e5?!? 2. d4 *", "e2e4 e7e5 d2d4 ", "*"},
		{"a pass in UCI's words", "1. e4 0000 2. d4 *", "e2e4 0000 d2d4 ", "*"},
		{"half a draw", "1. e4 1/2", "e2e4 ", "1/2-1/2"},
		{"a draw with a fraction", "1. e4 ½-½", "e2e4 ", "1/2-1/2"},
		{"line ends of old Macs", "1. e4 ; good\re5\r*\r", "e2e4 {good} e7e5 ", "*"},
		{"a comment alone in parentheses", "1. e4 ({aside}) e5 *", "e2e4 {aside} e7e5 ", "*"},
		{"a comment above the tags", "{of the file}\n[Event \"a\"]\n\n1. e4 *", "e2e4 ", "*"},
	})
}

// TestKingsMoves: a move that is written as the king's is not read as another man's.
func TestKingsMoves(t *testing.T) {
	const pawn = "[FEN \"8/4P3/8/8/8/k7/8/K7 w - - 0 1\"]\n\n"
	for _, text := range []string{"1. Ke2-e4 *", "1. Ke2e4 *", pawn + "1. Ke7e8q *",
		pawn + "1. Ke7-e8=Q *", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Kh1-f1 *"} {
		if games, broken := readAll(t, text); len(games) > 0 || len(broken) != 1 {
			t.Errorf("%s: %d games, broken %v, want one that is broken", text, len(games), broken)
		}
	}
	checkMovetext(t, []movetext{
		{"castling", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Ke1-g1 Ke8g8 *",
			"e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8 ", "*"},
		{"a step", "1. e4 e5 2. Ke1-e2 Ke8e7 *", "e2e4 e7e5 e1e2 e8e7 ", "*"},
	})
}

// TestVariants: chess is read under all names that sites give it. Other variants are not read.
func TestVariants(t *testing.T) {
	for _, name := range []string{"Standard", "standard", "Normal", "chess", "From Position",
		"Chess960", "chess 960", "Fischerandom", "Fischer Random", "fischerandomchess", "Freestyle",
		"Freestyle Chess"} {
		games, broken := readAll(t, "[Variant \""+name+"\"]\n\n1. e4 *\n")
		if len(games) != 1 || len(broken) > 0 {
			t.Errorf("%s: %d games, broken %v", name, len(games), broken)
		}
	}
	for _, name := range []string{"Atomic", "Antichess", "Three-check", "King of the Hill"} {
		games, broken := readAll(t, "[Variant \""+name+"\"]\n\n1. e4 *\n")
		if len(games) != 0 || len(broken) != 1 {
			t.Errorf("%s: %d games, broken %v", name, len(games), broken)
		}
	}
}

// TestMostOfAGame: a game of more than 16 MiB is broken; games that
// are larger only together are not.
func TestMostOfAGame(t *testing.T) {
	const good = "[Event \"good\"]\n\n1. d4 *\n\n"
	half := "[Event \"a\"]\n\n1. e4 {" + strings.Repeat("12345678 ", maxGame/18) + "} e5 *\n\n"
	games, broken := readAll(t, strings.Repeat(half, 3)+good)
	if len(games) != 4 || len(broken) > 0 {
		t.Errorf("%d games, broken %v, want four", len(games), broken)
	}
	filler := strings.Repeat("1", maxWord-4) + ". "
	games, broken = readAll(t,
		"[Event \"a\"]\n\n1. e4 "+strings.Repeat(filler, maxGame/len(filler)+9)+" e5 *\n\n"+good)
	if len(games) != 1 || len(broken) != 1 || broken[0].Why != "too long" {
		t.Errorf("%d games, broken %v, want one that is too long", len(games), broken)
	}
}
