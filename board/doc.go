// Package board holds the rules of chess and Chess960 on bitboards, and no search.
//
// Squares run from A1 = 0, B1 = 1 to H8 = 63. A Move is 16 bits: from, to and four flag bits.
// Castling is written inside the engine, for chess and Chess960 alike, as "the king takes its own
// rook": from is the king's square and to the rook's. UCI text in the standard form (e1g1) is
// understood and produced at the edges (Position.ParseMove, Move.UCI).
//
// A Position is a plain value without pointers. Make writes the successor into another Position
// (copy-make), so that nothing is ever unmade: a search keeps an array of them, one per ply.
//
// Every generated move is legal. Noisy and Quiets split the legal moves in two, Legal lists all,
// CountLegal counts them without writing any.
package board
