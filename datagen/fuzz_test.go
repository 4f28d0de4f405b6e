package datagen

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
	"sente/internal/boardtest"
)

// sealed returns the file with correct checksums in its header and blocks.
func sealed(file []byte) []byte {
	file = bytes.Clone(file)
	if len(file) < headerSize {
		return file
	}
	seal := func(b []byte, at int, of []byte) {
		binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(of, castagnoli))
	}
	seal(file, 124, file[:124])
	for b := file[headerSize:]; len(b) >= blockHeaderSize; {
		payload := b[blockHeaderSize:]
		payload = payload[:min(int64(binary.LittleEndian.Uint32(b[4:])), int64(len(payload)))]
		seal(b, 20, payload)
		seal(b, 24, b[:24])
		b = b[blockHeaderSize+len(payload):]
	}
	return file
}

// FuzzReader: no input makes a Reader panic. Half of the inputs get correct checksums.
func FuzzReader(f *testing.F) {
	file, _, ends, _ := blocksFile(f)
	for _, seal := range []bool{false, true} {
		f.Add(file, seal)
		f.Add(file[:ends[1]], seal)
		f.Add(file[:200], seal)
	}
	f.Add([]byte(fileMagic), false)
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal {
			b = sealed(b)
		}
		r, err := NewReader(bytes.NewReader(b), "fuzz")
		if err != nil {
			return
		}
		defer r.Close()
		games, _ := readAll(r)
		for _, g := range games {
			g.Check() // it may return an error, but must not panic
		}
	})
}

func FuzzDecodeGame(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 4 {
		f.Add(appendGame(nil, randomGame(r, uint64(i), 30)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var g Game
		rest, err := decodeGame(b, &g)
		if err != nil {
			return
		}
		if len(rest) > len(b) {
			t.Fatal("more left than there was")
		}
		g.Check() // illegal moves are an error, not a panic
		var h Game
		if _, err := decodeGame(appendGame(nil, &g), &h); err != nil || !same(&g, &h) {
			t.Fatalf("lost in a round trip: %v", err)
		}
	})
}

// FuzzLabelState: whatever the state file of an interrupted run holds, one of two things happens.
// Either there is an error and the output stays as it is, or the counts fit the part of the output
// that is kept.
func FuzzLabelState(f *testing.F) {
	const counts = `"Counts":{"Read":5,"Twice":1,"OutOfRange":1,"Unlabelled":1,"Written":2}}`
	f.Add([]byte(`{"Recipe":"r","Inputs":[{"Path":"a","Bytes":320,"Edges":7}],"MaxScore":9,`+
		counts), uint16(64))
	f.Add([]byte(`{"Recipe":"r","Inputs":[{"Path":"a","Bytes":320,"Edges":7}],"MaxScore":9}`),
		uint16(0))
	f.Add([]byte(`{"Inputs":null,`+counts), uint16(70))
	f.Add([]byte{}, uint16(0))
	f.Fuzz(func(t *testing.T, state []byte, size uint16) {
		l := Labelling{Out: filepath.Join(t.TempDir(), "out"), Recipe: "r", MaxScore: 9}
		partial := l.Out + ".partial"
		err := errors.Join(os.WriteFile(l.Out+".state", state, 0o600),
			os.WriteFile(partial, make([]byte, size), 0o600))
		if err != nil {
			t.Fatal(err)
		}
		want := int64(size)
		file, err := l.openOutput([]labelInput{{"a", 10 * PackedSize, 7}})
		if err == nil {
			file.Close()
			want = l.state.Counts.Written * PackedSize
		}
		now, failed := os.ReadFile(partial)
		if int64(len(now)) != want || want > int64(size) {
			t.Errorf("%d bytes of the output are %d, want %d: %v, %v",
				size, len(now), want, err, failed)
		}
	})
}

// FuzzPacked: a position that passes Check can be used like any other. If the board accepts it, it
// is the same after it is packed again.
func FuzzPacked(f *testing.F) {
	for _, fen := range []string{
		startFEN, "7k/8/8/8/8/8/1P6/K7 b - - 0 40", "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1",
	} {
		p := boardtest.Position(f, fen)
		k := Pack(&p, -258, BlackWins)
		f.Add(k[:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var k Packed
		copy(k[:], b)
		if k.Check() != nil {
			return
		}
		k.inCheck()
		k.noisy()
		k.hash()
		p, err := k.Position()
		if err != nil {
			return // as when pawns are on the last rank
		}
		again := Pack(&p, k.Score(), k.Result())
		same := again.Occupied() == k.Occupied() && again.SideToMove() == k.SideToMove() &&
			again.Score() == k.Score() && again.Result() == k.Result() && k.inCheck() == p.InCheck()
		for i := range k.Occupied().Count() {
			same = same && again.Piece(i) == k.Piece(i)
		}
		if !same {
			t.Errorf("%x is packed again as %x", k, again)
		}
	})
}

// FuzzReadBook: games can begin from every position that ReadBook returns, and a book that is
// written out is read back the same.
func FuzzReadBook(f *testing.F) {
	f.Add([]byte("# a book\n" + startFEN + "\n\n4k3/8/8/8/8/8/P7/4K3 w - - hmvc 0; id \"x\";\n"))
	f.Add([]byte("\xef\xbb\xbfrk5r/8/8/8/8/8/8/RK5R w HAha -\r\n4k3/8/8/8/8/8/P7/4K3 b - - 3 9"))
	f.Add([]byte("rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"))
	f.Fuzz(func(t *testing.T, text []byte) {
		book, err := ReadBook(writeFile(t, "book.epd", string(text)))
		if err != nil {
			return
		}
		for _, fen := range book {
			p, err := board.ParseFEN(fen)
			if err != nil || p.ShredderFEN() != fen || !p.HasLegalMove() ||
				p.InsufficientMaterial() ||
				p.HalfmoveClock() >= board.FiftyMoves {
				t.Errorf("%s, from %q: %v, written again %s", fen, text, err, p.ShredderFEN())
			}
		}
	})
}

// FuzzImportPGN: games that importPGN accepts pass Check, and their scores are valid.
func FuzzImportPGN(f *testing.F) {
	const moves = "1. f3 {-0.80/8 0.1s} e5 {+0.90/9, and more} 2. g4 {-M2/12} Qh4# {+M1/1} 0-1\n"
	f.Add(moves)
	f.Add("[Result \"0-1\"]\n\n" + moves + moves)
	f.Add("[Termination \"adjudication\"]\n\n1. d4 {12.5/30} d5 {book} 2. c4 {+320.00/0} 1-0\n")
	f.Add("[FEN \"4k3/1p6/P7/8/8/8/8/4K2R w - - 99 90\"]\n\n1. Rh8+ {0.00/4} 1/2-1/2\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := &textFile{path: "fuzz", r: bufio.NewReader(strings.NewReader(text)),
			read: func() int64 { return 0 }}
		next := readPGN(file)
		for b, ok := next(); ok; b, ok = next() {
			for _, in := range importPGN(b) {
				if in.bad != nil {
					continue
				}
				if err := in.game.Check(); err != nil {
					t.Error(err)
				}
				for _, score := range in.game.Scores {
					if score != NoScore && max(score, -score) > eval.Mate {
						t.Errorf("score %d", score)
					}
				}
			}
		}
	})
}
