package compressed

import "testing"

func TestOf(t *testing.T) {
	for start, want := range map[string]Format{
		"": None, "\x1f": None, "PK": None, "text": None, "BZh ": None, "BZh": None, "BZhg": None,
		"\x1f\x8b": Gzip, "\x1f\x8b\x08\x00": Gzip, "BZh9": Bzip2, "BZh91AY": Bzip2,
		"\x28\xb5\x2f\xfd": Zstd, "\x50\x2a\x4d\x18": Zstd, "\x5f\x2a\x4d\x18": Zstd,
		"\x60\x2a\x4d\x18": None, "\xfd7zXZ\x00": Other, "PK\x03\x04": Other,
		"7z\xbc\xaf\x27\x1c": Other,
	} {
		if got := Of([]byte(start)); got != want {
			t.Errorf("%q: %d, want %d", start, got, want)
		}
	}
}
