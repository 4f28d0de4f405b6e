package search

import (
	"time"

	"sente/board"
	"sente/tt"
)

// Info reports on a running search. It and what it points to are valid until the report returns.
type Info struct {
	Depth, SelDepth int           // plies
	MultiPV         int           // which best line, from 1
	Score           int           // of the side to move, in the search's units: eval.WinModel
	Bound           tt.Bound      // whether Score is exact or a bound
	Drawn           bool          // the endgame tables or the rules say that the line is a draw
	Nodes, TBHits   uint64        // of all threads
	Time            time.Duration // since Limits.Start
	Hashfull        int           // permille of the table used by this search
	PV              []board.Move  // empty only where there is no move to choose

	// If CurrMove is set, only it, CurrMoveNumber (from 1) and Depth mean anything.
	CurrMove       board.Move
	CurrMoveNumber int
}

// Result is a search's answer.
type Result struct {
	Best   board.Move    // NoMove if there is no move to choose; then mated or a draw
	Ponder board.Move    // the expected reply, NoMove if unknown
	PV     []board.Move  // the line that begins with Best, empty without one
	Score  int           // as Info.Score
	Bound  tt.Bound      // whether Score is exact or a bound
	Depth  int           // of the search that chose Best, in plies; 0: depth 1 was not completed
	Nodes  uint64        // of all threads
	Time   time.Duration // since Limits.Start
	Fault  string        // the stack of a panic that was survived; Best is what was known then
}

// Report receives what a search wants to say, from the goroutine that runs it.
type Report func(*Info)
