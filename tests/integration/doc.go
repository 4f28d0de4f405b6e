// Package integration holds scripts and tests that run Sente together with other people's software:
// make, the container builder, clients, servers and windows. If the other program is missing, a
// shell script or test skips and names it. The exit status is then 77, but that of soak.sh is 2.
// The Python scripts are run by hand. They take the folder of the other program's source, print
// what they saw, and end with 1 at a fault.
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
