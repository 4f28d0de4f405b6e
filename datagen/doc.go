// Package datagen makes, stores and converts training games.
//
// A Game is a start position, the moves and a score for the position before each move. Everywhere
// in this package scores and results are White's: a positive score is good for White whoever is to
// move, and the result counts from BlackWins to WhiteWins. Only the bootstrap text files score for
// the side to move; they are turned round where they are read.
//
// Games are kept in the project's own format (Writer, Reader): blocks of whole games, each
// compressed and with its checksums, so that a file cut off in the middle loses at most its last
// block. Training reads packed positions instead (Packed): 32 bytes each, filtered, shuffled and
// split by game into training and validation files by a Packer. docs/data.md has both byte by byte.
package datagen
