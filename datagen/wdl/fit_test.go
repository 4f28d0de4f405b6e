package wdl

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"sente/board"
	"sente/datagen"
)

// counted returns counts of a million positions that follow m exactly.
func counted(m *Model) *Counts {
	c := NewCounts(Phases[0], 500)
	n := float64(len(c.cells) * len(c.cells[0]))
	for i := range c.cells {
		for j := range c.cells[i] {
			p := m.chances(c.Phase.Least+i, j-c.MaxScore)
			for k := range p {
				c.cells[i][j][k] = p[k] * 1e6 / n
			}
		}
	}
	c.Games, c.Positions = 1, 1e6
	return c
}

func TestFitFindsTheModel(t *testing.T) {
	for _, want := range []*Model{
		{A: []float64{120}, B: []float64{70}},
		{A: []float64{200, -150, 40}, B: []float64{50, 60, 20}},
		{A: []float64{250, -460, 410, -130}, B: []float64{10, 450, -500, 220}},
		{A: []float64{80}, B: []float64{8}}, // far ahead a draw is too rare for 1 - win to show
	} {
		c := counted(want)
		got, err := Fit(c, len(want.A)-1)
		if err != nil {
			t.Errorf("%v: %v", want, err)
			continue
		}
		for phase := c.Phase.Least; phase <= c.Phase.Most; phase++ {
			a, b := got.at(phase)
			wantA, wantB := want.at(phase)
			if math.Abs(a-wantA) > 0.1 || math.Abs(b-wantB) > 0.1 {
				t.Errorf("%v: phase %d: a %.2f, b %.2f, want %.2f and %.2f",
					want, phase, a, b, wantA, wantB)
			}
		}
		if e := c.Error(got); e > 0.001 {
			t.Errorf("%v: shares are off by %v", want, e)
		}
		if worse := (&Model{A: []float64{150}, B: []float64{100}}); c.Loss(worse) <= c.Loss(got) {
			t.Errorf("%v: %v is as likely as the fit", want, worse)
		}
	}
}

// TestGradient compares the gradient with finite differences.
func TestGradient(t *testing.T) {
	c := counted(&Model{A: []float64{200, -150, 40}, B: []float64{50, 60, 20}})
	at := &Model{A: []float64{150, -20, 3}, B: []float64{90, 10, 5}}
	gradient, _ := c.score(at)
	for i := range gradient.Len() {
		coefficient := &at.A[i%3]
		if i >= 3 {
			coefficient = &at.B[i-3]
		}
		const step = 1e-3
		*coefficient += step
		above := c.Loss(at)
		*coefficient -= 2 * step
		want := (above - c.Loss(at)) / (2 * step)
		*coefficient += step
		if math.Abs(gradient.AtVec(i)-want) > 1e-7+math.Abs(want)/1e4 {
			t.Errorf("coefficient %d: %v, want %v", i, gradient.AtVec(i), want)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	if m, err := Fit(NewCounts(Phases[0], 500), 1); err == nil {
		t.Errorf("a fit to nothing is %v", m)
	}
	drawn := NewCounts(Phases[0], 500) // nobody ever won, so a larger a is always more likely
	for score := -500; score <= 500; score++ {
		drawn.cells[3][score+500][datagen.Draw] = 10
		drawn.Positions += 10
	}
	if m, err := Fit(drawn, 0); err == nil {
		t.Errorf("a fit to draws is %v", m)
	}
}

func TestAdd(t *testing.T) {
	start := board.Start()
	g := &datagen.Game{Start: start, Result: datagen.BlackWins}
	p := start
	for i, text := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, m)
		g.Scores = append(g.Scores, []int16{-80, -90, -31999, -31999}[i])
		p = p.After(m)
	}
	illegal := *g
	illegal.Moves = append([]board.Move{g.Moves[0], g.Moves[0]}, g.Moves[2:]...)
	for _, phase := range Phases {
		c := NewCounts(phase, 85)
		if err := c.Add(g); err != nil {
			t.Fatal(err)
		}
		if err := c.Add(&illegal); err == nil {
			t.Error("an illegal move was counted")
		}
		var seen int
		c.each(func(at, score int, r *results) {
			seen++
			if at != phase.at(&start) || score != -80 || *r != (results{1, 0, 0}) {
				t.Errorf("%s %d, score %d: %v", phase.Name, at, score, r)
			}
		})
		if seen != 1 || c.Games != 1 || c.Positions != 1 {
			t.Errorf("%s: %d cells, %d games, %d positions, want 1 of each",
				phase.Name, seen, c.Games, c.Positions)
		}
		c.AddAll(c)
		if c.Games != 2 || c.Positions != 2 {
			t.Errorf("%s: twice the same is %d games, %d positions",
				phase.Name, c.Games, c.Positions)
		}
	}
}

// TestOfNothing: for empty counts Error is 0, and an invalid result is not counted.
func TestOfNothing(t *testing.T) {
	c, m := NewCounts(Phases[0], 500), &Model{A: []float64{120}, B: []float64{70}}
	bad := &datagen.Game{Start: board.Start(), Result: 3,
		Moves: []board.Move{board.NoMove}, Scores: []int16{0}}
	if _, ok := errors.AsType[*datagen.GameError](c.Add(bad)); !ok {
		t.Error("a result of 3 is no GameError")
	}
	if e, loss := c.Error(m), c.Loss(m); e != 0 || loss != 0 {
		t.Errorf("an error of %v and a loss of %v, want 0", e, loss)
	}
}

func TestReport(t *testing.T) {
	m := &Model{A: []float64{200, -150.5}, B: []float64{50, 60}}
	got, want := m.Source(), "winA = [2]int64{51200, -38528}\nwinB = [2]int64{12800, 15360}\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c := counted(m)
	var text, picture bytes.Buffer
	c.Print(&text, m)
	if !strings.Contains(text.String(), "draws at 0") || strings.Count(text.String(), "\n") != 8 {
		t.Errorf("printed:\n%s", &text)
	}
	if err := c.Plot(&picture, m); err != nil {
		t.Fatal(err)
	}
	n := strings.Count(picture.String(), "material ")
	if n != 4 || !strings.Contains(picture.String(), "</svg>") {
		t.Errorf("%d panels in a picture of %d bytes", n, picture.Len())
	}
}
