package datagen

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGameFileRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		h := Header{
			Seed:        r.Uint64(),
			Nodes:       r.Uint32(),
			Description: rapid.StringMatching("[a-z ]{0,95}[a-z]").Draw(t, "about"),
			Network:     uint16(r.Uint32()),
			Settings:    uint16(r.Uint32()),
		}
		var want []*Game
		var file bytes.Buffer
		w, err := NewWriter(&file, "games", h)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rapid.IntRange(0, 30).Draw(t, "games") {
			g := randomGame(r, uint64(i)*r.Uint64N(1000), r.IntN(200))
			want = append(want, g)
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
			if r.IntN(8) == 0 {
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		rd, err := NewReader(&file, "games")
		if err != nil {
			t.Fatal(err)
		}
		defer rd.Close()
		got, damage := readAll(rd)
		if len(damage) > 0 || rd.Header != h || len(got) != len(want) {
			t.Fatalf("header %v, want %v; %d games, want %d; damage %v",
				rd.Header, h, len(got), len(want), damage)
		}
		for i := range got {
			if !same(got[i], want[i]) {
				t.Fatalf("game %d is %v, want %v", i, got[i], want[i])
			}
		}
	})
}

// blocksFile returns a file of several blocks, and its games. For the header and then for every
// block, ends holds where it ends and counts how many games there are up to there.
func blocksFile(t testing.TB) (file []byte, games []*Game, ends, counts []int) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	var buf bytes.Buffer
	w, err := NewWriter(&buf, "games", Header{Description: "test"})
	if err != nil {
		t.Fatal(err)
	}
	ends, counts = []int{buf.Len()}, []int{0}
	for block := range 4 {
		for range block + 1 {
			g := randomGame(r, uint64(len(games)), 20)
			games = append(games, g)
			if err := w.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		ends, counts = append(ends, buf.Len()), append(counts, len(games))
	}
	return buf.Bytes(), games, ends, counts
}

func TestTruncatedAnywhere(t *testing.T) {
	file, games, ends, counts := blocksFile(t)
	for n := range file {
		rd, err := NewReader(bytes.NewReader(file[:n]), "cut.games")
		if n < headerSize {
			cut, ok := errors.AsType[*FormatError](err)
			if !ok || !cut.Truncated || !strings.Contains(err.Error(), "cut.games: offset 0: ") {
				t.Fatalf("cut at %d: %v", n, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		got, damage := readAll(rd)
		rd.Close()
		whole := 0
		for whole+1 < len(ends) && ends[whole+1] <= n {
			whole++
		}
		if len(got) != counts[whole] {
			t.Fatalf("cut at %d: %d games, want %d", n, len(got), counts[whole])
		}
		for i := range got {
			if !same(got[i], games[i]) {
				t.Fatalf("cut at %d: game %d has changed", n, i)
			}
		}
		if n == ends[whole] {
			if len(damage) > 0 {
				t.Fatalf("cut at %d, between blocks: %v", n, damage)
			}
			continue
		}
		cut, ok := errors.AsType[*FormatError](damage[0])
		if !ok || !cut.Truncated || cut.Offset != int64(ends[whole]) || cut.File != "cut.games" {
			t.Fatalf("cut at %d: %v", n, damage)
		}
	}
}

func TestEveryCorruptByteIsFound(t *testing.T) {
	file, games, ends, counts := blocksFile(t)
	for n := range file {
		bad := bytes.Clone(file)
		bad[n] ^= 0x10
		rd, err := NewReader(bytes.NewReader(bad), "bad.games")
		if n < headerSize {
			if _, ok := errors.AsType[*FormatError](err); !ok {
				t.Fatalf("header byte %d: %v", n, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, damage := readAll(rd)
		rd.Close()
		hit := 1 // the index of the block that byte n is in
		for ends[hit] <= n {
			hit++
		}
		at, ok := errors.AsType[*FormatError](errors.Join(damage...))
		if !ok || at.Offset != int64(ends[hit-1]) || len(damage) != 1 {
			t.Fatalf("byte %d: damage %v, want one at %d", n, damage, ends[hit-1])
		}
		want := append(append([]*Game{}, games[:counts[hit-1]]...), games[counts[hit]:]...)
		if len(got) != len(want) {
			t.Fatalf("byte %d: %d games, want %d: those of the other blocks",
				n, len(got), len(want))
		}
		for i := range got {
			if !same(got[i], want[i]) {
				t.Fatalf("byte %d: game %d has changed", n, i)
			}
		}
	}
}

// fullDisk takes a number of bytes, and then it is full.
type fullDisk struct {
	room int
	data []byte
}

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.room-len(d.data))
	d.data = append(d.data, b[:n]...)
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestFullDiskKeepsWholeBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var games []*Game
	for i := range 12 {
		games = append(games, randomGame(r, uint64(i), 40))
	}
	failed := 0
	for room := headerSize; room < 4000; room += 173 {
		disk := &fullDisk{room: room}
		w, err := NewWriter(disk, "full.games", Header{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if err = w.Add(g); err == nil {
				err = w.Flush()
			}
			if err != nil {
				break
			}
		}
		if err == nil {
			continue
		}
		failed++
		if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "full.games: offset ") {
			t.Fatalf("room for %d bytes: %v", room, err)
		}
		if again := w.Add(games[0]); !errors.Is(again, errFull) {
			t.Fatalf("room for %d bytes: the writer went on: %v", room, again)
		}
		rd, err := NewReader(bytes.NewReader(disk.data), "full.games")
		if err != nil {
			t.Fatal(err)
		}
		got, _ := readAll(rd)
		rd.Close()
		if int64(len(got)) != w.Games {
			t.Fatalf("room for %d bytes: %d games can be read, %d were written",
				room, len(got), w.Games)
		}
	}
	if failed < 10 {
		t.Fatalf("the disk was full %d times, the test means nothing", failed)
	}
	if _, err := NewWriter(&fullDisk{room: 10}, "full.games", Header{}); !errors.Is(err, errFull) {
		t.Errorf("no room for the header: %v", err)
	}
}

func anyHeader(Header) error { return nil }

func TestOpenAppend(t *testing.T) {
	file, games, ends, counts := blocksFile(t)
	path := filepath.Join(t.TempDir(), "a.games")
	for _, n := range []int{ends[0], ends[1] - 1, ends[2], ends[2] + 1, ends[3] + 40, len(file)} {
		if err := os.WriteFile(path, file[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		f, found, err := OpenAppend(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		whole := 0
		for whole+1 < len(ends) && ends[whole+1] <= n {
			whole++
		}
		if found.Games != int64(counts[whole]) || found.NextID != uint64(counts[whole]) ||
			found.Dropped != int64(n-ends[whole]) {
			t.Errorf("cut at %d: found %+v, want %d games", n, found, counts[whole])
		}
		for _, g := range games[counts[whole]:] {
			if err := f.Add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		i := 0
		err = ReadGames([]string{path}, func(g *Game) error {
			if !same(g, games[i]) {
				t.Errorf("cut at %d: game %d has changed", n, i)
			}
			i++
			return nil
		})
		if err != nil || i != len(games) {
			t.Errorf("cut at %d: %d games, %v", n, i, err)
		}
	}
	file[ends[1]+40] ^= 1
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenAppend(path, anyHeader); err == nil {
		t.Error("a damaged block in the middle was not noticed")
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, file) {
		t.Error("a file that can't be continued was changed")
	}
}

func TestCreateDoesNotOverwrite(t *testing.T) {
	path := writeFile(t, "a.games", "precious")
	if _, err := Create(path, Header{}); !errors.Is(err, os.ErrExist) {
		t.Errorf("Create over a file: %v", err)
	}
}

func TestReadGamesGoesOnAfterDamage(t *testing.T) {
	file, games, ends, _ := blocksFile(t)
	bad := bytes.Clone(file)
	bad[ends[1]+blockHeaderSize+3] ^= 1
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	os.WriteFile(a, bad, 0o644)
	os.WriteFile(b, file, 0o644)
	n := 0
	err := ReadGames([]string{a, filepath.Join(dir, "none"), b},
		func(*Game) error { n++; return nil })
	if n != 2*len(games)-2 {
		t.Errorf("%d games, want %d", n, 2*len(games)-2)
	}
	for _, part := range []string{a + ": offset ", "none"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v does not tell of %s", err, part)
		}
	}
	stop := errors.New("stop")
	if err := ReadGames([]string{b}, func(*Game) error { return stop }); !errors.Is(err, stop) ||
		err.Error() != "stop" {
		t.Errorf("the visitor's error came back as %v", err)
	}
	if err := ReadGames([]string{a, b}, func(g *Game) error {
		if g.ID == games[len(games)-1].ID {
			return stop
		}
		return nil
	}); !errors.Is(err, stop) || !strings.Contains(err.Error(), a+": offset ") {
		t.Errorf("the visitor's error and the damage before it came back as %v", err)
	}
}

// TestFindsTheBlockBehindJunk: bytes between two blocks never make the reader lose a block, however
// few and whatever they are.
func TestFindsTheBlockBehindJunk(t *testing.T) {
	file, games, ends, _ := blocksFile(t)
	for _, junk := range []string{"x", "\x00", "x\x00", blockMagic, blockMagic[:2]} {
		for n := 1; n <= 3*blockHeaderSize; n++ {
			between := strings.Repeat(junk, n)[:n]
			bad := slices.Concat(file[:ends[1]], []byte(between), file[ends[1]:])
			r, err := NewReader(bytes.NewReader(bad), "junk")
			if err != nil {
				t.Fatal(err)
			}
			if got, damage := readAll(r); len(got) != len(games) || len(damage) == 0 {
				t.Errorf("%q: %d games of %d, damage %v", between, len(got), len(games), damage)
			}
			r.Close()
		}
	}
}

func BenchmarkReadGames(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var file bytes.Buffer
	w, err := NewWriter(&file, "bench", Header{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 1000 {
		if err := w.Add(randomGame(r, uint64(i), 120)); err != nil {
			b.Fatal(err)
		}
	}
	w.Close()
	for b.Loop() {
		rd, err := NewReader(bytes.NewReader(file.Bytes()), "bench")
		if err != nil {
			b.Fatal(err)
		}
		var g Game
		for rd.Next(&g) != io.EOF {
		}
		rd.Close()
	}
	b.ReportMetric(float64(w.Positions)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(float64(file.Len())/float64(w.Positions), "bytes/position")
}
