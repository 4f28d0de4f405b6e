// Package wdl fits the model behind UCI_ShowWDL and the scale of printed centipawns to the results
// of games: for a score s in the search's own units and a phase m of the game
//
//	win = 1/(1+exp((a(m)-s)/b(m)))    loss = 1/(1+exp((a(m)+s)/b(m)))    draw = the rest
//
// where a is the score from which half of the games are won and b is the width of the transition.
// Both are polynomials of m (the logistic model in use since Stockfish 12, 2020). The coefficients
// are in package eval, which applies the model with integers only. docs/wdl.md shows the fit.
package wdl
