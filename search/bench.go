package search

import (
	"fmt"
	"time"

	"sente/board"
)

// DefaultBenchDepth is the depth of bench in plies.
const DefaultBenchDepth = 13

// Bench searches fixed positions to a depth, at least 1, each as a new game on one thread with the
// default table. It returns the number of nodes. This is the search's signature: it is the same on
// every platform. Bench calls each, if not nil, after every position. It uses an engine of its own
// with the network and the parameters of e, and does not change e. If the table does not fit the
// memory at hand, or a search panics, there is an error instead of a signature.
func Bench(e *Engine, depth int, each func(i, n int, fen string, nodes uint64)) (
	nodes uint64, elapsed time.Duration, err error,
) {
	b := &Engine{hash: DefaultHash, free: e.free, params: e.params, net: e.net, multiPV: 1}
	b.addWorkers(1)
	if err := b.SetHash(DefaultHash); err != nil {
		return 0, 0, err
	}
	for i, fen := range benchPositions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			panic(err)
		}
		b.NewGame()
		start := time.Now()
		r := b.Begin(Root{Pos: p}, Limits{Depth: max(depth, 1)}).Run(nil)
		elapsed += time.Since(start)
		if r.Fault != "" {
			return 0, 0, fmt.Errorf("bench: a fault of the search at %s: %s", fen, r.Fault)
		}
		nodes += r.Nodes
		if each != nil {
			each(i+1, len(benchPositions), fen, r.Nodes)
		}
	}
	return nodes, elapsed, nil
}

// benchPositions are positions from games of all phases, some of them Chess960.
var benchPositions = []string{
	board.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
	"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
	"3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
	"2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
	"rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
	"r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
	"2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
	"1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
	"4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1",
	"2kr1bnr/pbpq4/2n1pp2/3p3p/3P1P1B/2N2N1Q/PPP3PP/2KR1B1R w - - 0 1",
	"3rr1k1/pp3pp1/1qn2np1/8/3p4/PP1R1P2/2P1NQPP/R1B3K1 b - - 0 1",
	"2r1nrk1/p2q1ppp/bp1p4/n1pPp3/P1P1P3/2PBB1N1/4QPPP/R4RK1 w - - 0 1",
	"r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
	"r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
	"rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
	"r1bqkbnr/2p1pppp/p1n5/1p1p4/5P2/2P3PN/PPNPP2P/1RBQKBR1 b kq - 2 8",
	"rnbqk2r/ppp1bpp1/4pn2/6Np/2BPN3/8/PPP2PPP/R1BQ1RK1 b q - 0 10",
	"1nbq1rk1/r2p1nbp/pp2p3/2P2p2/1PP3p1/P1NBP3/1B1N1PPP/R2QK2R b Q - 0 13",
	"1rb1qb1r/2pp1pkp/p1P3p1/8/8/5p1P/PPQ1PPP1/R1BK1B1R w - - 0 16",
	"r2qkr2/ppp4p/7b/3p1b2/1P1P2pP/1P4Q1/1BP3B1/R3K1NR b q - 1 18",
	"4kb2/ppr3rp/2n2p2/4p3/2Qp4/3P1NPq/PP1BPP1P/R3K2R w Q - 1 21",
	"r6r/ppp1pk1q/2np3p/3N4/2PbPPp1/3QB3/PP5P/2KR1R2 b - - 1 23",
	"3q1nk1/pp3r2/2n1p1rp/2pP2p1/4P3/2P1NN1Q/PP4PP/3R1R1K b - - 0 25",
	"1r1r1k2/5p1p/pp3R1P/n1p5/P1P4R/2P2b2/5PP1/2K2B2 w - - 0 28",
	"4k3/p3p2p/8/2pP1pP1/3b4/1rB2qP1/1P4KP/R2nR3 w - - 0 31",
	"2b4r/1p3k2/7p/2P2p2/r4N2/2p3P1/2K4P/3R3R b - - 3 33",
	"rr4k1/2Nbn3/3p3q/1p1p1p1p/p2P1P2/2PBR1P1/PP2Q2P/4R2K b - - 2 35",
	"8/3Q2rk/8/2p2n1p/1p4pP/1P4P1/2P2P2/B1K5 w - - 3 38",
	"8/k1pb2p1/p4r1p/2P5/R6P/1p2rB2/6P1/1R4K1 w - - 4 41",
	"7R/3k4/6b1/1p1p1pp1/pP1P3p/P1K4P/2P3P1/8 w - - 0 43",
	"8/6R1/1p2K3/7p/1P3pn1/Pk6/8/5r2 w - - 0 46",
	"r7/P5k1/5p2/3R4/3P1P1P/R7/4P3/5K2 w - - 1 48",
	"8/p6p/4p3/2k3P1/8/7q/1BP5/1KR5 b - - 0 50",
	"8/4k3/p1p3p1/2P2p2/r1NP1P1P/Pr2P3/5K2/2R5 w - - 7 53",
	"8/1p6/2p1k3/6bR/P1P4p/1P6/1B6/1K6 w - - 6 56",
	"8/3Nbk2/7p/5pp1/8/2P2P1P/8/7K w - - 1 58",
	"8/8/4k3/5N2/7B/8/K7/8 w - - 9 61",
	"5k2/5p2/5p2/1B3N2/5KP1/8/b7/8 w - - 11 63",
	"6b1/8/2p3Bk/7P/3r4/4K3/8/8 w - - 0 66",
	"8/5PK1/8/8/6k1/8/8/8 w - - 0 68",
	"R7/6B1/7p/3K4/1p6/1k6/p4b2/6r1 w - - 10 71",
	"3R4/4P3/2b5/p7/5pk1/2N5/5K2/8 w - - 8 73",
	"8/4b3/6B1/4r3/1p6/1R6/k1P5/5K2 w - - 2 76",
	"8/8/5R2/8/8/3K2kp/8/4r3 w - - 14 78",
	"b7/8/8/1k6/5B2/2P5/8/3K4 w - - 1 81",
	"8/8/4k3/3p4/3P1K2/8/8/8 w - - 0 60",
	"8/8/1p1k4/p1p2K2/P1P5/1P6/8/8 w - - 0 50",
	"4k3/8/8/8/8/8/4P3/4K2R w K - 0 40",
	"8/5k2/8/8/8/2K5/4R3/8 w - - 0 70",
}
