package main

import (
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
	"sente/internal/filelock"
	"sente/tune"
)

func TestMain(m *testing.M) { clitest.Main(m, main) }

func load(t *testing.T, path string) *tune.State {
	t.Helper()
	s, err := tune.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		t.Fatalf("%s is not there", path)
	}
	return s
}

// waitDone waits until the file of a run holds more than done iterations. It must never hold fewer.
func waitDone(t *testing.T, state string, done int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		s, err := tune.Load(state)
		switch {
		case err != nil || s == nil:
		case s.Done > done:
			return
		case s.Done < done:
			t.Fatalf("%d iterations are done, before it were %d", s.Done, done)
		}
	}
	t.Fatal("nothing is done within a minute")
}

// quick returns the flags of a short run with few nodes.
func quick(out string, more ...string) []string {
	return append([]string{"-out", out, "-params", "RFPMargin,LMRCut", "-iterations", "12",
		"-nodes", "60"}, more...)
}

// TestKilledAtAnyMoment kills a run of two threads again and again. With a rate of 0 each iteration
// depends on its number alone. So the killed run must end like a run that nobody disturbed.
// Iterations that were in the file before a kill must be there after it: a kill loses only the
// games being played.
func TestKilledAtAnyMoment(t *testing.T) {
	dir := t.TempDir()
	const iterations = "30"
	clitest.Must(t, dir,
		quick("whole", "-iterations", iterations, "-rate", "0", "-threads", "1")...)
	want := load(t, filepath.Join(dir, "whole", "state.json"))
	state := filepath.Join(dir, "killed", "state.json")
	args := quick("killed", "-iterations", iterations, "-rate", "0", "-threads", "2")
	r := rand.New(rand.NewPCG(1, 1))
	kills := 0
	for done := 0; done < want.Total-2; {
		c := clitest.Command(dir, args...)
		c.Stderr = io.Discard
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		// Wait until the file holds something new, and then for a random time.
		waitDone(t, state, done)
		time.Sleep(time.Duration(r.IntN(20)) * time.Millisecond)
		before := load(t, state).Done
		c.Process.Kill()
		c.Wait()
		if done = load(t, state).Done; done < before {
			t.Errorf("%d iterations are done, before a kill were %d", done, before)
		}
		if done < want.Total {
			kills++
		}
	}
	if kills == 0 { // a slow machine gets many kills, a fast one few
		t.Error("no kill came before the end")
	}
	clitest.Must(t, dir, args...)
	got := load(t, state)
	got.History, want.History = nil, nil
	got.Parameters[0].Value, want.Parameters[0].Value = 0, 0
	one, _ := json.Marshal(got)
	two, _ := json.Marshal(want)
	if string(one) != string(two) {
		t.Errorf("after %d kills\n%s\nundisturbed\n%s", kills, one, two)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "killed", "effects.txt")); len(left) != 1 {
		t.Error("no effects.txt")
	}
}

// interrupted begins a run and interrupts it when an iteration is done. It returns the exit status
// and what was written to standard error.
func interrupted(t *testing.T, state string, args []string) (status int, stderr string) {
	t.Helper()
	c := clitest.Command(filepath.Dir(filepath.Dir(state)), args...)
	var errs strings.Builder
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer watchdog.Stop()
	waitDone(t, state, 0)
	c.Process.Signal(os.Interrupt)
	c.Wait()
	return c.ProcessState.ExitCode(), errs.String()
}

// TestResumedIsTheSame interrupts and continues a run of one thread. Its values must be those of a
// run without a break.
func TestResumedIsTheSame(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to another process")
	}
	dir := t.TempDir()
	const iterations = "50" // enough that most are still to do when the interrupt comes
	clitest.Must(t, dir, quick("whole", "-iterations", iterations, "-threads", "1")...)
	state := filepath.Join(dir, "cut", "state.json")
	args := quick("cut", "-iterations", iterations, "-threads", "1")
	tooLate := func() bool { s := load(t, state); return s.Done == s.Total }
	status, said := interrupted(t, state, args)
	for tries := 1; tooLate() && tries < 10; tries++ { // on a busy machine
		os.RemoveAll(filepath.Dir(state))
		status, said = interrupted(t, state, args)
	}
	if tooLate() {
		t.Fatal("the interrupt came too late")
	}
	if status != cli.Interrupted || !strings.Contains(said, "the same command goes on") {
		t.Fatalf("after an interrupt: status %d, %q", status, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "cut", "values.txt")); err != nil {
		t.Error(err)
	}
	clitest.Must(t, dir, "-out", "cut", "-threads", "1") // the run's file knows its other flags
	for _, name := range []string{"values.txt", "state.json", "plot.svg"} {
		one, err1 := os.ReadFile(filepath.Join(dir, "whole", name))
		two, err2 := os.ReadFile(filepath.Join(dir, "cut", name))
		if err1 != nil || err2 != nil || string(one) != string(two) {
			t.Errorf("%s differs: %v, %v\n%.300s\n%.300s", name, err1, err2, one, two)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.partial")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestOneWriter: a run fails and changes nothing while another process has its folder.
func TestOneWriter(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "run")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	release, err := filelock.Folder(out) // this process plays the part of another one
	if err != nil {
		t.Fatal(err)
	}
	status, _, errs := clitest.Run(t, dir, quick("run")...)
	if status != cli.Failed ||
		!strings.Contains(errs, "run: another process is writing into this folder") {
		t.Errorf("status %d, %q", status, errs)
	}
	release()
	clitest.Must(t, dir, quick("run")...)
}

func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
	write("a.epd", start)
	write("b.epd", "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n")
	write("same.epd", start)
	clitest.Must(t, dir, "-out", "run", "-params", "RFPMargin", "-iterations", "1", "-nodes", "20",
		"-threads", "1", "-seed", "9", "-steps", "2", "-book", "a.epd")
	write("damaged/state.json",
		`{"Parameters":[{"Name":"RFPMargin"}],"Total":5,"Nodes":1,"History":[[]]}`)
	write("empty/state.json", "")
	state, err := os.ReadFile(filepath.Join(dir, "run", "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args   string
		status int
		says   string
	}{
		{"", cli.Misunderstood, "-out"},
		{"-out x -iterations many", cli.Misunderstood, "want a count like"},
		{"-out x -iterations 0", cli.Misunderstood, "at least 1"},
		{"-out x -threads 1000000000000000000", cli.Misunderstood, "-threads is at most 1024"},
		{"-out x -clock 5", cli.Misunderstood, "BASE+INCREMENT"},
		{"-out x -clock 5+5 -nodes 3", cli.Misunderstood, "either -nodes or -clock"},
		{"-out x -rate -1", cli.Misunderstood, "-rate"},
		{"-out x -steps NaN", cli.Misunderstood, "-steps"},
		{"-out x -steps 1e6", cli.Failed, "a step of "},
		{"-out x y", cli.Misunderstood, `"y"`},
		{"help", cli.Done, "usage: tune"},
		{"help nonsense", cli.Misunderstood, `tune: no command "nonsense"; see tune help`},
		{"-out x -params Nonsense", cli.Misunderstood,
			`-params: no search parameter is called "Nonsense"`},
		{"-out x -book none.epd", cli.Failed, "none.epd"},
		{"-out damaged", cli.Failed, "state.json is damaged"},
		{"-out empty", cli.Failed, "state.json is damaged"},
		{"-out run -iterations 2", cli.Failed, "-iterations was 1, is 2"},
		{"-out run -nodes 30", cli.Failed, "-nodes was 20 nodes a move, is 30 nodes a move"},
		{"-out run -clock 30+1", cli.Failed,
			"-clock was 20 nodes a move, is a clock of 30+1 nodes"},
		{"-out run -rate 0", cli.Failed, "-rate was 0.002, is 0"},
		{"-out run -steps 1", cli.Failed, "-steps was 2, is 1"},
		{"-out run -seed 8", cli.Failed, "-seed was 9, is 8"},
		{"-out run -params LMRCut", cli.Failed, "-params was RFPMargin, is LMRCut"},
		{"-out run -book b.epd", cli.Failed, `-book was "a.epd", is "b.epd"`},
		{"-out run -seed 8 -nodes 30", cli.Failed, "-seed was 9, is 8"},
		{"-out run -threads 2 -seed 9 -nodes 20 -book same.epd", 0, ""},
	}
	for _, tc := range tests {
		status, output := clitest.Combined(t, dir, strings.Fields(tc.args)...)
		if status != tc.status || !strings.Contains(output, tc.says) ||
			strings.Contains(output, "goroutine ") {
			t.Errorf("tune %s: status %d, want %d; want %q in\n%s",
				tc.args, status, tc.status, tc.says, output)
		}
	}
	now, _ := os.ReadFile(filepath.Join(dir, "run", "state.json"))
	if string(now) != string(state) {
		t.Errorf("the state has changed from\n%s\nto\n%s", state, now)
	}
	status, output := clitest.Combined(t, dir, "-h")
	if status != 0 || !strings.Contains(output, "-iterations") {
		t.Errorf("-h: status %d\n%s", status, output)
	}
}
