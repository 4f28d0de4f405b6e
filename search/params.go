package search

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"sente/board"
	"sente/ordering"
)

// The units of shares.
const (
	percent  = 100
	permille = 1000
)

// Params holds every tunable number of the search. The tag gives default, least, greatest and the
// step of SPSA tuning; the comment the unit. "cp" are centipawns, "r" is 1/1024 ply.
type Params struct {
	// What ExactParams turns off beside its numbers.
	noQuiescence bool // the horizon is evaluated as it is
	noTextbook   bool // basic mates are judged as other positions are
	noVote       bool // with several threads the main worker answers
	sameDepth    bool // entries of the table cut off at their own depth only
	noTable      bool // they never cut off; their moves still go first

	AspirationMinDepth int `tune:"4,2,10,1"`              // plies
	AspirationWindow   int `tune:"6,5,60,3"`              // cp
	AspirationGrowth   int `tune:"156,110,400,15"`        // percent
	AspirationDivisor  int `tune:"30000,8000,90000,2500"` // cp squared of score per cp of window
	AspirationMax      int `tune:"1000,200,3000,100"`     // cp: a wider window is opened fully
	AspirationLess     int `tune:"3,0,6,1"`               // plies less, at most, after failing high

	RazorMaxDepth int `tune:"5,0,8,1"`       // plies
	RazorBase     int `tune:"289,50,600,30"` // cp
	RazorSlope    int `tune:"288,50,500,25"` // cp per depth squared

	RFPMaxDepth   int `tune:"8,0,14,1"`    // plies
	RFPMargin     int `tune:"27,10,160,6"` // cp per ply
	RFPImproving  int `tune:"17,0,160,8"`  // cp
	RFPHanging    int `tune:"40,0,120,10"` // cp more where a man is attacked by one worth less
	RFPCorrection int `tune:"50,0,200,10"` // percent of the correction

	NMPMinDepth    int `tune:"1,1,6,1"`       // plies
	NMPBase        int `tune:"8,2,12,1"`      // plies
	NMPDivisor     int `tune:"5,2,8,1"`       // plies of depth per ply of reduction
	NMPEvalDivisor int `tune:"163,80,500,20"` // cp above beta per ply of reduction
	NMPEvalMax     int `tune:"3,0,6,1"`       // plies
	NMPVerifyDepth int `tune:"14,8,30,2"`     // plies
	NMPFullDepth   int `tune:"5,2,14,1"`      // plies from which the pass leaves depth 1 at least
	NMPStaticBase  int `tune:"92,0,400,15"`   // cp above beta that the static evaluation needs
	NMPStaticStep  int `tune:"16,0,60,3"`     // cp less of it per ply of depth

	ProbCutMinDepth   int `tune:"6,3,10,1"`      // plies
	ProbCutMargin     int `tune:"228,80,400,15"` // cp
	ProbCutImproving  int `tune:"66,0,120,8"`    // cp
	ProbCutReduction  int `tune:"4,2,6,1"`       // plies
	ProbCutTableDepth int `tune:"3,1,6,1"`       // plies that a refuting entry may be less deep

	IIRMinDepth int `tune:"4,3,10,1"` // plies; less would leave none at a PV node

	LMPBase                 int `tune:"7,1,16,1"`           // moves
	LMPMaxDepth             int `tune:"10,1,14,1"`          // plies
	FutilityBase            int `tune:"24,-60,300,15"`      // cp
	FutilityStep            int `tune:"41,30,200,8"`        // cp per ply of reduced depth
	FutilityNoBest          int `tune:"-10,-60,150,10"`     // cp more while no move raised alpha
	FutilityMaxDepth        int `tune:"9,1,14,1"`           // plies of reduced depth
	FutilityHistory         int `tune:"7,0,120,8"`          // cp per 16384 of history
	HistoryPruneMaxDepth    int `tune:"8,0,10,1"`           // plies of reduced depth
	HistoryPruneStep        int `tune:"6139,500,12000,300"` // history per ply
	SEEQuietStep            int `tune:"24,5,80,4"`          // cp per ply of reduced depth squared
	SEENoisyStep            int `tune:"85,30,200,8"`        // cp per ply
	SEENoisyHistory         int `tune:"150,0,400,20"`       // cp per 16384 of capture history
	SEEHistory              int `tune:"29,0,120,8"`         // cp per 16384 of history
	SEEMaxDepth             int `tune:"9,1,14,1"`           // plies; reduced ones for quiet moves
	CaptureFutilityMaxDepth int `tune:"8,0,12,1"`           // plies of reduced depth
	CaptureFutilityBase     int `tune:"125,30,400,15"`      // cp
	CaptureFutilityStep     int `tune:"128,30,250,10"`      // cp per ply

	SingularMinDepth   int `tune:"5,3,12,1"`      // plies
	SingularTableDepth int `tune:"4,1,6,1"`       // plies that the table entry may be less deep
	SingularMargin     int `tune:"96,20,300,12"`  // 1/100 cp per ply
	DoubleMargin       int `tune:"15,0,60,3"`     // cp
	TripleMargin       int `tune:"117,20,250,10"` // cp
	DoubleMax          int `tune:"8,1,20,1"`      // double extensions on one path

	LMRMinDepth     int `tune:"2,1,5,1"`              // plies
	LMRQuietBase    int `tune:"443,0,2048,60"`        // r
	LMRQuietScale   int `tune:"401,150,900,25"`       // r per ln(depth)*ln(move number)
	LMRNoisyBase    int `tune:"540,-500,1500,60"`     // r
	LMRNoisyScale   int `tune:"373,100,700,25"`       // r per ln(depth)*ln(move number)
	LMRPV           int `tune:"1016,0,2500,80"`       // r less at a PV node
	LMRTtPv         int `tune:"753,0,2500,80"`        // r less where ttPv
	LMRTtPvScore    int `tune:"169,-1000,1500,80"`    // r less too if the table's score > alpha
	LMRCut          int `tune:"1250,0,3000,100"`      // r more at a cut node
	LMRNotImproving int `tune:"989,0,2000,80"`        // r more
	LMRTtNoisy      int `tune:"715,0,2000,80"`        // r more if the table move is noisy
	LMRCheck        int `tune:"1246,0,2500,80"`       // r less if the move gives check
	LMRKiller       int `tune:"657,0,2500,80"`        // r less for the killer
	LMRRaised       int `tune:"359,0,2000,80"`        // r more at a PV node whose alpha was raised
	LMRNoMove       int `tune:"19,0,2000,80"`         // r more at a cut node without table move
	LMRExtend       int `tune:"1683,500,5000,150"`    // -r at which a PV move gets a ply more
	LMRCutoffs      int `tune:"321,0,2000,80"`        // r more if the children had many cutoffs
	LMRCutoffsMin   int `tune:"2,0,8,1"`              // LMRCutoffs applies above this many cutoffs
	LMRMoves        int `tune:"20,-100,150,10"`       // r less per move number
	LMRGain         int `tune:"32,-200,400,20"`       // r less per 16 cp won since its last turn
	LMRHistory      int `tune:"16016,3000,30000,800"` // history per ply
	LMRCorrection   int `tune:"105,20,500,20"`        // cp of correction per ply
	DeeperMargin    int `tune:"38,10,150,6"`          // cp

	HindsightReduction int `tune:"2775,1000,6000,250"` // r
	HindsightMargin    int `tune:"61,20,250,10"`       // cp

	BonusStep int `tune:"252,50,400,15"`     // history per ply
	BonusBase int `tune:"-52,-300,300,20"`   // history
	BonusMax  int `tune:"1682,500,4000,100"` // history
	MalusStep int `tune:"169,50,400,15"`     // history per ply
	MalusBase int `tune:"-89,-300,300,20"`   // history
	MalusMax  int `tune:"1555,500,4000,100"` // history

	RefutationPart int `tune:"65,0,150,6"`    // percent of the bonus
	SwingStep      int `tune:"6,0,20,1"`      // history per cp
	SwingMax       int `tune:"849,0,2000,80"` // history
	SurpriseMargin int `tune:"12,0,200,10"`   // cp above beta

	CorrectionPawn    int `tune:"57,0,200,8"`  // percent
	CorrectionMinor   int `tune:"58,0,200,8"`  // percent
	CorrectionNonPawn int `tune:"108,0,200,8"` // percent
	CorrectionCont    int `tune:"62,0,200,8"`  // percent

	FailFirm   int `tune:"67,0,200,12"` // beta's weight, in percent of what a ply of depth weighs
	QSFailFirm int `tune:"11,0,90,6"`   // percent

	QSFutility int `tune:"77,30,300,12"`   // cp
	QSMaxMoves int `tune:"3,2,8,1"`        // moves; then the first non-check ends the node
	QSSEE      int `tune:"-42,-150,60,10"` // cp

	TimePart       int `tune:"280,100,500,16"`     // tenths: soft limit = time left / this
	TimeIncrement  int `tune:"80,20,100,6"`        // percent of the increment, to the soft limit
	TimeHardFactor int `tune:"50,15,100,4"`        // hard limit, at most: tenths of the soft limit
	TimeHard       int `tune:"60,20,80,3"`         // hard limit, at most: percent of the time left
	TimeStableBase int `tune:"1300,700,2500,80"`   // permille of the soft limit for a new best move
	TimeStableStep int `tune:"70,0,200,8"`         // permille less for each iteration it stands
	TimeStableMost int `tune:"8,2,16,1"`           // iterations that count
	TimeDropStep   int `tune:"60,0,200,8"`         // 1/10000 more for each cp that the score fell
	TimeDropLeast  int `tune:"40,0,100,5"`         // cp that a rise counts for, at most
	TimeDropMost   int `tune:"60,10,200,8"`        // cp that a fall counts for, at most
	TimeSlideStep  int `tune:"120,0,300,20"`       // 1/10000 more for each cp lost since last move
	TimeEffortBase int `tune:"2000,1000,3500,120"` // permille, were no nodes spent on the best move
	TimeEffortStep int `tune:"1300,0,2500,120"`    // permille less, were all spent on it

	OrderButterfly   int `tune:"29,0,200,8"`        // 1/64
	OrderPawn        int `tune:"55,0,200,8"`        // 1/64
	OrderReply1      int `tune:"129,0,300,12"`      // 1/64, replies to the last move
	OrderReply2      int `tune:"71,0,200,8"`        // 1/64, to the move 2 plies before
	OrderReply4      int `tune:"44,0,200,8"`        // 1/64
	OrderReply6      int `tune:"88,0,200,8"`        // 1/64
	OrderCheck       int `tune:"8679,0,30000,800"`  // history
	OrderEscapeMinor int `tune:"7902,0,30000,800"`  // history
	OrderEscapeRook  int `tune:"12834,0,30000,800"` // history
	OrderEscapeQueen int `tune:"16092,0,30000,800"` // history
}

// weights returns the numbers of Params that rank quiet moves.
func (p *Params) weights() ordering.Weights {
	w := ordering.Weights{
		Butterfly: p.OrderButterfly,
		Pawn:      p.OrderPawn,
		Replies:   [...]int{p.OrderReply1, p.OrderReply2, p.OrderReply4, p.OrderReply6},
		Check:     p.OrderCheck,
	}
	w.Escape[board.Knight], w.Escape[board.Bishop] = p.OrderEscapeMinor, p.OrderEscapeMinor
	w.Escape[board.Rook], w.Escape[board.Queen] = p.OrderEscapeRook, p.OrderEscapeQueen
	return w
}

// A Tunable describes one number of Params.
type Tunable struct {
	Name                    string
	Default, Min, Max, Step int
}

// Tunables lists the numbers of Params in their order there.
func Tunables() []Tunable {
	var list []Tunable
	t := reflect.TypeFor[Params]()
	for i := range t.NumField() {
		tag, ok := t.Field(i).Tag.Lookup("tune")
		if !ok {
			continue
		}
		v := Tunable{Name: t.Field(i).Name}
		parts := strings.Split(tag, ",")
		for j, dst := range [...]*int{&v.Default, &v.Min, &v.Max, &v.Step} {
			n, err := strconv.Atoi(parts[j])
			if err != nil {
				panic(fmt.Sprintf("search: tag of %s: %v", v.Name, err))
			}
			*dst = n
		}
		list = append(list, v)
	}
	return list
}

// DefaultParams returns the numbers the engine plays with.
func DefaultParams() Params {
	var p Params
	for _, t := range Tunables() {
		reflect.ValueOf(&p).Elem().FieldByName(t.Name).SetInt(int64(t.Default))
	}
	return p
}

// Set changes the number called name. It fails if there is none or the value is out of its range.
func (p *Params) Set(name string, value int) error {
	for _, t := range Tunables() {
		if t.Name != name {
			continue
		}
		if value < t.Min || value > t.Max {
			return fmt.Errorf("%s: %d is not in %d to %d", name, value, t.Min, t.Max)
		}
		reflect.ValueOf(p).Elem().FieldByName(name).SetInt(int64(value))
		return nil
	}
	return fmt.Errorf("no search parameter is called %q", name)
}
