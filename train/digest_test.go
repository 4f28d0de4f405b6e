package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestDigestOfWeights: files with different weights have different digests. So a run can't be
// continued from the wrong file.
func TestDigestOfWeights(t *testing.T) {
	tr := newTrainer(t, testRecipe(), dataOf(t, randomPositions(1, 10), nil))
	seen := map[string]bool{}
	for range 3 {
		var file bytes.Buffer
		if err := writeParams(&file, tr.state(), tr.Model.Params); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "net.f32")
		if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		_, digest, err := ReadModel(path)
		if err != nil || seen[digest] {
			t.Errorf("%v; the digest of other weights is %s, too", err, digest)
		}
		seen[digest] = true
		tr.Model.Params[0]++
	}
}
