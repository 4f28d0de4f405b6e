// Package games holds the games on which the reference searches are run: tic-tac-toe and Connect
// Four on small boards, random trees with known order, and chess over this module's own board.
// Chess over another implementation of the rules is in the package notnil beside it.
package games
