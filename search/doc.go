// Package search finds the best move: iterative deepening of a principal variation search, on one
// or more threads that share a transposition table.
//
// A node (pvs.go) reads from top to bottom: quiescence at depth 0, stop, draws, mate distance, table,
// static evaluation, whole-node pruning, internal iterative reduction, singular extension, then the
// move loop with pruning, reductions and re-searches, then learning and storing.
//
//	technique                         where
//	iterative deepening               iterate.go  iterate
//	aspiration windows                iterate.go  aspirate
//	principal variation search        pvs.go      pvs
//	quiescence                        qsearch.go  quiesce
//	mate distance pruning             pvs.go      pvs
//	table cutoffs                     probe.go    tableCutoff
//	draws                             draw.go     isDraw
//	razoring                          prune.go    razor
//	reverse futility                  prune.go    reverseFutility
//	null move, verification           prune.go    nullMove
//	ProbCut                           prune.go    probCut
//	internal iterative reduction      prune.go    reductionWithoutTableMove
//	late-move, history, futility
//	and SEE pruning                   prune.go    prunes
//	fail-firm scores                  prune.go    failFirm
//	singular, double, triple and
//	negative extensions, multi-cut    extend.go   singular
//	hindsight depth correction        extend.go   hindsight
//	late move reductions              reduce.go   reduction, searchReduced
//	histories, killer                 learn.go    learn
//	prior countermove bonus           learn.go    learnRefutation
//	evaluation difference history     learn.go    learnSwing
//	correction history                correction.go
//	time management                   time.go     newClock, enough
//	nodes as time                     nodestime.go
//	Lazy SMP, voting                  smp.go      runWorkers, vote
//	limited strength                  strength.go, levels.go, textbook.go
//
// Every number stands in Params. Integers only: the same nodes on every platform.
package search
