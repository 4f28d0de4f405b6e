package datagen

import (
	"testing"

	"sente/eval/nnue"
)

// TestPlayersNetwork: a player that evaluates by material has no network, even if one is built in.
func TestPlayersNetwork(t *testing.T) {
	other := flatNetwork(t, 1)
	for _, tc := range []struct {
		name   string
		change func(*SelfPlay)
		want   *nnue.Network
	}{
		{"built-in", func(*SelfPlay) {}, nnue.Default()},
		{"network", func(s *SelfPlay) { s.Network = other }, other},
		{"material", func(s *SelfPlay) { s.Material = true }, nil},
	} {
		s := fastSelfPlay(1)
		tc.change(&s)
		w, err := newPlayer(&s)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.engine.Network(); got != tc.want {
			t.Errorf("%s: plays with %v, want %v", tc.name, got, tc.want)
		}
	}
}
