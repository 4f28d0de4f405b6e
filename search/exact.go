package search

import "sente/eval"

// never is a depth in plies that no node has, however much it is extended.
const never = 2 * eval.MaxPly

// forMates returns p without whole-node pruning, for a search that wants a mate. Otherwise a null
// move or an evaluation would cut nodes where having to move loses, or where a quiet move threatens
// mate.
func (p *Params) forMates() *Params {
	m := *p
	m.RazorMaxDepth, m.RFPMaxDepth = -1, -1
	m.NMPMinDepth, m.ProbCutMinDepth = never, never
	m.ProbCutMargin = 2 * eval.Infinity // no score in the table is so far above beta
	return &m
}

// ExactParams returns numbers that turn off every technique that may change a score. The search is
// then plain minimax with alpha-beta: the horizon is evaluated as it is, and the table cuts off
// only at equal depth, or never if table is false. The reference searches are compared with it.
func ExactParams(table bool) Params {
	numbers := DefaultParams()
	p := *numbers.forMates()
	p.noQuiescence, p.noTextbook, p.noVote, p.sameDepth, p.noTable = true, true, true, true, !table
	p.AspirationMinDepth = never
	for _, least := range []*int{&p.IIRMinDepth, &p.SingularMinDepth, &p.LMRMinDepth} {
		*least = never
	}
	for _, most := range []*int{&p.LMPMaxDepth, &p.FutilityMaxDepth, &p.HistoryPruneMaxDepth,
		&p.SEEMaxDepth, &p.CaptureFutilityMaxDepth} {
		*most = -1
	}
	p.FailFirm = 0
	return p
}
