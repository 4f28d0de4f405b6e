package board

import "testing"

// kiwipete and the start position are the two positions on which speed is compared.
const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPerft(t *testing.T) {
	for _, tc := range []struct {
		fen   string
		depth int
		want  uint64
	}{
		{StartFEN, 0, 1},
		{StartFEN, 4, 197281},
		{kiwipete, 3, 97862},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
	} {
		p := mustParse(t, tc.fen)
		if got := p.Perft(tc.depth); got != tc.want {
			t.Errorf("perft %d of %s = %d, want %d", tc.depth, tc.fen, got, tc.want)
		}
		if got := p.Divide(tc.depth, func(Move, uint64) {}); got != tc.want {
			t.Errorf("divide %d of %s = %d, want %d", tc.depth, tc.fen, got, tc.want)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, tc := range []struct {
		name, fen string
		depth     int
	}{{"start6", StartFEN, 6}, {"kiwipete5", kiwipete, 5}} {
		p := mustParse(b, tc.fen)
		b.Run(tc.name, func(b *testing.B) {
			var n uint64
			for b.Loop() {
				n += p.Perft(tc.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}
