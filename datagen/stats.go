package datagen

import (
	"fmt"
	"io"

	"sente/board"
)

// Stats sums up games. The zero value, with Filter and Adjudication set, is ready for Add.
type Stats struct {
	Filter       Filter       // its verdicts are counted
	Adjudication Adjudication // its verdicts on games that went on are compared with their results

	Games, Positions int64
	Results          [3]int64
	Reasons          [numReasons]int64
	Verdicts         Verdicts
	// Judged counts games that the adjudication would have ended but that were played out. The
	// first index is its verdict, the second the result.
	Judged [3][3]int64
}

// Add adds g. If g has an illegal move, it adds nothing and returns a *GameError.
func (s *Stats) Add(g *Game) error {
	j := Judge{Rules: &s.Adjudication}
	var verdicts Verdicts
	var verdict Result
	var over bool
	err := g.Replay(func(_ int, p *board.Position, m board.Move, score int) {
		verdicts[s.Filter.Judge(p, m, score)]++
		if !over {
			verdict, over = j.Add(p.Ply(), score)
		}
	})
	if err != nil {
		return err
	}
	s.Games++
	s.Positions += int64(len(g.Moves))
	s.Results[g.Result]++
	s.Reasons[g.Reason]++
	s.Verdicts.add(&verdicts)
	if over && g.Reason != AdjudicatedWin && g.Reason != AdjudicatedDraw && g.Reason != Unknown {
		s.Judged[verdict][g.Result]++
	}
	return nil
}

// Print writes the sums for people.
func (s *Stats) Print(w io.Writer) {
	fmt.Fprintf(w, "%d games, %d positions", s.Games, s.Positions)
	if s.Games == 0 {
		fmt.Fprintln(w)
		return
	}
	percent := func(n int64) float64 { return 100 * float64(n) / float64(s.Games) }
	fmt.Fprintf(w, ", %.1f a game\n", float64(s.Positions)/float64(s.Games))
	for _, r := range [...]Result{WhiteWins, Draw, BlackWins} {
		fmt.Fprintf(w, "  %-22s %10d  %5.1f %%\n", r, s.Results[r], percent(s.Results[r]))
	}
	fmt.Fprintln(w, "ended by")
	for r, n := range s.Reasons {
		if n > 0 {
			fmt.Fprintf(w, "  %-22s %10d  %5.1f %%\n", Reason(r), n, percent(n))
		}
	}
	fmt.Fprintln(w, "positions")
	for v, n := range s.Verdicts {
		fmt.Fprintf(w, "  %-22s %10d  %5.1f %%\n", Verdict(v), n,
			100*float64(n)/float64(max(s.Positions, 1)))
	}
	var right, all int64
	for verdict, results := range s.Judged {
		for result, n := range results {
			all += n
			if verdict == result {
				right += n
			}
		}
	}
	if all > 0 {
		fmt.Fprintf(w, "adjudication would have ended %d games that were played out, "+
			"%d (%.1f %%) with their result\n", all, right, 100*float64(right)/float64(all))
		fmt.Fprintf(w, "  %-22s %10s %10s %10s\n", "ended as", WhiteWins, Draw, BlackWins)
		for _, verdict := range [...]Result{WhiteWins, Draw, BlackWins} {
			j := &s.Judged[verdict]
			fmt.Fprintf(w, "  %-22s %10d %10d %10d\n", fmt.Sprintf("called %s", verdict),
				j[WhiteWins], j[Draw], j[BlackWins])
		}
	}
}
