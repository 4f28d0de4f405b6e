package memory

import (
	"errors"
	"math"
	"testing"
)

func TestCheck(t *testing.T) {
	const mib = 1 << 20
	for _, tc := range []struct {
		free        uint64
		known       bool
		want, freed uint64
		fits        bool
	}{
		{100 * mib, true, 89 * mib, 0, true},
		{100 * mib, true, 91 * mib, 0, false},
		{100 * mib, true, 170 * mib, 100 * mib, true},
		{0, true, 0, 0, true},
		{0, true, 1, 0, false},
		{0, false, math.MaxUint64, 0, true},
		{math.MaxUint64, true, 1 << 62, 5, true}, // the sum overflows
	} {
		err := Check(func() (uint64, bool) { return tc.free, tc.known }, tc.want, tc.freed)
		if (err == nil) != tc.fits || err != nil && !errors.Is(err, ErrNotEnough) {
			t.Errorf("%d free, %d freed, %d wanted: %v, want it to fit: %v", tc.free, tc.freed, tc.want, err, tc.fits)
		}
	}
}

func TestAddressed(t *testing.T) {
	for _, tc := range []struct {
		bits  int
		bytes uint64
		known bool
		want  uint64
		ok    bool
	}{
		{64, 1 << 40, true, 1 << 40, true},
		{64, 0, false, 0, false},
		{32, 1 << 40, true, addressable, true},
		{32, 1 << 20, true, 1 << 20, true},
		{32, 0, false, addressable, true},
	} {
		if got, ok := addressed(tc.bits)(tc.bytes, tc.known); got != tc.want || ok != tc.ok {
			t.Errorf("%d bits, %d %v: %d %v, want %d %v", tc.bits, tc.bytes, tc.known, got, ok, tc.want, tc.ok)
		}
	}
}
