// Package invariant holds checks that are too slow for a build that plays. They run only with -tags
// invariants, and a violated one panics. Callers guard them with the constant On. So other builds
// drop the check and the work for its arguments:
//
//	if invariant.On {
//		invariant.Check(p.keys == p.keysFromScratch(), "keys of %s", p.FEN())
//	}
package invariant
