package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSettings: settings that a user has made for other builds have no effect on those of a
// release.
func TestSettings(t *testing.T) {
	own := map[string]string{"GOFLAGS": "-tags=purego", "GOEXPERIMENT": "none", "GOAMD64": "v4",
		"GOARM": "5", "GOARM64": "v9.0", "GO386": "softfloat", "GOFIPS140": "latest"}
	for name, value := range own {
		t.Setenv(name, value)
	}
	p := platforms[slices.IndexFunc(platforms, func(p platform) bool { return p.level == "" })]
	for name, value := range own {
		if got := setting(t, p, name); got == value {
			t.Errorf("%s is %q", name, got)
		}
	}
	for _, p := range platforms { // the settings name its system, processor and level
		name := setting(t, p, "GOOS") + "-" + setting(t, p, "GOARCH")
		if level := setting(t, p, "GOAMD64"); level != "v1" {
			name += "-" + level
		}
		if name != p.name || setting(t, p, "CGO_ENABLED") != "0" {
			t.Errorf("%s is built for %s", p.name, name)
		}
	}
}

// TestFolderSettings: they have no effect either on the command that asks where the sources are.
func TestFolderSettings(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=none") // no go command accepts this
	for _, name := range []string{"std", "golang.org/x/sys"} {
		m := module{path: name}
		if folder, err := m.folder(platforms[0]); err != nil || !filepath.IsAbs(folder) {
			t.Errorf("%s is in %q, %v", name, folder, err)
		}
	}
}

// setting returns a variable's value in the environment of a platform's go command.
func setting(t *testing.T, p platform, name string) string {
	t.Helper()
	var said strings.Builder
	cmd := p.command("env", name)
	cmd.Stdout = &said
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %s: %v", p.name, name, err)
	}
	return strings.TrimSpace(said.String())
}

// TestArchiveForWindows: what people of Windows download is a zip with a sente.exe.
func TestArchiveForWindows(t *testing.T) {
	r, err := newRelease(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := choose("windows-amd64-v3")
	if err != nil {
		t.Fatal(err)
	}
	p := chosen[0]
	err = errors.Join(os.MkdirAll(filepath.Dir(r.binary(p)), 0o755),
		os.WriteFile(r.binary(p), []byte("engine"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
	if name, err := r.archive(p, nil); err != nil || name != r.name(p)+".zip" {
		t.Fatalf("%s, %v", name, err)
	}
	content, err := os.ReadFile(filepath.Join(r.out, r.name(p)+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := zip.NewReader(bytes.NewReader(content), int64(len(content))); err != nil {
		t.Error(err)
	}
	if engine := unpack(t, content)[r.name(p)+"/sente.exe"]; string(engine) != "engine" {
		t.Errorf("sente.exe holds %q", engine)
	}
}

// TestCheckFails: a platform for which nothing can be built is named.
func TestCheckFails(t *testing.T) {
	err := checkAll([]platform{{name: "nowhere", os: "none", arch: "none"}})
	if err == nil || !strings.Contains(err.Error(), "build nowhere") {
		t.Errorf("%v", err)
	}
}
