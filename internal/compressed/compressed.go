// Package compressed knows the bytes that compressed files begin with.
package compressed

import (
	"errors"
	"strings"
)

// A Format is a way to compress files.
type Format int

// The formats that Of tells apart. Other is xz, zip or 7-Zip; nothing here reads these.
const (
	None Format = iota
	Zstd
	Gzip
	Bzip2
	Other
)

// Err is the error for compressed files that the caller can't decompress.
var Err = errors.New("this file is compressed: unpack it first")

// Start is how many bytes at the beginning of a file tell its format.
const Start = 4

// Of returns the format of a file by its first Start bytes. A shorter file has fewer.
func Of(start []byte) Format {
	s := string(start)
	switch {
	case len(s) < 2:
		return None
	case s[:2] == "\x1f\x8b":
		return Gzip
	case len(s) < Start:
		return None
	case s[:4] == "\x28\xb5\x2f\xfd",
		s[0]&0xf0 == 0x50 && s[1:4] == "\x2a\x4d\x18": // a skippable frame, as pzstd writes first
		return Zstd
	case strings.HasPrefix(s, "BZh") && '1' <= s[3] && s[3] <= '9':
		return Bzip2
	case s[:4] == "\xfd7zX", s[:4] == "PK\x03\x04", s[:4] == "7z\xbc\xaf":
		return Other
	}
	return None
}
