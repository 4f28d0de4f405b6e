package train

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"

	"sente/eval/nnue"
	"sente/internal/memory"
	"sente/internal/outfile"
)

// A parameter file holds a model in float32, and in a checkpoint also what is needed to go on:
//
//	8 bytes   fileMagic
//	4 bytes   length of the header
//	header    JSON: state
//	          arrays of float32, each Model.Params long: the weights; in a checkpoint then both
//	          moments, and the running mean if there is one
//	4 bytes   CRC-32 (IEEE) of everything before
//
// All numbers are little endian.
const fileMagic = "SENTEF33"

// maxHeader is the most bytes that a header may have. The header of a run should stay below that,
// even with maxSuperbatches and about twenty validation sets.
const maxHeader = 64 << 20

// state is the header of a parameter file.
type state struct {
	Recipe  Recipe   `json:"recipe"`
	Step    int      `json:"step"`   // number of batches done
	Cursor  Cursor   `json:"cursor"` // where the next batch begins in the data
	Loss    float64  `json:"loss"`   // sum over the steps of the current superbatch
	Train   int      `json:"train"`  // positions in the training set
	Digest  uint32   `json:"digest"` // of the training set
	Arrays  int      `json:"arrays"` // 1: weights alone; 3: with moments; 4: and the running mean
	History []Point  `json:"history"`
	Valid   []string `json:"valid"` // names of the validation sets in History
	Held    uint32   `json:"held"`  // digest of the sets' positions; 0: not known
}

// writeParams writes a parameter file.
func writeParams(w io.Writer, s state, arrays ...[]float32) error {
	s.Arrays = len(arrays)
	header, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if len(header) > maxHeader {
		return fmt.Errorf("header of %d bytes, want at most %d", len(header), maxHeader)
	}
	sum := crc32.NewIEEE()
	out := io.MultiWriter(w, sum)
	head := binary.LittleEndian.AppendUint32([]byte(fileMagic), uint32(len(header)))
	if _, err := out.Write(append(head, header...)); err != nil {
		return err
	}
	buf := make([]byte, 0, 1<<16)
	for _, a := range arrays {
		for len(a) > 0 {
			part := a[:min(len(a), cap(buf)/4)]
			a = a[len(part):]
			buf = buf[:0]
			for _, x := range part {
				buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(x))
			}
			if _, err := out.Write(buf); err != nil {
				return err
			}
		}
	}
	_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	return err
}

// errBroken is wrapped by every error about the content of a parameter file.
var errBroken = errors.New("not a whole parameter file")

// readParams reads what writeParams has written. It checks the recipe and every length.
func readParams(data []byte) (s state, arrays [][]float32, err error) {
	if !bytes.HasPrefix(data, []byte(fileMagic)) {
		return s, nil, fmt.Errorf("offset 0: it begins with %q, want %q: %w",
			data[:min(len(data), len(fileMagic))], fileMagic, errBroken)
	}
	if len(data) < len(fileMagic)+8 {
		return s, nil, fmt.Errorf("offset %d: the file ends: %w", len(data), errBroken)
	}
	body := data[:len(data)-4]
	got, want := crc32.ChecksumIEEE(body), binary.LittleEndian.Uint32(data[len(body):])
	if got != want {
		return s, nil, fmt.Errorf("offset %d: checksum %08x, the content has %08x: %w",
			len(body), want, got, errBroken)
	}
	length := binary.LittleEndian.Uint32(data[len(fileMagic):])
	body = body[len(fileMagic)+4:]
	if length > uint32(min(len(body), maxHeader)) {
		return s, nil, fmt.Errorf("offset %d: header of %d bytes: %w",
			len(fileMagic), length, errBroken)
	}
	if err := json.Unmarshal(body[:length], &s); err != nil {
		return s, nil, fmt.Errorf("header: %v: %w", err, errBroken)
	}
	if err := s.Recipe.Check(); err != nil {
		return s, nil, fmt.Errorf("header: %v: %w", err, errBroken)
	}
	if s.Step < 0 || s.Step > s.Recipe.Steps() {
		return s, nil, fmt.Errorf("header: step %d of %d: %w", s.Step, s.Recipe.Steps(), errBroken)
	}
	if c := s.Cursor; min(c.Epoch, c.Pool, c.Offset) < 0 {
		return s, nil, fmt.Errorf("header: cursor %+v: %w", c, errBroken)
	}
	body = body[length:]
	n := newLayout(s.Recipe.Shape).len
	if s.Arrays != 1 && s.Arrays != 3 && s.Arrays != 4 || len(body) != s.Arrays*n*4 {
		return s, nil, fmt.Errorf("header: %d arrays of %d floats, but %d bytes follow: %w",
			s.Arrays, n, len(body), errBroken)
	}
	for range s.Arrays {
		a := memory.Huge[float32](n)
		for i := range a {
			a[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[i*4:]))
			if x := float64(a[i]); math.IsNaN(x) || math.IsInf(x, 0) {
				return s, nil, fmt.Errorf("array %d: weight %d is %g: %w",
					len(arrays), i, x, errBroken)
			}
		}
		arrays, body = append(arrays, a), body[n*4:]
	}
	return s, arrays, nil
}

// WriteFile is outfile.Write. Its errors name this package.
func WriteFile(path string, write func(io.Writer) error) error {
	if err := outfile.Write(path, write); err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// WriteCheckpoint writes everything that Resume needs to path.
func (t *Trainer) WriteCheckpoint(path string) error {
	arrays := [][]float32{t.Model.Params, t.moments[0], t.moments[1]}
	if t.mean != nil {
		arrays = append(arrays, t.mean)
	}
	return WriteFile(path, func(w io.Writer) error { return writeParams(w, t.state(), arrays...) })
}

// WriteFloat writes Result to path.
func (t *Trainer) WriteFloat(path string) error {
	return WriteFile(path, func(w io.Writer) error {
		return writeParams(w, t.state(), t.Result().Params)
	})
}

func (t *Trainer) state() state {
	return state{
		Recipe: t.Recipe, Step: t.step, Cursor: t.cursor, Loss: t.loss, History: t.History,
		Train: t.data.Train, Digest: t.data.Digest, Valid: t.data.validNames(),
		Held: t.data.validDigest(),
	}
}

// A DifferentError says that a run was made with other settings or data than the present ones.
type DifferentError struct {
	Path string
	Why  string // the first setting that differs, with its old and its new value
}

func (e *DifferentError) Error() string { return fmt.Sprintf("train: %s: %s", e.Path, e.Why) }

// Resume returns the trainer that was written to path, ready for its next step. The recipe and the
// training data must be the same as then. If they are not, it returns a *DifferentError. The result
// is as if there had been no break, with any number of threads. If Init is UnknownInit, the run's
// own Init is used.
func Resume(path string, r Recipe, d *Data, threads int) (*Trainer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	s, arrays, err := readParams(data)
	if err != nil {
		return nil, fmt.Errorf("train: %s: %w", path, err)
	}
	if r.Init == UnknownInit && s.Recipe.Init != "" {
		r.Init = s.Recipe.Init
	}
	why := ""
	switch {
	case s.Arrays < 3:
		return nil, fmt.Errorf("train: %s is a network, not a checkpoint", path)
	case r.Difference(&s.Recipe) != "":
		why = r.Difference(&s.Recipe)
	case s.Train != d.Train || s.Digest != d.Digest:
		why = fmt.Sprintf("-data was other data: %d positions then, %d now", s.Train, d.Train)
	case !slices.Equal(s.Valid, d.validNames()):
		why = fmt.Sprintf("-valid was %q and is %q now", s.Valid, d.validNames())
	case s.Held != 0 && s.Held != d.validDigest():
		why = "-valid was other data of the same names"
	}
	if why != "" {
		return nil, &DifferentError{path, why}
	}
	t := &Trainer{
		Recipe: r, Model: Model{layout: newLayout(r.Shape), Params: arrays[0]}, History: s.History,
		moments: [2][]float32(arrays[1:3]), step: s.Step, cursor: s.Cursor, loss: s.Loss,
	}
	if s.Arrays == 4 {
		t.mean = arrays[3]
	}
	if err := t.attach(d, threads); err != nil {
		return nil, err
	}
	return t, nil
}

// ReadModel reads the weights of a parameter file (float network or checkpoint), or of a network
// that the engine loads (see FromNetwork). digest identifies the file's content.
func ReadModel(path string) (m Model, digest string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return m, "", fmt.Errorf("train: %w", err)
	}
	digestOf := func(b []byte) string { return fmt.Sprintf("%08x", crc32.ChecksumIEEE(b)) }
	if bytes.HasPrefix(data, []byte(nnue.Magic)) {
		n, err := nnue.Read(bytes.NewReader(data))
		if err != nil {
			return m, "", fmt.Errorf("train: %s: %w", path, err)
		}
		if m, err = FromNetwork(n); err != nil {
			return m, "", fmt.Errorf("train: %s: %w", path, err)
		}
		return m, digestOf(data), nil
	}
	s, arrays, err := readParams(data)
	if err != nil {
		return m, "", fmt.Errorf("train: %s: %w", path, err)
	}
	params := arrays[0]
	if s.Arrays == 4 {
		params = arrays[3] // the running mean is the run's result
	}
	// Leave out the checksum at the end. With it the digest of every file would be the same.
	digest = digestOf(data[:len(data)-crc32.Size])
	return Model{layout: newLayout(s.Recipe.Shape), Params: params}, digest, nil
}
