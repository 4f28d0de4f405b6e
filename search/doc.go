// Package search finds the best move: iterative deepening of a principal variation search, on one
// or more threads that share a transposition table.
//
// A node (pvs.go) is a list of numbered steps: horizon, draws, bounds, table, endgame tables,
// static evaluation, whole-node pruning, internal iterative reduction, singular extension, the
// moves, no moves, learning and storing. The frame of the node's ply (frame.go) holds what the
// steps share.
//
//	file                       what it holds
//	search.go, limits.go       the life of a search, and what ends it
//	engine.go                  what lasts from one search to the next
//	worker.go, frame.go        a thread of the search; the state of a node
//	smp.go                     several threads, and their vote
//	iterate.go, root.go        iterative deepening with aspiration windows; the root's moves
//	answer.go                  the answer, also after a stop
//	pvs.go, qsearch.go         a node of the principal variation search; quiescence
//	draw.go                    draws, repetitions
//	probe.go, tablebase.go     what table and endgame tables know about a node
//	score.go                   proven scores, scores in the table, bounds
//	evaluate.go, correction.go the static evaluation and what corrects it
//	prune.go                   nodes and moves that are not searched
//	reduce.go, extend.go       moves that are searched less or more deeply
//	learn.go                   what a node teaches the histories
//	time.go, nodestime.go      time management; nodes for time
//	report.go, info.go         what a search tells while it runs
//	strength.go, levels.go     limited strength
//	textbook.go                basic mates
//	exact.go                   plain minimax, and searches for mates
//	tap.go, bench.go           positions for training; the signature
//	params.go, ln.go           every number that is tuned; logarithms
//
// docs/architecture.md has the techniques, with function and source. Integers only: the same nodes
// on every platform.
package search
