package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestMain changes to the repository's root, where the command runs too.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// hostPlatform returns a platform whose programs run on this machine.
func hostPlatform(t *testing.T) platform {
	t.Helper()
	i := slices.IndexFunc(platforms, func(p platform) bool {
		return p.os == runtime.GOOS && p.arch == runtime.GOARCH && p.level == ""
	})
	if i < 0 {
		t.Skipf("no release is made for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	return platforms[i]
}

// TestRelease makes a release for this machine and checks all of its files.
func TestRelease(t *testing.T) {
	p := hostPlatform(t)
	out := t.TempDir()
	if err := run([]string{"-out", out, "-platforms", p.name}); err != nil {
		t.Fatal(err)
	}
	r, err := newRelease(out)
	if err != nil {
		t.Fatal(err)
	}
	archive := r.name(p) + ".tar.gz"
	if p.os == "windows" {
		archive = r.name(p) + ".zip"
	}
	bill := "sente-v" + r.version + ".cdx.json"
	checkSums(t, out, archive, "WHICH.txt", "LICENSES.txt", bill)

	content, err := os.ReadFile(filepath.Join(out, archive))
	if err != nil {
		t.Fatal(err)
	}
	files := unpack(t, content)
	engine := filepath.Join(t.TempDir(), "sente"+p.suffix())
	if err := os.WriteFile(engine, files[r.name(p)+"/sente"+p.suffix()], 0o755); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command(engine, "version").CombinedOutput(); err != nil ||
		!strings.HasPrefix(string(said), "Sente "+r.version) {
		t.Errorf("the archive's engine says %q, %v", said, err)
	}
	for _, name := range []string{
		"WHICH.txt", "LICENSES.txt", bill, "LICENSE", "CHANGELOG.md", "AUTHORS",
	} {
		if len(files[r.name(p)+"/"+name]) == 0 {
			t.Errorf("%s is not in the archive", name)
		}
	}
	checkLinks(t, files)
	checkModules(t, engine, files[r.name(p)+"/LICENSES.txt"], files[r.name(p)+"/"+bill])

	// Pack a second time: the bytes must be the same.
	if err := r.pack([]platform{p}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(out, archive)); err != nil ||
		!bytes.Equal(again, content) {
		t.Errorf("a second archive differs: %v", err)
	}
}

// checkLinks checks that everything that an archive's pages link to is in it, files and folders.
func checkLinks(t *testing.T, files map[string][]byte) {
	t.Helper()
	there := map[string]bool{}
	for name := range files {
		for ; name != "."; name = path.Dir(name) {
			there[name] = true
		}
	}
	form, links := regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`), 0
	for name, text := range files {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, link := range form.FindAllSubmatch(text, -1) {
			links++
			if target := string(link[1]); !there[path.Join(path.Dir(name), target)] {
				t.Errorf("%s leads to %s, which is not in the archive", name, target)
			}
		}
	}
	if links < 100 {
		t.Errorf("the pages have %d links to other files", links)
	}
}

// checkSums checks that SHA256SUMS has the right checksum of each of the files, and no other line.
func checkSums(t *testing.T, out string, names ...string) {
	t.Helper()
	sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(out, name))
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name)
		if err != nil || !strings.Contains(string(sums), line) {
			t.Errorf("%s: %v; want %q in\n%s", name, err, line, sums)
		}
	}
	if n := bytes.Count(sums, []byte("\n")); n != len(names) {
		t.Errorf("SHA256SUMS has %d lines, want %d", n, len(names))
	}
}

// checkModules checks that both texts have each module that the engine names as its part.
func checkModules(t *testing.T, engine string, licenses, bill []byte) {
	t.Helper()
	info, err := buildinfo.ReadFile(engine)
	if err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		BomFormat  string
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(bill, &parsed); err != nil || parsed.BomFormat != "CycloneDX" {
		t.Fatalf("the bill of materials: %v, %s", err, bill)
	}
	if len(info.Deps) < 5 || len(parsed.Components) != len(info.Deps)+1 {
		t.Errorf("%d components, want the %d modules and the standard library",
			len(parsed.Components), len(info.Deps))
	}
	for _, dep := range info.Deps {
		_, rest, found := bytes.Cut(licenses, []byte("\n"+dep.Path+" "+dep.Version+" ("))
		text, _, _ := bytes.Cut(rest, []byte("\n====")) // cut at the rule below the heading
		_, text, _ = bytes.Cut(rest[len(text):], []byte("=\n\n"))
		text, _, _ = bytes.Cut(text, []byte("\n===="))
		if !found || !bytes.Contains(text, []byte("Copyright")) ||
			len(identify(string(text))) == 0 {
			t.Errorf("LICENSES.txt has for %s %s: %q", dep.Path, dep.Version, text)
		}
		if !slices.ContainsFunc(parsed.Components,
			func(c struct{ Name, Version, Purl string }) bool {
				return c.Name == dep.Path && c.Version == dep.Version &&
					c.Purl == "pkg:golang/"+dep.Path+"@"+dep.Version
			}) {
			t.Errorf("the bill of materials does not name %s %s", dep.Path, dep.Version)
		}
	}
}

// unpack returns the files of an archive. It fails unless the engine, and no other file, is
// executable.
func unpack(t *testing.T, archive []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	add := func(name string, mode fs.FileMode, in io.Reader) {
		want := fs.FileMode(0o644)
		if base := path.Base(name); base == "sente" || base == "sente.exe" {
			want = 0o755
		}
		if mode.Perm() != want {
			t.Errorf("%s has the mode %v, want %v", name, mode.Perm(), want)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = content
	}
	if z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err == nil {
		for _, f := range z.File {
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, f.Mode(), in)
		}
		return files
	}
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		header, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		add(header.Name, header.FileInfo().Mode(), r)
	}
}

func TestArchives(t *testing.T) {
	r, err := newRelease(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := []file{{"sente", []byte("engine"), 0o755},
		{"README.md", bytes.Repeat([]byte("text "), 1000), 0o644}}
	for name, pack := range map[string]func() ([]byte, error){
		"tar": func() ([]byte, error) { return tarball("folder", files, r.time) },
		"zip": func() ([]byte, error) { return zipped("folder", files, r.time) },
	} {
		archive, err := pack()
		if err != nil {
			t.Fatal(err)
		}
		got := unpack(t, archive)
		if len(got) != 2 || !bytes.Equal(got["folder/sente"], files[0].content) ||
			!bytes.Equal(got["folder/README.md"], files[1].content) {
			t.Errorf("%s: %d files come back", name, len(got))
		}
	}
}

// TestTextsIn: files that git does not track, and hidden files, are no part of a release.
func TestTextsIn(t *testing.T) {
	added := []string{"docs/a.md", "docs/b/ä c.md"}
	shown := append(slices.Clone(added), "docs/draft.md")
	files := fstest.MapFS{"docs/.DS_Store": {}, "docs/.old/a.md": {}, "x.md": {}}
	for _, name := range shown {
		files[name] = &fstest.MapFile{}
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX",
		"GIT_COMMON_DIR"} { // in a hook, git has set these for its own repository
		t.Setenv(name, "") // restores the old value when the test ends
		os.Unsetenv(name)
	}
	for _, tc := range []struct {
		name     string
		commands [][]string // of git
		want     []string
	}{
		{"no checkout", nil, shown},
		{"nothing added", [][]string{{"init"}}, shown},
		{"a checkout", [][]string{{"init"}, {"add", "docs/a.md", "docs/b"}}, added},
	} {
		t.Chdir(t.TempDir())
		if err := os.CopyFS(".", files); err != nil {
			t.Fatal(err)
		}
		for _, args := range tc.commands {
			out, err := exec.Command("git", args...).CombinedOutput()
			if errors.Is(err, exec.ErrNotFound) {
				t.Skip("no git here: a checkout was not tried")
			}
			if err != nil {
				t.Fatalf("git %s: %v\n%s", args, err, out)
			}
		}
		if got, err := textsIn("docs"); err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, %v, want %q", tc.name, got, err, tc.want)
		}
	}
	if got, err := textsIn("none.md"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a text that is missing: %q, %v", got, err)
	}
	err := errors.Join(os.RemoveAll(".git"), os.WriteFile(".git", []byte("damaged"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := textsIn("docs"); err == nil || !strings.Contains(err.Error(), ".git") {
		t.Errorf("a checkout that git can't read: %q, %v, want what git says of it", got, err)
	}
}

// TestWhich: every platform is described exactly once.
func TestWhich(t *testing.T) {
	text := string(which(&release{version: "1.2.3"}))
	for _, p := range platforms {
		if n := strings.Count(text, "  "+p.name+" "); n != 1 {
			t.Errorf("%s stands there %d times", p.name, n)
		}
	}
	_, err := choose("linux-amd64,plan9-mips")
	if err == nil || !strings.Contains(err.Error(), "plan9-mips") {
		t.Errorf("an unknown platform: %v", err)
	}
}

// TestReadLicense: every licence of a module must be known. A NOTICE need not be one.
func TestReadLicense(t *testing.T) {
	mit, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		files map[string]string
		ok    bool
	}{
		{"a known one", map[string]string{"LICENSE": string(mit), "NOTICE": "made by A"}, true},
		{"none", map[string]string{"NOTICE": "made by A"}, false},
		{"one of two unknown",
			map[string]string{"LICENCE.txt": string(mit), "COPYING": "other terms"}, false},
	} {
		folder := t.TempDir()
		for name, text := range tc.files {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		m := module{path: "m"}
		err := m.readLicense(folder)
		if (err == nil) != tc.ok || tc.ok && !slices.Equal(m.licenses, []string{"MIT"}) {
			t.Errorf("%s: %q, %v", tc.name, m.licenses, err)
		}
		for _, text := range tc.files {
			if tc.ok && !strings.Contains(string(m.text), strings.TrimSpace(text)) {
				t.Errorf("%s: %q is left out", tc.name, text)
			}
		}
	}
}

// TestOutput: a command that fails says why.
func TestOutput(t *testing.T) {
	_, err := output(exec.Command("go", "list", "-m", "no.such/module"))
	if err == nil || !strings.Contains(err.Error(), "no.such/module") {
		t.Errorf("%v, want what go says", err)
	}
}

func TestIdentify(t *testing.T) {
	if got := identify("all rights reserved"); got != nil {
		t.Errorf("a licence that nobody gave: %q", got)
	}
	own, err := os.ReadFile("LICENSE")
	if got := identify(string(own)); err != nil || !slices.Equal(got, []string{"MIT"}) {
		t.Errorf("our own licence: %q, %v", got, err)
	}
}
