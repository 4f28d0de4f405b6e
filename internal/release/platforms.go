package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// platform is a kind of machine that the engine is built for.
type platform struct {
	name            string // name in the names of archives
	os, arch, level string // values of GOOS, GOARCH and GOAMD64
	machine         string // for people: which machines it is for
}

// platforms are the platforms of a release, in the order of WHICH.txt.
var platforms = []platform{
	{"windows-amd64-v3", "windows", "amd64", "v3",
		"Windows 10 or newer, PC with AVX2 (Intel since 2013, AMD since 2015)"},
	{"windows-amd64", "windows", "amd64", "",
		"Windows 10 or newer, any 64-bit PC"},
	{"windows-arm64", "windows", "arm64", "",
		"Windows 11 on ARM (Surface Pro X, Copilot+ PCs with Snapdragon)"},
	{"linux-amd64-v3", "linux", "amd64", "v3",
		"Linux, PC or server with AVX2 (Intel since 2013, AMD since 2015)"},
	{"linux-amd64", "linux", "amd64", "",
		"Linux, any 64-bit PC"},
	{"linux-arm64", "linux", "arm64", "",
		"Linux on 64-bit ARM: Raspberry Pi 3, 4, 5 with a 64-bit system, servers"},
	{"linux-arm", "linux", "arm", "",
		"Linux on 32-bit ARM, version 7: Raspberry Pi 2 and newer with a 32-bit system"},
	{"linux-386", "linux", "386", "",
		"Linux, 32-bit PC with SSE2"},
	{"darwin-arm64", "darwin", "arm64", "",
		"macOS 12 or newer, Apple silicon (M1 and newer)"},
	{"darwin-amd64", "darwin", "amd64", "",
		"macOS 12 or newer, Intel"},
	{"freebsd-amd64", "freebsd", "amd64", "",
		"FreeBSD 12.2 or newer, any 64-bit PC"},
}

// choose returns the platforms in a list of names separated by commas. An empty list means all.
func choose(list string) ([]platform, error) {
	if list == "" {
		return platforms, nil
	}
	var chosen []platform
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(platforms, func(p platform) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no platform %q", name)
		}
		chosen = append(chosen, platforms[i])
	}
	return chosen, nil
}

func (p platform) suffix() string {
	if p.os == "windows" {
		return ".exe"
	}
	return ""
}

// command returns a go command for the platform. It overrides the user's settings, except for a
// GOEXPERIMENT from go env -w, because no value stands for the default.
func (p platform) command(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch,
		"GOAMD64="+cmp.Or(p.level, "v1"), "GOARM=7", "GOARM64=v8.0", "GO386=sse2",
		"GOFLAGS=-mod=readonly", "GOWORK=off", "GOFIPS140=off", "GOEXPERIMENT=")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// which returns the text that says which archive is for which machine.
func which(r *release) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "Sente %s: which file for which machine\n\n", r.version)
	for _, p := range platforms {
		fmt.Fprintf(&b, "  %-18s %s\n", p.name, p.machine)
	}
	b.WriteString(`
The v3 builds are the faster ones where they run. On a PC without AVX2 they end at once with
"This program can only be run on AMD64 processors with v3 microarchitecture support": take the build
without v3 then. It finds out by itself whether the machine has AVX2 or AVX-512, and uses them in
the evaluation all the same.

Is there AVX2?  Linux: grep -c avx2 /proc/cpuinfo (0 means no).  Windows: the data sheet of the
processor; all that Windows 11 runs on have it, but for some Pentium and Celeron.

Each archive holds one program that needs nothing else. On macOS, remove the quarantine once:
xattr -d com.apple.quarantine sente
`)
	return []byte(b.String())
}
