// Package pgn reads and writes games in Portable Game Notation (Edwards, 1994), one at a time: a
// file may be of any size. The reader takes what programs and people write beyond the standard
// (moves in long notation, castling with zeros, null moves, clocks in comments, comments after the
// result, lines of any length, games without tags or result, text in Latin-1 or Windows-1252) and
// Chess960. A broken game is an error that names its line. Reading goes on with the next game or,
// if the broken game has tags, with the next game that has tags. A file in UTF-16 or a compressed
// one is not read.
//
// The reader of github.com/notnil/chess, which checks our rules in the tests, is not used here. It
// panics on a comment before the first move. It silently loses the rest of a game when a line of a
// comment begins with a bracket, as clocks do. It drops castling with zeros, accepts neither ";"
// comments nor lines that begin with "%", keeps no variations, knows no Chess960 and reads only
// some sixty games a second.
package pgn
