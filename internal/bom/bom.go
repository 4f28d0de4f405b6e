// Package bom knows the byte order marks that text files begin with.
package bom

import (
	"errors"
	"strings"
)

// UTF8 is at the beginning of files that Windows saves in UTF-8. It is not part of their text.
const UTF8 = "\xef\xbb\xbf"

// ErrUTF16 is the error for a text file in UTF-16, as Windows PowerShell's ">" writes it.
var ErrUTF16 = errors.New("this text is in UTF-16: save it in UTF-8")

// IsUTF16 tells whether a text is in UTF-16. start is its beginning.
func IsUTF16(start string) bool {
	return strings.HasPrefix(start, "\xff\xfe") || strings.HasPrefix(start, "\xfe\xff")
}

// Cut removes the byte order mark from the first line of a text. If the text is in UTF-16, it
// returns ErrUTF16.
func Cut(line string) (string, error) {
	if IsUTF16(line) {
		return "", ErrUTF16
	}
	return strings.TrimPrefix(line, UTF8), nil
}
