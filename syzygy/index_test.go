package syzygy

import (
	"math/bits"
	"testing"

	"sente/board"
)

// TestIndexIsOneToOne covers groups larger than those of the tables at hand. The kings stand still
// on squares that leave no symmetry. All placements of the other men must have different indices
// below the size.
func TestIndexIsOneToOne(t *testing.T) {
	const wp, bp, wn, bn, wk, bk = 1, 9, 2, 10, 6, 14
	tests := []struct {
		name          string
		pieces        []uint8
		first, second uint8
		squares       uint64 // on which the men may stand
	}{
		{"KPPPvK", []uint8{wp, wp, wp, bk, wk}, 1, 0xFF, 0x00FFFFFFFFFFFF00},
		{"KPPPPPvK", []uint8{wp, wp, wp, wp, wp, bk, wk}, 0, 0xFF, 0x00C381A5FF815A00},
		{"KPPvKPP", []uint8{bp, bp, wp, wp, wk, bk}, 2, 0, 0x0000FFC3A5FF0000},
		{"KPPPvKPP", []uint8{bp, bp, wp, wp, wp, wk, bk}, 0, 3, 0x000024C3BD240000},
		{"KNNNvK", []uint8{wk, bk, wn, wn, wn}, 1, 0xFF, ^uint64(0)},
		{"KNNvKNN", []uint8{bk, wk, bn, bn, wn, wn}, 0, 0xFF, 0x00FF81C3A5420000},
		{"KNNNNNvK", []uint8{wk, bk, wn, wn, wn, wn, wn}, 0, 0xFF, 0x00FF81C3A5420000},
	}
	for _, tc := range tests {
		m, ok := parseName(tc.name)
		if !ok || !m.has(tc.pieces) {
			t.Fatalf("%s: wrong men", tc.name)
		}
		var g [4]grouping
		for f := range g {
			g[f] = grouping{n: len(tc.pieces), pawns: m.hasPawns(), twoPawns: tc.second != 0xFF}
			copy(g[f].pieces[:], tc.pieces)
			if err := g[f].arrange(m, f, tc.first, tc.second); err != nil {
				t.Fatalf("%s: %v", tc.name, err)
			}
		}
		var base men
		base[0][board.King], base[1][board.King] = 1<<1, 1<<62 // b1, g8
		k := board.Kind(tc.pieces[len(tc.pieces)-3]&7 - 1)
		if !m.hasPawns() {
			k = board.Knight
		}
		seen := make(map[[2]uint64]bool)
		squares := tc.squares &^ (1<<1 | 1<<62)
		eachSubset(squares, m.count(0, k), 0, func(white uint64) {
			eachSubset(squares&^white, m.count(1, k), 0, func(black uint64) {
				placed := base
				placed[0][k], placed[1][k] = white, black
				f := 0
				if m.hasPawns() {
					f = leadFile(placed[tc.pieces[0]>>3][board.Pawn])
				}
				i, ok := g[f].index(placed)
				if !ok {
					t.Fatalf("%s: %x has no index: %d of %d", tc.name, placed, i, g[f].size)
				}
				at := [2]uint64{uint64(f), i}
				if seen[at] {
					t.Fatalf("%s: %x and another have index %d on file %d", tc.name, placed, i, f)
				}
				seen[at] = true
			})
		})
		if len(seen) < 1000 {
			t.Errorf("%s: only %d placements", tc.name, len(seen))
		}
	}
}

// eachSubset calls do with every set of n of the squares, joined with chosen.
func eachSubset(squares uint64, n int, chosen uint64, do func(uint64)) {
	if n == 0 {
		do(chosen)
		return
	}
	for ; bits.OnesCount64(squares) >= n; squares &= squares - 1 {
		low := squares & -squares
		eachSubset(squares&^(low|(low-1)), n-1, chosen|low, do)
	}
}
