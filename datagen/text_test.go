package datagen

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sente/board"
	"sente/eval"
)

func TestTextLine(t *testing.T) {
	games, _ := importAll(t, writeFile(t, "a.txt", foolsMate+"\n"))
	var text bytes.Buffer
	if err := WriteText(&text, games[0], nil); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	want := "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1 | -90 | 0.0"
	if lines[1] != want {
		t.Errorf("line 2 is\n%s, want\n%s", lines[1], want)
	}
}

func TestTextRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var games []*Game
	var text bytes.Buffer
	for i := range 40 {
		g := randomGame(r, uint64(i), 5+r.IntN(80))
		if len(g.Moves) == 0 {
			continue
		}
		for j, s := range g.Scores {
			if s == NoScore {
				g.Scores[j] = 0 // WriteText leaves out positions without a score
			}
		}
		games = append(games, g)
		if err := WriteText(&text, g, nil); err != nil {
			t.Fatal(err)
		}
	}
	path := writeFile(t, "a.txt", text.String())
	var back []*Game
	if err := ReadText([]string{path}, func(g *Game) error {
		back = append(back, g)
		return nil
	}, func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	if len(back) != len(games) {
		t.Fatalf("%d games came back, want %d", len(back), len(games))
	}
	for i, g := range games {
		b, last := back[i], len(g.Moves)-1
		if len(b.Moves) != len(g.Moves) || b.Result != g.Result || b.Moves[last] != 0 ||
			fmt.Sprint(b.Moves[:last], b.Scores) != fmt.Sprint(g.Moves[:last], g.Scores) {
			t.Fatalf("game %d came back as %v %v, want %v %v",
				i, b.Moves, b.Scores, g.Moves, g.Scores)
		}
	}
}

func TestReadTextSkipsBadLines(t *testing.T) {
	good := startFEN + " | 12 | 0.5\n"
	bad := []string{
		startFEN + " | 12\n",
		"8/8/8/8/8/8/8/8 w - - 0 1 | 12 | 0.5\n",
		startFEN + " | x | 0.5\n",
		startFEN + " | 40000 | 0.5\n",
		startFEN + " | 12 | 0.7\n",
	}
	path := writeFile(t, "a.txt", good+strings.Join(bad, good)+good)
	games, errs := 0, []error{}
	if err := ReadText([]string{path}, func(*Game) error { games++; return nil }, func(err error) {
		errs = append(errs, err)
	}); err != nil {
		t.Fatal(err)
	}
	if games != len(bad)+1 || len(errs) != len(bad) {
		t.Fatalf("%d games, %d bad lines: %v", games, len(errs), errs)
	}
	for i, err := range errs {
		if want := fmt.Sprintf("a.txt:%d: ", 2*i+2); !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	for _, word := range []string{"1.0", "1", "1-0"} {
		if p, err := parseText(startFEN + "|0|" + word); err != nil || p.result != WhiteWins {
			t.Errorf("%s: %v, %v", word, p.result, err)
		}
	}
}

// FuzzTextLines: no line and no second label make a parser panic. The scores and results that it
// returns are valid.
func FuzzTextLines(f *testing.F) {
	f.Add(startFEN+" | 12 | 0.5", "-", uint8(AnyLabel))
	f.Add(foolsMate, "-", uint8(AnyLabel))
	for _, second := range []string{"-", "77", "12\tc", "m", "-m\tc"} {
		for choice := AnyLabel; choice <= SecondLabelOnly; choice++ {
			f.Add("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\t50\tW\t0\t20", second, uint8(choice))
		}
	}
	f.Fuzz(func(t *testing.T, line, second string, choice uint8) {
		check := func(score int, result Result) {
			t.Helper()
			if score != NoScore && max(score, -score) > eval.Mate || result > WhiteWins {
				t.Errorf("score %d, result %d", score, result)
			}
		}
		if p, err := parseText(line); err == nil {
			check(p.score, p.result)
		}
		if l, err := parsePositionLine(line, second, LabelChoice(choice%3)); err == nil {
			check(l.score, l.result)
		}
		if g, err := parseGameLine(line); err == nil {
			err := g.Replay(func(_ int, _ *board.Position, _ board.Move, score int) {
				check(score, g.Result)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestLongTextIsCut: lines that go on for more than MaxPlies become two games.
func TestLongTextIsCut(t *testing.T) {
	var text strings.Builder
	p := board.Start()
	for i := range MaxPlies + 1 {
		fmt.Fprintf(&text, "%s | 0 | 0.5\n", p.FEN())
		m, err := p.ParseMove([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
		if err != nil {
			t.Fatal(err)
		}
		p = p.After(m)
	}
	var lengths []int
	err := ReadText([]string{writeFile(t, "a.txt", text.String())}, func(g *Game) error {
		lengths = append(lengths, len(g.Moves))
		return g.storable()
	}, func(err error) { t.Error(err) })
	if err != nil || fmt.Sprint(lengths) != fmt.Sprint([]int{MaxPlies, 1}) {
		t.Errorf("games of %v plies, %v", lengths, err)
	}
}
