package notnil

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"sente/board"
	"sente/search/reference"
	"sente/search/reference/games"
)

func positions(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("../games/testdata/chess.fen")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var fens []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fen := lines.Text(); !strings.HasPrefix(fen, "#") {
			fens = append(fens, fen)
		}
	}
	if len(fens) < 50 {
		t.Fatalf("only %d positions", len(fens))
	}
	return fens
}

// maxLeaves is the most leaves that the library has to look at in a position's tree.
const maxLeaves = 1000

// Two implementations of the rules must give every position the same value at the same depth. While
// the tree is small this is tested by minimax, which sees every position to that depth and so must
// also count the same nodes. One ply deeper it is tested by alpha-beta.
func TestBothChessGamesAreEqual(t *testing.T) {
	compared := 0
	for _, fen := range append(positions(t),
		"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", // without a rook, no right
		"4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", // nothing to take there
		"4k3/8/8/8/8/8/4P3/R3K2R w KQ -",
	) {
		pos, err := board.ParseFEN(fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		ours := games.NewChess(pos, nil)
		theirs, err := New(fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		for depth := 0; depth <= 6; depth++ {
			want := reference.Minimax(ours, depth)
			small := want.Leaves <= maxLeaves
			got := reference.Minimax[Chess, Move]
			if !small {
				got = reference.AlphaBeta[Chess, Move]
			}
			r := got(theirs, depth)
			if r.Value != want.Value ||
				small && (r.Nodes != want.Nodes || r.Leaves != want.Leaves) {
				t.Errorf("%s depth %d: notnil/chess %+v, our board %+v", fen, depth, r, want)
			}
			compared++
			if !small {
				break
			}
		}
	}
	if compared < 300 {
		t.Errorf("only %d searches compared", compared)
	}
	t.Logf("%d searches compared", compared)
}

func TestNewRejects(t *testing.T) {
	for _, fen := range []string{
		"", "8/8/8/8/8/8/8/8 w", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
		"8/4p3/8/8/8/8/4P3/8 w - - 0 1", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1",
		"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
	} {
		if _, err := New(fen); err == nil {
			t.Errorf("New(%q): no error", fen)
		}
	}
}
