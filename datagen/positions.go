package datagen

import (
	"fmt"
	"strconv"
	"strings"

	"sente/board"
	"sente/eval"
)

// LabelChoice chooses between the two scores of ImportPositions.
type LabelChoice uint8

// The choices.
const (
	AnyLabel        LabelChoice = iota // the second label if there is one, else the first
	FirstLabelOnly                     // the first label
	SecondLabelOnly                    // the second label; positions without one are left out
)

// positionLine is what one line of ImportPositions says.
type positionLine struct {
	position board.Position
	result   Result
	score    int  // the chosen label, from White's side
	noisy    bool // the second labeller's best move captures or promotes
}

// ImportPositions reads a text file of positions, a line each,
//
//	4-field FEN <tab> White's score <tab> W, D or L for White <tab> plies into a variation
//	<tab> depth
//
// and, unless second is "", a file with a second label for every line: White's score, or m or -m
// for a mate by White or Black, or - for none. Then comes <tab> c if the best move captures or
// promotes. Positions that the Packer's filter keeps are added to it; MinPly is ignored, because
// the ply is not known. The lines of a game should follow each other. Nothing says where a game
// begins, so the split into training and validation goes by runs of lines. One run in HoldOut is
// held out; a file that is too short has none. A bad line is skipped, and its *LineError is passed
// to report. read is told how many bytes of path have been read. Neither read nor report may be
// nil.
func (k *Packer) ImportPositions(path, second string, choice LabelChoice,
	read func(file string, bytes int64), report func(error)) error {
	filter := k.Filter
	filter.MinPly = 0
	type entry struct {
		packed  Packed
		verdict Verdict
	}
	type outcome struct {
		entries []entry
		bad     []error
		read    int64
	}
	file, err := openText(path)
	if err != nil {
		return err
	}
	defer file.close()
	var partner *textFile
	if second != "" {
		if partner, err = openText(second); err != nil {
			return err
		}
		defer partner.close()
	}
	parse := func(b lineBatch) (out outcome) {
		out.read = b.read
		for i := range b.lines {
			label := "-"
			if second != "" {
				label = b.second[i]
			}
			l, err := parsePositionLine(b.lines[i], label, choice)
			if err != nil {
				out.bad = append(out.bad, &LineError{b.file, b.first + i, err})
				continue
			}
			e := entry{verdict: filter.Judge(&l.position, board.NoMove, l.score)}
			if e.verdict == Kept && l.noisy && !filter.KeepNoisy {
				e.verdict = DropNoisy
			}
			if e.verdict == Kept {
				e.packed = Pack(&l.position, l.score, l.result)
			}
			out.entries = append(out.entries, e)
		}
		if b.err != nil {
			out.bad = append(out.bad, b.err)
		}
		return out
	}
	run, left := 0, runLines(0)
	return mapOrdered(readBatches(file, partner), parse, func(out outcome) error {
		read(path, out.read)
		for _, err := range out.bad {
			report(err)
		}
		for _, e := range out.entries {
			k.Verdicts[e.verdict]++
			if left == 0 {
				run++
				left = runLines(run)
			}
			left--
			switch {
			case e.verdict != Kept:
			case k.HoldOut > 0 && run%k.HoldOut == k.HoldOut/2:
				k.Valid = append(k.Valid, e.packed)
			default:
				k.Train = append(k.Train, e.packed)
			}
		}
		return nil
	})
}

// runLines returns how many successive lines belong to the run with this number, from 0. All lines
// of a run fall on one side of a split into training and validation. A run has many games, so few
// games are cut in two. The first runs are shorter, so that short files have enough runs.
func runLines(run int) int { return min(50+10*run, 5000) }

// parsePositionLine parses a line of ImportPositions and its second label, which is "-" for none.
func parsePositionLine(line, second string, choice LabelChoice) (l positionLine, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 5 {
		return l, fmt.Errorf("%d fields between tabs, not 5", len(fields))
	}
	if l.position, err = board.ParseFEN(fields[0]); err != nil {
		return l, err
	}
	first, err := strconv.Atoi(fields[1])
	if err != nil {
		return l, fmt.Errorf("score %q", fields[1])
	}
	if l.result, err = parseLetter(fields[2]); err != nil {
		return l, err
	}
	if depth, err := strconv.Atoi(fields[3]); err != nil || depth < 0 {
		return l, fmt.Errorf("plies into the variation %q", fields[3])
	}
	label, noisy, err := parseSecondLabel(second)
	if err != nil {
		return l, err
	}
	// Larger scores are mates in the counting of some engine.
	l.score = max(-eval.Mate, min(first, eval.Mate))
	if choice == SecondLabelOnly || choice == AnyLabel && label != NoScore {
		l.score, l.noisy = label, noisy
	}
	return l, nil
}

// parseSecondLabel returns White's score, or NoScore for "-", and whether a c follows.
func parseSecondLabel(s string) (score int, noisy bool, err error) {
	word, mark, marked := strings.Cut(s, "\t")
	if marked && mark != "c" {
		return 0, false, fmt.Errorf("second label %q", s)
	}
	switch word {
	case "-":
		return NoScore, marked, nil
	case "m":
		return eval.Mate, marked, nil
	case "-m":
		return -eval.Mate, marked, nil
	}
	score, err = strconv.Atoi(word)
	if err != nil || eval.IsDecisive(score) {
		return 0, false, fmt.Errorf("second label %q", s)
	}
	return score, marked, nil
}
