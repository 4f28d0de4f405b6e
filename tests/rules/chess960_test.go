package rules

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

// TestChess960Games plays random games. Each side begins with any of the 960 arrays. Every position
// must be the same after it is written as text and read back.
func TestChess960Games(t *testing.T) {
	castles := 0
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.Position(t, drawArrays(t))
		for range 60 {
			var legal board.MoveList
			p.Legal(&legal)
			if legal.N == 0 {
				return
			}
			sameFromText(t, &p, p.FEN(), legal.Slice())
			sameFromText(t, &p, p.ShredderFEN(), legal.Slice())
			m := legal.Moves[rapid.IntRange(0, legal.N-1).Draw(t, "move")]
			i := slices.IndexFunc(legal.Slice(), board.Move.IsCastle)
			if i >= 0 && rapid.Bool().Draw(t, "castle") {
				m = legal.Moves[i]
				castles++
			}
			var next board.Position
			p.Make(m, &next)
			if m.IsCastle() {
				checkCastled(t, &p, &next, m)
			}
			p = next
		}
	})
	if !t.Failed() && castles == 0 {
		t.Error("no game castled")
	}
}

// sameFromText parses fen and checks that the result equals p in everything that p reports.
func sameFromText(t *rapid.T, p *board.Position, fen string, legal []board.Move) {
	q := boardtest.Position(t, fen)
	if q.FEN() != p.FEN() || q.ShredderFEN() != p.ShredderFEN() {
		t.Fatalf("%s comes back from %s as %s", p.ShredderFEN(), fen, q.ShredderFEN())
	}
	if q.Key() != p.Key() || q.PawnKey() != p.PawnKey() || q.MinorKey() != p.MinorKey() ||
		q.NonPawnKey(board.White) != p.NonPawnKey(board.White) ||
		q.NonPawnKey(board.Black) != p.NonPawnKey(board.Black) {
		t.Fatalf("%s: the keys that Make kept differ from those of the parsed position", fen)
	}
	if q.Checkers() != p.Checkers() || q.Pinned() != p.Pinned() || q.Castling() != p.Castling() ||
		q.EnPassant() != p.EnPassant() {
		t.Fatalf("%s: checkers, pins, castling rights or en-passant square differ from the "+
			"parsed position's", fen)
	}
	var list board.MoveList
	q.Legal(&list)
	if !slices.Equal(list.Slice(), legal) {
		t.Fatalf("%s: parsed, it has moves %v; played, %v", fen, list.Slice(), legal)
	}
}

// checkCastled checks that king and rook are on the squares where every castling puts them.
func checkCastled(t *rapid.T, p, next *board.Position, m board.Move) {
	us := p.SideToMove()
	king, rook := board.G1, board.F1
	if m.To() < m.From() {
		king, rook = board.C1, board.D1
	}
	if us == board.Black {
		king, rook = king.Flip(), rook.Flip()
	}
	if next.PieceOn(king) != board.NewPiece(us, board.King) ||
		next.PieceOn(rook) != board.NewPiece(us, board.Rook) {
		t.Fatalf("%s after %s is %s", p.FEN(), m.UCI(true), next.FEN())
	}
	if next.Pieces(us, board.Rook).Count() != p.Pieces(us, board.Rook).Count() {
		t.Fatalf("%s after %s: a rook is lost", p.FEN(), m.UCI(true))
	}
}

// drawArrays returns the FEN of a start position. Each side has an array of its own.
func drawArrays(t *rapid.T) string {
	white, whiteRights := drawArray(t, "white")
	black, blackRights := drawArray(t, "black")
	return strings.ToLower(black) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + whiteRights +
		strings.ToLower(blackRights) + " - 0 1"
}

// drawArray returns the men of a back rank and the rooks' files. The bishops stand on both colours,
// and the king stands between the rooks.
func drawArray(t *rapid.T, label string) (men, rights string) {
	rank := []byte("........")
	rank[rapid.IntRange(0, 3).Draw(t, label+" light bishop")*2+1] = 'B'
	rank[rapid.IntRange(0, 3).Draw(t, label+" dark bishop")*2] = 'B'
	for _, man := range "QNN" {
		free := freeFiles(rank)
		rank[rapid.SampledFrom(free).Draw(t, label+" "+string(man))] = byte(man)
	}
	free := freeFiles(rank)
	rank[free[0]], rank[free[1]], rank[free[2]] = 'R', 'K', 'R'
	return string(rank), string([]byte{'A' + byte(free[2]), 'A' + byte(free[0])})
}

func freeFiles(rank []byte) []int {
	var free []int
	for file, man := range rank {
		if man == '.' {
			free = append(free, file)
		}
	}
	return free
}
