package app

import (
	"bytes"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	tests := []struct {
		args []string
		code int
		want string // on stdout
	}{
		{[]string{"compare", "-game", "tictactoe", "-depth", "9", "-csv", "-algorithms", "minimax"}, exitOK, "minimax,0,0,549946,255168,"},
		{[]string{"compare", "-h"}, exitOK, "usage: engine compare"},
		{[]string{"compare", "-game", "chess960"}, exitUsage, ""},
		{[]string{"compare", "-hash", "1"}, exitUsage, ""},
	}
	for _, tc := range tests {
		var stdout, stderr bytes.Buffer
		if code := runTest(tc.args, strings.NewReader(""), &stdout, &stderr); code != tc.code ||
			!strings.Contains(stdout.String(), tc.want) || (tc.code == exitOK) != (stderr.Len() == 0) {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q; want %d and %q", tc.args, code, &stdout, &stderr, tc.code, tc.want)
		}
	}
}
