package datagen

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

func TestPackLayout(t *testing.T) {
	// White: Ka1, Pb2; Black: Kh8. Black to move, ply 2*(40-1)+1 = 79, White's score -258 = 0xfefe.
	p := boardtest.Position(t, "7k/8/8/8/8/8/1P6/K7 b - - 0 40")
	k := Pack(&p, -258, BlackWins)
	want := "0102000000000080" + // a1, b2, h8
		"0a0b000000000000" + "0000000000000000" + // K = 10, P = 0; k = 11
		"fefe" + "00" + "01" + "4f00" + "0000"
	if got := hex.EncodeToString(k[:]); got != want {
		t.Errorf("packed as\n%s, want\n%s", got, want)
	}
	start := board.Start()
	k = Pack(&start, 300, WhiteWins)
	if k.Score() != 300 || k.Result() != WhiteWins ||
		k.SideToMove() != board.White || k.Ply() != 0 ||
		k.Occupied() != start.Occupied() || k.Piece(0) != board.NewPiece(board.White, board.Rook) ||
		k.Piece(31) != board.NewPiece(board.Black, board.Rook) {
		t.Errorf("the start position is packed as %x", k)
	}
}

func TestPackRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		score := rapid.IntRange(-40000, 40000).Draw(t, "score")
		result := Result(rapid.IntRange(0, 2).Draw(t, "result"))
		g := randomGame(r, 0, 120)
		err := g.Replay(func(_ int, p *board.Position, _ board.Move, _ int) {
			k := Pack(p, score, result)
			q, err := k.Position()
			if err != nil {
				t.Fatalf("%s: %v", p.FEN(), err)
			}
			placement, _, _ := strings.Cut(p.FEN(), " ")
			got, _, _ := strings.Cut(q.FEN(), " ")
			if got != placement || q.SideToMove() != p.SideToMove() || q.Ply() != p.Ply() {
				t.Fatalf("%s came back as %s", p.FEN(), q.FEN())
			}
			if k.inCheck() != p.InCheck() {
				t.Fatalf("%s: in check %v", p.FEN(), k.inCheck())
			}
			if k.Score() != max(-32768, min(32767, score)) || k.Result() != result {
				t.Fatalf("score %d, result %v", k.Score(), k.Result())
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestPackedLargestPly: a position can be unpacked whatever its ply is.
func TestPackedLargestPly(t *testing.T) {
	p := board.Start()
	k := Pack(&p, 0, Draw)
	k[28], k[29] = 0xff, 0xff
	if _, err := k.Position(); err != nil {
		t.Error(err)
	}
}

func TestPackedCheck(t *testing.T) {
	p := board.Start()
	good := Pack(&p, 0, Draw)
	for name, spoil := range map[string]func(*Packed){
		"empty":      func(k *Packed) { clear(k[:8]) },
		"33 pieces":  func(k *Packed) { k[3] = 1 },
		"no piece":   func(k *Packed) { k[8] = 0xcc },
		"two kings":  func(k *Packed) { k[8] = 0xaa },
		"no king":    func(k *Packed) { k[10] = 0 },
		"bad result": func(k *Packed) { k[26] = 3 },
		"bad side":   func(k *Packed) { k[27] = 2 },
	} {
		bad := good
		spoil(&bad)
		if err := bad.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := bad.Position(); err == nil {
			t.Errorf("%s: a position", name)
		}
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}

func TestPackedFile(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var want []Packed
	g := randomGame(r, 0, 60)
	g.Replay(func(_ int, p *board.Position, _ board.Move, _ int) {
		want = append(want, Pack(p, r.IntN(100), Draw))
	})
	path := filepath.Join(t.TempDir(), "a.packed")
	if err := WritePackedFile(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadPackedFile(path)
	if err != nil || len(got) != len(want) || got[17] != want[17] {
		t.Fatalf("%d positions, %v; want %d", len(got), err, len(want))
	}
	whole, _ := os.ReadFile(path)
	os.WriteFile(path, whole[:len(whole)-5], 0o644)
	got, err = ReadPackedFile(path)
	if bad, ok := errors.AsType[*FormatError](err); !ok || !bad.Truncated ||
		bad.Offset != int64(len(want)-1)*PackedSize || len(got) != len(want)-1 {
		t.Errorf("a cut file: %d positions, %v", len(got), err)
	}
	whole[2*PackedSize+26] = 9
	os.WriteFile(path, whole, 0o644)
	if _, err = ReadPackedFile(path); err == nil ||
		!strings.Contains(err.Error(), "offset 64: result 9") {
		t.Errorf("a bad position: %v", err)
	}
}

func BenchmarkPack(b *testing.B) {
	p := boardtest.Position(b,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	b.ReportAllocs()
	for b.Loop() {
		Pack(&p, 30, Draw)
	}
}

func BenchmarkUnpack(b *testing.B) {
	p := board.Start()
	k := Pack(&p, 17, Draw)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := k.Position(); err != nil {
			b.Fatal(err)
		}
	}
}
