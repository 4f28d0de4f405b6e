// Package pgn reads and writes games in Portable Game Notation (Edwards, 1994), one at a time: a
// file may be of any size. The reader takes what programs and people write beyond the standard
// (moves in long notation, castling with zeros, null moves, clocks in comments, comments behind the
// result, lines of any length, games without tags or result, text in Latin-1 or Windows-1252) and
// Chess960. A broken game is an error that names its line, and reading goes on with the next game;
// behind a broken game with tags, with the next one that has tags. A file in UTF-16 or a compressed
// one is not read.
//
// Why not the reader of github.com/notnil/chess, which judges our rules in the tests: it panics
// on a comment before the first move, loses the rest of a game without a word when a comment goes
// on with a line that begins with a bracket, as clocks do, drops castling with zeros, takes neither
// ";" comments nor lines from "%", keeps no variations, knows no Chess960 and reads some sixty
// games a second.
package pgn
