package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSettings: what a user has set for his own builds is not in those of a release.
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
	for _, p := range platforms { // each is named by its system, processor and level
		name := setting(t, p, "GOOS") + "-" + setting(t, p, "GOARCH")
		if level := setting(t, p, "GOAMD64"); level != "v1" {
			name += "-" + level
		}
		if name != p.name || setting(t, p, "CGO_ENABLED") != "0" {
			t.Errorf("%s is built for %s", p.name, name)
		}
	}
}

// TestFolderSettings: nor is it in what asks where the sources are.
func TestFolderSettings(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=none") // which no go command takes
	for _, name := range []string{"std", "golang.org/x/sys"} {
		m := module{path: name}
		if folder, err := m.folder(platforms[0]); err != nil || !filepath.IsAbs(folder) {
			t.Errorf("%s is in %q, %v", name, folder, err)
		}
	}
}

// setting returns the value of a variable in the go command for a platform.
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
