package kernel

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// needTool returns the path of a tool. It skips the test if the tool is not installed.
func needTool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestNEONUnderQEMU builds this package's tests for arm64 and runs the equality tests there.
func TestNEONUnderQEMU(t *testing.T) {
	if runtime.GOARCH == "arm64" {
		t.Skip("the tests run natively here")
	}
	if testing.Short() {
		t.Skip("short run")
	}
	qemu, gotool := needTool(t, "qemu-aarch64"), needTool(t, "go")
	program := filepath.Join(t.TempDir(), "kernel.test")
	build := exec.Command(gotool, "test", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building for arm64: %v\n%s", err, out)
	}
	out, err := exec.Command(qemu, program, "-test.v", "-test.run",
		"^(TestEquality|TestForwardNeverSaturates|TestLayersByHand|TestLayout)$").CombinedOutput()
	for _, kind := range []string{"neon", "dot"} {
		if err != nil || !bytes.Contains(out, []byte("--- PASS: TestEquality/"+kind)) {
			t.Fatalf("under qemu: %v\n%s", err, out)
		}
	}
}

// TestPluginBuilds assembles this package as for a plugin, where the address of a constant takes a
// register that the kernels may use otherwise.
func TestPluginBuilds(t *testing.T) {
	gotool := needTool(t, "go")
	for _, arch := range []string{"amd64", "arm64"} {
		build := exec.Command(gotool, "build", "-asmflags=-dynlink", ".")
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0", "GOFLAGS=")
		if out, err := build.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", arch, err, out)
		}
	}
}

var wordLine = regexp.MustCompile(`WORD\s+\$(0x[0-9a-f]{8});\s+/\* (.*?) \*/`)

// TestMnemonics assembles the mnemonic beside each WORD and compares the encodings.
func TestMnemonics(t *testing.T) {
	files, err := filepath.Glob("*_arm64.[hs]")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, file := range files {
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, part...)
	}
	lines := wordLine.FindAllStringSubmatch(string(text), -1)
	if n := strings.Count(string(text), "WORD"); len(lines) != n || n == 0 {
		t.Fatalf("%d of %d WORD lines have their mnemonic beside them", len(lines), n)
	}
	as, objcopy := needTool(t, "aarch64-linux-gnu-as"), needTool(t, "aarch64-linux-gnu-objcopy")
	var source strings.Builder
	for _, line := range lines {
		source.WriteString(line[2] + "\n")
	}
	object, raw := filepath.Join(t.TempDir(), "words.o"), filepath.Join(t.TempDir(), "words.bin")
	assemble := exec.Command(as, "-march=armv8.2-a+dotprod", "-o", object, "-")
	assemble.Stdin = strings.NewReader(source.String())
	if out, err := assemble.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(objcopy, "-O", "binary",
		"-j", ".text", object, raw).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	code, err := os.ReadFile(raw)
	if err != nil {
		t.Fatal(err)
	}
	if len(code) != 4*len(lines) {
		t.Fatalf("%d bytes of code for %d words", len(code), len(lines))
	}
	for i, line := range lines {
		got, err := strconv.ParseUint(line[1], 0, 32)
		if want := binary.LittleEndian.Uint32(code[4*i:]); err != nil || uint32(got) != want {
			t.Errorf("%s is %s, want %#08x", line[2], line[1], want)
		}
	}
}
