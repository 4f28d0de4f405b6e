// Package invariant holds checks that are too dear for a build that plays: they run only with
// -tags invariants, where a broken one panics. Callers guard them with the constant On, so that
// the compiler drops the check and the work for its arguments:
//
//	if invariant.On {
//		invariant.Check(p.keys == p.keysFromScratch(), "keys of %s", p.FEN())
//	}
package invariant
