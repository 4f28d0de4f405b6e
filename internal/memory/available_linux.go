package memory

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// systemFree returns what is free. Memory is the system's estimate, or less if the process's
// control groups have limits. Addresses is what the limit of ulimit -v leaves.
func systemFree() Free {
	free := Free{Memory: availableMemory("/proc", "/sys/fs/cgroup"), Addresses: Unknown}
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil || limit.Cur == unix.RLIM_INFINITY {
		return free
	}
	if used, known := addressSpace("/proc"); known {
		free.Addresses = limit.Cur - min(limit.Cur, used)
	}
	return free
}

// addressSpace returns how many bytes of address space the process has mapped.
func addressSpace(proc string) (uint64, bool) {
	text, err := os.ReadFile(filepath.Join(proc, "self", "statm"))
	if err != nil {
		return 0, false
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	return n * uint64(os.Getpagesize()), err == nil
}

// availableMemory returns the smallest of the system's own estimate and of what the limits of the
// process's control groups leave. It returns Unknown if nothing tells. proc and cgroup are the
// folders of the two file systems that it reads. Tests replace them.
func availableMemory(proc, cgroup string) uint64 {
	var least uint64 = Unknown
	consider := func(n uint64) { least = min(least, n) }
	if text, err := os.ReadFile(filepath.Join(proc, "meminfo")); err == nil {
		if kib, found := field(text, "MemAvailable:"); found {
			consider(kib << 10)
		}
	}
	text, err := os.ReadFile(filepath.Join(proc, "self", "cgroup"))
	if err != nil {
		return least
	}
	for line := range strings.Lines(string(text)) { // hierarchy:controllers:path
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		root, limitFile, usageFile := cgroup, "memory.max", "memory.current"
		switch parts[1] {
		case "": // version 2
		case "memory": // version 1
			root = filepath.Join(cgroup, "memory")
			limitFile, usageFile = "memory.limit_in_bytes", "memory.usage_in_bytes"
		default:
			continue
		}
		// The limit of any group above binds too. Inside a container the path may not exist,
		// because it is the host's. Then the root of the mount is the group itself.
		for dir := filepath.Clean("/" + parts[2]); ; dir = filepath.Dir(dir) {
			if left, found := groupMemory(filepath.Join(root, dir), limitFile, usageFile); found {
				consider(left)
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}

// groupMemory returns what the limit of one control group leaves. It counts the file cache, which
// the kernel would give back, as free.
func groupMemory(dir, limitFile, usageFile string) (uint64, bool) {
	limit, ok := number(filepath.Join(dir, limitFile)) // "max" is no number and means no limit
	if !ok {
		return 0, false
	}
	usage, ok := number(filepath.Join(dir, usageFile))
	if !ok {
		return 0, false
	}
	if text, err := os.ReadFile(filepath.Join(dir, "memory.stat")); err == nil {
		// The usage includes that of the groups below. inactive_file includes them only in version
		// 2, so in version 1 use the total.
		cache, found := field(text, "total_inactive_file")
		if !found {
			cache, _ = field(text, "inactive_file")
		}
		usage -= min(usage, cache)
	}
	return limit - min(limit, usage), true
}

// number reads a file that holds one decimal number.
func number(file string) (uint64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// field returns the number that follows the name at the start of a line.
func field(text []byte, name string) (uint64, bool) {
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) >= 2 && words[0] == name {
			n, err := strconv.ParseUint(words[1], 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
