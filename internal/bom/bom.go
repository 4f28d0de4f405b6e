// Package bom knows the byte order marks that text files begin with.
package bom

import (
	"errors"
	"strings"
)

// UTF8 begins files that Windows saves in UTF-8. It is no part of their text.
const UTF8 = "\xef\xbb\xbf"

// ErrUTF16 is said of files as Windows PowerShell's ">" writes them.
var ErrUTF16 = errors.New("this text is in UTF-16: save it in UTF-8")

// IsUTF16 tells whether a text that begins with start is in UTF-16.
func IsUTF16(start string) bool {
	return strings.HasPrefix(start, "\xff\xfe") || strings.HasPrefix(start, "\xfe\xff")
}

// Cut returns the first line of a text without its mark, or ErrUTF16.
func Cut(line string) (string, error) {
	if IsUTF16(line) {
		return "", ErrUTF16
	}
	return strings.TrimPrefix(line, UTF8), nil
}
