package memory

import (
	"fmt"
	"math/bits"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// write makes the files of a fake file system.
func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestControlGroups(t *testing.T) {
	const meminfo = "MemTotal:  9000 kB\nMemFree:  100 kB\nMemAvailable:    4000 kB\n"
	tests := []struct {
		name  string
		files map[string]string
		want  uint64 // bytes
	}{
		{"nothing is known", nil, Unknown},
		{"no limit", map[string]string{"proc/meminfo": meminfo}, 4000 << 10},
		{"version 2", map[string]string{
			"proc/meminfo":      meminfo,
			"proc/self/cgroup":  "0::/a/b\n",
			"cg/a/b/memory.max": "max\n", "cg/a/b/memory.current": "5\n",
			"cg/a/memory.max": "1000000\n", "cg/a/memory.current": "600000\n",
			"cg/a/memory.stat": "anon 1\ninactive_file 100000\n",
		}, 500000},
		{"version 2 in a container", map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "0::/host/only\n",
			"cg/memory.max":    "3000\n", "cg/memory.current": "1000\n",
		}, 2000},
		{"version 1", map[string]string{
			"proc/meminfo":                      meminfo,
			"proc/self/cgroup":                  "3:cpu:/x\n2:memory:/x\n",
			"cg/memory/x/memory.limit_in_bytes": "7000\n",
			"cg/memory/x/memory.usage_in_bytes": "9000\n",
			"cg/memory/memory.limit_in_bytes":   "9223372036854771712\n",
			"cg/memory/memory.usage_in_bytes":   "9000\n",
		}, 0},
		{"version 1 counts the caches of the groups below", map[string]string{
			"proc/self/cgroup":                "2:memory:/\n",
			"cg/memory/memory.limit_in_bytes": "4294967296\n",
			"cg/memory/memory.usage_in_bytes": "4290000000\n",
			"cg/memory/memory.stat":           "inactive_file 0\ntotal_inactive_file 4000000000\n",
		}, 4004967296},
		{"rubbish", map[string]string{"proc/meminfo": "MemAvailable: many\n",
			"proc/self/cgroup": "::\nx\n0::\n"}, Unknown},
	}
	for _, tc := range tests {
		dir := t.TempDir()
		write(t, dir, tc.files)
		if got := availableMemory(dir+"/proc", dir+"/cg"); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
	if Available().Memory == 0 {
		t.Error("this machine has no memory left")
	}
	if n, ok := addressSpace("/proc"); !ok || n < 1<<20 {
		t.Errorf("this process has mapped %d bytes, %v", n, ok)
	}
}

// TestAddressLimit: what ulimit -v leaves is known, and without that limit nothing binds.
func TestAddressLimit(t *testing.T) {
	const limit = 4 << 30
	if os.Getenv("SENTE_TEST_ULIMIT") != "" {
		if n := Available().Addresses; n == 0 || n >= limit {
			t.Errorf("%d bytes of addresses are left of %d", n, uint64(limit))
		}
		return
	}
	c := exec.Command("sh", "-c", fmt.Sprintf(
		`ulimit -v %d && exec "$0" -test.run='^TestAddressLimit$'`, limit>>10), os.Args[0])
	c.Env = append(os.Environ(), "SENTE_TEST_ULIMIT=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	c = exec.Command("sh", "-c", "ulimit -v")
	if said, err := c.Output(); err == nil && string(said) == "unlimited\n" && bits.UintSize == 64 {
		if n := Available().Addresses; n != Unknown {
			t.Errorf("%d bytes of addresses without a limit", n)
		}
	}
}
