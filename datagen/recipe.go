package datagen

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"sente/eval/nnue"
)

// Header returns the header for a new file of this run. about describes the engine and the network.
func (s *SelfPlay) Header(about string) Header {
	return Header{
		Seed: s.Seed, Nodes: s.nodesMark(), Description: about,
		Network: s.networkMark(), Settings: s.settingsMark(),
	}
}

// Resume returns an error that says how s differs from the header of the file to be continued. If
// nothing differs, s takes over the header's seed. Marks of 0, as in older files, are not compared.
func (s *SelfPlay) Resume(h Header) error {
	switch {
	case h.Nodes != s.nodesMark():
		return fmt.Errorf("the file has games of %d nodes a move, not %d", h.Nodes, s.Nodes)
	case h.Network != 0 && h.Network != s.networkMark():
		return errors.New("the file has games of another network: " +
			"continue it with that one, or begin another file")
	case h.Settings != 0 && h.Settings != s.settingsMark():
		return errors.New("the file has games of another book, share of Chess960, " +
			"adjudication or other setting: continue it with the same flags, or begin another file")
	}
	s.Seed = h.Seed
	return nil
}

// nodesMark returns the nodes a move for the header, at most what its field can hold.
func (s *SelfPlay) nodesMark() uint32 { return uint32(min(s.Nodes, math.MaxUint32)) }

// networkMark returns a number for the header that changes with the network.
func (s *SelfPlay) networkMark() uint16 {
	n := s.Network
	if n == nil {
		n = nnue.Default()
	}
	return mark(func(w io.Writer) {
		switch {
		case s.Material:
			io.WriteString(w, "material")
		case n != nil:
			n.Write(w) // a hash, whose Write never fails
		}
	})
}

// settingsMark returns a number for the header that changes with every setting which the games
// depend on. It leaves out the node limit, because the header has a field for it.
func (s *SelfPlay) settingsMark() uint16 {
	return mark(func(w io.Writer) {
		o := &s.Openings
		fmt.Fprintln(w, s.HardFactor, s.HashMiB, s.Reject, s.PlayOut,
			s.AbandonPlies, s.Adjudication, o.RandomPlies, o.BookPlies, o.DFRC)
		if o.Endgames > 0 { // so files from before Endgames existed keep their mark
			fmt.Fprintln(w, "endgames of either side", o.Endgames)
		}
		for _, fen := range o.Book {
			fmt.Fprintln(w, fen)
		}
	})
}

// mark returns a checksum of what write writes, folded to 16 bits and never 0. Two different texts
// have the same mark by a chance of 1 in 65,535. That is enough to catch a slip.
func mark(write func(io.Writer)) uint16 {
	h := crc32.New(castagnoli)
	write(h)
	sum := h.Sum32()
	return max(1, uint16(sum^sum>>16))
}
