// Package search finds the best move: iterative deepening of a principal variation search, on one
// or more threads that share a transposition table.
//
// A node (pvs.go) is a list of numbered steps: horizon, draws, bounds, table, endgame tables,
// static evaluation, whole-node pruning, internal iterative reduction, singular extension, the
// moves, no moves, learning and storing. The frame of the node's ply (frame.go) holds what the
// steps share.
//
//	technique                         where
//	iterative deepening               iterate.go  iterate
//	aspiration windows                iterate.go  aspirate
//	principal variation search        pvs.go      pvs
//	quiescence, delta pruning         qsearch.go  quiesce, prunesQuiescent
//	mate distance pruning             pvs.go      pvs
//	table cutoffs                     probe.go    probe, tableCutoff
//	draws                             draw.go     isDraw, canRepeat
//	endgame tables                    tablebase.go probeTables
//	static evaluation                 evaluate.go setEvaluation, refine
//	razoring                          prune.go    razor
//	reverse futility                  prune.go    reverseFutility
//	null move, verification           prune.go    nullMove
//	ProbCut                           prune.go    probCut
//	internal iterative reduction      prune.go    reductionWithoutTableMove
//	late-move, history, futility
//	and SEE pruning                   prune.go    prunesMove, prunesQuiet, prunesNoisy
//	fail-firm scores                  prune.go    failFirm
//	singular, double, triple and
//	negative extensions, multi-cut    extend.go   singular
//	hindsight depth correction        extend.go   hindsight
//	late move reductions              reduce.go   reduction, searchMove, scout
//	histories, killer                 learn.go    learn, learnBest
//	prior countermove bonus           learn.go    learnRefutation
//	evaluation difference history     learn.go    learnSwing
//	correction history                correction.go correctionAt, learnCorrection
//	time management                   time.go     newClock, enough
//	time by the last move's score     time.go     answerBefore, enough
//	nodes as time                     nodestime.go nodeTime
//	Lazy SMP, voting                  smp.go      runWorkers, vote
//	limited strength                  strength.go, levels.go; pvs.go next
//	basic mates                       textbook.go useTextbook, textbook
//	nothing but minimax               exact.go    ExactParams
//
// Every number that is tuned stands in Params. Integers only: the same nodes on every platform.
package search
