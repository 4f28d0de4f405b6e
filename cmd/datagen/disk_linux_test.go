package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sente/internal/cli/clitest"
)

const noSpace = "no space left on device"

// gamesIn returns how many games are in file, according to what the program printed.
func gamesIn(t *testing.T, file, said string) int {
	t.Helper()
	found := regexp.MustCompile(regexp.QuoteMeta(file) + `: (\d+) `).FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("nothing said of %s:\n%s", file, said)
	}
	n, _ := strconv.Atoi(found[1])
	return n
}

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	clitest.Must(t, dir,
		append([]string{"selfplay", "-out", "a.games", "-games", "150", "-seed", "3"}, quick...)...)
	disk := clitest.SmallDisk(t, "64k")

	t.Run("selfplay", func(t *testing.T) {
		file := filepath.Join(disk, "play.games")
		play := append([]string{"selfplay", "-out", file}, quick...)
		status, out, errs := clitest.Run(t, dir, play...) // without a limit: only the disk ends it
		if status != 1 || !strings.Contains(errs, file+": offset ") ||
			!strings.Contains(errs, noSpace) {
			t.Errorf("status %d:\n%s", status, errs)
		}
		saved := gamesIn(t, file, out)
		_, counted, _ := clitest.Run(t, dir, "stats", "-count", file) // the last block is cut off
		if n := gamesIn(t, file, counted); n != saved || n == 0 {
			t.Errorf("%d games in the file, it said %d", n, saved)
		}
		clitest.ResizeDisk(t, disk, "1m")
		more := strconv.Itoa(saved + 5)
		out = clitest.Must(t, dir, append(play, "-games", more)...)
		if gamesIn(t, file, out) != saved+5 {
			t.Errorf("with more room: %s", out)
		}
		clitest.Must(t, dir, "verify", file)
		os.Remove(file)
		clitest.ResizeDisk(t, disk, "64k")
	})

	t.Run("merge", func(t *testing.T) {
		file := filepath.Join(disk, "merged.games")
		args := []string{"merge", "-out", file}
		for range 20 {
			args = append(args, "a.games")
		}
		status, _, errs := clitest.Run(t, dir, args...)
		if status != 1 || !strings.Contains(errs, file+": offset ") ||
			strings.Count(errs, noSpace) != 1 {
			t.Errorf("status %d:\n%s", status, errs)
		}
		if left, _ := os.ReadDir(disk); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})

	t.Run("pack", func(t *testing.T) {
		file := filepath.Join(disk, "t.packed")
		os.WriteFile(file, []byte("before"), 0o644)
		status, _, errs := clitest.Run(t, dir, "pack", "-train", file, "a.games")
		if status != 1 || !strings.Contains(errs, file+": not written: ") ||
			!strings.Contains(errs, noSpace) {
			t.Errorf("status %d:\n%s", status, errs)
		}
		if now, _ := os.ReadFile(file); string(now) != "before" {
			t.Errorf("what stood there is now %q", now)
		}
		if left, _ := os.ReadDir(disk); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// TestFullOutput: if standard output is full, the command fails and reports it once.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no device that is always full: ", err)
	}
	defer full.Close()
	dir := t.TempDir()
	inputs(t, dir)
	gamesToFit(t, dir)
	for _, args := range []string{
		"to-text g.games", "inspect g.games", "verify g.games",
		"stats g.games", "stats -count g.games",
		"wdl -degree 0 fit.games", "wdl -degree 0 -check fit.games fit.games",
		"speed -rounds 2 -depth 1 -games 1 -nodes 20",
		"selfplay -out 1.games -games 1 -nodes 5 -threads 1",
		"merge -out 2.games g.games", "pack -train 3.packed -min-ply 0 g.games",
		"import -out 4.games g.txt", "import -train 5.packed -min-ply 0 g.txt",
		"from-text -out 6.games f.txt", "import-positions -train 7.packed p.tsv",
		"mix -out 8.packed t.packed", "label -out 9.packed -nodes 20 t.packed",
	} {
		c := clitest.Command(dir, strings.Fields(args)...)
		var errs bytes.Buffer
		c.Stdout, c.Stderr = full, &errs
		c.Run()
		status := c.ProcessState.ExitCode()
		if status != 1 || strings.Count(errs.String(), "/dev/stdout: "+noSpace) != 1 {
			t.Errorf("%s: status %d: %q", args, status, errs.String())
		}
	}

	made, err := filepath.Glob(filepath.Join(dir, "[1-9].*"))
	if err != nil || len(made) != 9 {
		t.Errorf("files made: %v, %v; want 9", made, err)
	}

	// If the counts can't be written, damage of the games is reported all the same.
	if err := os.Symlink("/dev/full", filepath.Join(dir, "fitted.zst")); err != nil {
		t.Fatal(err)
	}
	status, _, errs := clitest.Run(t, dir, "wdl", "-counts", ".", "g.games", "cut.games")
	if status != 1 || !strings.Contains(errs, noSpace) ||
		!strings.Contains(errs, "cut.games: offset ") {
		t.Errorf("wdl -counts: status %d: %q", status, errs)
	}
}
