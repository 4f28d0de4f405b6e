package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sente/board"
	"sente/datagen"
	"sente/eval/nnue"
	"sente/internal/boardtest"
	"sente/internal/cli"
	"sente/internal/cli/clitest"
	"sente/internal/filelock"
)

func TestMain(m *testing.M) { clitest.Main(m, main) }

// games writes positions of random games, scored by their material, to a file and returns its path.
func games(t *testing.T, n int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var all []datagen.Packed
	boardtest.Wander(rng, n, func(p *board.Position) {
		score := 0
		for k, value := range []int{100, 300, 320, 500, 900} {
			kind := board.Kind(k)
			score += value *
				(p.Pieces(board.White, kind).Count() - p.Pieces(board.Black, kind).Count())
		}
		all = append(all, datagen.Pack(p, score, datagen.Result(1+max(min(score/200, 1), -1))))
	})
	path := filepath.Join(t.TempDir(), "games.packed")
	if err := datagen.WritePackedFile(path, all); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTrainsANetworkAndResumes(t *testing.T) {
	data, out := games(t, 4000), filepath.Join(t.TempDir(), "new", "out")
	args := []string{"-data", data, "-holdout", "0.1", "-hidden", "32", "-epochs", "10",
		"-batch", "500", "-superbatch", "9k", "-threads", "2", "-out", out}
	status, output := clitest.Combined(t, "", args...)
	if status != 0 || !strings.Contains(output, "mean |evaluation|") ||
		!strings.Contains(output, "held out 0.") {
		t.Fatalf("exit status %d:\n%s", status, output)
	}
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	first := read("net.nnue")
	net, err := nnue.Read(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if s := net.String(); !strings.Contains(s, "games.packed") ||
		!strings.Contains(s, "768 -> 32") {
		t.Errorf("the network calls itself %q", s)
	}
	for _, name := range []string{"net.f32", "loss.svg", "loss.png", "checkpoint.f32"} {
		if len(read(name)) < 1000 {
			t.Errorf("%s is almost empty", name)
		}
	}
	refused := func(what string, want string, more ...string) {
		t.Helper()
		status, output := clitest.Combined(t, "", append(args, more...)...)
		if status != cli.Failed || !strings.Contains(output, want) {
			t.Errorf("%s: exit status %d, want %d and %q:\n%s",
				what, status, cli.Failed, want, output)
		}
	}
	refused("the same command again", "-resume writes its network again, with the -multiplier and "+
		"-name given; -force trains anew")
	refused("another learning rate",
		"-lr was 0.002 and is 0.5 now; -force begins anew", "-lr", "0.5")
	refused("-resume with another learning rate", "-lr was 0.002 and is 0.5 now",
		"-lr", "0.5", "-resume")
	refused("-resume with a wider network", "-hidden was 32 and is 64 now",
		"-hidden", "64", "-resume")
	refused("-resume with more king buckets", "-king-map was 0000/",
		"-king-buckets", "8", "-resume")
	refused("-resume with other data", "-data was other data: 3600 positions then, 7200 now",
		"-data", data, "-resume", "-epochs", "5")
	release, err := filelock.Folder(out) // this process plays the part of another one
	if err != nil {
		t.Fatal(err)
	}
	refused("a folder of another process",
		out+": another process is writing into this folder", "-resume")
	status, output = clitest.Combined(t, "", "-mean", filepath.Join(out, "net.f32"),
		"-mean", filepath.Join(out, "net.f32"), "-out", out, "-force")
	if status != cli.Failed || !strings.Contains(output, "another process") {
		t.Errorf("-mean into it: exit status %d:\n%s", status, output)
	}
	release()
	os.Remove(filepath.Join(out, "net.nnue"))
	status, output = clitest.Combined(t, "", append(args, "-resume")...)
	if status != 0 || !bytes.Equal(read("net.nnue"), first) {
		t.Errorf("-resume of a complete run: exit status %d, or another network:\n%s",
			status, output)
	}
	weights := filepath.Join(t.TempDir(), "copy.f32")
	if err := os.WriteFile(weights, read("net.f32"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{"checkpoint.f32", "net.nnue", "net.f32"} {
		own = filepath.Join(out, own)
		status, output = clitest.Combined(t, "", append(args, "-init", own, "-force")...)
		if status != cli.Misunderstood ||
			!strings.Contains(output, "-init "+own+": the run would write over it") {
			t.Errorf("-init of the run's own file: exit status %d:\n%s", status, output)
		}
	}
	refused("-init over a finished run", "-init was not given and is", "-init", weights)
	refused("a missing -init, too", "-init was not given and is", "-init", weights+"x")
	status, output = clitest.Combined(t, "", append(args, "-init", weights, "-force")...)
	if status != 0 {
		t.Errorf("-init: exit status %d:\n%s", status, output)
	}
	status, output = clitest.Combined(t, "",
		append(args, "-init", weights, "-hidden", "64", "-force")...)
	if status != 0 {
		t.Errorf("-init from a narrower network: exit status %d:\n%s", status, output)
	}
	if err := os.WriteFile(weights, read("net.f32"), 0o644); err != nil {
		t.Fatal(err)
	}
	refused("-init from a wider network", weights+": train: the weights to start from are of shape",
		"-init", weights, "-force")
	os.Remove(filepath.Join(out, "checkpoint.f32"))
	refused("a folder with a network of another source", "net.nnue already; -force writes over it")
}

func TestInterruptAndResumeGiveTheSameNetwork(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent to a process there")
	}
	data, dir := games(t, 4000), t.TempDir()
	args := func(name string) []string {
		return []string{"-data", data, "-hidden", "64", "-positions", "400k", "-batch", "400",
			"-superbatch", "100k", "-layers", "3", "-king-buckets", "4", "-ema", "0.9",
			"-valid", "same=" + data, "-plot=false", "-name", "x", "-out", filepath.Join(dir, name)}
	}
	if status, output := clitest.Combined(t, "", args("whole")...); status != 0 {
		t.Fatalf("exit status %d:\n%s", status, output)
	}
	c := clitest.Command("", args("cut")...)
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var seen strings.Builder
	buf := make([]byte, 4096)
	for sent := false; ; { // interrupt it at its first superbatch
		n, err := stderr.Read(buf)
		seen.Write(buf[:n])
		if !sent && strings.Contains(seen.String(), "left\n") {
			c.Process.Signal(os.Interrupt)
			sent = true
		}
		if err != nil {
			break
		}
	}
	err = c.Wait()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != cli.Interrupted ||
		!strings.Contains(seen.String(), "the same command goes on") {
		t.Fatalf("interrupted: %v\n%s", err, seen.String())
	}
	status, output := clitest.Combined(t, "", args("cut")...)
	if status != 0 || !strings.Contains(output, "resumed after") {
		t.Fatalf("the same command: exit status %d:\n%s", status, output)
	}
	whole, err1 := os.ReadFile(filepath.Join(dir, "whole", "net.nnue"))
	cut, err2 := os.ReadFile(filepath.Join(dir, "cut", "net.nnue"))
	if err1 != nil || err2 != nil || !bytes.Equal(whole, cut) {
		t.Errorf("the interrupted run gives another network (%v, %v)", err1, err2)
	}
}

// TestInterruptedByForce: -force begins a new run, so the message does not say that the same
// command continues it.
func TestInterruptedByForce(t *testing.T) {
	for force, want := range map[bool]string{
		false: "interrupted after 400 positions; the same command goes on",
		true: "interrupted after 400 positions; " +
			"the same command with -resume instead of -force goes on",
	} {
		err := (&options{force: force}).canGoOn(cli.ErrInterrupted, 400)
		if err.Error() != want || !errors.Is(err, cli.ErrInterrupted) {
			t.Errorf("-force=%v: %v", force, err)
		}
	}
}

// TestNotesRareKingBuckets: the program names a king bucket that few views fall into.
func TestNotesRareKingBuckets(t *testing.T) {
	args := []string{"-data", games(t, 500), "-hidden", "32", "-epochs", "1", "-batch", "500",
		"-superbatch", "500", "-plot=false", "-out", filepath.Join(t.TempDir(), "out"), "-king-map"}
	const note = "note: king bucket b sees only 0."
	if status, output := clitest.Combined(t, "",
		append(args, "0123/4567/89aa/aaaa/aaaa/aaaa/aaaa/baaa")...); status != 0 ||
		!strings.Contains(output, note) {
		t.Errorf("exit status %d, want %q in\n%s", status, note, output)
	}
	args[len(args)-2] += "2"
	args = append([]string{"-warm-up", "0"}, args...)
	if status, output := clitest.Combined(t, "",
		append(args, "0000/1111/1111/1111/1111/1111/1111/1111")...); status != 0 ||
		strings.Contains(output, "note: ") {
		t.Errorf("exit status %d, want no note in\n%s", status, output)
	}
}

// TestNotesLongWarmUp: the program says so if a run ends before the warm-up does.
func TestNotesLongWarmUp(t *testing.T) {
	args := []string{"-data", games(t, 500), "-hidden", "32", "-positions", "1000",
		"-batch", "100", "-plot=false"}
	const note = "note: 10 batches end within the -warm-up of 10,"
	for warmUp, want := range map[string]bool{"9": false, "10": true} {
		out := filepath.Join(t.TempDir(), "out")
		status, output := clitest.Combined(t, "", append(args, "-warm-up", warmUp, "-out", out)...)
		if status != 0 || strings.Contains(output, note) != want {
			t.Errorf("-warm-up %s: exit status %d, want the note %v in\n%s",
				warmUp, status, want, output)
		}
	}
}

func TestBadInput(t *testing.T) {
	data, dir := games(t, 100), t.TempDir()
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	noKing := bytes.Clone(whole)
	binary.LittleEndian.PutUint64(noKing[40*32+8:], 0)
	cut, noKings := write("cut.packed", whole[:1000]), write("king.packed", noKing)
	out := filepath.Join(dir, "out")
	good := []string{"-data", data, "-out", out, "-epochs", "100", "-batch", "50",
		"-superbatch", "1k"}
	tests := []struct {
		name   string
		args   []string
		status int
		want   []string
	}{
		{"truncated", []string{"-data", cut, "-out", out, "-epochs", "1"}, cli.Failed,
			[]string{cut, "992"}},
		{"invalid record", []string{"-data", noKings, "-out", out, "-epochs", "1"}, cli.Failed,
			[]string{noKings, "1280"}},
		{"no data", []string{"-out", out, "-epochs", "1"}, cli.Misunderstood, []string{"-data"}},
		{"no out", []string{"-data", data, "-epochs", "1"}, cli.Misunderstood, []string{"-out"}},
		{"two king maps",
			[]string{"-data", data, "-out", out, "-epochs", "1", "-king-buckets", "4", "-king-map",
				"0123/4455/6666/6666/7777/7777/7777/7777"}, cli.Misunderstood,
			[]string{"either -king-buckets or -king-map"}},
		{"no length", []string{"-data", data, "-out", out}, cli.Misunderstood,
			[]string{"-positions"}},
		{"two lengths", append(good, "-positions", "5"), cli.Misunderstood, []string{"-positions"}},
		{"word", append(good, "more"), cli.Misunderstood, []string{"more"}},
		{"flag", append(good, "-hiden", "5"), cli.Misunderstood, []string{"hiden"}},
		{"count", []string{"-data", data, "-out", out, "-positions", "-3"}, cli.Misunderstood,
			[]string{"a count like"}},
		{"hidden", append(good, "-hidden", "33"), cli.Misunderstood,
			[]string{"33", "multiple of 32"}},
		{"wdl", append(good, "-wdl-end", "2"), cli.Misunderstood, []string{"share of the result"}},
		{"no batch", append(good, "-batch", "0"), cli.Misunderstood, []string{"batch 0"}},
		{"men", append(good, "-min-men", "-5"), cli.Misunderstood, []string{"a count like"}},
		{"scale", append(good, "-scale", "-5"), cli.Misunderstood, []string{"scale -5"}},
		{"before reading",
			[]string{"-data", cut, "-out", out, "-positions", "100", "-batch", "10", "-lr", "5"},
			cli.Misunderstood, []string{"learning rate"}},
		{"out is a file", []string{"-data", data, "-out", data, "-epochs", "1"}, cli.Failed,
			[]string{data}},
		{"nothing to resume", append(good, "-resume"), cli.Failed, []string{"checkpoint.f32"}},
		{"integer", append(good, "-layers", "3", "-integer", "49"), cli.Misunderstood,
			[]string{"49", "batch of 50"}},
		{"king buckets", append(good, "-king-buckets", "3"), cli.Misunderstood,
			[]string{"3 king buckets", "king map"}},
		{"one king bucket", append(good, "-decay-own", "0.03"), cli.Misunderstood,
			[]string{"one king bucket"}},
		{"resume and force", append(good, "-resume", "-force"), cli.Misunderstood,
			[]string{"-force"}},
		{"a name twice", append(good, "-valid", "a="+data, "-valid", "a="+cut), cli.Misunderstood,
			[]string{"NAME=FILE"}},
		{"truncated validation", append(good, "-valid", "a="+cut), cli.Failed,
			[]string{cut, "992"}},
		{"init is no model", append(good, "-init", data), cli.Failed, []string{data}},
		{"control character", append(good, "-name", "a\x07b"), cli.Failed,
			[]string{"control character"}},
		{"long name", append(good, "-name", strings.Repeat("n", 1025)), cli.Failed,
			[]string{"description of 1025 bytes"}},
		{"multiplier", append(good, "-layers", "3", "-multiplier", "30"), cli.Failed,
			[]string{"multiplier 30 leaves the range"}},
		{"help", []string{"help"}, cli.Done, []string{"usage: train", "-superbatch"}},
		{"help about nothing", []string{"help", "nonsense"}, cli.Misunderstood,
			[]string{`train: no command "nonsense"; see train help`}},
	}
	for _, tc := range tests {
		status, output := clitest.Combined(t, "", tc.args...)
		if status != tc.status || strings.Contains(output, "goroutine ") {
			t.Errorf("%s: exit status %d, want %d:\n%s", tc.name, status, tc.status, output)
		}
		for _, want := range tc.want {
			if !strings.Contains(output, want) {
				t.Errorf("%s: no %q in\n%s", tc.name, want, output)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(out, "*")); len(left) > 0 {
		t.Errorf("%q are written before all was checked", left)
	}
}

func Example_description() {
	o := options{data: []string{"a/one.packed", "b/two.packed"}}
	fmt.Println(o.sources())
	// Output: one.packed + two.packed
}
