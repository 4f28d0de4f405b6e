package pgn

import (
	"strings"
	"testing"
)

// TestByteOrderMarks joins files of which the second begins with a byte order mark.
func TestByteOrderMarks(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	tests := []struct {
		name, first string
		broken      int
	}{
		{"a game", "[Event \"a\"]\n\n1. e4 *\n\n", 0},
		{"no empty line", "[Event \"a\"]\n\n1. e4 *\n", 0},
		{"no line end", "[Event \"a\"]\n\n1. e4 *", 0},
		{"no result", "[Event \"a\"]\n\n1. e4\n\n", 0},
		{"no moves", "[Event \"a\"]\n\n", 0},
		{"a broken game", "[Event \"a\"]\n\n1. e4 e4\n\n", 1},
		{"a comment without end", "[Event \"a\"]\n\n1. e4 {\n\n", 1},
		{"text", "My games\n\n", 0},
		{"an empty file", mark, 0},
	}
	for _, tc := range tests {
		games, broken := readAll(t, mark+tc.first+mark+"[Event \"b\"]\n[White \"w\"]\n\n1. d4 *\n")
		want := strings.Count(tc.first, "Event") - tc.broken + 1
		if len(games) != want || len(broken) != tc.broken {
			t.Errorf("%s: %d games, broken %v, want %d and %d broken",
				tc.name, len(games), broken, want, tc.broken)
			continue
		}
		last := games[len(games)-1]
		got := show("", last.Moves)
		if got != "d2d4 " || last.Tag("Event") != "b" || last.Tag("White") != "w" {
			t.Errorf("%s: moves %q, tags %v", tc.name, got, last.Tags)
		}
	}
	games, broken := readAll(t, "1. e4 *\n"+mark+"1. d4 *\n")
	if len(games) != 2 || len(broken) > 0 {
		t.Errorf("without tags: %d games, broken %v", len(games), broken)
	}
}

// TestUTF16: a file in UTF-16 is refused with an error that says so. Elsewhere the same bytes are
// text.
func TestUTF16(t *testing.T) {
	for _, text := range []string{"\xff\xfe1\x00.\x00", "\xfe\xff\x001\x00."} {
		_, err := NewReader(strings.NewReader(text)).Next()
		if err == nil || !strings.Contains(err.Error(), "UTF-16") {
			t.Errorf("%q: %v", text, err)
		}
	}
	games, broken := readAll(t, "1. e4 *\n\xff\xfe\n1. d4 *\n")
	if len(games) != 2 || len(broken) > 0 {
		t.Errorf("later: %d games, broken %v", len(games), broken)
	}
}

// TestCompressed: a compressed file is refused with an error that says so. Elsewhere its first
// bytes are text.
func TestCompressed(t *testing.T) {
	for _, text := range []string{"\x1f\x8b\x08\x00", "BZh91AY&SY", "\x28\xb5\x2f\xfd\x04",
		"\x50\x2a\x4d\x18\x04", "\x5f\x2a\x4d\x18\x04", "\xfd7zXZ\x00", "PK\x03\x04",
		"7z\xbc\xaf\x27\x1c"} {
		r := NewReader(strings.NewReader(text + "\n1. e4 *\n"))
		for range 2 {
			if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), "unpack it first") {
				t.Errorf("%q: error %v", text, err)
			}
		}
	}
	for _, text := range []string{"1. e4 *\n\x1f\x8b\x08\n1. d4 *\n",
		"BZh games\n1. e4 *\n1. d4 *\n", "P*\n1. e4 *\n1. d4 *\n"} {
		if games, broken := readAll(t, text); len(games) != 2 || len(broken) > 0 {
			t.Errorf("%q: %d games, broken %v", text, len(games), broken)
		}
	}
}
