package datagen

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"testing"
)

// sealed returns the file with the checksums that its header and blocks ask for.
func sealed(file []byte) []byte {
	file = bytes.Clone(file)
	if len(file) < headerSize {
		return file
	}
	seal := func(b []byte, at int, of []byte) {
		binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(of, castagnoli))
	}
	seal(file, 124, file[:124])
	for b := file[headerSize:]; len(b) >= blockHeaderSize; {
		payload := b[blockHeaderSize:]
		payload = payload[:min(int64(binary.LittleEndian.Uint32(b[4:])), int64(len(payload)))]
		seal(b, 20, payload)
		seal(b, 24, b[:24])
		b = b[blockHeaderSize+len(payload):]
	}
	return file
}

// FuzzReader: no input makes a Reader panic. Half of the inputs get checksums that match.
func FuzzReader(f *testing.F) {
	file, _, ends, _ := blocksFile(f)
	for _, seal := range []bool{false, true} {
		f.Add(file, seal)
		f.Add(file[:ends[1]], seal)
		f.Add(file[:200], seal)
	}
	f.Add([]byte(fileMagic), false)
	f.Fuzz(func(t *testing.T, b []byte, seal bool) {
		if seal {
			b = sealed(b)
		}
		r, err := NewReader(bytes.NewReader(b), "fuzz")
		if err != nil {
			return
		}
		defer r.Close()
		games, _ := readAll(r)
		for _, g := range games {
			g.Check() // whatever it says, no panic
		}
	})
}

func FuzzDecodeGame(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 4 {
		f.Add(appendGame(nil, randomGame(r, uint64(i), 30)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var g Game
		rest, err := decodeGame(b, &g)
		if err != nil {
			return
		}
		if len(rest) > len(b) {
			t.Fatal("more left than there was")
		}
		g.Check() // illegal moves are an error, not a panic
		var h Game
		if _, err := decodeGame(appendGame(nil, &g), &h); err != nil || !same(&g, &h) {
			t.Fatalf("lost in a round trip: %v", err)
		}
	})
}
