package analyze_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"sente/analyze"
	"sente/pgn"
	"sente/search"
)

func Example() {
	g, err := pgn.NewReader(strings.NewReader("1. f3 e5 2. g4 Qh4# 0-1")).Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	a := analyze.Analyzer{Engine: search.New(), Limits: search.Limits{Depth: 8}}
	judged, err := a.Game(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range judged.Moments() {
		fmt.Println(judged.Positions[m.Index].SAN(g.Moves[m.Index].Move),
			judged.Moves[m.Index].Mark, m.What)
	}
	// The same as a page for a browser, and as PGN with scores and better lines:
	var report analyze.Report
	report.Add(judged)
	if err := report.Write(new(strings.Builder)); err != nil {
		fmt.Println(err)
	}
	annotated := analyze.Annotate(judged, analyze.MarkedLines, "example")
	if err := pgn.NewWriter(new(strings.Builder)).Write(annotated); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output: g4 blunder allows mate in 1
}
