package analyze

import (
	"context"
	"errors"
	"fmt"

	"sente/board"
	"sente/eval"
	"sente/pgn"
	"sente/search"
	"sente/tt"
)

// mostMoves is the most half-moves that a game may have. Under the 75-move rule no game of chess is
// longer. Without a bound one line of a hostile file could fill the memory.
const mostMoves = 20000

// ErrTooLong is the error for a game that is longer than any game can be.
var ErrTooLong = errors.New("analyze: more than 20000 half-moves")

// Analyzer judges games with an engine.
type Analyzer struct {
	Engine   *search.Engine
	Limits   search.Limits         // limits of the search of each position
	Progress func(done, total int) // counts the positions of the game; may be nil
}

// Game is a game and the results of its analysis.
type Game struct {
	PGN       *pgn.Game        // as it was read
	Positions []board.Position // before the first move and after each
	Found     []Found          // for the same positions; fewer if the analysis was interrupted
	Moves     []Move           // the moves between the positions in Found
	Opening   Opening          // empty if it has no name or the game begins from another position
	Accuracy  [2]float64       // percent, by board.Color
	Judged    [2]int           // how many moves of each side Accuracy was computed from
	Marks     [2][4]int        // by color and Mark: how many moves have that mark
}

// Found is the search's result for a position. Score is White's: centipawns as the engine shows
// them, or a mate score of package eval. If the search of the next position knew better, Score and
// Line come from that search, and the Line has at most ten plies.
type Found struct {
	Score int
	Line  []board.Move // the best line; empty if the game is over
	Depth int          // plies
}

// Move is a move and its judgement.
type Move struct {
	Move     board.Move
	Lost     float64 // percent of winning chances; 0 also if nobody is to blame for the loss
	Accuracy float64 // percent
	Mark     Mark
	Best     bool // the engine's own choice
	Forced   bool // the only legal move, and so also the engine's choice
	Book     bool // it and all moves before it lead to positions of the table of openings
}

// Game judges a game, after a NewGame of the engine. When ctx is done, the running search is
// stopped. Its position and the rest of the game are left out. With the zero Limits a search ends
// only that way. With one thread and a limit of nodes or depth the result is always the same. The
// error is ErrTooLong, a fault of the search, or ctx's error if the search of the first position
// was stopped.
func (a *Analyzer) Game(ctx context.Context, g *pgn.Game) (*Game, error) {
	if len(g.Moves) > mostMoves {
		return nil, ErrTooLong
	}
	a.Engine.NewGame()
	out := &Game{PGN: g, Positions: g.Positions()}
	root := search.Root{Pos: out.Positions[0]}
	for i := range out.Positions {
		if i > 0 {
			root.Play(g.Moves[i-1].Move)
		}
		found, err := a.position(ctx, &root, i == len(g.Moves))
		if i > 0 && err != nil && errors.Is(err, ctx.Err()) {
			break
		}
		if err != nil {
			return nil, err
		}
		out.Found = append(out.Found, found)
		if a.Progress != nil {
			a.Progress(i+1, len(out.Positions))
		}
	}
	out.weigh()
	return out, nil
}

// Complete tells whether the whole game was judged.
func (g *Game) Complete() bool { return len(g.Found) == len(g.Positions) }

// position searches a position, unless its game is over. If ctx stops the search, it returns ctx's
// error.
func (a *Analyzer) position(ctx context.Context, root *search.Root, last bool) (Found, error) {
	p := &root.Pos
	if score, over := ended(root, last); over {
		return Found{Score: fromWhite(score, p)}, nil
	}
	var line []board.Move
	result, err := a.Engine.Search(ctx, *root, a.Limits, func(i *search.Info) {
		if i.CurrMove == board.NoMove && i.MultiPV == 1 && i.Bound == tt.BoundExact {
			line = append(line[:0], i.PV...)
		}
	})
	if err != nil {
		return Found{}, fmt.Errorf("analyze: %w", err)
	}
	if len(line) == 0 || line[0] != result.Best {
		line = []board.Move{result.Best}
	}
	score := eval.WinModelFor(p).Centipawns(result.Score)
	return Found{Score: fromWhite(score, p), Line: line, Depth: result.Depth}, nil
}

// ended returns the score of a position in which the game is over: by mate, stalemate or lack of
// material. At the end of a game (last) repetition or fifty moves count too. Earlier they don't,
// because players must claim them and may overlook them.
func ended(root *search.Root, last bool) (score int, over bool) {
	p := &root.Pos
	switch {
	case p.IsCheckmate():
		return eval.MatedIn(0), true
	case !p.HasLegalMove(), p.InsufficientMaterial():
		return eval.Draw, true
	}
	seen := 1
	for _, key := range root.Keys {
		if key == p.Key() {
			seen++
		}
	}
	return eval.Draw, last && (seen >= 3 || p.HalfmoveClock() >= board.FiftyMoves)
}

func fromWhite(score int, p *board.Position) int {
	if p.SideToMove() == board.Black {
		return -score
	}
	return score
}

// lookBack corrects every score by the search of the next position, which saw one move further. A
// position is worth at least what its next position is worth after the move that was played. If
// that move was the engine's own choice, it is worth exactly that. The line then changes with the
// score.
func (g *Game) lookBack() {
	for i := len(g.Found) - 2; i >= 0; i-- {
		f, m, next := &g.Found[i], &g.Moves[i], &g.Found[i+1]
		score := next.Score
		if further := score - sign(score); eval.IsMate(further) {
			score = further // the mate is one ply further away
		}
		better := score > f.Score
		if g.Positions[i].SideToMove() == board.Black {
			better = score < f.Score
		}
		if m.Move != board.NullMove && (better || m.Best) {
			f.Score = score
			f.Line = append([]board.Move{m.Move}, next.Line[:min(len(next.Line), shownLine-1)]...)
		}
	}
}

// ownChoices lists the moves that were played and marks those that the engine would have chosen.
func (g *Game) ownChoices() {
	g.Moves = make([]Move, len(g.Found)-1)
	for i := range g.Moves {
		m, line := g.PGN.Moves[i].Move, g.Found[i].Line
		g.Moves[i] = Move{Move: m, Best: len(line) > 0 && line[0] == m}
	}
}

func sign(x int) int {
	if x < 0 {
		return -1
	}
	return 1
}

// weigh judges the moves between the positions that were searched.
func (g *Game) weigh() {
	g.ownChoices()
	g.lookBack()
	opening, book := openings().find(g.Positions)
	g.Opening = opening
	win := make([]float64, len(g.Found)) // White's chances
	for i := range g.Found {
		win[i] = WinPercent(g.Found[i].Score)
	}
	accuracy := make([]float64, len(g.Moves))
	for i := range accuracy {
		p := &g.Positions[i]
		lost := win[i] - win[i+1]
		if p.SideToMove() == board.Black {
			lost = -lost
		}
		m := &g.Moves[i]
		m.Lost, m.Book = max(0, lost), i < book
		m.Forced = m.Move != board.NullMove && p.CountLegal() == 1
		if m.Best || m.Move == board.NullMove || m.Book && MarkOf(m.Lost) < Blunder {
			m.Lost = 0
		}
		m.Accuracy, m.Mark = MoveAccuracy(m.Lost), MarkOf(m.Lost)
		g.Marks[p.SideToMove()][m.Mark]++
		accuracy[i] = m.Accuracy
	}
	g.Accuracy, g.Judged = GameAccuracy(win, accuracy, g.Positions[0].SideToMove())
}
