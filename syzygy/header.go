package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"

	"sente/board"
)

// A kind is win/draw/loss or distance to zeroing.
type kind uint8

const (
	kindWDL kind = iota
	kindDTZ
)

// magics are the first four bytes of a file by kind.
var magics = [2][4]byte{{0x71, 0xE8, 0x23, 0x5D}, {0xD7, 0x66, 0x0C, 0xA5}}

// Flags of a file.
const (
	fileSplit = 1 // the sides have different men: both sides to move are stored
	filePawns = 2
)

// Flags of a subtable.
const (
	flagBlack     = 1 // DTZ: black is to move
	flagMapped    = 2 // DTZ: values go through a map, by outcome
	flagWinPlies  = 4 // DTZ: won positions count plies, not moves
	flagLossPlies = 8
	flagWide      = 16  // DTZ: the map has two bytes a value
	flagSingle    = 128 // all values are one
)

// trailer is the length of the checksum at a file's end. Everything before it is padded to
// multiples of blockAlign.
const (
	trailer    = 16
	blockAlign = 64
)

// errShort says that a header is longer than the bytes at hand.
var errShort = errors.New("file ends inside its header")

// A layout is a parsed file. Its slices point into the file.
type layout struct {
	pawns     bool
	symmetric bool
	lead      uint8          // the leading pawns' piece code, with pawns
	sub       [4][2]subtable // by leading pawn's file (0 without pawns) and side to move
}

// A subtable is the values of one leading file and side to move.
type subtable struct {
	grouping
	pairs
	flags    uint8
	sections [4]mapSection // DTZ, if mapped: wins, losses, cursed wins, blessed losses
}

// A mapSection translates the DTZ values of one outcome.
type mapSection struct {
	values []byte
	wide   bool
}

// parse reads a file's header and checks it against the file's size and the material its name
// promises. With part of a file, the result serves only to check; errShort asks for more.
func parse(file []byte, size int64, m material, k kind) (*layout, error) {
	if size%blockAlign != trailer {
		return nil, fmt.Errorf("size of %d bytes is not a table's: truncated", size)
	}
	r := &reader{file: file}
	r.check(string(r.bytes(4)) == string(magics[k][:]), "magic number")
	flags := r.u8()
	l := &layout{pawns: m.hasPawns(), symmetric: m.symmetric()}
	r.check(flags&filePawns != 0 == l.pawns && flags&fileSplit != 0 != l.symmetric, "flags")
	if r.failed() {
		return nil, r.err
	}
	files, sides := 1, 1
	if l.pawns {
		files = 4
	}
	if k == kindWDL && !l.symmetric {
		sides = 2
	}
	for f := range files {
		if err := l.readPieces(r, m, f, sides); err != nil {
			return nil, err
		}
	}
	r.align(2)
	for f := range files {
		for side := range sides {
			s := &l.sub[f][side]
			s.flags = s.read(r, s.size)
		}
	}
	if k == kindDTZ {
		for f := range files {
			l.sub[f][0].readMap(r)
		}
		r.align(2)
	}
	if r.failed() {
		return nil, r.err
	}
	return l, l.place(file, uint64(r.at), uint64(size), files, sides)
}

// readPieces reads the order of men and groups of one leading file.
func (l *layout) readPieces(r *reader, m material, f, sides int) error {
	twoPawns := m.count(0, board.Pawn) > 0 && m.count(1, board.Pawn) > 0
	order := [2]uint8{r.u8(), 0xFF}
	if twoPawns {
		order[1] = r.u8()
	}
	codes := r.bytes(m.men())
	if r.failed() {
		return r.err
	}
	for side := range sides {
		g := &l.sub[f][side].grouping
		g.n, g.pawns, g.twoPawns = m.men(), l.pawns, twoPawns
		shift := 4 * side
		for i, code := range codes {
			g.pieces[i] = code >> shift & 15
		}
		if !m.has(g.pieces[:g.n]) {
			return errors.New("the men are not those of the file's name")
		}
		second := uint8(0xFF)
		if twoPawns {
			second = order[1] >> shift & 15
		}
		if err := g.arrange(m, f, order[0]>>shift&15, second); err != nil {
			return err
		}
		if f == 0 && side == 0 {
			l.lead = g.pieces[0]
		}
		if l.pawns && g.pieces[0] != l.lead {
			return errors.New("order of men")
		}
	}
	return nil
}

// has reports whether the piece codes are the material's men.
func (m material) has(codes []uint8) bool {
	var got material
	var kings [2]int
	for _, code := range codes {
		side, k := code>>3, board.Kind(code&7)-1 // code&7 == 0 becomes 255
		switch {
		case k < board.King:
			got += 1 << (sideBits*int(side) + 4*int(k))
		case k == board.King:
			kings[side]++
		default:
			return false
		}
	}
	return got == m && kings == [2]int{1, 1}
}

// arrange cuts the men into groups and gives each its factor in the index. f is the leading
// pawn's file. first and second are the places of the leading group and of the other side's pawns,
// counted from the least significant one. The other groups take the places left, in their order.
func (g *grouping) arrange(m material, f int, first, second uint8) error {
	const pawn, king = 1, 6 // piece codes without their side
	lead, leadSize := 1, uint64(0)
	switch {
	case g.pawns:
		for g.pieces[lead] == g.pieces[0] { // kings end the run
			lead++
		}
		if g.pieces[0]&7 != pawn || lead != m.count(int(g.pieces[0]>>3), board.Pawn) {
			return errors.New("order of men")
		}
		leadSize = leadPawnSize[lead][f]
	case m.singles() >= 3:
		lead, leadSize = 3, threeMenSize
	default:
		lead, leadSize = 2, twoKingsSize
		if g.pieces[0]&7 != king || g.pieces[1]&7 != king {
			return errors.New("order of men")
		}
	}
	g.length[0], g.groups = lead, 1
	for i := lead; i < g.n; i++ {
		if i > lead && g.pieces[i] == g.pieces[i-1] {
			g.length[g.groups-1]++
		} else {
			g.length[g.groups] = 1
			g.groups++
		}
	}
	free, next := 64-lead, 1
	if g.twoPawns {
		if g.pieces[lead] != g.pieces[0]^8 {
			return errors.New("order of men")
		}
		free, next = free-g.length[1], 2
	} else {
		second = 0xFF
	}
	g.size = 1
	for at := range uint8(g.groups) {
		switch {
		case at == first:
			g.factor[0] = g.size
			g.size *= leadSize
		case at == second:
			g.factor[1] = g.size
			g.size *= binomial[g.length[1]][48-lead] // pawns stand on 48 squares
		case next < g.groups:
			g.factor[next] = g.size
			g.size *= binomial[g.length[next]][free]
			free -= g.length[next]
			next++
		}
	}
	if g.factor[0] == 0 || g.twoPawns && g.factor[1] == 0 || next < g.groups {
		return errors.New("order of groups")
	}
	return nil
}

// singles returns how many men of the material are the only ones of their kind and side.
func (m material) singles() int {
	n := 2
	for ; m != 0; m >>= 4 {
		if m&15 == 1 {
			n++
		}
	}
	return n
}

// readMap reads the four sections of a DTZ map, if there is one.
func (s *subtable) readMap(r *reader) {
	if s.flags&flagMapped == 0 {
		return
	}
	wide := s.flags&flagWide != 0
	if wide {
		r.align(2)
	}
	for i := range s.sections {
		if wide {
			s.sections[i] = mapSection{r.bytes(2 * int(r.u16())), true}
		} else {
			s.sections[i] = mapSection{r.bytes(int(r.u8())), false}
		}
	}
}

// at returns value v of the section.
func (s mapSection) at(v uint16) (uint16, bool) {
	switch {
	case !s.wide && int(v) < len(s.values):
		return uint16(s.values[v]), true
	case s.wide && 2*int(v) < len(s.values):
		return binary.LittleEndian.Uint16(s.values[2*v:]), true
	}
	return 0, false
}

// place computes where the block indexes, block lengths and blocks of all subtables lie after the
// header, and checks that they fit in the file. If file is the whole file, it makes them slices of
// it.
func (l *layout) place(file []byte, at, size uint64, files, sides int) error {
	whole := uint64(len(file)) == size
	take := func(n uint64) (uint64, []byte) {
		start := at
		at += n
		if !whole || at > size {
			return start, nil
		}
		return start, file[start:at]
	}
	each := func(do func(s *pairs)) error {
		for f := range files {
			for side := range sides {
				if s := &l.sub[f][side].pairs; !s.single {
					do(s)
				}
				if at > size {
					return errors.New("file is shorter than its header says: truncated")
				}
			}
		}
		return nil
	}
	if err := each(func(s *pairs) { _, s.sparse = take(6 * s.spans) }); err != nil {
		return err
	}
	if err := each(func(s *pairs) { _, s.lengths = take(2 * (s.blocks + s.padding)) }); err != nil {
		return err
	}
	err := each(func(s *pairs) {
		at = (at + blockAlign - 1) &^ (blockAlign - 1)
		start, data := take(s.blocks << s.blockBits)
		if data != nil {
			s.data = file[start:]
		}
	})
	if err == nil && (at+blockAlign-1)&^(blockAlign-1)+trailer > size {
		err = errors.New("file is shorter than its header says: truncated")
	}
	return err
}

// A reader reads numbers from the front of a file. It keeps its first error; what is read after
// that is zero.
type reader struct {
	file []byte
	at   int
	err  error
}

func (r *reader) failed() bool { return r.err != nil }

// check fails the reader unless ok.
func (r *reader) check(ok bool, what string) {
	if !ok && r.err == nil {
		r.err = errors.New("wrong " + what)
	}
}

// bytes returns the next n bytes, or nil.
func (r *reader) bytes(n int) []byte {
	if r.err == nil && n > len(r.file)-r.at {
		r.err = errShort
	}
	if r.err != nil {
		return nil
	}
	r.at += n
	return r.file[r.at-n : r.at]
}

func (r *reader) skip(n int) { r.bytes(n) }

// align skips to a multiple of n, a power of two.
func (r *reader) align(n int) { r.skip(-r.at & (n - 1)) }

func (r *reader) u8() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u16() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u32() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}
