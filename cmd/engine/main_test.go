package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sente/internal/uci"
)

// TestBuiltEngine builds the program as users do and plays a move with it. All other tests of the
// engine run the same code in their own test binaries (tests/self).
func TestBuiltEngine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sente.exe")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if info, err := os.Stat(path); err != nil {
		t.Error(err)
	} else if info.Size() >= 40e6 {
		t.Errorf("the program, network and all, has %d bytes, want less than 40 MB", info.Size())
	}
	said, err := exec.Command(path, "version").CombinedOutput()
	first, _, _ := strings.Cut(strings.TrimSpace(string(said)), "-")
	if err != nil || first != "Sente "+version {
		t.Errorf("version: %q, %v, want Sente %s", said, err, version)
	}
	if err := exec.Command(path, "no such command", "-no-such-flag").Run(); err == nil {
		t.Error("a command line without sense has the exit code 0")
	}
	e, err := uci.Start(exec.Command(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Kill)
	for _, talk := range [][2]string{
		{"uci", "uciok"},
		{"isready", "readyok"},
		{"position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\ngo depth 6", "bestmove a1a8"},
	} {
		e.Send(talk[0])
		if lines, err := e.Until(talk[1]); err != nil {
			t.Fatalf("%q: %v after %q", talk[0], err, lines)
		}
	}
	e.Send("quit")
	if err := e.Close(); err != nil || e.Stderr() != "" {
		t.Errorf("after quit: %v, standard error %q", err, e.Stderr())
	}
}
