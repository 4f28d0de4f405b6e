package train

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestDigestOfWeights: two files of other weights have other digests, so that a run does not go on
// from the wrong one.
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
