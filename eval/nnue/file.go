package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"

	"sente/internal/memory"
)

// Magic is how every network file begins.
const Magic = "SenteNet"

// Offsets in the file.
const (
	versionOffset    = 8
	hiddenOffset     = 12 // H, king buckets, output buckets
	kingMapOffset    = 24
	multiplierOffset = 88 // with deep layers only
	commonBytes      = 88 // of the header, alike in all versions
)

// headerBytes returns where the description begins; its length stands before it.
func (r *Raw) headerBytes() int {
	if r.deep() {
		return commonBytes + 8
	}
	return commonBytes + 4
}

// dataOffset returns where the accumulator biases begin: after the description, or with deep layers
// at the next multiple of 64.
func (r *Raw) dataOffset() int {
	end := r.headerBytes() + len(r.Description)
	if r.deep() {
		return (end + 63) &^ 63
	}
	return end
}

// bucketBytes returns how long the deep layers of one output bucket are.
func (r *Raw) bucketBytes() int {
	return 4*L1Out + L1Out*r.H + 4*L2Out + 2*L2Out*L2In + 4 + 2*L2Out
}

// Read reads a network in the format that the package's documentation describes. It returns an
// error, and never panics, if the data is not such a network, is cut short, goes on after its end,
// fails its checksum, or holds weights that could overflow. The error names the offset, in bytes,
// of what is wrong.
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
	head := in.next(commonBytes, "header")
	if in.err != nil {
		return nil, in.err
	}
	if !bytes.HasPrefix(head, []byte(Magic)) {
		return nil, fmt.Errorf("at offset 0: not a network: it begins with %q, want %q",
			head[:len(Magic)], Magic)
	}
	word := func(offset int) int { return int(binary.LittleEndian.Uint32(head[offset:])) }
	raw := Raw{
		Version:       word(versionOffset),
		H:             word(hiddenOffset),
		KingBuckets:   word(hiddenOffset + 4),
		OutputBuckets: word(hiddenOffset + 8),
		KingMap:       [64]uint8(head[kingMapOffset:]),
	}
	if raw.deep() {
		raw.Multiplier = in.word("header")
	}
	length := in.word("header")
	if in.err != nil {
		return nil, in.err
	}
	if err := raw.checkShape(); err != nil {
		return nil, raw.located(err)
	}
	if length < 0 || length > maxDescription {
		return nil, fmt.Errorf("at offset %d: description of %d bytes, want at most %d",
			in.offset-4, length, maxDescription)
	}
	raw.Description = string(in.next(length, "description"))
	padding := in.next(raw.dataOffset()-raw.headerBytes()-length, "padding")
	for i, b := range padding {
		if b != 0 {
			return nil, fmt.Errorf("at offset %d: padding of %d, want 0",
				in.offset-len(padding)+i, b)
		}
	}
	raw.FTBias = int16s(in.next(2*raw.H, "accumulator biases"))
	weights := in.next(2*raw.H*raw.inputs(), "accumulator weights")
	raw.FTWeights = memory.Huge[int16](len(weights) / 2)
	setInt16s(raw.FTWeights, weights)
	if raw.deep() {
		in.layers(&raw)
	} else {
		raw.OutBias = int32s(in.next(4*raw.OutputBuckets, "output biases"))
		raw.OutWeights = int16s(in.next(2*2*raw.H*raw.OutputBuckets, "output weights"))
	}
	want := sum.Sum(nil)
	got := in.next(sha256.Size, "checksum")
	if in.err != nil {
		return nil, in.err
	}
	if !bytes.Equal(got, want) {
		return nil, fmt.Errorf("at offset %d: the checksum does not match: the data is damaged",
			in.offset-sha256.Size)
	}
	switch _, err := io.ReadFull(r, make([]byte, 1)); {
	case err == nil:
		return nil, fmt.Errorf("at offset %d: the data goes on behind the end of the network",
			in.offset)
	case err != io.EOF:
		return nil, fmt.Errorf("reading at offset %d: %w", in.offset, err)
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

// next returns the following n bytes. It allocates in proportion to what the reader delivers,
// whatever n a header claims. If it fails it returns what it has read. After an earlier error it
// returns nil.
func (s *section) next(n int, what string) []byte {
	if s.err != nil {
		return nil
	}
	var b bytes.Buffer
	got, err := io.CopyN(&b, s.r, int64(n))
	s.offset += int(got)
	switch {
	case err == io.EOF:
		s.err = fmt.Errorf("cut short: the data ends at offset %d in the %s, %d bytes early",
			s.offset, what, int64(n)-got)
	case err != nil:
		s.err = fmt.Errorf("reading the %s at offset %d: %w", what, s.offset, err)
	}
	return b.Bytes()
}

// word returns the following 32-bit number, 0 after an error.
func (s *section) word(what string) int {
	if b := s.next(4, what); len(b) == 4 {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// layers reads the deep layers of all output buckets.
func (s *section) layers(r *Raw) {
	for range r.OutputBuckets {
		r.L1Bias = append(r.L1Bias, int32s(s.next(4*L1Out, "first layer biases"))...)
		r.L1Weights = append(r.L1Weights, int8s(s.next(L1Out*r.H, "first layer weights"))...)
		r.L2Bias = append(r.L2Bias, int32s(s.next(4*L2Out, "second layer biases"))...)
		r.L2Weights = append(r.L2Weights, int16s(s.next(2*L2Out*L2In, "second layer weights"))...)
		r.L3Bias = append(r.L3Bias, int32s(s.next(4, "third layer biases"))...)
		r.L3Weights = append(r.L3Weights, int16s(s.next(2*L2Out, "third layer weights"))...)
	}
}

func int8s(b []byte) []int8 {
	v := make([]int8, len(b))
	for i := range v {
		v[i] = int8(b[i])
	}
	return v
}

func int16s(b []byte) []int16 {
	v := make([]int16, len(b)/2)
	setInt16s(v, b)
	return v
}

func setInt16s(v []int16, b []byte) {
	for i := range v {
		v[i] = int16(binary.LittleEndian.Uint16(b[2*i:]))
	}
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
	size := r.dataOffset() + 2*(len(r.FTBias)+len(r.FTWeights)+len(r.OutWeights)) +
		4*len(r.OutBias) + sha256.Size
	if r.deep() {
		size += r.OutputBuckets * r.bucketBytes()
	}
	b := make([]byte, 0, size)
	b = append(b, Magic...)
	b = appendInt32s(b, int32(r.Version), int32(r.H), int32(r.KingBuckets), int32(r.OutputBuckets))
	b = append(b, r.KingMap[:]...)
	if r.deep() {
		b = appendInt32s(b, int32(r.Multiplier))
	}
	b = appendInt32s(b, int32(len(r.Description)))
	b = append(b, r.Description...)
	b = append(b, make([]byte, r.dataOffset()-len(b))...)
	b = appendInt16s(b, r.FTBias)
	b = appendInt16s(b, r.FTWeights)
	if r.deep() {
		b = appendLayers(b, r)
	} else {
		b = appendInt32s(b, r.OutBias...)
		b = appendInt16s(b, r.OutWeights)
	}
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

func appendInt32s(b []byte, values ...int32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// appendLayers appends the deep layers of all output buckets.
func appendLayers(b []byte, r *Raw) []byte {
	for bucket := range r.OutputBuckets {
		l := r.layersOf(bucket)
		b = appendInt32s(b, l.b1...)
		for _, w := range l.w1 {
			b = append(b, byte(w))
		}
		b = appendInt32s(b, l.b2...)
		b = appendInt16s(b, l.w2)
		b = appendInt32s(b, l.b3)
		b = appendInt16s(b, l.w3)
	}
	return b
}
