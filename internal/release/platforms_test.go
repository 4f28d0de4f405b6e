package main

import (
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
