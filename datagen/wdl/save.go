package wdl

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Save writes the counts as text compressed with zstd. The first line is "PHASE-NAME GREATEST-SCORE
// GAMES". Then comes a line for every phase and score that was counted, with three numbers of
// positions: from games that Black won, that were drawn, and that White won. ReadCounts reads it.
func (c *Counts) Save(w io.Writer) error {
	packed, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return err
	}
	text := bufio.NewWriter(packed)
	fmt.Fprintln(text, c.Phase.Name, c.MaxScore, c.Games)
	c.each(func(phase, score int, r *results) {
		fmt.Fprintf(text, "%d %d %.0f %.0f %.0f\n", phase, score, r[0], r[1], r[2])
	})
	if err := text.Flush(); err != nil {
		return err
	}
	return packed.Close()
}

// MostScore is the greatest MaxScore, in centipawns. It is far below the decisive scores.
const MostScore = 10_000

// mostPositions is the largest number of positions that a float64 counts exactly.
const mostPositions = 1 << 53

// ReadCounts reads what Save has written. Any other text is an error.
func ReadCounts(r io.Reader) (*Counts, error) {
	packed, err := zstd.NewReader(r)
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	text := bufio.NewReader(packed)
	var name string
	var most int
	var games int64
	if _, err := fmt.Fscanln(text, &name, &most, &games); err != nil {
		return nil, fmt.Errorf("counts: heading: %w", err)
	}
	i := slices.IndexFunc(Phases, func(p Phase) bool { return p.Name == name })
	if i < 0 || most < 1 || most > MostScore || games < 0 {
		return nil, fmt.Errorf("counts of the phase %q up to %d centipawns in %d games",
			name, most, games)
	}
	c := NewCounts(Phases[i], most)
	c.Games = games
	for line := 2; ; line++ {
		var phase, score int
		var n [3]int64
		_, err := fmt.Fscanln(text, &phase, &score, &n[0], &n[1], &n[2])
		if err == io.EOF {
			return c, nil
		}
		if err == nil && (phase < c.Phase.Least || phase > c.Phase.Most ||
			score < -most || score > most ||
			slices.Min(n[:]) < 0 || slices.Max(n[:]) > mostPositions) {
			err = fmt.Errorf("phase %d, score %d, positions %d are out of range", phase, score, n)
		}
		if err != nil {
			return nil, fmt.Errorf("counts: line %d: %w", line, err)
		}
		cell := &c.cells[phase-c.Phase.Least][score+most]
		for k := range n {
			cell[k] += float64(n[k])
			c.Positions += n[k]
		}
		if c.Positions > mostPositions {
			return nil, fmt.Errorf("counts: line %d: more than %d positions",
				line, int64(mostPositions))
		}
	}
}
