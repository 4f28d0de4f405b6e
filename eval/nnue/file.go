package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	// Magic is how every network file begins.
	Magic   = "SenteNet"
	version = 1
)

// Offsets in the file.
const (
	versionOffset = 8
	hiddenOffset  = 12 // H, king buckets, output buckets
	kingMapOffset = 24
	lengthOffset  = 88 // of the description
	headerBytes   = 92 // up to the description
)

// Read reads a network in the format that the package's documentation describes. It returns an
// error, and never panics, if the data is not such a network, is cut short or continues behind its
// end, fails its checksum, or holds weights that could overflow. The error names the offset, in
// bytes, of what is wrong.
func Read(r io.Reader) (*Network, error) {
	n, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	return n, nil
}

func read(r io.Reader) (*Network, error) {
	sum := sha256.New()
	in := &section{r: io.TeeReader(r, sum)}
	head := in.next(headerBytes, "header")
	if in.err != nil {
		return nil, in.err
	}
	if !bytes.HasPrefix(head, []byte(Magic)) {
		return nil, fmt.Errorf("at offset 0: not a network: it begins with %q, want %q", head[:len(Magic)], Magic)
	}
	word := func(offset int) int { return int(binary.LittleEndian.Uint32(head[offset:])) }
	if v := word(versionOffset); v != version {
		return nil, fmt.Errorf("at offset %d: version %d, want %d", versionOffset, v, version)
	}
	raw := Raw{
		H: word(hiddenOffset), KingBuckets: word(hiddenOffset + 4), OutputBuckets: word(hiddenOffset + 8),
		KingMap: [64]uint8(head[kingMapOffset:]),
	}
	if err := raw.checkShape(); err != nil {
		return nil, raw.located(err)
	}
	length := word(lengthOffset)
	if length < 0 || length > MaxDescription {
		return nil, fmt.Errorf("at offset %d: description of %d bytes, want at most %d", lengthOffset, length, MaxDescription)
	}
	raw.Description = string(in.next(length, "description"))
	raw.FTBias = int16s(in.next(2*raw.H, "accumulator biases"))
	raw.FTWeights = int16s(in.next(2*raw.H*FeaturesPerBucket*raw.KingBuckets, "accumulator weights"))
	raw.OutBias = int32s(in.next(4*raw.OutputBuckets, "output biases"))
	raw.OutWeights = int16s(in.next(2*2*raw.H*raw.OutputBuckets, "output weights"))
	want := sum.Sum(nil)
	got := in.next(sha256.Size, "checksum")
	if in.err != nil {
		return nil, in.err
	}
	if !bytes.Equal(got, want) {
		return nil, fmt.Errorf("at offset %d: the checksum does not match: the data is damaged", in.offset-sha256.Size)
	}
	if _, err := io.ReadFull(r, make([]byte, 1)); err != io.EOF {
		return nil, fmt.Errorf("at offset %d: the data goes on behind the end of the network", in.offset)
	}
	n, err := newNetwork(raw)
	if err != nil {
		return nil, raw.located(err)
	}
	return n, nil
}

// section reads the parts of a file one after another and keeps the first error.
type section struct {
	r      io.Reader
	offset int
	err    error
}

// next returns the following n bytes. It never allocates much more than the reader delivers,
// whatever n a header claims. After an error it returns what there is.
func (s *section) next(n int, what string) []byte {
	if s.err != nil {
		return nil
	}
	var b bytes.Buffer
	got, err := io.CopyN(&b, s.r, int64(n))
	s.offset += int(got)
	switch {
	case err == io.EOF:
		s.err = fmt.Errorf("cut short: the data ends at offset %d in the %s, %d bytes early", s.offset, what, int64(n)-got)
	case err != nil:
		s.err = fmt.Errorf("reading the %s at offset %d: %w", what, s.offset, err)
	}
	return b.Bytes()
}

func int16s(b []byte) []int16 {
	v := make([]int16, len(b)/2)
	for i := range v {
		v[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
	}
	return v
}

func int32s(b []byte) []int32 {
	v := make([]int32, len(b)/4)
	for i := range v {
		v[i] = int32(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

// Write writes the network in the form that Read reads.
func (n *Network) Write(w io.Writer) error {
	r := &n.raw
	b := make([]byte, 0, headerBytes+len(r.Description)+2*(len(r.FTBias)+len(r.FTWeights)+len(r.OutWeights))+4*len(r.OutBias)+sha256.Size)
	b = append(b, Magic...)
	for _, word := range []int{version, r.H, r.KingBuckets, r.OutputBuckets} {
		b = binary.LittleEndian.AppendUint32(b, uint32(word))
	}
	b = append(b, r.KingMap[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Description)))
	b = append(b, r.Description...)
	b = appendInt16s(b, r.FTBias)
	b = appendInt16s(b, r.FTWeights)
	for _, v := range r.OutBias {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	b = appendInt16s(b, r.OutWeights)
	sum := sha256.Sum256(b)
	if _, err := w.Write(append(b, sum[:]...)); err != nil {
		return fmt.Errorf("nnue: writing the network: %w", err)
	}
	return nil
}

func appendInt16s(b []byte, values []int16) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	return b
}
