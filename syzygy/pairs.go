package syzygy

import (
	"encoding/binary"
	"math/bits"
)

// Limits on what a header may say, well above what the format's tables use.
const (
	maxBlockBits = 20
	maxSpanBits  = 32
	maxCodeBits  = 32
)

// pairs is one compressed array of values: blocks of prefix codes, whose symbols stand for
// one value or for a pair of symbols.
type pairs struct {
	single bool // all values are value
	value  uint16

	blockBits, spanBits uint8
	minCode             uint8    // bits of the shortest code
	base                []uint64 // first code of each length, left-aligned
	lowest              []uint16 // first symbol of each length
	extra               []uint8  // values a symbol stands for, less one
	tree                []byte   // three bytes a symbol: its pair, or a value

	spans, blocks, padding uint64 // counts
	sparse                 []byte // six bytes a span: block and offset of the span's middle
	lengths                []byte // two bytes a block: values in it, less one
	data                   []byte // the blocks, and what follows them in the file
}

// at returns value i. It is false when the file is damaged.
func (s *pairs) at(i uint64) (uint16, bool) {
	if s.single {
		return s.value, true
	}
	block, offset, ok := s.locate(i)
	if !ok {
		return 0, false
	}
	return s.decode(block, offset)
}

// locate returns the block that holds value i and where in the block it stands.
func (s *pairs) locate(i uint64) (block uint64, offset int, ok bool) {
	span := i >> s.spanBits
	if span >= s.spans {
		return 0, 0, false
	}
	entry := s.sparse[6*span : 6*span+6]
	block = uint64(binary.LittleEndian.Uint32(entry))
	middle := uint64(1) << s.spanBits >> 1
	at := int64(binary.LittleEndian.Uint16(entry[4:])) + int64(i&(1<<s.spanBits-1)) - int64(middle)
	n := uint64(len(s.lengths) / 2)
	if block >= n {
		return 0, 0, false
	}
	for at < 0 {
		if block == 0 {
			return 0, 0, false
		}
		block--
		at += int64(binary.LittleEndian.Uint16(s.lengths[2*block:])) + 1
	}
	for {
		if block >= n {
			return 0, 0, false
		}
		last := int64(binary.LittleEndian.Uint16(s.lengths[2*block:]))
		if at <= last {
			break
		}
		at -= last + 1
		block++
	}
	return block, int(at), block < s.blocks
}

// decode returns the value at the offset of a block.
func (s *pairs) decode(block uint64, offset int) (uint16, bool) {
	data := s.data[block<<s.blockBits:]
	code := load64(data)
	data = data[min(8, len(data)):]
	left := 64 // bits of code not yet used
	var symbol uint64
	for {
		length := 0
		for code < s.base[length] {
			length++ // ends: the last base is 0
		}
		used := length + int(s.minCode)
		symbol = uint64(s.lowest[length]) + (code-s.base[length])>>(64-used)
		if symbol >= uint64(len(s.extra)) {
			return 0, false
		}
		if offset <= int(s.extra[symbol]) {
			break
		}
		offset -= int(s.extra[symbol]) + 1
		code <<= used
		if left -= used; left <= 32 {
			code |= load64(data) >> 32 << (32 - left)
			data = data[min(4, len(data)):]
			left += 32
		}
	}
	// read has checked the pairs, but the file may have changed since then. So each half must still
	// be a symbol that stands for fewer values than the whole.
	for size := s.extra[symbol]; size > 0; size = s.extra[symbol] {
		half, second := s.pair(symbol)
		if half < uint64(len(s.extra)) && offset > int(s.extra[half]) {
			offset -= int(s.extra[half]) + 1
			half = second
		}
		if half >= uint64(len(s.extra)) || s.extra[half] >= size {
			return 0, false
		}
		symbol = half
	}
	value, _ := s.pair(symbol)
	return uint16(value), true
}

// noSymbol stands in the second place of a symbol that is a value.
const noSymbol = 0xFFF

// pair returns the two twelve-bit fields of a symbol.
func (s *pairs) pair(symbol uint64) (first, second uint64) {
	b := s.tree[3*symbol : 3*symbol+3]
	return uint64(b[1]&15)<<8 | uint64(b[0]), uint64(b[2])<<4 | uint64(b[1]>>4)
}

// load64 returns the first eight bytes of data, big-endian, with zeros after its end.
func load64(data []byte) uint64 {
	if len(data) >= 8 {
		return binary.BigEndian.Uint64(data)
	}
	var last [8]byte
	copy(last[:], data)
	return binary.BigEndian.Uint64(last[:])
}

// read takes the array's header from the file: flags, sizes, code lengths and symbols.
// It returns the flags.
func (s *pairs) read(r *reader, size uint64) (flags uint8) {
	flags = r.u8()
	if flags&flagSingle != 0 {
		s.single = true
		s.value = uint16(r.u8())
		return flags
	}
	s.blockBits = r.u8()
	s.spanBits = r.u8()
	s.padding = uint64(r.u8())
	s.blocks = uint64(r.u32())
	maxCode := r.u8()
	s.minCode = r.u8()
	r.check(s.blockBits <= maxBlockBits, "block size")
	r.check(s.spanBits <= maxSpanBits, "span of the block index")
	r.check(1 <= s.minCode && s.minCode <= maxCode && maxCode <= maxCodeBits, "code lengths")
	if r.failed() {
		return flags
	}
	s.spans = (size + 1<<s.spanBits - 1) >> s.spanBits
	s.lowest = make([]uint16, maxCode-s.minCode+1)
	for i := range s.lowest {
		s.lowest[i] = r.u16()
	}
	symbols := int(r.u16())
	s.tree = r.bytes(3 * symbols)
	r.skip(symbols & 1)
	if r.failed() {
		return flags
	}
	r.check(s.setBases(), "prefix code")
	r.check(s.setExtra(uint64(symbols)), "pairs of symbols")
	return flags
}

// setBases computes the first code of each length from the first symbol of each length. Longer
// codes are smaller: the codes of a length come right after those of the next greater length.
func (s *pairs) setBases() bool {
	n := len(s.lowest)
	s.base = make([]uint64, n)
	for i := n - 2; i >= 0; i-- {
		if s.lowest[i] < s.lowest[i+1] {
			return false
		}
		s.base[i] = (s.base[i+1] + uint64(s.lowest[i]-s.lowest[i+1])) / 2
	}
	for i := range s.base {
		length := i + int(s.minCode)
		if bits.Len64(s.base[i]) > length {
			return false
		}
		s.base[i] <<= 64 - length
	}
	return true
}

// setExtra computes how many values each symbol stands for. It is false when a symbol
// contains itself, names one that does not exist or stands for more than 256 values.
func (s *pairs) setExtra(symbols uint64) bool {
	s.extra = make([]uint8, symbols)
	state := make([]uint8, symbols) // 0 unseen, 1 being computed, 2 done
	var visit func(symbol uint64) bool
	visit = func(symbol uint64) bool {
		if symbol >= symbols || state[symbol] == 1 {
			return false
		}
		if state[symbol] == 2 {
			return true
		}
		first, second := s.pair(symbol)
		if second != noSymbol {
			state[symbol] = 1
			if !visit(first) || !visit(second) {
				return false
			}
			n := int(s.extra[first]) + int(s.extra[second]) + 1
			if n > 255 {
				return false
			}
			s.extra[symbol] = uint8(n)
		}
		state[symbol] = 2
		return true
	}
	for symbol := range symbols {
		if !visit(symbol) {
			return false
		}
	}
	return symbols > 0
}
