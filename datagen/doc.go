// Package datagen makes, stores and converts training games.
//
// A Game is a start position, the moves, and a score for the position before each move. Everywhere
// in this package scores and results are White's. A positive score is good for White whoever is to
// move, and the results go from BlackWins to WhiteWins. There is one exception: the text files that
// ImportGames reads have scores for the side to move. ImportGames converts them.
//
// Games are kept in the project's own format (Writer, Reader). A file has blocks of whole games,
// each compressed and with checksums. So a file that is cut off in the middle loses at most its
// last block. Training reads packed positions instead (Packed), of 32 bytes each. A Packer filters
// and shuffles them, and splits them by game into training and validation files. docs/data.md says
// how they are made.
//
// # Game files
//
// All numbers are little endian; uvarint is the variable-length integer of encoding/binary; CRC-32C
// is Castagnoli's. A file is a header of 128 bytes and any number of blocks. The header:
//
//	0–7      SENTEGAM
//	8–9      version, 1
//	10–11    size of the header, 128
//	12–15    soft node limit a move; 0: no self-play
//	16–23    seed of the run
//	24–119   description: engine and net, padded with zeros
//	120–121  mark of the network: CRC-32C of its file's bytes, its two halves XORed, 1 if that
//	         is 0; 0: not known
//	122–123  mark of the settings and book that games depend on, likewise; 0: not known
//	124–127  CRC-32C of bytes 0–123
//
// A block:
//
//	0–3      SGBK
//	4–7      bytes of payload, at most 16 MiB
//	8–11     bytes of payload decompressed, at most 16 MiB
//	12–15    games
//	16–19    positions
//	20–23    CRC-32C of the payload
//	24–27    CRC-32C of bytes 0–23
//	28–      payload: one zstd frame, the block's games one after the other
//
// A game in a block's payload:
//
//	uvarint         number of the game in its run, or its line in the file it was imported from
//	uvarint         length of the FEN, at most 256; 0: the usual start position
//	bytes           start position, Shredder-FEN
//	byte            result: 0 Black won, 1 draw, 2 White won
//	byte            reason: 0 unknown, 1 checkmate, 2 stalemate, 3 fifty moves, 4 repetition, 5
//	                insufficient material, 6 adjudicated win, 7 adjudicated draw
//	uvarint         moves, at most 4,096
//	4 bytes a move  the move, 16 bits; White's score of the position before it, int16
//
// A move is from + 64*to + 4096*flag with a1 = 0, b1 = 1 … h8 = 63; flags: 0 quiet, 1 double pawn
// push, 2 and 3 castling king- and queenside (to is the rook's square), 4 capture, 5 en passant, 8
// to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with a capture. A last move of
// 0 means that nobody wrote it down (games from text). A score is in the search's own unit;
// eval.WinModel turns it into centipawns. A mate in n plies is 32000 - n or its negative; 32002 is
// no score.
//
// # Packed positions
//
// A file is positions of 32 bytes and nothing else:
//
//	0–7    occupied squares, a1 = lowest bit
//	8–23   the pieces on them in square order, four bits each, low half first: 0 P, 1 p, 2 N, 3
//	       n, 4 B, 5 b, 6 R, 7 r, 8 Q, 9 q, 10 K, 11 k
//	24–25  score, int16, White's, in the search's own unit
//	26     result: 0 Black won, 1 draw, 2 White won
//	27     side to move: 0 White, 1 Black
//	28–29  ply of the game, by the move number
//	30–31  0
package datagen
