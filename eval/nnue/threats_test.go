package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sente/board"
	"sente/internal/boardtest"
)

// TestThreats compares both ways to find threats with boardtest.Threat, in positions of random
// games.
func TestThreats(t *testing.T) {
	var counts [ThreatKinds]int
	boardtest.Wander(rand.New(rand.NewPCG(1, 3)), 5000, func(p *board.Position) {
		var want []threat
		var a Attacks
		for men := p.Occupied(); men != 0; {
			s := men.Pop()
			a.Add(p.PieceOn(s), s, p.Occupied())
			if kind := boardtest.Threat(p, s); kind >= 0 {
				want = append(want, newThreat(s, p.PieceOn(s), kind))
				counts[kind]++
			}
		}
		for men := p.Occupied(); men != 0; {
			s := men.Pop()
			if got, want := a.Threat(p.PieceOn(s), s), boardtest.Threat(p, s); got != want {
				t.Fatalf("%s: threat %d on %v, want %d", p.FEN(), got, s, want)
			}
		}
		var l threatList
		l.set(p)
		if !slices.Equal(l.all[:l.n], want) {
			t.Fatalf("%s: threats %v, want %v", p.FEN(), l.all[:l.n], want)
		}
	})
	for kind, n := range counts {
		if n < 1000 {
			t.Errorf("only %d threats of kind %d", n, kind)
		}
	}
}

func TestThreatsByHand(t *testing.T) {
	const none = -1
	for _, tc := range []struct {
		fen, square string
		want        int
	}{
		{"4k3/8/8/3p4/4N3/5P2/8/4K3 w - - 0 1", "e4", threatByLesser}, // a pawn attacks a knight
		{"4k3/8/8/3p4/4P3/5P2/8/4K3 w - - 0 1", "e4", none},           // a pawn a pawn, defended
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4", threatUndefended}, // and not
		{"6k1/8/5n2/8/4R3/3P4/8/4K3 w - - 0 1", "e4", threatByLesser}, // a knight a rook
		{"6k1/8/5n2/8/4B3/3P4/8/4K3 w - - 0 1", "e4", none},           // a bishop
		{"4r1k1/8/8/8/4Q3/3P4/8/4K3 w - - 0 1", "e4", threatByLesser}, // a rook a queen
		{"4q1k1/8/8/8/4R3/3P4/8/4K3 w - - 0 1", "e4", none},           // a queen a rook
		{"4q1k1/8/8/8/4R3/8/8/6K1 w - - 0 1", "e4", threatUndefended}, // and nobody defends it
		{"4k3/8/8/8/3p4/4K3/8/8 w - - 0 1", "e3", none},               // kings are not under threat
		{"4k3/8/8/8/8/4K3/3p4/8 w - - 0 1", "d2", threatUndefended},   // but they threaten
		{"4k3/8/2b5/3n4/8/8/8/3QK3 w - - 0 1", "d5", none},            // defended by a bishop
		{"4k3/8/8/3n4/8/3P4/8/3QK3 w - - 0 1", "d5", none},            // the way is closed
	} {
		p := boardtest.Position(t, tc.fen)
		s := square(tc.square)
		got := none
		var l threatList
		l.set(&p)
		for _, x := range l.all[:l.n] {
			if board.Square(x>>threatSquare) == s {
				got = int(x & (1<<threatPiece - 1))
			}
		}
		if got != tc.want {
			t.Errorf("%s, %s: threat %d, want %d", tc.fen, tc.square, got, tc.want)
		}
	}
}

// TestEvaluateThreatsByHand pins which input a threat switches on, for the side to move and for the
// other side. Each network has only one input with a weight that is not zero.
func TestEvaluateThreatsByHand(t *testing.T) {
	const h, buckets = 64, 2
	const first = buckets * 768 // input of the threats
	const lesser, undefended = first, first + 768
	const enemy, knight = 384, 64
	const own, other = 400, -800
	const (
		knightE1 = "4k3/8/8/3p4/4N3/8/8/4K3 " // a pawn attacks a knight on e4
		knightD1 = "4k3/8/8/3p4/4N3/8/8/3K4 "
		knightD8 = "3k4/8/8/3p4/4N3/8/8/4K3 "
		pawnE1   = "4k3/1b6/8/8/4P3/8/8/4K3 " // a bishop a pawn on e4 that nobody defends
		pawnD1   = "4k3/1b6/8/8/4P3/8/8/3K4 "
		pawnD8   = "3k4/1b6/8/8/4P3/8/8/4K3 "
		rookE1   = "4k3/8/2r5/8/3N4/8/8/4K3 " // a knight a rook on c6
		rookD1   = "4k3/8/2r5/8/3N4/8/8/3K4 "
	)
	for _, tc := range []struct {
		name  string
		input int
		fen   string
		side  string
		want  int
	}{
		{"own knight, king on e1: d4", lesser + knight + 27, knightE1, "w", own},
		{"own knight, king on d1: e4", lesser + knight + 28, knightD1, "w", own},
		{"own knight, king on d1, but d4", lesser + knight + 27, knightD1, "w", 0},
		{"own knight, king on e1, but e4", lesser + knight + 28, knightE1, "w", 0},
		{"Black to move, king on e1", lesser + knight + 27, knightE1, "b", other},
		{"Black to move, king on d1", lesser + knight + 28, knightD1, "b", other},
		{"enemy knight, king on e8: d5", lesser + enemy + knight + 35, knightE1, "b", own},
		{"enemy knight, king on d8: e5", lesser + enemy + knight + 36, knightD8, "b", own},
		{"White to move, king on e8", lesser + enemy + knight + 35, knightE1, "w", other},
		{"a knight that is not just undefended", undefended + knight + 27, knightE1, "w", 0},
		{"own pawn, king on e1: d4", undefended + 27, pawnE1, "w", own},
		{"own pawn, king on d1: e4", undefended + 28, pawnD1, "w", own},
		{"a pawn that no lesser man attacks", lesser + 27, pawnE1, "w", 0},
		{"enemy pawn, king on e8: d5", undefended + enemy + 35, pawnE1, "b", own},
		{"enemy pawn, king on d8: e5", undefended + enemy + 36, pawnD8, "b", own},
		{"enemy rook, king on e1: f6", lesser + enemy + 3*64 + 45, rookE1, "w", own},
		{"enemy rook, king on d1: c6", lesser + enemy + 3*64 + 42, rookD1, "w", own},
		{"Black's own rook, king on e8: f3", lesser + 3*64 + 21, rookE1, "b", own},
	} {
		raw := emptyThreatRaw(h, buckets, 1)
		raw.KingMap[3] = 1 // of kings on d1 and e1: threats know no king buckets
		raw.FTWeights[tc.input*h] = 255
		readsSides(&raw)
		checkEvaluation(t, tc.name, raw, tc.fen+tc.side+" - - 0 1", tc.want)
	}
}

// TestThreatFileFormat pins the documented offsets of version 3.
func TestThreatFileFormat(t *testing.T) {
	const h = 64
	raw := randomThreatRaw(9, h, 2, 3)
	file := fileOf(t, mustFromRaw(t, raw))
	const bias, bucket = 128, 4*16 + 16*h + 4*32 + 2*32*32 + 4 + 2*32
	threats := bias + 2*h + 2*h*768*2
	layers := threats + 2*h*768*2
	le := binary.LittleEndian
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"version", int(le.Uint32(file[8:])), 3},
		{"first weight of the threats", int(int16(le.Uint16(file[threats:]))),
			int(raw.FTWeights[2*768*h])},
		{"last weight of the threats", int(int16(le.Uint16(file[layers-2:]))),
			int(raw.FTWeights[4*768*h-1])},
		{"first first layer bias", int(int32(le.Uint32(file[layers:]))), int(raw.L1Bias[0])},
		{"size", len(file), layers + 3*bucket + 32},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
}

// TestReadRejectsThreats is TestReadRejects for what only files of version 3 hold.
func TestReadRejectsThreats(t *testing.T) {
	const h = 64
	good := fileOf(t, mustFromRaw(t, randomThreatRaw(4, h, 1, 2)))
	edit := func(offset int, b ...byte) []byte { return edited(good, offset, b...) }
	const bucket = 4*16 + 16*h + 4*32 + 2*32*32 + 4 + 2*32
	const bias, threats = 128, 128 + 2*h + 2*h*768
	last := len(good) - sha256.Size - bucket // bucket 1
	flipped, large := bytes.Clone(good), bytes.Clone(good)
	flipped[threats+5000] ^= 1
	// On 32 squares a man adds 1,000 to lane 5, and a threat to it adds another 1,000.
	for square := range maxMen {
		for _, weights := range []int{bias + 2*h, threats} {
			binary.LittleEndian.PutUint16(large[weights+2*(h*square+5):], 1000)
		}
	}
	checkRead(t, []readTest{
		{"H of 96", edit(12, 96), "at offset 12: width H is 96, want a multiple of 64"},
		{"padding", edit(127, 1), "at offset 127: padding of 1, want 0"},
		{"men cut short", good[:threats-1],
			fmt.Sprintf("offset %d in the accumulator weights", threats-1)},
		{"threats cut short", good[:threats+1001],
			fmt.Sprintf("offset %d in the accumulator weights", threats+1001)},
		{"threats that could overflow", sealed(large),
			fmt.Sprintf("at offset %d: accumulator lane 5 of king bucket 0 could overflow",
				bias+2*5)},
		{"first layer bias", edit(last+4*3, 255, 255, 255, 127),
			fmt.Sprintf("at offset %d: first layer output 3 of bucket 1 could overflow", last+4*3)},
		{"third layer weight", edit(last+bucket-2, 0xff, 0xbf),
			fmt.Sprintf("at offset %d: third layer weight 63 is -16385", last+bucket-2)},
		{"damaged threat", flipped,
			fmt.Sprintf("at offset %d: the checksum does not match", len(good)-sha256.Size)},
		{"something behind the end", append(bytes.Clone(good), 0),
			fmt.Sprintf("at offset %d: the data goes on behind the end", len(good))},
		{"version 2 with these bytes", edit(8, 2), "the checksum does not match"},
		{"version 3 with those of 2",
			edited(fileOf(t, mustFromRaw(t, randomDeepRaw(4, h, 1, 2))), 8, 3), "cut short"},
	})
}

// TestThreatProofIsSharp: the largest weights of men and of their threats that the proof allows
// evaluate without overflow. One more is refused.
func TestThreatProofIsSharp(t *testing.T) {
	const fen = "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1"
	p := boardtest.Position(t, fen)
	spread := func(r *Raw, lesser, loose, bias int16) {
		man := Feature(&r.KingMap, board.White, p.King(board.White), p.PieceOn(28), 28)
		for input, weight := range map[int]int16{
			man: 20000,
			(r.KingBuckets+threatByLesser)*FeaturesPerBucket + man:   lesser,
			(r.KingBuckets+threatUndefended)*FeaturesPerBucket + man: loose,
		} {
			r.FTWeights[input*r.H], r.FTWeights[input*r.H+1] = weight, -weight
		}
		r.FTBias[0], r.FTBias[1] = bias, -bias-1
	}
	const tooLarge = "lane 0 of king bucket 0 could overflow: it can reach 2767 to 32768"
	const tooSmall = "lane 1 of king bucket 0 could overflow: it can reach -32769 to -2769"
	checkFromRaw(t, func() Raw { return emptyThreatRaw(64, 1, 1) }, []rawTest{
		{"lanes at 32767 and -32768", func(r *Raw) { spread(r, 10000, 5000, 2767) }, ""},
		{"a lane at 32768", func(r *Raw) { spread(r, 10001, 5000, 2767) }, tooLarge},
		{"a lane at -32769",
			func(r *Raw) { spread(r, 10000, 5000, 2767); r.FTBias[1]-- }, tooSmall},
		{"the other kind the larger", func(r *Raw) { spread(r, 5000, 10000, 2767) }, ""},
		{"and too large", func(r *Raw) { spread(r, 5000, 10001, 2767) }, tooLarge},
		{"and too small", func(r *Raw) { spread(r, 5000, 10000, 2767); r.FTBias[1]-- }, tooSmall},
	})
}
