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
// says. A file that fails is named in an error and left out. Nothing that a damaged file holds
// makes a probe panic: what does not fit is a miss, but a wrong byte that fits gives a wrong
// value, for nothing compares checksums. Files are memory-mapped at their first probe (read into
// memory where the system cannot map), so hundreds of tables cost next to nothing until they are
// needed. All probing methods may be called from any number of goroutines. ProbeWDL and ProbeDTZ
// do not allocate, but for the first probe of a file; Root does.
//
// # Values
//
// WDL is for the side to move and a halfmove clock of zero. A CursedWin is won but for the
// fifty-move rule, a BlessedLoss lost but for it. DTZ counts plies to the next zeroing move
// (a capture, a pawn move or mate) and may be one ply short where the tables store moves
// rather than plies; docs/syzygy.md has the details.
//
// # Format
//
// The format is Ronald de Man's. A position is mapped to an index (index.go): symmetry sends
// it to a canonical orientation, groups of like men become combinatorial numbers. The values
// by index are compressed by recursive pairing (Larsson & Moffat, "Offline dictionary-based
// compression", 1999) and a canonical prefix code (pairs.go). Values of positions whose best
// move is a capture are free for the compressor to choose, so a probe looks at captures
// itself (wdl.go); en passant is not in the tables at all and comes in the same way.
package syzygy
