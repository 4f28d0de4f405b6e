// Package integration holds the scripts and tests that run Sente with what others made: make, the
// container builder, clients, servers and windows. A shell script or test skips by name when the
// other program is not there; the script ends with 77 then, soak.sh with 2. The Python scripts take
// the folder of the other's source, print what they saw, and end with 1 at a fault; they are run by
// hand.
//
//	image.sh             a container image from a local Go, built and run with buildah
//	pythonchess.py       python-chess's engine protocol against the binary
//	lichessbot.py        two games through lichess-bot against a stub of the lichess API
//	openbench.py         an OpenBench server and client, a workload of 20 games
//	pgn.py               games of PGN files compared with python-chess
//	importpgn.py         games that datagen imports from PGN compared with python-chess
//	cutechess.sh         a game in the window of Cute Chess, under a virtual screen
//	soak.sh              many fast games under fastchess, and what went wrong in them
//	xboard.sh            a game in the window of xboard, under a virtual screen
//	screen.sh            what cutechess.sh and xboard.sh have in common
package integration
