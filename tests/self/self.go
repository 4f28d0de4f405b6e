// Package self makes the binary of a black-box test the engine that it tests. So the go command knows
// that the test depends on the engine, and never takes a remembered result for a changed engine.
// cmd/engine's own test runs a really built one.
package self

import (
	"fmt"
	"os"
	"testing"

	"sente/cmd/engine/app"
)

// asEngine tells the binary to be the engine. Programs that the tests start inherit it.
const asEngine = "SENTE_TEST_ENGINE"

// Run calls use with the path of a program that is the engine, runs the tests of m and exits with
// their code. It is for TestMain.
func Run(m *testing.M, use func(path string)) {
	if os.Getenv(asEngine) != "" {
		os.Exit(app.Run("0.0.0", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	path, err := os.Executable()
	if err == nil {
		err = os.Setenv(asEngine, "1")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	use(path)
	os.Exit(m.Run())
}
