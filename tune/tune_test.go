package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sente/board"
	"sente/datagen"
	"sente/internal/boardtest"
	"sente/search"
)

// TestFollowsTheWinner replaces the games by a known function. The nearer a setting is to the peak,
// the more often it wins. From far away the values must come near the peak.
func TestFollowsTheWinner(t *testing.T) {
	s, err := New([]string{"RFPMargin", "FutilityStep"}, 4000, 0.02, 1, Limit{Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	peak := [2]float64{110, 60}
	badness := func(p *search.Params) float64 {
		return math.Pow((float64(p.RFPMargin)-peak[0])/10, 2) +
			math.Pow((float64(p.FutilityStep)-peak[1])/10, 2)
	}
	for k := range s.Total {
		r := s.rng(k)
		x := s.perturb(k, r)
		expected := 1 / (1 + math.Exp(badness(&x.plus)-badness(&x.minus)))
		score := -2
		if rand.New(rand.NewPCG(7, uint64(k))).Float64() < expected {
			score = 2
		}
		s.learn(&x, score)
	}
	for i, want := range peak {
		if got := s.Parameters[i].Value; math.Abs(got-want) > 8 {
			t.Errorf("%s ends at %.1f, the peak is at %.0f", s.Parameters[i].Name, got, want)
		}
	}
}

// TestEffects: with a rate of 0 the values stay. The effect of each number must be found within its
// stated error.
func TestEffects(t *testing.T) {
	s, err := New([]string{"RFPMargin", "FutilityStep", "LMRCut"}, 4000, 0, 1, Limit{Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	// Elo of the raised value over the lowered one.
	elo := map[string]float64{"RFPMargin": 0, "FutilityStep": 40, "LMRCut": -80}
	for k := range s.Total {
		x := s.perturb(k, s.rng(k))
		sum := 0.0
		for i, p := range s.Parameters {
			sum += elo[p.Name] * x.signs[i]
		}
		expected := 1 / (1 + math.Pow(10, -sum/400))
		score := 0
		r := rand.New(rand.NewPCG(7, uint64(k)))
		for range 2 {
			if r.Float64() < expected {
				score++
			} else {
				score--
			}
		}
		s.learn(&x, score)
	}
	list := s.Effects()
	if list[0].Name != "LMRCut" || list[1].Name != "FutilityStep" {
		t.Errorf("in the wrong order: %v", list)
	}
	for i, e := range list {
		if math.Abs(e.Elo-elo[e.Name]) > 1.5*e.Error || e.Error < 5 || e.Error > 10 {
			t.Errorf("%v, want %v", e, elo[e.Name])
		}
		if p := s.Parameters[i]; p.Value != math.Trunc(p.Value) || s.size(&p, 0) != p.Step {
			t.Errorf("%+v moved", p)
		}
	}
}

func TestValuesStayInRange(t *testing.T) {
	s, err := New(nil, 50, 5, 3, Limit{Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for k := range s.Total {
		x := s.perturb(k, s.rng(k)) // Set panics if a value leaves its range
		s.learn(&x, 2-4*(k%2))
	}
	for _, p := range s.Parameters {
		if p.Value < float64(p.Min) || p.Value > float64(p.Max) {
			t.Errorf("%s = %v", p.Name, p.Value)
		}
	}
}

// TestGains compares perturbations and steps with Spall's sequences, written out here.
func TestGains(t *testing.T) {
	const total, rate = 1000, 0.01
	for _, k := range []int{0, 99, 499, 999} {
		s, err := New([]string{"LMRQuietBase"}, total, rate, 1, Limit{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := &s.Parameters[0]
		n := float64(k + 1)
		c := p.Step * math.Pow(total/n, 0.101)
		if got := s.size(p, k); math.Abs(got/c-1) > 1e-12 {
			t.Errorf("iteration %d: a perturbation of %v, want %v", k, got, c)
		}
		a := rate * p.Step * p.Step * math.Pow((0.1*total+total)/(0.1*total+n), 0.602)
		before := p.Value
		x := perturbation{number: k, signs: []float64{-1}}
		s.learn(&x, 2)
		if want := before - 2*a/c; math.Abs(p.Value-want) > 1e-9 {
			t.Errorf("iteration %d: moved from %v to %v, want %v", k, before, p.Value, want)
		}
	}
}

// TestPairKnowsTheWinner lets the usual numbers play against a setting that is blind: it prunes
// nearly every quiet move and sees hardly any capture in quiescence.
func TestPairKnowsTheWinner(t *testing.T) {
	p, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	good, blind := search.DefaultParams(), search.DefaultParams()
	blind.FutilityBase, blind.FutilityMaxDepth, blind.QSSEE = -5000, 100, 3000
	sum := 0
	for _, first := range []string{"e2e4", "d2d4", "c2c4", "g1f3", "g2g3", "b2b3"} {
		start := board.Start()
		m, err := start.ParseMove(first)
		if err != nil {
			t.Fatal(err)
		}
		start = start.After(m)
		score, wdl, err := p.play(&perturbation{plus: good, minus: blind}, start, Limit{Nodes: 300})
		if err != nil || score != wdl[0]-wdl[2] || wdl[0]+wdl[1]+wdl[2] != 2 {
			t.Errorf("after %s: score %d, won, drew and lost %v, %v", first, score, wdl, err)
		}
		sum += score
		// The other way round the same two games are played.
		other, _, err := p.play(&perturbation{plus: blind, minus: good}, start, Limit{Nodes: 300})
		if other != -score || err != nil {
			t.Errorf("after %s: score %d, the other way round %d, %v", first, score, other, err)
		}
	}
	if sum < 6 {
		t.Errorf("in twelve games the better one wins %d more than it loses", sum)
	}
}

// TestWiden: the last perturbation is factor times as large, and a result moves the values factor
// times as far.
func TestWiden(t *testing.T) {
	var moved, size [2]float64
	for i, factor := range []float64{1, 2.5} {
		s, err := New([]string{"LMRQuietBase"}, 10, 0.01, 1, Limit{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Widen(factor); err != nil {
			t.Fatal(err)
		}
		before := s.Parameters[0].Value
		x := s.perturb(9, s.rng(9))
		size[i] = s.size(&s.Parameters[0], 9)
		d := float64(x.plus.LMRQuietBase-x.minus.LMRQuietBase) / 2 * x.signs[0]
		if math.Abs(d-size[i]) > 1 {
			t.Errorf("%v times: the settings differ by %v, want %v", factor, d, size[i])
		}
		s.learn(&x, 2)
		moved[i] = s.Parameters[0].Value - before
	}
	if math.Abs(moved[1]/moved[0]-2.5) > 1e-9 || math.Abs(size[1]/size[0]-2.5) > 1e-9 {
		t.Errorf("moved by %v, perturbed by %v", moved, size)
	}
	s, err := New(nil, 10, 0.01, 1, Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, factor := range []float64{1e6, 0, -1, math.NaN()} {
		before, steps := slices.Clone(s.Parameters), s.Steps
		if err := s.Widen(factor); err == nil {
			t.Errorf("%v times: steps that Load would refuse are taken", factor)
		}
		if !slices.Equal(before, s.Parameters) || s.Steps != steps {
			t.Errorf("%v times: refused, but the state has changed", factor)
		}
	}
}

// TestRunTellsOfFailure: an error of progress counts more than an interrupt before it. After the
// last iteration an interrupt does not count.
func TestRunTellsOfFailure(t *testing.T) {
	full := errors.New("the disk is full")
	openings := &datagen.Openings{RandomPlies: 8}
	for _, tc := range []struct {
		at        int
		err, want error
	}{{1, nil, context.Canceled}, {1, full, full}, {2, full, full}, {2, nil, nil}} {
		s, err := New([]string{"RFPMargin"}, 2, 0.002, 1, Limit{Nodes: 100})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := s.Run(ctx, 1, openings, func(s *State) error {
			if s.Done < tc.at {
				return nil
			}
			cancel()
			return tc.err
		}); err != tc.want || s.Done != tc.at {
			t.Errorf("%+v: after %d iterations: %v", tc, s.Done, err)
		}
	}
}

// TestRunResumes plays a few games, saves, loads and continues.
func TestRunResumes(t *testing.T) {
	s, err := New([]string{"RFPMargin"}, 4, 0.002, 1, Limit{Nodes: 200})
	if err != nil {
		t.Fatal(err)
	}
	openings := &datagen.Openings{RandomPlies: 8}
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.Run(ctx, 1, openings, func(s *State) error {
		if s.Done == 2 {
			cancel()
		}
		return nil
	}); err != context.Canceled {
		t.Fatalf("interrupted run: %v", err)
	}
	path := filepath.Join(t.TempDir(), "state.json")
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := Load(path)
	if err != nil || again.Done != 2 {
		t.Fatalf("loaded %+v, %v", again, err)
	}
	err = again.Run(context.Background(), 2, openings, nil)
	if err != nil {
		t.Fatal(err)
	}
	if games := again.Wins + again.Draws + again.Losses; again.Done != 4 || games != 8 {
		t.Errorf("%d iterations, %d games", again.Done, games)
	}
	if err := again.Plot(filepath.Join(t.TempDir(), "plot.svg")); err != nil {
		t.Error(err)
	}
}

func TestGameKnowsTheResult(t *testing.T) {
	p, err := newPair()
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]int{
		"7k/5ppp/8/8/8/8/8/KR6 w - - 0 1": 1,
		"kr6/8/8/8/8/8/5PPP/7K b - - 0 1": -1,
		"k7/8/8/8/8/8/8/K5B1 w - - 0 1":   0,
	} {
		start := boardtest.Position(t, fen)
		for _, limit := range []Limit{{Nodes: 2000}, {Clock: 60000, Increment: 600}} {
			if got, err := game(p.plus, p.minus, start, limit); got != want || err != nil {
				t.Errorf("%s, %+v: %d, want %d; %v", fen, limit, got, want, err)
			}
		}
	}
}

func TestNewRefusesUnknownNames(t *testing.T) {
	if _, err := New([]string{"Nonsense"}, 1, 1, 1, Limit{Nodes: 1}); err == nil {
		t.Error("no error")
	}
}

func TestPlotNamesWhatMovedMost(t *testing.T) {
	s, err := New([]string{"RFPMargin", "FutilityStep"}, 2, 1, 1, Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.Parameters[0].Value += 2 * s.Parameters[0].Step
	s.Parameters[1].Value -= 3 * s.Parameters[1].Step
	if got := s.byMoved(); got[0] != 1 || got[1] != 0 {
		t.Errorf("order %v, but the second number moved most", got)
	}
}

// TestCurve: the line leads from the start to the current values.
func TestCurve(t *testing.T) {
	s, err := New([]string{"RFPMargin"}, 100, 0.1, 1, Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	start, step := s.Parameters[0].Value, s.Parameters[0].Step
	for _, want := range [][]float64{{0}, {0, 1}, {0, 20}, {0, 20, 21}, {0, 20, 40, 60, 80, 100}} {
		for s.Done < int(want[len(want)-1]) {
			s.learn(&perturbation{number: s.Done, signs: []float64{1}}, 1)
		}
		var at []float64
		line := s.curve(0)
		for _, point := range line {
			at = append(at, point.X)
		}
		end := line[len(line)-1].Y
		now := (s.Parameters[0].Value - start) / step
		if !slices.Equal(at, want) || line[0].Y != 0 || end != now {
			t.Errorf("points at %v, from %v to %v steps; want %v, from 0 to %v",
				at, line[0].Y, end, want, now)
		}
	}
}

func TestClocksRunByNodes(t *testing.T) {
	l := Limit{Clock: 600000, Increment: 6000}.ofMove()
	if l.Nodes != 0 || !l.HasTime[board.White] || l.Time[board.Black] != 600*time.Millisecond ||
		l.Inc[board.White] != 6*time.Millisecond {
		t.Errorf("%+v", l)
	}
	e := search.New()
	e.SetNodesTime(nodesTime)
	r := e.Begin(search.Root{Pos: board.Start()}, l).Run(nil)
	hard := uint64(l.Time[board.White].Microseconds()) * 60 / 100
	if r.Nodes < 1000 || r.Nodes > hard {
		t.Errorf("%d nodes, want at most %d", r.Nodes, hard)
	}
}

// TestEffectsOfNothing: if there were no games or only level pairs, the error of every effect is
// infinite.
func TestEffectsOfNothing(t *testing.T) {
	for _, done := range []int{0, 2} {
		s := State{Done: done, Parameters: []Parameter{{Name: "a"}}}
		if e := s.Effects()[0]; e.Elo != 0 || !math.IsInf(e.Error, 1) {
			t.Errorf("%d pairs: %+v", done, e)
		}
	}
}
