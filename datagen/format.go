package datagen

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
)

// The sizes of a game file, in bytes.
const (
	headerSize      = 128
	blockHeaderSize = 28
	blockRaw        = 64 << 10 // a block is closed when its games reach this size
	maxBlockRaw     = 16 << 20 // a block that claims more counts as damaged
)

const (
	fileMagic   = "SENTEGAM"
	blockMagic  = "SGBK"
	fileVersion = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A FormatError tells what is wrong with a file, and where.
type FormatError struct {
	File      string
	Offset    int64 // bytes from the start of the file
	Why       string
	Truncated bool // the file ends too early; what came before Offset is whole
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Why)
}

// Header is at the start of a game file and says how its games were made.
type Header struct {
	Seed        uint64 // seed of the run's random numbers
	Nodes       uint32 // soft node limit a move; 0: no self-play
	Description string // engine and net, at most 96 bytes

	Network, Settings uint16 // marks of the network and the settings; 0: not known
}

// The header's layout:
//
//	 0-7    "SENTEGAM"
//	 8-9    version, 1
//	10-11   size of the header, 128
//	12-15   Nodes
//	16-23   Seed
//	24-119  Description, padded with zeros
//	120-121 Network
//	122-123 Settings
//	124-127 CRC-32C of bytes 0-123
func (h *Header) encode() []byte {
	b := make([]byte, headerSize)
	copy(b, fileMagic)
	binary.LittleEndian.PutUint16(b[8:], fileVersion)
	binary.LittleEndian.PutUint16(b[10:], headerSize)
	binary.LittleEndian.PutUint32(b[12:], h.Nodes)
	binary.LittleEndian.PutUint64(b[16:], h.Seed)
	copy(b[24:120], h.Description)
	binary.LittleEndian.PutUint16(b[120:], h.Network)
	binary.LittleEndian.PutUint16(b[122:], h.Settings)
	binary.LittleEndian.PutUint32(b[124:], crc32.Checksum(b[:124], castagnoli))
	return b
}

// decodeHeader reads what encode wrote; b has headerSize bytes.
func decodeHeader(b []byte) (h Header, why string) {
	switch {
	case string(b[:8]) != fileMagic:
		return h, "not a game file (it should begin with " + fileMagic + ")"
	case binary.LittleEndian.Uint32(b[124:]) != crc32.Checksum(b[:124], castagnoli):
		return h, "the header's checksum is wrong"
	case binary.LittleEndian.Uint16(b[8:]) != fileVersion:
		return h, fmt.Sprintf("version %d, this program reads %d",
			binary.LittleEndian.Uint16(b[8:]), fileVersion)
	case binary.LittleEndian.Uint16(b[10:]) != headerSize:
		return h, fmt.Sprintf("a header of %d bytes, not %d",
			binary.LittleEndian.Uint16(b[10:]), headerSize)
	}
	h.Nodes = binary.LittleEndian.Uint32(b[12:])
	h.Seed = binary.LittleEndian.Uint64(b[16:])
	h.Description = strings.TrimRight(string(b[24:120]), "\x00")
	h.Network = binary.LittleEndian.Uint16(b[120:])
	h.Settings = binary.LittleEndian.Uint16(b[122:])
	return h, ""
}

// blockHeader precedes every block:
//
//	 0-3   "SGBK"
//	 4-7   bytes of the payload that follows, zstd
//	 8-11  bytes of it decompressed
//	12-15  games
//	16-19  positions
//	20-23  CRC-32C of the payload
//	24-27  CRC-32C of bytes 0-23
type blockHeader struct {
	payload, raw     uint32
	games, positions uint32
	payloadCRC       uint32
}

func (h *blockHeader) append(b []byte) []byte {
	start := len(b)
	b = append(b, blockMagic...)
	for _, v := range [...]uint32{h.payload, h.raw, h.games, h.positions, h.payloadCRC} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// decodeBlockHeader reads what append wrote; b has blockHeaderSize bytes.
func decodeBlockHeader(b []byte) (h blockHeader, why string) {
	u := func(i int) uint32 { return binary.LittleEndian.Uint32(b[i:]) }
	h = blockHeader{u(4), u(8), u(12), u(16), u(20)}
	switch {
	case string(b[:4]) != blockMagic:
		return h, "no block begins here"
	case u(24) != crc32.Checksum(b[:24], castagnoli):
		return h, "the checksum of a block's header is wrong"
	case h.raw > maxBlockRaw || h.payload > maxBlockRaw:
		return h, fmt.Sprintf("a block of %d bytes, %d decompressed", h.payload, h.raw)
	}
	return h, ""
}
