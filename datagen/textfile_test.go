package datagen

import (
	"errors"
	"strings"
	"testing"

	"sente/internal/bom"
	"sente/internal/compressed"
)

// utf16 returns text as Windows PowerShell's ">" writes it.
func utf16(text string) string {
	return "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00"
}

// TestMarkedText: the byte order mark of UTF-8 is not part of the first line. Text in UTF-16 is
// refused once, with a message that says so.
func TestMarkedText(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		read func(path string) []error
	}{
		"a book": {startFEN + "\n", func(path string) []error {
			if _, err := ReadBook(path); err != nil {
				return []error{err}
			}
			return nil
		}},
		"games": {foolsMate + "\n", func(path string) []error {
			_, bad := importAll(t, path)
			return bad
		}},
		"text": {startFEN + " | 12 | 0.5\n", func(path string) (bad []error) {
			take := func(*Game) error { return nil }
			err := ReadText([]string{path}, take, func(err error) { bad = append(bad, err) })
			if err != nil {
				t.Error(err)
			}
			return bad
		}},
	} {
		if bad := tc.read(writeFile(t, "a", bom.UTF8+tc.text)); len(bad) > 0 {
			t.Errorf("%s behind a mark: %v", name, bad)
		}
		bad := tc.read(writeFile(t, "a", utf16(tc.text+tc.text)))
		if len(bad) != 1 || !errors.Is(bad[0], bom.ErrUTF16) ||
			!strings.Contains(bad[0].Error(), "a:1: ") {
			t.Errorf("%s in UTF-16: %v", name, bad)
		}
	}
}

// TestPackedText: text in an archive that is not decompressed here is refused, and the message says
// so.
func TestPackedText(t *testing.T) {
	for name, start := range map[string]string{
		"xz": "\xfd7zXZ\x00", "zip": "PK\x03\x04", "7z": "7z\xbc\xaf\x27\x1c",
	} {
		path := writeFile(t, "a", start+foolsMate+"\n")
		_, err := ReadBook(path)
		if !errors.Is(err, compressed.Err) || !strings.Contains(err.Error(), path) {
			t.Errorf("a book in %s: %v", name, err)
		}
		take := func(*Game) error { return nil }
		if err := ReadText([]string{path}, take, nil); !errors.Is(err, compressed.Err) {
			t.Errorf("text in %s: %v", name, err)
		}
	}
}
