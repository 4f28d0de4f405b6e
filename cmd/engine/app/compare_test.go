package app

import (
	"bytes"
	"strings"
	"testing"

	"sente/internal/cli"
)

func TestCompare(t *testing.T) {
	tests := []struct {
		args []string
		code int
		want string // on stdout
	}{
		{[]string{"compare", "-game", "tictactoe", "-depth", "9", "-csv", "-algorithms", "minimax"},
			cli.Done, "minimax,0,0,549946,255168,"},
		{[]string{"compare", "-h"}, cli.Done, "usage: sente compare"},
		{[]string{"compare", "-game", "chess960"}, cli.Misunderstood, ""},
		{[]string{"compare", "-hash", "1"}, cli.Misunderstood, ""},
	}
	for _, tc := range tests {
		var stdout, stderr bytes.Buffer
		if code := runTest(tc.args, strings.NewReader(""), &stdout, &stderr); code != tc.code ||
			!strings.Contains(stdout.String(), tc.want) ||
			(tc.code == cli.Done) != (stderr.Len() == 0) {
			t.Errorf("%q: exit code %d, stdout %q, stderr %q; want %d and %q", tc.args, code,
				&stdout, &stderr, tc.code, tc.want)
		}
	}
}
