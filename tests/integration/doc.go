// Package integration holds the scripts and tests that run Sente with what others made: make, the
// container builder, clients and servers. Each skips by name when the other program is not there.
//
//	image.sh             a container image from a local Go, built and run with buildah
//	xboard.sh            a game in xboard under a virtual screen, with a screenshot
//	pythonchess.py       python-chess's engine protocol against the binary
//	lichessbot.py        a game through lichess-bot against a stub of the lichess API
//	openbench.py         an OpenBench server and client, a workload of 20 games
package integration
