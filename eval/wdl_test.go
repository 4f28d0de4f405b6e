package eval

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sente/board"
	"sente/internal/boardtest"
)

// TestWDL checks every phase and score: chances are chances, the two sides see the same game, and a
// better score never means a smaller chance.
func TestWDL(t *testing.T) {
	for m := LeastMaterial; m <= MostMaterial; m++ {
		w := winModel(int64(m))
		if w.a <= 0 || w.b <= 0 {
			t.Fatalf("material %d: a %d, b %d, want both above 0", m, w.a, w.b)
		}
		lastWin, lastLoss := 0, 1000
		for s := -Mate; s <= Mate; s++ {
			win, draw, loss := w.WDL(s)
			if win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
				t.Fatalf("material %d, score %d: %d %d %d", m, s, win, draw, loss)
			}
			if a, b, c := w.WDL(-s); a != loss || b != draw || c != win {
				t.Fatalf("material %d, score %d: %d %d %d, for the other side %d %d %d",
					m, s, win, draw, loss, a, b, c)
			}
			if win < lastWin || loss > lastLoss {
				t.Fatalf("material %d, score %d: %d %d %d after %d wins and %d losses",
					m, s, win, draw, loss, lastWin, lastLoss)
			}
			lastWin, lastLoss = win, loss
		}
	}
}

// TestWDLKnown checks scores that leave no doubt.
func TestWDLKnown(t *testing.T) {
	start := board.Start()
	w := WinModelFor(&start)
	for _, s := range []int{MateIn(1), MateIn(200), TBWin, TBWin - 100} {
		if win, draw, loss := w.WDL(s); win != 1000 || draw != 0 || loss != 0 {
			t.Errorf("score %d: %d %d %d", s, win, draw, loss)
		}
		if got := w.Centipawns(s); got != s {
			t.Errorf("score %d is shown as %d", s, got)
		}
	}
}

// TestWDLEqualsFloats compares the integers with the model in floating point.
func TestWDLEqualsFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.IntRange(LeastMaterial, MostMaterial).Draw(t, "material")
		s := rapid.IntRange(-2500, 2500).Draw(t, "score")
		a, b, x := 0.0, 0.0, 1.0
		for k := range winA {
			a += float64(winA[k]) * x / 256
			b += float64(winB[k]) * x / 256
			x *= float64(m) / 64
		}
		w := winModel(int64(m))
		win, _, loss := w.WDL(s)
		for _, c := range []struct{ got, score int }{{win, s}, {loss, -s}} {
			want := 1000 / (1 + math.Exp((a-float64(c.score))/b))
			if math.Abs(float64(c.got)-want) > 0.6 {
				t.Fatalf("material %d, score %d: %d permille, want %.2f", m, c.score, c.got, want)
			}
		}
		got, want := float64(w.Centipawns(s)), 100*float64(s)/a
		if math.Abs(got-want) > 0.51+math.Abs(want)/1000 {
			t.Fatalf("material %d, score %d is shown as %.0f, want %.2f", m, s, got, want)
		}
	})
}

// TestHundredIsHalf checks what the shown scale promises: 100 is an even chance to win.
func TestHundredIsHalf(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "r4rk1/5ppp/8/8/8/8/5PPP/R4RK1 w - - 0 1",
		"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
	} {
		p := boardtest.Position(t, fen)
		w := WinModelFor(&p)
		checked := 0
		for s := range 1000 {
			if shown := w.Centipawns(s); shown < 99 || shown > 101 {
				continue
			}
			checked++
			if win, _, _ := w.WDL(s); win < 485 || win > 515 {
				t.Errorf("%s: score %d is shown as 100 and wins %d of 1000", fen, s, win)
			}
		}
		if checked == 0 {
			t.Errorf("%s: no score is shown as about 100", fen)
		}
	}
}

func TestCentipawnsStaySmall(t *testing.T) {
	p := board.Start()
	w := WinModelFor(&p)
	last := -Infinity
	for s := -MaxEval; s <= MaxEval; s++ {
		shown := w.Centipawns(s)
		if IsDecisive(shown) || shown < last || shown != -w.Centipawns(-s) {
			t.Fatalf("score %d is shown as %d after %d, the other side's as %d",
				s, shown, last, w.Centipawns(-s))
		}
		last = shown
	}
}

func TestMaterialCount(t *testing.T) {
	for fen, want := range map[string]int{
		board.StartFEN:                            MostMaterial,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":           0,
		"4k3/4p3/8/8/8/8/8/QRBNK3 w - - 0 1":      9 + 5 + 3 + 3 + 1,
		"4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1":      7 * 9,
		"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ b - - 0 1": 14 * 9,
	} {
		p := boardtest.Position(t, fen)
		if got := MaterialCount(&p); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}

// TestWDLDocument checks that docs/wdl.md has the coefficients that are in use.
func TestWDLDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/wdl.md")
	if err != nil {
		t.Fatal(err)
	}
	list := func(c [4]int64) string {
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(c), "[]"), " ", ", ")
	}
	for _, want := range []string{
		"winA = [4]int64{" + list(winA) + "}", "winB = [4]int64{" + list(winB) + "}",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/wdl.md does not hold %q; "+
				"run datagen wdl and paste what it prints into both", want)
		}
	}
}

// TestScoreOfCentipawns: Score turns the centipawns shown back into a score that is shown the same.
// That is the original score, except where several scores are shown as one.
func TestScoreOfCentipawns(t *testing.T) {
	for m := int64(LeastMaterial); m <= MostMaterial; m++ {
		w := winModel(m)
		coarse := int((w.a + 25599) / 25600) // how many scores may be shown as one
		for s := -15_000; s <= 15_000; s += 7 {
			shown := w.Centipawns(s)
			back := w.Score(shown)
			if w.Centipawns(back) != shown || back-s >= coarse || s-back >= coarse {
				t.Fatalf("material %d: score %d is shown as %d, which is turned into %d, "+
					"shown as %d", m, s, shown, back, w.Centipawns(back))
			}
		}
		for _, s := range []int{0, Mate, -Mate, MatedIn(8), MateIn(MaxPly), TBWin - 9, 3 - TBWin} {
			if back := w.Score(w.Centipawns(s)); back != s {
				t.Errorf("material %d: score %d comes back as %d", m, s, back)
			}
		}
		if IsDecisive(w.Score(MaxEval)) || IsDecisive(w.Score(-MaxEval)) {
			t.Errorf("material %d: the greatest evaluation shown counts as proven", m)
		}
	}
}
