// Package binary builds the engine for the tests that run it as a program.
package binary

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long a new binary may take to start.
const patience = time.Minute

// Run builds the engine, calls use with the file's path, runs the tests of m and exits with their
// code. It is for TestMain.
func Run(m *testing.M, use func(path string)) {
	folder, err := os.MkdirTemp("", "sente-test")
	if err != nil {
		fail(err)
	}
	path := filepath.Join(folder, "engine.exe")
	if err := build(path); err != nil {
		os.RemoveAll(folder)
		fail(err)
	}
	use(path)
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func build(path string) error {
	if err := touchSources(); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-o", path, "sente/cmd/engine").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if out, err := exec.CommandContext(ctx, path, "version").CombinedOutput(); err != nil {
		return fmt.Errorf("the engine does not even start: %w\n%s", err, out)
	}
	return nil
}

// touchSources looks at every file the engine may be built from. The go command remembers the
// results of tests together with the files they looked at; without this it would not run them
// again after a change of the engine, which they do not import.
func touchSources() error {
	root := filepath.Join("..", "..")
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "tests" || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, "_test.go") {
			_, err = os.Stat(path)
		}
		return err
	})
}
