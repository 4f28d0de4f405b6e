// Package reference holds the classical game-tree searches, each in its own file and in the
// form in which it was published, over one small generic interface. They are written to be easy to
// read and to verify, not to be fast. The production search is tested against them.
//
//	file                  algorithm                               source
//	minimax.go            minimax, two procedures                 Shannon, 1950
//	alphabeta.go          alpha-beta, two procedures              Knuth & Moore, 1975 (F2, G2)
//	negamax.go            negamax, with and without a colour      Knuth & Moore, 1975 (F)
//	negamax_alphabeta.go  negamax with alpha-beta, fail-hard      Knuth & Moore, 1975 (F2)
//	                      the same, fail-soft                     Fishburn, 1983
//	negamax_tt.go         fail-soft with a transposition table    Breuker, 1998
//	negascout.go          NegaScout (principal variation search)  Reinefeld, 1983;
//	                                                              Marsland & Campbell, 1982
//	mtdf.go               MTD(f), on alpha-beta with memory       Plaat, 1995
//	sss.go                SSS* with an OPEN list                  Stockman, 1979
//	sss_memory.go         AB-SSS*, SSS* as alpha-beta             Plaat, Schaeffer, Pijls and
//	                                                              de Bruin, 1996
//
// Around them: mtdf.go also has the null-window search with memory that MTD(f) and AB-SSS* both
// drive, table.go is the table, order.go the shallow-search ordering and other orders,
// aspiration.go a window around a guess, trace.go a wrapper that remembers visited leaves.
//
// All searches look exactly depth plies ahead and stop earlier only where the game is over, so
// all of them return the same value. Every one is deterministic.
package reference
