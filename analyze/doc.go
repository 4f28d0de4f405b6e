// Package analyze judges games that were played: every position is searched, every move is weighed
// by what it lost of its player's chance to win, and the result is written into the game
// (Annotate) or on a page for a browser (Report).
//
// Scores become chances to win, and lost chances accuracy, by the formulas that players know from
// lichess.org (its page on accuracy): accuracy.go has them, docs/analysis.md explains them. A move
// is marked by the chance it lost and not by centipawns: a pawn matters when the game is level and
// hardly when a queen is ahead.
//
// Openings get their names and ECO codes from the table in github.com/notnil/chess/opening.
// Games are read with package pgn, which says why.
package analyze
