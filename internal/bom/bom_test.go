package bom

import (
	"errors"
	"testing"
)

func TestCut(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"", ""}, {"text", "text"}, {UTF8 + "text", "text"}, {UTF8 + UTF8, UTF8},
		{"a" + UTF8, "a" + UTF8}, {"\xff", "\xff"}, {"\xfeff", "\xfeff"},
		{"a\xff\xfe", "a\xff\xfe"},
	} {
		if got, err := Cut(tc.line); got != tc.want || err != nil {
			t.Errorf("%q: %q, %v, want %q", tc.line, got, err, tc.want)
		}
	}
	for _, line := range []string{"\xff\xfe", "\xff\xfea\x00", "\xfe\xff\x00a"} {
		if got, err := Cut(line); got != "" || !errors.Is(err, ErrUTF16) {
			t.Errorf("%q: %q, %v, want %v", line, got, err, ErrUTF16)
		}
	}
}
