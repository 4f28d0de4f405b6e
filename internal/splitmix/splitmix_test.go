package splitmix

import "testing"

// TestNext compares with the published first numbers for a state of 1234567.
func TestNext(t *testing.T) {
	g := Generator(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
		16408922859458223821,
	} {
		state := uint64(g)
		at := At(state)
		if got := g.Next(); got != want || at != want {
			t.Errorf("number %d is %d, At has %d, want %d", i, got, at, want)
		}
	}
}
