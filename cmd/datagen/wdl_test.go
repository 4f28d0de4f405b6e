package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// gamesToFit writes fit.games: 600 games that the model can fit.
func gamesToFit(t *testing.T, dir string) {
	t.Helper()
	var text strings.Builder
	for i := range 600 { // the higher the score, the more wins
		score, luck, result := i-300, i*37%200-100, "0.5"
		if score+luck > 60 {
			result = "1.0"
		} else if score+luck < -60 {
			result = "0.0"
		}
		fmt.Fprintf(&text,
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | %d | %s\n", score, result)
	}
	err := os.WriteFile(filepath.Join(dir, "fit.txt"), []byte(text.String()), 0o644)
	if err != nil {
		t.Fatal(err)
	}
	clitest.Must(t, dir, "from-text", "-out", "fit.games", "fit.txt")
}

func TestWDL(t *testing.T) {
	dir := t.TempDir()
	gamesToFit(t, dir)
	out := clitest.Must(t, dir, "wdl", "-degree", "0", "-plot", "a.svg", "-counts", ".",
		"-check", "fit.games", "fit.games")
	var a, b int
	_, coefficients, _ := strings.Cut(out, "winA")
	_, err := fmt.Sscanf(coefficients, " = [1]int64{%d}\nwinB = [1]int64{%d}", &a, &b)
	if err != nil || a < 50*256 || a > 70*256 {
		t.Errorf("want winA near 60 centipawns: %v in\n%s", err, out)
	}
	if want := fmt.Sprintf(" on %d games, ", 600-600/holdOutGames); !strings.Contains(out, want) ||
		!strings.Contains(out, fmt.Sprintf(" on %d others", 600/holdOutGames)) {
		t.Errorf("want a fit%sand a trial on the rest in\n%s", want, out)
	}
	// The check uses the same games. No model can predict them better than the fit to them.
	var games, positions int
	var loss, own, off float64
	_, check, _ := strings.Cut(out, "checked on ")
	_, err = fmt.Sscanf(check,
		"%d games, %d positions: %f nats, %f by a fit of their own; shares are off by %f %%",
		&games, &positions, &loss, &own, &off)
	if err != nil || games != 600 || positions != 600 || loss != own || loss <= 0 || off <= 0 {
		t.Errorf("a check of the fit on its own games says: %v\n%s", err, out)
	}
	for _, name := range []string{"fitted.zst", "held.zst", "checked.zst"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if picture, err := os.ReadFile(filepath.Join(dir, "a.svg")); err != nil ||
		!strings.Contains(string(picture), "</svg>") {
		t.Errorf("a picture of %d bytes: %v", len(picture), err)
	}
	for args, says := range map[string]string{
		"wdl -by weather fit.games":              "-by weather: want material or move",
		"wdl -degree -1 fit.games":               "-degree: want a count",
		"wdl -degree 1M fit.games":               "-degree 1000000: want at most",
		"wdl -max-score 0 fit.games":             "-max-score 0: want 1 to",
		"wdl -max-score 32000 fit.games":         "-max-score 32000: want 1 to",
		"wdl -max-score 9999999999999 fit.games": "-max-score",
		"wdl -check none.games fit.games":        "none.games: no such file",
		"wdl":                                    "needs files",
	} {
		status, _, errs := clitest.Run(t, dir, strings.Fields(args)...)
		want := cli.Misunderstood
		if strings.HasSuffix(says, "no such file") {
			want = cli.Failed
		}
		if status != want || !strings.Contains(errs, says) {
			t.Errorf("%s: status %d, %q; want %d and %q", args, status, errs, want, says)
		}
	}
}
