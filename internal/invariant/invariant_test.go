package invariant

import "testing"

func TestCheck(t *testing.T) {
	Check(true, "never printed")
	panicked := false
	func() {
		defer func() { panicked = recover() != nil }()
		Check(false, "%d men", 33)
	}()
	if panicked != On {
		t.Errorf("a broken invariant panics: %v, want %v", panicked, On)
	}
}
