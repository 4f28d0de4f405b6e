// Package analyze judges games that were played. It searches every position and weighs every move
// by how much of its player's chance to win it lost. The result is written into the game (Annotate)
// or on a page for a browser (Report).
//
// Scores become chances to win, and lost chances become accuracy, by the formulas that players know
// from lichess.org (its page on accuracy). accuracy.go has the formulas, docs/analysis.md explains
// them. A move is marked by the chance it lost and not by centipawns, because a pawn matters when
// the game is level and hardly when a queen is ahead.
//
// Openings get their names and ECO codes from the table in github.com/notnil/chess/opening.
// Games are read with package pgn, which says why.
package analyze
