package memory

import (
	"errors"
	"math"
	"math/bits"
	"testing"
)

func TestCheck(t *testing.T) {
	const mib = 1 << 20
	for _, tc := range []struct {
		name        string
		free        Free
		want, freed uint64
		fits        bool
	}{
		{"a tenth is kept", Free{100 * mib, Unknown}, 89 * mib, 0, true},
		{"more than nine tenths", Free{100 * mib, Unknown}, 91 * mib, 0, false},
		{"with what is given back", Free{100 * mib, Unknown}, 170 * mib, 100 * mib, true},
		{"nothing of nothing", Free{0, Unknown}, 0, 0, true},
		{"a byte of nothing", Free{0, Unknown}, 1, 0, false},
		{"nothing is known", Free{Unknown, Unknown}, math.MaxUint64, 0, true},
		{"the sum overflows", Free{math.MaxUint64 - 1, Unknown}, 1 << 62, 5, true},
		{"no addresses", Free{900 * mib, 100 * mib}, 200 * mib, 0, false},
		{"addresses given back are no new ones", Free{900 * mib, 100 * mib}, 400 * mib,
			300 * mib, false},
		{"but may be used again", Free{900 * mib, 100 * mib}, 300 * mib, 300 * mib, true},
		{"if there is memory", Free{10 * mib, 100 * mib}, 300 * mib, 300 * mib, false},
	} {
		err := Check(func() Free { return tc.free }, tc.want, tc.freed)
		if (err == nil) != tc.fits || err != nil && !errors.Is(err, ErrNotEnough) {
			t.Errorf("%s: %v, want it to fit: %v", tc.name, err, tc.fits)
		}
	}
}

func TestAvailable(t *testing.T) {
	if n := mapped(); n < 1<<20 {
		t.Errorf("the runtime holds %d bytes, want a MiB at least", n)
	}
	if free := Available(); bits.UintSize == 32 && free.Addresses > addressable {
		t.Errorf("%d bytes of addresses on a system of 32 bits", free.Addresses)
	}
}
