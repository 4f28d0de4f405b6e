package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sente/board"
)

// line is one entry of a book made for a test.
type line struct {
	key          uint64
	move, weight uint16
}

func bookOf(lines ...line) []byte {
	var b []byte
	for _, l := range lines {
		b = binary.BigEndian.AppendUint64(b, l.key)
		b = binary.BigEndian.AppendUint16(b, l.move)
		b = binary.BigEndian.AppendUint16(b, l.weight)
		b = binary.BigEndian.AppendUint32(b, 0)
	}
	return b
}

// squares encodes a move by its squares alone.
func squares(s string) uint16 {
	at := func(i int) uint16 { return uint16(s[i]-'a') | uint16(s[i+1]-'1')<<3 }
	return at(0)<<6 | at(2)
}

func open(t *testing.T, file []byte) *Book {
	t.Helper()
	b, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLookup(t *testing.T) {
	const castle = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
	const promote = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
	const chess960 = "6k1/8/8/8/8/8/8/1RK4R w HB - 0 1"
	tests := []struct {
		name, fen string
		raw       uint16
		want      string // UCI, king takes rook
	}{
		{"ordinary", board.StartFEN, squares("e2e4"), "e2e4"},
		{"castling", castle, squares("e1h1"), "e1h1"},
		{"castling long", castle, squares("e1a1"), "e1a1"},
		{"castling as the king's step", castle, squares("e1g1"), ""},
		{"castling in Chess960", chess960, squares("c1b1"), "c1b1"},
		{"promotion to a knight", promote, squares("a7a8") | 1<<12, "a7a8n"},
		{"promotion to a queen", promote, squares("a7a8") | 4<<12, "a7a8q"},
		{"promotion to nothing", promote, squares("a7a8"), ""},
		{"promotion to a king", promote, squares("a7a8") | 5<<12, ""},
		{"no move", board.StartFEN, 0, ""},
		{"illegal", board.StartFEN, squares("e2e5"), ""},
		{"a bit too many", board.StartFEN, squares("e2e4") | 1<<15, ""},
	}
	for _, tc := range tests {
		p := play(t, tc.fen, "")
		key, _ := Key(&p)
		b := open(t, bookOf(line{key - 1, squares("a2a3"), 1}, line{key, tc.raw, 7},
			line{key + 1, squares("a2a4"), 1}))
		found, err := b.Lookup(&p)
		var got []string
		for _, e := range found {
			got = append(got, e.Move.UCI(true))
			if e.Weight != 7 {
				t.Errorf("%s: weight %d, want 7", tc.name, e.Weight)
			}
		}
		if strings.Join(got, " ") != tc.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tc.name, got, err, tc.want)
		}
	}
}

// TestLookupEverywhere finds each of many keys among the others, and none that is not there.
func TestLookupEverywhere(t *testing.T) {
	var lines []line
	var positions []board.Position
	p := board.Start()
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		var list board.MoveList
		p.Legal(&list)
		if list.N == 0 {
			break
		}
		key, _ := Key(&p)
		for _, m := range list.Slice() {
			lines = append(lines, line{key, encodeMove(m), 1})
		}
		positions = append(positions, p)
		p = p.After(list.Moves[random.IntN(list.N)])
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return bytes.Compare(bookOf(a)[:8], bookOf(b)[:8])
	})
	b := open(t, bookOf(lines...))
	for i := range positions {
		found, err := b.Lookup(&positions[i])
		if want := positions[i].CountLegal(); len(found) != want || err != nil {
			t.Errorf("%s: %d moves, %v, want %d", positions[i].FEN(), len(found), err, want)
		}
	}
	other := play(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "")
	if found, err := b.Lookup(&other); len(found) > 0 || err != nil {
		t.Errorf("a position that is not in the book: %v, %v", found, err)
	}
}

func TestOpenRefuses(t *testing.T) {
	good := bookOf(line{1, 1, 1}, line{2, 1, 1})
	tests := []struct {
		name string
		file []byte
		size int64
		want string
	}{
		{"empty", nil, 0, "empty"},
		{"half an entry", good[:24], 24, "truncated"},
		{"out of order", bookOf(line{2, 1, 1}, line{1, 1, 1}), 32, "entry 2 is out of order"},
		{"text", []byte(strings.Repeat("[Event \"?\"]\n\n1. e4", 16)), 288, "out of order"},
		{"shorter than said", good, 48, "entry 3"},
	}
	for _, tc := range tests {
		_, err := Open(bytes.NewReader(tc.file), tc.size)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.name, err, tc.want)
		}
	}
}

// failing is a file that can't be read any more.
type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestLookupReportsFailure(t *testing.T) {
	p := board.Start()
	_, err := (&Book{r: failing{}, entries: 9}).Lookup(&p)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want that of reading", err)
	}
}

func TestPick(t *testing.T) {
	a, b, never := board.NewMove(1, 2, 0), board.NewMove(2, 3, 0), board.NewMove(3, 4, 0)
	entries := []Entry{{Move: never}, {Move: a, Weight: 1}, {Move: b, Weight: 3}}
	tests := []struct {
		choice     Choice
		wantA      int // of 4000
		wantSpread int
	}{{Weighted, 1000, 150}, {Random, 2000, 150}, {Best, 0, 0}}
	for _, tc := range tests {
		random := rand.New(rand.NewPCG(3, 4))
		count := map[board.Move]int{}
		for range 4000 {
			count[Pick(entries, tc.choice, random)]++
		}
		if d := count[a] - tc.wantA; d > tc.wantSpread || d < -tc.wantSpread ||
			count[a]+count[b] != 4000 {
			t.Errorf("%v: %d times the one and %d times the other of 4000, "+
				"want about %d of the one", tc.choice, count[a], count[b], tc.wantA)
		}
		for _, none := range [][]Entry{nil, {{Move: never}}} {
			if m := Pick(none, tc.choice, random); m != board.NoMove {
				t.Errorf("%v: picked %v where there is nothing to play", tc.choice, m)
			}
		}
	}
	one, two := rand.New(rand.NewPCG(5, 6)), rand.New(rand.NewPCG(5, 6))
	for range 100 {
		if Pick(entries, Weighted, one) != Pick(entries, Weighted, two) {
			t.Fatal("the same seed chose differently")
		}
	}
}

func TestParseChoice(t *testing.T) {
	for i, name := range Choices() {
		c, err := ParseChoice(strings.ToUpper(name))
		if c != Choice(i) || err != nil || c.String() != name {
			t.Errorf("%s: %v, %v", name, c, err)
		}
	}
	if _, err := ParseChoice("worst"); err == nil {
		t.Error("worst is accepted")
	}
}

// FuzzBook: whatever a file holds, opening refuses it or lookups give legal moves.
func FuzzBook(f *testing.F) {
	p := board.Start()
	key, _ := Key(&p)
	f.Add(bookOf(line{key, squares("e2e4"), 5}, line{key, squares("d2d4"), 2}), board.StartFEN)
	f.Add(bookOf(line{0, 0, 0}, line{key, 1, 1}, line{^uint64(0), 1, 1}), board.StartFEN)
	f.Fuzz(func(t *testing.T, file []byte, fen string) {
		b, err := Open(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		p, err := board.ParseFEN(fen)
		if err != nil {
			p = board.Start()
		}
		found, err := b.Lookup(&p)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range found {
			if !p.IsLegal(e.Move) {
				t.Fatalf("%v is not legal in %s", e.Move, fen)
			}
		}
		m := Pick(found, Weighted, rand.New(rand.NewPCG(1, 1)))
		if m != board.NoMove && !p.IsLegal(m) {
			t.Fatalf("picked %v in %s", m, fen)
		}
	})
}
