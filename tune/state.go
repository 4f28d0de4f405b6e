package tune

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"

	"sente/internal/outfile"
	"sente/search"
)

// State is a tuning run, with all that is needed to continue it.
type State struct {
	Parameters []Parameter
	Done       int     // number of iterations done
	Ahead      []int   `json:",omitempty"` // iterations done behind the first that is not done
	Total      int     // number of iterations planned
	Rate       float64 // r_end: the last learning rate; 0: values stay, to measure Effects
	Steps      float64 `json:",omitempty"` // argument of Widen; 0: not known, or never called
	Seed       uint64  // for openings and perturbations
	Book       *Book   `json:",omitempty"` // nil: not known
	Limit              // of the games
	Wins       int     // of the plus setting, in games
	Draws      int
	Losses     int
	Squares    float64     // sum of the squared scores
	Every      int         `json:",omitempty"` // iterations between two points of History
	History    [][]float64 // values of the parameters; the first entry is the start
}

// Book says which openings a run begins its games from.
type Book struct {
	Path string // "" for random openings
	Sum  uint32 // CRC-32 of its positions
}

// Limit says how long the players think: a number of nodes a move, or a clock that runs by nodes.
// With the clock the numbers that share out the time can be tuned too.
type Limit struct {
	Nodes     uint64 // nodes a move; 0: play by the clock
	Clock     uint64 // nodes for the whole game
	Increment uint64 // nodes that each move adds
}

// String returns the limit in words.
func (l Limit) String() string {
	if l.Nodes > 0 {
		return fmt.Sprintf("%d nodes a move", l.Nodes)
	}
	return fmt.Sprintf("a clock of %d+%d nodes", l.Clock, l.Increment)
}

// interval returns how many iterations lie between two points of the history.
func (s *State) interval() int {
	if s.Every == 0 {
		return 20 // old states have no Every
	}
	return s.Every
}

// maxHistory is about how many points a history may have. It must stay small, because the state is
// written after every iteration.
const maxHistory = 250

// first returns the number of the first iteration that is not done.
func (s *State) first() int { return s.Done - len(s.Ahead) }

// finish records that iteration k is done.
func (s *State) finish(k int) {
	s.Done++
	i, _ := slices.BinarySearch(s.Ahead, k)
	s.Ahead = slices.Insert(s.Ahead, i, k)
	below := s.Done - len(s.Ahead) // all iterations below it are done
	done := 0
	for done < len(s.Ahead) && s.Ahead[done] == below+done {
		done++
	}
	s.Ahead = slices.Delete(s.Ahead, 0, done)
}

// Save writes the run to a file, either completely or not at all.
func (s *State) Save(path string) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	if err := outfile.WriteBytes(path, data); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}

// Load reads a run. If there is no such file, it returns nil and no error.
func Load(path string) (*State, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	s, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("tune: %s is damaged or of another version: %w", path, err)
	}
	return s, nil
}

// parse reads what Save wrote.
func parse(data []byte) (*State, error) {
	var s State
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	return &s, s.check()
}

// Limits beyond anything that a real run needs.
const (
	maxTotal = 1 << 30
	maxStep  = 1e6 // steps, and units of a number
	maxRate  = 1e6
	maxClock = 1e12 // nodes
)

// check returns what is wrong with the state. It returns nil if Run may continue from it.
func (s *State) check() error {
	switch {
	case s.Total < 1 || s.Total > maxTotal:
		return fmt.Errorf("%d iterations", s.Total)
	case s.Done < 0 || s.Done > s.Total || s.first() < 0:
		return fmt.Errorf("%d iterations of %d are done, %d of them ahead",
			s.Done, s.Total, len(s.Ahead))
	case s.Nodes+s.Clock < 1:
		return errors.New("no nodes to search")
	case s.Clock > maxClock || s.Increment > maxClock:
		return fmt.Errorf("a clock of %d+%d nodes", s.Clock, s.Increment)
	case !(s.Rate >= 0 && s.Rate <= maxRate):
		return fmt.Errorf("a learning rate of %g", s.Rate)
	case !(s.Steps >= 0 && s.Steps <= maxStep):
		return fmt.Errorf("%g steps", s.Steps)
	case !s.played() || s.Squares < 0 || s.Every < 0:
		return fmt.Errorf("%d games won, %d drawn, %d lost in %d iterations, a square of %g",
			s.Wins, s.Draws, s.Losses, s.Done, s.Squares)
	case len(s.Parameters) == 0:
		return errors.New("no number to tune")
	}
	for i, k := range s.Ahead {
		if k <= s.first() || k >= s.Total || i > 0 && k <= s.Ahead[i-1] {
			return fmt.Errorf("iteration %d is done ahead of %d", k, s.first())
		}
	}
	for i, row := range s.History {
		if len(row) != len(s.Parameters) {
			return fmt.Errorf("point %d of the history has %d values of %d",
				i, len(row), len(s.Parameters))
		}
	}
	return s.checkParameters()
}

// played tells whether there are two games for each iteration. It never sums the counts, because
// the sum may overflow.
func (s *State) played() bool {
	games := 2 * s.Done
	return s.Wins >= 0 && s.Draws >= 0 && s.Wins <= games && s.Draws <= games-s.Wins &&
		s.Losses == games-s.Wins-s.Draws
}

func (s *State) checkParameters() error {
	known := map[string]search.Tunable{}
	for _, t := range search.Tunables() {
		known[t.Name] = t
	}
	for _, p := range s.Parameters {
		t, ok := known[p.Name]
		switch {
		case !ok:
			return fmt.Errorf("no search parameter is called %q, or it is there twice", p.Name)
		case p.Min != t.Min || p.Max != t.Max:
			return fmt.Errorf("%s is from %d to %d, not from %d to %d",
				p.Name, t.Min, t.Max, p.Min, p.Max)
		case !(p.Value >= float64(p.Min) && p.Value <= float64(p.Max)):
			return fmt.Errorf("%s is %g, not from %d to %d", p.Name, p.Value, p.Min, p.Max)
		case !(p.Step > 0 && p.Step <= maxStep) || math.IsInf(p.Sum, 0):
			return fmt.Errorf("%s has a step of %g and a sum of %g", p.Name, p.Step, p.Sum)
		}
		delete(known, p.Name)
	}
	return nil
}
