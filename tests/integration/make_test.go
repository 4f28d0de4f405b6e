package integration

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sente/eval/nnue"
)

// TestMakeEvalFile: make EVALFILE= builds another network in, as OpenBench asks. The repository
// stays as it was.
func TestMakeEvalFile(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no make here: EVALFILE was not tried")
	}
	n := nnue.Default()
	if n == nil {
		t.Skip("no network is built in")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	shipped := filepath.Join(root, "eval", "nnue", "net", "default.nnue")
	before, err := os.ReadFile(shipped)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a folder") // with a space
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.nnue")
	raw := n.Raw()
	for i := range raw.FTBias {
		raw.FTBias[i] += nnue.QA / 8 // makes every lane of the accumulators a little higher
	}
	changed, err := nnue.FromRaw(raw)
	if err != nil {
		t.Fatal(err)
	}
	var network bytes.Buffer
	if err := changed.Write(&network); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, network.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	signatures := map[string]string{}
	for _, arg := range []string{"EVALFILE=", "EVALFILE=" + other} {
		engine := filepath.Join(t.TempDir(), "a new folder", fmt.Sprint("engine", len(signatures)))
		exe := strings.ReplaceAll(engine, "/", `\`) // as on Windows
		if out, err := makes(root, "EXE="+exe, arg); err != nil {
			t.Fatalf("make %s: %v\n%s", arg, err, out)
		}
		out, err := exec.Command(engine, "bench", "3").Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		signatures[arg], _, _ = strings.Cut(lines[len(lines)-1], " ")
	}
	if signatures["EVALFILE="] == signatures["EVALFILE="+other] {
		t.Errorf("bench counts the same nodes with either network: %q", signatures)
	}
	if after, err := os.ReadFile(shipped); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the shipped network was written over: %v", err)
	}
	for _, damaged := range []struct {
		name string
		size int
		why  string // the error of make, or of the engine that does not start
	}{
		{"none.nnue", -1, "there is no network"},
		{"cut.nnue", network.Len() / 2, "panic: nnue: "},
		{"empty.nnue", 0, "panic: nnue: "},
	} {
		path := filepath.Join(dir, damaged.name)
		if damaged.size >= 0 {
			if err := os.WriteFile(path, network.Bytes()[:damaged.size], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		engine := filepath.Join(t.TempDir(), "an engine")
		out, err := makes(root, "EXE="+engine, "EVALFILE="+path)
		for _, said := range []string{damaged.name, damaged.why} {
			if err == nil || !strings.Contains(out, said) {
				t.Errorf("%s: %v, want %q\n%s", damaged.name, err, said, out)
			}
		}
		if left, err := filepath.Glob(engine + "*"); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %q", damaged.name, left)
		}
	}
}

// TestMakeWithoutShell: without EVALFILE make runs a single go command, which needs no sh.
func TestMakeWithoutShell(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("no make here: a plain make was not tried")
	}
	out, err := makes(filepath.Join("..", ".."), "-n", "--no-print-directory",
		`EXE=out\sente.exe`, "EVALFILE=", "OS=Windows_NT")
	want := `go build -trimpath  -o "out/sente.exe" ./cmd/engine` + "\n"
	if err != nil || out != want {
		t.Errorf("make runs\n%swant\n%s%v", out, want, err)
	}
}

func makes(root string, args ...string) (string, error) {
	cmd := exec.Command("make", append([]string{"-C", root}, args...)...)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MFLAGS=") // not those of a make that runs this
	out, err := cmd.CombinedOutput()
	return string(out), err
}
