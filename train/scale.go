package train

// scalePositions are the positions of MeanAbsEval: fifteen uneven openings of the UHO_4060_v4 book
// (CC0), then middlegames and endings of growing imbalance. The latter are quiet and have either
// side to move.
var scalePositions = [...]string{
	"rnbq1rk1/4ppbp/pppp1np1/8/P1PP4/2N2NP1/1P2PPBP/R1BQ1RK1 w - - 0 9",
	"rnbqk1nr/ppp3bp/3p4/3Ppp2/2P5/3B1N2/PP3PPP/RNBQ1RK1 w kq - 0 9",
	"r1bqk2r/p2n1ppp/1pn1p3/2bpP3/5P2/2NB1N2/PPP3PP/R1BQK2R w KQkq - 0 9",
	"rn1qk2r/p2pbppp/bp3n2/2pp4/2P5/5NP1/PPQBPPBP/RN2K2R w KQkq - 0 9",
	"r1bqk2r/2p2ppp/ppn1pn2/3p4/2PP4/P3PNP1/1P3PP1/RN1QKB1R w KQkq - 0 9",
	"r1bqkb1r/p4ppp/1p2pn2/2p5/3nPP2/4BN1P/PPPN2P1/R2QKB1R w KQkq - 0 9",
	"r3kbnr/pbpq1ppp/1pn1p3/1B1pP3/3P4/P1N1B2N/1PP2PPP/R2QK2R w KQkq - 2 9",
	"r2qkb1r/p2b1ppp/2p1pn2/2Pp4/3P4/2N5/PP3PPP/R1BQK1NR w KQkq - 0 9",
	"r1bqk2r/pp3pbp/2nppnp1/8/3PP3/2NB1N1P/PP3PP1/R1BQK2R w KQkq - 0 9",
	"r3kbnr/pb1p1ppp/1p2p3/4n3/3NP2q/2PB4/PP1N1PPP/R1BQ1RK1 w kq - 3 9",
	"r1b1kb1r/ppq2ppp/2npp2n/1Bp1P3/8/1P3N1P/PBPP1PP1/RN1Q1RK1 w kq - 0 9",
	"r1bqnrk1/1pp1ppbp/p1np2p1/4P3/P1BP4/5N2/1PPN1PPP/R1BQ1RK1 w - - 1 9",
	"rnb2rk1/ppp1q1pp/4pn2/3p1p2/2PP4/6PN/PP1NPPBP/R2Q1RK1 w - - 4 9",
	"r3kbnr/pb1n1ppp/3pp3/q1p5/Pp2P3/3P1NP1/1PPB1PBP/RN1Q1RK1 w kq - 0 9",
	"r2qk2r/pppn1pp1/3bpn2/3p1b2/7p/2PP1NP1/PP1NPPBP/R1BQR1K1 w kq - 0 9",
	"2rq1rk1/pb2bppp/1p2pn2/8/3P4/P1NB1N2/1P3PPP/R2Q1RK1 w - - 0 15",
	"r4rk1/1pqb1ppp/p2p1n2/4p3/4P3/1NN1B3/PPP2PPP/R2Q1RK1 b - - 0 15",
	"2r2rk1/5ppp/p2qpn2/1p1p4/3P4/P1NQP3/1P3PPP/2R2RK1 b - - 0 20",
	"3r2k1/pp3ppp/2n1p3/8/2P5/1P2BN2/P4PPP/3R2K1 w - - 0 25",
	"8/5pk1/1p1r2p1/p6p/P1R4P/1P4P1/5PK1/8 w - - 0 35",
	"8/2kn1p2/1p4p1/p2P3p/P1K2P1P/2B3P1/8/8 b - - 0 40",
	"5rk1/pp3ppp/8/3N4/8/1P4P1/P3bP1P/R5K1 w - - 0 25",
	"r4rk1/ppp2ppp/3b4/8/3P4/2N5/PPP2PPP/3RR1K1 b - - 0 20",
	"8/1p3pk1/p5p1/8/2R5/1P4P1/P4P1P/6K1 b - - 0 35",
	"6k1/5ppp/8/8/8/3Q4/2r2PPP/6K1 w - - 0 35",
	"8/8/4k3/2p1p3/2P1P1K1/8/5P2/8 w - - 0 45",
	"4k3/8/3n4/8/2B2K2/5P2/6P1/8 w - - 0 50",
}
