package protocol

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sente/board"
	"sente/eval"
	"sente/search"
	"sente/tt"
)

// lines writes whole lines, each with one Write, from any goroutine.
type lines struct {
	mu     sync.Mutex
	w      io.Writer
	buf    []byte // reused from line to line
	log    *logger
	err    atomic.Pointer[error] // the first error of writing; nil: none
	closed atomic.Bool           // the conversation is over: lines are dropped
	// failed, if not nil, is called with err, once and in a goroutine of its own.
	failed func(error)
}

// line writes one line; text holds no line break.
func (l *lines) line(text string) {
	l.mu.Lock()
	l.buf = append(l.buf[:0], text...)
	l.flush()
	l.mu.Unlock()
}

// format writes one line.
func (l *lines) format(format string, args ...any) { l.line(fmt.Sprintf(format, args...)) }

// text writes several lines.
func (l *lines) text(text string) {
	for line := range strings.Lines(text) {
		l.line(strings.TrimRight(line, "\r\n"))
	}
}

// infoString writes a message for the person at the board. A line break would end the line, and the
// rest would look like a command. So a line break becomes "; ".
func (l *lines) infoString(message string) {
	message = strings.TrimSpace(message)
	if strings.ContainsAny(message, "\r\n") {
		parts := strings.FieldsFunc(message, func(r rune) bool { return r == '\r' || r == '\n' })
		for i := range parts {
			parts[i] = strings.TrimSpace(parts[i])
		}
		message = strings.Join(parts, "; ")
	}
	l.line("info string " + message)
}

// Write writes b, which holds whole lines.
func (l *lines) Write(b []byte) (int, error) {
	l.text(string(b))
	return len(b), nil
}

// flush ends the line in the buffer and writes it. An error is logged. The first error also goes to
// failed: there RunCommands ends at once, and Run ends only if the input has ended too.
func (l *lines) flush() {
	l.log.exchange("<<", string(l.buf))
	if l.closed.Load() {
		return
	}
	l.buf = append(l.buf, '\n')
	if _, err := l.w.Write(l.buf); err != nil {
		l.log.error(err.Error())
		if l.err.CompareAndSwap(nil, &err) && l.failed != nil {
			go l.failed(err)
		}
	}
}

// broken returns why a line could not be written, or nil if all were. It does not wait for a line
// that is being written.
func (l *lines) broken() error {
	if err := l.err.Load(); err != nil {
		return *err
	}
	return nil
}

// printer prints the reports of one search.
type printer struct {
	out      *lines
	model    eval.WinModel // turns scores into centipawns and chances; chosen by the root position
	chess960 bool
	showWDL  bool     // print the chances to win, draw and lose with each score
	minimal  bool     // print nothing but the last line of each variation
	held     [][]byte // with minimal: the last line of each variation
}

// info prints one report. With minimal it keeps the report until a newer one replaces it or the
// search ends.
func (p *printer) info(info *search.Info) {
	switch {
	case !p.minimal && info.CurrMove != board.NoMove:
		p.out.line(string(appendCurrMove(nil, info, p.chess960)))
	case !p.minimal:
		p.out.line(string(p.appendInfo(nil, info)))
	case info.CurrMove == board.NoMove:
		i := max(info.MultiPV-1, 0)
		for len(p.held) <= i {
			p.held = append(p.held, nil)
		}
		p.held[i] = p.appendInfo(p.held[i][:0], info)
	}
}

// bestMove prints the lines that were kept, then the answer to the go.
func (p *printer) bestMove(result search.Result) {
	for _, line := range p.held {
		p.out.line(string(line))
	}
	p.out.line(string(appendBestMove(nil, result, p.chess960)))
}

func appendBestMove(b []byte, result search.Result, chess960 bool) []byte {
	b = append(b, "bestmove "...)
	if result.Best == board.NoMove {
		return append(b, "(none)"...)
	}
	b = result.Best.AppendUCI(b, chess960)
	if result.Ponder != board.NoMove {
		b = append(b, " ponder "...)
		b = result.Ponder.AppendUCI(b, chess960)
	}
	return b
}

// appendInfo appends the info line of an iteration that was finished or has failed high or low.
func (p *printer) appendInfo(b []byte, info *search.Info) []byte {
	b = appendNumber(b, "info depth ", info.Depth)
	if info.SelDepth > 0 {
		b = appendNumber(b, " seldepth ", info.SelDepth)
	}
	b = appendNumber(b, " multipv ", max(info.MultiPV, 1))
	b = appendScore(append(b, " score "...), info.Score, p.model)
	switch info.Bound {
	case tt.BoundLower:
		b = append(b, " lowerbound"...)
	case tt.BoundUpper:
		b = append(b, " upperbound"...)
	}
	if p.showWDL {
		b = appendWDL(b, info, p.model)
	}
	b = strconv.AppendUint(append(b, " nodes "...), info.Nodes, 10)
	b = strconv.AppendUint(append(b, " nps "...), nodesPerSecond(info.Nodes, info.Time), 10)
	b = appendNumber(b, " hashfull ", info.Hashfull)
	b = strconv.AppendUint(append(b, " tbhits "...), info.TBHits, 10)
	b = strconv.AppendInt(append(b, " time "...), millis(info.Time), 10)
	if len(info.PV) > 0 {
		b = append(b, " pv"...)
	}
	for _, m := range info.PV {
		b = m.AppendUCI(append(b, ' '), p.chess960)
	}
	return b
}

// appendWDL appends the chances to win, draw and lose, in permille, for the side to move.
func appendWDL(b []byte, info *search.Info, model eval.WinModel) []byte {
	win, draw, loss := model.WDL(info.Score)
	if info.Drawn {
		win, draw, loss = 0, 1000, 0
	}
	return appendNumber(appendNumber(appendNumber(b, " wdl ", win), " ", draw), " ", loss)
}

func appendCurrMove(b []byte, info *search.Info, chess960 bool) []byte {
	b = appendNumber(b, "info depth ", info.Depth)
	b = info.CurrMove.AppendUCI(append(b, " currmove "...), chess960)
	return appendNumber(b, " currmovenumber ", info.CurrMoveNumber)
}

func appendNumber(b []byte, label string, n int) []byte {
	return strconv.AppendInt(append(b, label...), int64(n), 10)
}

// appendScore appends "cp" and centipawns, where 100 mean an even chance to win. For a mate it
// appends "mate" and the number of moves, which is negative if the side to move gets mated.
func appendScore(b []byte, score int, model eval.WinModel) []byte {
	if moves, ok := eval.MovesToMate(score); ok {
		return appendNumber(b, "mate ", moves)
	}
	return appendNumber(b, "cp ", model.Centipawns(score))
}

// nodesPerSecond returns 0 if t is 0 and the largest uint64 if the speed would overflow.
func nodesPerSecond(nodes uint64, t time.Duration) uint64 {
	if t <= 0 {
		return 0
	}
	high, low := bits.Mul64(nodes, uint64(time.Second))
	if high >= uint64(t) {
		return math.MaxUint64
	}
	n, _ := bits.Div64(high, low, uint64(t))
	return n
}

// millis returns t in milliseconds, at most what fits into 32 bits, because programs read it as an
// int.
func millis(t time.Duration) int64 {
	return min(max(t.Milliseconds(), 0), math.MaxInt32)
}
