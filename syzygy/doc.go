// Package syzygy probes Syzygy endgame tables: win/draw/loss (.rtbw) and distance to zeroing
// (.rtbz) of up to seven men.
//
// # Use
//
//	tables, errs := syzygy.Open("/tb/345:/tb/6") // every error names its file or folder
//	wdl, ok := tables.ProbeWDL(&pos)             // ok is false when the tables don't know
//	moves, byDTZ, ok := tables.Root(&pos, keys)  // root moves, best first; byDTZ: by distance too
//
// Open checks the header of every file, and that the file is long enough for what the header
// says. A file that fails is named in an error and left out. A damaged file never makes a probe
// panic: what does not fit is a miss. But a wrong byte that fits gives a wrong value, because
// nothing compares checksums. Files are memory-mapped at their first probe (read into memory where
// the system cannot map), so hundreds of tables cost next to nothing until they are needed. All
// probing methods may be called from any number of goroutines. ProbeWDL and ProbeDTZ do not
// allocate, except at the first probe of a file; Root does.
//
// # Values
//
// WDL is for the side to move and a halfmove clock of zero. Without the fifty-move rule a CursedWin
// would be won and a BlessedLoss lost. DTZ counts plies to the next zeroing move (a capture, a pawn
// move or mate). It may be one ply short where the tables store moves rather than plies;
// docs/syzygy.md has the details.
//
// # Format
//
// The format is Ronald de Man's. A position is mapped to an index (index.go): symmetry brings
// it into a canonical orientation, and groups of like men become combinatorial numbers. The values
// by index are compressed by recursive pairing (Larsson & Moffat, "Offline dictionary-based
// compression", 1999) and a canonical prefix code (pairs.go). If a position's best move is a
// capture, the compressor is free to choose its value, so a probe tries captures itself (wdl.go).
// The tables know no en passant; the probe tries these captures too.
package syzygy
