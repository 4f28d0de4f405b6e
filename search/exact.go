package search

import "sente/eval"

// ExactParams returns numbers that turn off every technique that may change a score. The search is
// then plain minimax with alpha-beta: the horizon is evaluated as it is, and the table cuts off
// only at equal depth; if table is false, never. The reference searches are compared with it.
func ExactParams(table bool) Params {
	const never = eval.MaxPly + 1 // plies: no node is so deep
	p := DefaultParams()
	p.exact, p.noTable = true, !table
	p.AspirationMinDepth = never
	for _, least := range []*int{
		&p.NMPMinDepth, &p.ProbCutMinDepth, &p.IIRMinDepth, &p.SingularMinDepth, &p.LMRMinDepth,
	} {
		*least = never
	}
	for _, most := range []*int{&p.RazorMaxDepth, &p.RFPMaxDepth, &p.LMPMaxDepth,
		&p.FutilityMaxDepth, &p.HistoryPruneMaxDepth, &p.SEEMaxDepth, &p.BadNoisyMaxDepth} {
		*most = -1
	}
	p.ProbCutMargin = 2 * eval.Infinity // no score in the table is so far above beta
	p.FailFirm = 0
	return p
}
