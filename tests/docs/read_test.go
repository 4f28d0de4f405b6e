package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// read returns a file of the repository, named from its root with slashes.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
