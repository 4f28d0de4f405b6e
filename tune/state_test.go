package tune

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sente/search"
)

// begun returns a run with some iterations done, out of order.
func begun(t testing.TB) *State {
	t.Helper()
	s, err := New([]string{"RFPMargin", "FutilityStep"}, 50, 0.01, 1, Limit{Nodes: 100})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Widen(2); err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{2, 0, 4, 3, 7} {
		x := s.perturb(k, s.rng(k))
		s.learn(&x, 1)
		s.Wins++
		s.Draws++
	}
	return s
}

// TestNoIterationTwice finishes iterations in random order and stops at a random time. The next run
// must get exactly the iterations that are not done.
func TestNoIterationTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		s := &State{Total: 30}
		done := map[int]bool{}
		for _, k := range r.Perm(30)[:r.IntN(31)] {
			s.finish(k)
			done[k] = true
		}
		if s.Done != len(done) {
			t.Fatalf("%d are done, want %d", s.Done, len(done))
		}
		next := s.todo()
		for k := next(); k < s.Total; k = next() {
			if done[k] {
				t.Fatalf("iteration %d comes again; state %+v", k, s)
			}
			done[k] = true
		}
		if len(done) != 30 {
			t.Fatalf("%d of 30 are done at the end", len(done))
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	s := begun(t)
	s.Book = &Book{"a.epd", 77}
	if s.Done != 5 ||
		!slices.Equal(s.Ahead, []int{2, 3, 4, 7}) && !slices.Equal(s.Ahead, []int{7}) {
		t.Errorf("%d done, ahead %v", s.Done, s.Ahead)
	}
	path := filepath.Join(t.TempDir(), "state.json")
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	again, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	one, _ := json.Marshal(s)
	two, _ := json.Marshal(again)
	if !bytes.Equal(one, two) {
		t.Errorf("saved\n%s\nloaded\n%s", one, two)
	}
	if none, err := Load(path + "x"); none != nil || err != nil {
		t.Errorf("no file: %v, %v", none, err)
	}
}

// TestLoadRefuses damages a good state in one place at a time.
func TestLoadRefuses(t *testing.T) {
	good, err := json.Marshal(begun(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parse(good); err != nil {
		t.Fatal(err)
	}
	row := string(good[bytes.Index(good, []byte(`"History":[[`)):])
	at, end := bytes.Index(good, []byte(`"Parameters"`)), bytes.Index(good, []byte(`"Done"`))
	parameters := string(good[at : end-1])
	tests := []struct{ name, old, new, says string }{
		{"cut off", string(good[len(good)/2:]), "", "unexpected end"},
		{"no parameters", parameters, `"Parameters":[]`, "no number"},
		{"an unknown one", "RFPMargin", "Nonsense", `"Nonsense"`},
		{"one twice", "FutilityStep", "RFPMargin", "twice"},
		{"a row too short", row[:strings.Index(row, "]")+1], `"History":[[1]`, "history"},
		{"a row too long", `"History":[[`, `"History":[[1,`, "history has 3 values"},
		{"too many done", `"Done":5`, `"Done":51`, "51 iterations of 50"},
		{"games that were not played", `"Wins":5`, `"Wins":4`, "games"},
		{"games whose sum overflows", `"Wins":5,"Draws":5,"Losses":0`,
			`"Wins":9223372036854775807,"Draws":9223372036854775807,"Losses":12`, "games"},
		{"ahead of nothing", `"Ahead":[`, `"Ahead":[0,`, "ahead"},
		{"a rate below 0", `"Rate":0.01`, `"Rate":-1`, "rate"},
		{"no limit", `"Nodes":100`, `"Nodes":0`, "no nodes"},
		{"a clock that overflows", `"Nodes":100,"Clock":0`, `"Clock":10000000000000000`,
			"a clock of 10000000000000000+0"},
		{"an increment that overflows", `"Clock":0,"Increment":0`,
			`"Clock":1,"Increment":10000000000000000`, "a clock of 1+1"},
		{"a step of 0", `"Step":`, `"Step":0,"x":`, "step"},
		{"a value out of range", `"Value":`, `"Value":1e9,"x":`, "1e+09"},
	}
	for _, tc := range tests {
		bad := strings.Replace(string(good), tc.old, tc.new, 1)
		if bad == string(good) {
			t.Fatalf("%s: nothing was changed", tc.name)
		}
		if _, err := parse([]byte(bad)); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: error %v, want %q in it", tc.name, err, tc.says)
		}
	}
	path := filepath.Join(t.TempDir(), "state.json")
	os.WriteFile(path, good[:20], 0o644)
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("Load: %v, want the file's name", err)
	}
}

// FuzzState: whatever a state file holds, either it is refused, or the run can be continued, drawn
// and saved.
func FuzzState(f *testing.F) {
	good, err := json.Marshal(begun(f))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	p := search.Tunables()[0]
	one := fmt.Sprintf(
		`{"Parameters":[{"Name":%q,"Min":%d,"Max":%d,"Value":%d,"Step":1}],"Nodes":1,`,
		p.Name, p.Min, p.Max, p.Default)
	f.Add([]byte(one + `"Total":1}`))
	f.Add([]byte(one + `"Total":2,"Done":1,"Wins":9223372036854775807,` + // the sum overflows, to 2
		`"Draws":9223372036854775807,"Losses":4}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parse(data)
		if err != nil {
			return
		}
		if k := s.todo()(); k < s.Total {
			x := s.perturb(k, s.rng(k)) // panics if it leaves a number's range
			s.learn(&x, 2)
			s.Wins += 2
		}
		s.Effects()
		s.byMoved()
		again, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parse(again); err != nil {
			t.Fatalf("it is damaged after one more iteration: %v\n%s", err, again)
		}
	})
}
