// Command release builds the engine for every platform and packs what a user downloads: an archive
// for each platform, the licences of all that is linked, a bill of materials, a file that says
// which archive is for which machine, and checksums. The same clean commit and the same version of
// Go give the same bytes.
//
//	go run ./internal/release             everything, into dist/
//	go run ./internal/release -check      only build and vet, all programs and packages
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	f := flag.NewFlagSet("release", flag.ExitOnError)
	out := f.String("out", "dist", "write to this `FOLDER`")
	only := f.String("platforms", "", "only these platforms, a `LIST` with commas; else all")
	check := f.Bool("check", false, "only build all programs and vet all packages, write nothing")
	binaries := f.Bool("binaries", false, "only build the engine, pack nothing")
	f.Parse(args)
	chosen, err := choose(*only)
	switch {
	case err != nil:
		return err
	case f.NArg() > 0:
		return fmt.Errorf("%q is not understood; there are flags alone", f.Args())
	case *check:
		return checkAll(chosen)
	}
	r, err := newRelease(*out)
	if err != nil {
		return err
	}
	for _, p := range chosen {
		fmt.Println("build", p.name)
		if err := r.build(p); err != nil {
			return err
		}
	}
	if *binaries {
		return nil
	}
	return r.pack(chosen)
}

// checkAll builds and vets for each platform and names all that fail. It builds without the profile
// default.pgo. With it all packages, even Go's own, would be compiled a second time.
func checkAll(chosen []platform) error {
	var failed []string
	for _, p := range chosen {
		for _, command := range [][]string{
			{"build", "-pgo=off", "-o", os.DevNull, "./cmd/..."}, {"vet", "./..."},
		} {
			if command[0] == "vet" && p.level != "" {
				continue // it has the same files as the platform without a level
			}
			fmt.Println("go", command[0], p.name)
			if err := p.command(command...).Run(); err != nil {
				failed = append(failed, command[0]+" "+p.name)
			}
		}
	}
	if len(failed) > 0 {
		return errors.New("failed: " + strings.Join(failed, ", "))
	}
	return nil
}

// release is a release that is being made.
type release struct {
	out     string    // folder
	version string    // such as 0.1.0
	time    time.Time // of the commit; all files in archives get it
}

var versionLine = regexp.MustCompile(`(?m)^const version = "(.*)"$`)

func newRelease(out string) (*release, error) {
	source, err := os.ReadFile(filepath.Join("cmd", "engine", "version.go"))
	if err != nil {
		return nil, fmt.Errorf("not in the repository's root: %w", err)
	}
	found := versionLine.FindSubmatch(source)
	if found == nil {
		return nil, errors.New("cmd/engine/version.go names no version")
	}
	r := &release{out: out, version: string(found[1]),
		time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	if commit, err := exec.Command("git", "log", "-1", "--format=%cI").Output(); err == nil {
		if r.time, err = time.Parse(time.RFC3339, strings.TrimSpace(string(commit))); err != nil {
			return nil, err
		}
	}
	return r, os.MkdirAll(out, 0o755)
}

// name returns the name of a platform's archive and of the folder in it.
func (r *release) name(p platform) string { return "sente-v" + r.version + "-" + p.name }

// binary returns where the engine of a platform is built.
func (r *release) binary(p platform) string {
	return filepath.Join(r.out, r.name(p), "sente"+p.suffix())
}

// mostBytes is the largest size that an engine may have.
const mostBytes = 40_000_000

func (r *release) build(p platform) error {
	if err := p.command("build", "-trimpath", "-o", r.binary(p), "./cmd/engine").Run(); err != nil {
		return err
	}
	info, err := os.Stat(r.binary(p))
	if err == nil && info.Size() > mostBytes {
		err = fmt.Errorf("%s has %d bytes, want at most %d", r.binary(p), info.Size(), mostBytes)
	}
	return err
}

// texts are the repository's files and folders that go into each archive: the README and the pages
// that it links to.
var texts = []string{
	"LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "AUTHORS",
	"CITATION.cff",
	"docs", "eval/nnue/net/README.md", "search/reference", "tests/integration",
}

// textsIn returns the files of a folder, or a single file, with slashes in their paths. It returns
// those that git tracks, so that nobody's drafts are among them. Without git or a checkout it
// returns all that are not hidden.
func textsIn(root string) (paths []string, err error) {
	list, err := output(exec.Command("git", "ls-files", "-z", "--", root))
	if err == nil && len(list) > 0 {
		return strings.Split(strings.TrimSuffix(list, "\x00"), "\x00"), nil
	}
	if _, none := os.Stat(".git"); err != nil && none == nil && !errors.Is(err, exec.ErrNotFound) {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return filepath.SkipDir
		case !strings.HasPrefix(d.Name(), ".") && !d.IsDir():
			paths = append(paths, filepath.ToSlash(path))
		}
		return nil
	})
	return paths, err
}

// pack writes the archives and the files that go with them.
func (r *release) pack(chosen []platform) error {
	written := map[string][]byte{"WHICH.txt": which(r)}
	for _, root := range texts {
		paths, err := textsIn(root)
		if err != nil {
			return err
		}
		for _, path := range paths {
			if written[path], err = os.ReadFile(path); err != nil {
				return err
			}
		}
	}
	modules, err := linked(r, chosen)
	if err != nil {
		return err
	}
	if written["LICENSES.txt"], err = licenses(modules); err != nil {
		return err
	}
	bill := "sente-v" + r.version + ".cdx.json"
	if written[bill], err = billOfMaterials(r, modules); err != nil {
		return err
	}
	var archives []string
	for _, p := range chosen {
		name, err := r.archive(p, written)
		if err != nil {
			return err
		}
		archives = append(archives, name)
	}
	for _, name := range []string{"WHICH.txt", "LICENSES.txt", bill} {
		if err := os.WriteFile(filepath.Join(r.out, name), written[name], 0o644); err != nil {
			return err
		}
		archives = append(archives, name)
	}
	slices.Sort(archives)
	return r.checksums(archives)
}

// archive packs a platform's engine with the texts and returns the archive's name.
func (r *release) archive(p platform, written map[string][]byte) (string, error) {
	engine, err := os.ReadFile(r.binary(p))
	if err != nil {
		return "", err
	}
	files := []file{{"sente" + p.suffix(), engine, 0o755}}
	for name, content := range written {
		files = append(files, file{name, content, fs.FileMode(0o644)})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	name, pack := r.name(p)+".tar.gz", tarball
	if p.os == "windows" {
		name, pack = r.name(p)+".zip", zipped
	}
	content, err := pack(r.name(p), files, r.time)
	if err != nil {
		return "", err
	}
	fmt.Println("wrote", filepath.Join(r.out, name))
	return name, os.WriteFile(filepath.Join(r.out, name), content, 0o644)
}
