// Package self lets a test binary act as the engine under test. clitest.Path returns its path. The
// test of cmd/engine runs an engine that was really built.
package self

import (
	"os"
	"testing"

	"sente/cmd/engine/app"
	"sente/internal/cli/clitest"
)

// Main is for TestMain. It runs the tests of m and exits with their status.
func Main(m *testing.M) {
	clitest.Main(m, func() {
		os.Exit(app.Run("0.0.0", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	})
}
