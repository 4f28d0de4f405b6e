package search

import (
	"math"
	"testing"
)

// TestLnTable: every number of the table is the rounded logarithm that it stands for.
func TestLnTable(t *testing.T) {
	for n := 1; n < len(lnTable); n++ {
		if want := int32(math.Round(lnUnit * math.Log(float64(n)))); lnTable[n] != want {
			t.Errorf("ln %d is %d/%d, want %d", n, lnTable[n], lnUnit, want)
		}
	}
}
