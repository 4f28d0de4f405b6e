package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sente/internal/cli"
	"sente/internal/cli/clitest"
)

// folder returns the contents of every file in a folder, by name.
func folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		held[e.Name()] = string(data)
	}
	return held
}

// inputs fills a folder with good files and some bad ones.
func inputs(t *testing.T, dir string) {
	t.Helper()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("g.txt", strings.Repeat(mate, 3))
	write("f.txt", fenLine)
	write("p.tsv", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\t50\tW\t0\t20\n")
	write("bad.txt", "rubbish\n")
	write("short.games", "SENTEGAM")
	clitest.Must(t, dir, "import", "-out", "g.games", "-train", "t.packed",
		"-min-ply", "0", "g.txt")
	whole, err := os.ReadFile(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	write("cut.games", string(whole[:len(whole)-1]))
	write("v.packed", strings.Repeat("v", 64))
}

// TestFailureLosesNothing runs commands that can't do what they are asked to. Afterwards all files
// are as before.
func TestFailureLosesNothing(t *testing.T) {
	dir := t.TempDir()
	inputs(t, dir)
	before := folder(t, dir)
	for _, args := range []string{
		"pack -train t.packed none.games",
		"pack -train t.packed g.games none.games",
		"pack -train t.packed -valid v.packed -hold-out 2 short.games",
		"pack -train t.packed -min-ply 500 g.games",
		"pack -train g.games g.games",
		"pack -train t.packed -valid none/v.packed -hold-out 2 g.games",
		"import -train t.packed none.txt",
		"import -train t.packed bad.txt",
		"import -out n.games g.txt none.txt",
		"import -out n.games bad.txt",
		"import -out n.games -train none/t.packed g.txt",
		"import -force -out g.games none.txt",
		"import -force -out g.txt g.txt",
		"import-positions -train t.packed none.tsv",
		"import-positions -train t.packed -second none.txt p.tsv",
		"import-positions -train t.packed bad.txt",
		"from-text -out n.games f.txt none.txt",
		"from-text -out n.games bad.txt",
		"merge -out n.games g.games none.games",
		"merge -out n.games g.games short.games",
		"merge -force -out g.games g.games short.games",
		"shuffle -out n.games none.games",
		"filter -out n.games none.games g.games",
		"filter -force -min-plies 100 -out n.games g.games",
		"merge -force -out g.games cut.games",
		"shuffle -out n.games cut.games",
		"mix -out v.packed 0=t.packed",
		"wdl -plot v.packed g.games none.games",
	} {
		status, _, errs := clitest.Run(t, dir, strings.Fields(args)...)
		if status != 1 || errs == "" {
			t.Errorf("datagen %s: status %d, %q", args, status, errs)
		}
		after := folder(t, dir)
		for name := range after {
			if _, ok := before[name]; !ok {
				t.Errorf("datagen %s: left %s", args, name)
				os.Remove(filepath.Join(dir, name))
			}
		}
		for name, data := range before {
			if after[name] != data {
				t.Fatalf("datagen %s: %s of %d bytes has now %d",
					args, name, len(data), len(after[name]))
			}
		}
	}
	// The same commands, corrected.
	clitest.Must(t, dir, "import", "-out", "n.games", "g.txt")
	clitest.Must(t, dir, "merge", "-force", "-out", "n.games", "g.games", "g.games", "g.games")
	out := clitest.Must(t, dir, "stats", "-count", "n.games")
	if !strings.Contains(out, "n.games: 9 games") {
		t.Errorf("count says %s", out)
	}
}

// TestInputsByPipe: an input that can be read only once is not opened just to see whether it
// exists.
func TestInputsByPipe(t *testing.T) {
	if _, err := os.Stat("/dev/stdin"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	c := clitest.Command(dir, "import", "-out", "g.games", "/dev/stdin")
	c.Stdin = strings.NewReader(mate + mate)
	var errs bytes.Buffer
	c.Stderr = &errs
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	whole, err := os.ReadFile(filepath.Join(dir, "g.games"))
	if err != nil {
		t.Fatal(err)
	}
	c = clitest.Command(dir, "merge", "-out", "m.games", "/dev/stdin")
	c.Stdin = bytes.NewReader(whole)
	if out, err := c.CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "m.games: 2 of 2 games") {
		t.Errorf("merge says %s, %v", out, err)
	}
}

// patience is how long a test waits for a command to do something.
const patience = 2 * time.Minute

// waitFor waits until done returns true. what names the thing that it waits for.
func waitFor(t *testing.T, what string, done func() bool) {
	t.Helper()
	for began := time.Now(); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > patience {
			t.Fatalf("%s is not there after %v", what, patience)
		}
	}
}

// sizeOf returns how many bytes a file has, -1 if there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// start starts a command and returns what it writes to standard error. The command is killed if it
// outlives the patience of waitFor.
func start(t *testing.T, c *exec.Cmd) *bytes.Buffer {
	t.Helper()
	errs := new(bytes.Buffer)
	c.Stderr = errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(patience+time.Minute, func() { c.Process.Kill() })
	t.Cleanup(func() { watchdog.Stop() })
	return errs
}

// TestInterruptLeavesNothing interrupts commands that wait for their input.
func TestInterruptLeavesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot send an interrupt to another process")
	}
	games := t.TempDir()
	clitest.Must(t, games, "selfplay", "-out", "a.games", "-games", "1", "-nodes", "5",
		"-seed", "1", "-threads", "1")
	begin, err := os.ReadFile(filepath.Join(games, "a.games"))
	if err != nil {
		t.Fatal(err)
	}
	for args, input := range map[string]string{
		"import -out g.games -train t.packed /dev/stdin": mate,
		"wdl -plot a.svg -counts . /dev/stdin":           string(begin),
	} {
		dir := t.TempDir()
		c := clitest.Command(dir, strings.Fields(args)...)
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		errs := start(t, c)
		for range 1000 { // more than a pipe holds, so the command must be reading by the end
			io.WriteString(in, input)
		}
		c.Process.Signal(os.Interrupt)
		c.Wait()
		status := c.ProcessState.ExitCode()
		if status != cli.Interrupted || !strings.Contains(errs.String(), "interrupted") {
			t.Errorf("%s: status %d, %q", args, status, errs)
		}
		if left := folder(t, dir); len(left) > 0 {
			t.Errorf("%s: left behind: %v", args, left)
		}
	}
}

// TestInterruptTooLate: once the files have their names, an interrupt no longer ends the command
// with the message that nothing was written.
func TestInterruptTooLate(t *testing.T) {
	for _, late := range []bool{false, true} {
		dir := t.TempDir()
		o := emptyOutputs(t)
		if _, err := o.add(filepath.Join(dir, "a"), false); err != nil {
			t.Fatal(err)
		}
		if late {
			if err := o.commit(); err != nil {
				t.Fatal(err)
			}
		}
		if ends, left := o.interrupt(), len(folder(t, dir)); ends == late || (left == 1) != late {
			t.Errorf("after the commit: %t; the interrupt ends the command: %t, "+
				"and leaves %d files", late, ends, left)
		}
	}
}

// emptyOutputs returns outputs that no signal interrupts.
func emptyOutputs(t *testing.T) *outputs {
	ctx, cancel := context.WithCancel(t.Context())
	return &outputs{ctx: ctx, cancel: cancel}
}
