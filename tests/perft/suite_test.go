package perft

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// entry is one position, and the numbers of leaves that a correct generator counts.
type entry struct {
	at     string // file and line number, for messages
	fen    string
	leaves map[int]uint64 // by depth
}

// readSuite reads a file of positions; the extension names its format.
func readSuite(path string) ([]entry, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var s suite
	parse := s.epdLine
	switch filepath.Ext(path) {
	case ".epd":
	case ".perft":
		parse = s.perftLine
	default:
		return nil, fmt.Errorf("%s: not an .epd or .perft file", path)
	}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		s.at = fmt.Sprintf("%s:%d", filepath.Base(path), n)
		if err := parse(line); err != nil {
			return nil, fmt.Errorf("%s: %w", s.at, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	for _, e := range s.entries {
		if len(e.leaves) == 0 {
			return nil, fmt.Errorf("%s: no counts", e.at)
		}
	}
	return s.entries, nil
}

type suite struct {
	at      string
	entries []entry
}

// epdLine parses "FEN ;D1 20 ;D2 400".
func (s *suite) epdLine(line string) error {
	parts := strings.Split(line, ";")
	s.begin(strings.TrimSpace(parts[0]))
	for _, part := range parts[1:] {
		words := strings.Fields(part)
		if len(words) != 2 || !strings.HasPrefix(words[0], "D") {
			return fmt.Errorf("%q is not a depth and a count", part)
		}
		if err := s.count(words[0][1:], words[1]); err != nil {
			return err
		}
	}
	return nil
}

// perftLine parses one line of a block: "id NAME", "epd FOUR FIELDS", then "perft DEPTH COUNT".
func (s *suite) perftLine(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "id":
		return nil
	case "epd":
		s.begin(strings.TrimSpace(rest))
		return nil
	case "perft":
		if words := strings.Fields(rest); len(words) == 2 && len(s.entries) > 0 {
			return s.count(words[0], words[1])
		}
	}
	return fmt.Errorf("%q is not id, epd or perft", line)
}

func (s *suite) begin(fen string) {
	s.entries = append(s.entries, entry{at: s.at, fen: fen, leaves: map[int]uint64{}})
}

func (s *suite) count(depth, leaves string) error {
	d, err := strconv.Atoi(depth)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(leaves, 10, 64)
	if err != nil {
		return err
	}
	s.entries[len(s.entries)-1].leaves[d] = n
	return nil
}
