package ordering

import "sente/board"

// stage is the next step of a Picker.
type stage uint8

const (
	stageTable stage = iota
	stageGenerateNoisy
	stageGoodNoisy
	stageKiller
	stageGenerateQuiets
	stageQuiets
	stageBadNoisy
	stageDone
)

// mode is which moves a Picker yields.
type mode uint8

const (
	modeAll   mode = iota // every legal move
	modeNoisy             // noisy moves that win at least the threshold
)

// badNoisyDivisor divides the capture history of a noisy move. The result is the loss in exchanges,
// in centipawns, up to which the move is still tried before the quiet moves.
const badNoisyDivisor = 256

// mostMoves is a power of two above the number of moves that any position has. An index that is
// masked with mostMoves-1 needs no bounds check.
const mostMoves = 256

// A ranked move is its score, shifted by moveBits, plus the move. One comparison orders two moves.
type ranked int64

const moveBits = 16

func rank(score int, m board.Move) ranked { return ranked(score)<<moveBits | ranked(m) }

func (r ranked) move() board.Move { return board.Move(uint16(r)) }

func (r ranked) score() int { return int(r >> moveBits) }

// Picker yields the moves of one node one by one, the most promising first: the table move, noisy
// moves that don't lose material, the killer, quiet moves by history, the other noisy moves. It
// generates and scores moves as late as it can. It lives in a search frame and does not allocate.
// Start it with All, Quiescence or ProbCut. Position, history and continuations must outlive its
// use. The histories may change meanwhile.
type Picker struct {
	stage      stage
	mode       mode
	skipQuiets bool
	scored     bool // score is that of last
	attacked   bool // attacks are those of position
	checking   bool // checks are those of position
	tabled     bool // tables are those of position
	ttMove     board.Move
	killer     board.Move
	last       board.Move // what Next returned
	score      int
	threshold  int // centipawns
	next, end  int // moves[next:end] are left in the current stage
	noisyEnd   int
	bad        int // moves[:bad] are the noisy moves that were put off
	position   *board.Position
	history    *History
	replies    *Continuations
	attacks    attacks
	checks     board.Checks
	tables     quietTables
	moves      [mostMoves]ranked
}

// All starts the picker on every legal move of p. The table move and the killer may be any 16 bits:
// they are tried out of turn if they are legal, the killer only if it is quiet.
func (k *Picker) All(p *board.Position, h *History, c *Continuations, ttMove, killer board.Move) {
	k.start(p, h, ttMove, modeAll)
	k.replies = c
	k.killer = killer
}

// Quiescence starts the picker on every legal move of p if its side is in check, else on the noisy
// moves that win at least threshold centipawns by SEEAtLeast. The table move need not reach the
// threshold.
func (k *Picker) Quiescence(p *board.Position, h *History,
	c *Continuations, ttMove board.Move, threshold int) {
	if p.InCheck() {
		k.All(p, h, c, ttMove, board.NoMove)
		return
	}
	if !ttMove.IsNoisy() {
		ttMove = board.NoMove
	}
	k.start(p, h, ttMove, modeNoisy)
	k.threshold = threshold
}

// ProbCut starts the picker on the noisy moves of p that win at least threshold centipawns by
// SEEAtLeast; the table move is the first if it is one of them.
func (k *Picker) ProbCut(p *board.Position, h *History, ttMove board.Move, threshold int) {
	if !ttMove.IsNoisy() || !p.IsLegal(ttMove) || !SEEAtLeast(p, ttMove, threshold) {
		ttMove = board.NoMove
	}
	k.start(p, h, ttMove, modeNoisy)
	k.threshold = threshold
}

func (k *Picker) start(p *board.Position, h *History, ttMove board.Move, m mode) {
	k.stage = stageTable
	k.mode = m
	k.skipQuiets = false
	k.attacked, k.checking, k.tabled = false, false, false
	k.ttMove = ttMove
	k.killer = board.NoMove
	k.last, k.score, k.scored = board.NoMove, 0, true
	k.bad = 0
	k.position = p
	k.history = h
	k.replies = &noReplies
}

// SkipQuiets makes the picker leave out all quiet moves from now on. Called before the first Next,
// it does not keep back a quiet table move.
func (k *Picker) SkipQuiets() { k.skipQuiets = true }

// Threats returns the squares that the opponent attacks, computed once a node.
func (k *Picker) Threats() board.Bitboard {
	k.findAttacks()
	return k.attacks.all
}

// findAttacks sets attacks unless they are known.
func (k *Picker) findAttacks() {
	if !k.attacked {
		k.attacks.set(k.position)
		k.attacked = true
	}
}

// GivesCheck reports whether the legal move m gives check.
func (k *Picker) GivesCheck(m board.Move) bool {
	k.findChecks()
	return k.checks.Given(k.position, m)
}

// findChecks sets checks unless they are known.
func (k *Picker) findChecks() {
	if !k.checking {
		k.checks.Set(k.position)
		k.checking = true
	}
}

// Score returns the rank of the move that Next returned last. For a quiet move this is the weighted
// sum of its histories plus what a check or an escape adds. For a noisy move it is the victim's
// worth plus the capture history; a promotion adds what the queen is worth more than the pawn, and
// one to a lesser piece ranks below all others. It is 0 for NoMove and before the first Next.
func (k *Picker) Score() int {
	if !k.scored {
		if k.last.IsNoisy() {
			k.score = k.history.noisyScore(k.position, k.last)
		} else {
			var r [1]ranked
			k.rankQuiets([]board.Move{k.last}, r[:])
			k.score = r[0].score()
		}
		k.scored = true
	}
	return k.score
}

// Merit returns how good the move that Next returned last seems. For a noisy move it is the Score,
// the victim's worth included. For a quiet move it is the Score without the bonuses for leaving an
// attacked square and for giving check. These bonuses bring a move forward, but the move deserves
// no more depth for them.
func (k *Picker) Merit() int {
	v, m := k.Score(), k.last
	if m.IsNoisy() || m == board.NoMove {
		return v
	}
	kind, w := k.position.PieceOn(m.From()).Kind()&7, &k.history.Weights
	v -= w.Escape[kind] * int(k.attacks.lesser[kind]>>(m.From()&63)&1)
	if k.checks.From[kind].Has(m.To()) {
		v -= w.Check
	}
	return v
}

// Next returns the next move, or NoMove when there are no more. It must not be inlined, or the
// search is some percent slower. A profile that is a little out of date may ask for inlining.
//
//go:noinline
func (k *Picker) Next() board.Move {
	for {
		switch k.stage {
		case stageTable:
			k.stage = stageGenerateNoisy
			if k.ttMove != board.NoMove && k.position.IsLegal(k.ttMove) {
				return k.unscored(k.ttMove)
			}
			k.ttMove = board.NoMove

		case stageGenerateNoisy:
			if k.mode == modeAll {
				k.prefetch()
			}
			k.generateNoisy()
			k.stage = stageGoodNoisy

		case stageGoodNoisy:
			for k.next < k.end {
				r := k.best()
				m := r.move()
				if m == k.ttMove {
					continue
				}
				if SEEAtLeast(k.position, m, k.noisyThreshold(m)) {
					return k.yield(r)
				}
				k.moves[k.bad&(mostMoves-1)] = r
				k.bad++
			}
			k.stage = stageKiller
			if k.mode == modeNoisy {
				k.stage = stageDone
			}

		case stageKiller:
			k.stage = stageGenerateQuiets
			m := k.killer
			if m != board.NoMove && m != k.ttMove && !k.skipQuiets && !m.IsNoisy() &&
				k.position.IsLegal(m) {
				return k.unscored(m)
			}
			k.killer = board.NoMove

		case stageGenerateQuiets:
			k.next, k.end = k.noisyEnd, k.noisyEnd
			if !k.skipQuiets {
				k.generateQuiets()
			}
			k.stage = stageQuiets

		case stageQuiets:
			for k.next < k.end && !k.skipQuiets {
				r := k.best()
				if m := r.move(); m != k.ttMove && m != k.killer {
					return k.yield(r)
				}
			}
			k.next = 0
			k.stage = stageBadNoisy

		case stageBadNoisy: // still in order
			if k.next < k.bad {
				r := k.moves[k.next&(mostMoves-1)]
				k.next++
				return k.yield(r)
			}
			k.stage = stageDone

		default:
			k.last, k.score, k.scored = board.NoMove, 0, true
			return board.NoMove
		}
	}
}

// prefetch begins to load those of the quiet moves' tables that are least likely to be cached.
func (k *Picker) prefetch() {
	side := k.position.SideToMove()
	k.history.pawn.of(k.position).prefetch(side)
	for _, t := range k.replies[:2] {
		if t != nil {
			t.prefetch(side)
		}
	}
}

// yield hands out a move whose score is known.
func (k *Picker) yield(r ranked) board.Move {
	k.last, k.score, k.scored = r.move(), r.score(), true
	return k.last
}

// unscored hands out a move that was not ranked.
func (k *Picker) unscored(m board.Move) board.Move {
	k.last, k.scored = m, false
	return m
}

// noisyThreshold returns how many centipawns noisy move m must win so that it is not put off.
func (k *Picker) noisyThreshold(m board.Move) int {
	if k.mode == modeNoisy {
		return k.threshold
	}
	return -k.history.Noisy(k.position, m) / badNoisyDivisor
}

// best takes out the highest move that is left in the current stage. One must be left.
func (k *Picker) best() ranked {
	left := k.moves[k.next&(mostMoves-1) : k.end]
	best, at := left[0], 0
	for i, r := range left {
		if r > best {
			best, at = r, i
		}
	}
	left[at] = left[0]
	k.next++
	return best
}

// generateNoisy fills moves with the ranked noisy moves.
func (k *Picker) generateNoisy() {
	p, h := k.position, k.history
	list := &h.scratch
	list.Clear()
	p.Noisy(list)
	for i, m := range list.Slice() {
		k.moves[i&(mostMoves-1)] = rank(h.noisyScore(p, m), m)
	}
	k.next, k.end, k.noisyEnd = 0, list.N, list.N
}

// generateQuiets puts the ranked quiet moves after the noisy ones.
func (k *Picker) generateQuiets() {
	list := &k.history.scratch
	list.Clear()
	k.position.Quiets(list)
	k.rankQuiets(list.Slice(), k.moves[k.noisyEnd:])
	k.end = k.noisyEnd + list.N
}
