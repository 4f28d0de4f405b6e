//go:build amd64 && !purego

package kernel

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/cpu"
)

func TestEquality(t *testing.T) {
	best := Level()
	defer func(avx2, avx512 bool) { useAVX2, useAVX512 = avx2, avx512 }(useAVX2, useAVX512)
	for _, level := range []struct {
		name string
		off  *bool // what to switch off for the levels below
	}{
		{"avx512", &useAVX512},
		{"avx2", &useAVX2},
		{"generic", nil},
	} {
		t.Run(level.name, func(t *testing.T) {
			if Level() != level.name {
				t.Skipf("this CPU has no %s, its best is %s", level.name, best)
			}
			checkEquality(t)
		})
		if level.off != nil {
			*level.off = false
		}
	}
}

// levelWanted makes TestGODEBUG check its own process only.
const levelWanted = "SENTE_TEST_KERNEL_LEVEL"

// TestGODEBUG: the kernels in use are the best for which this machine has the instructions. GODEBUG
// settings that switch off instructions select lesser kernels; people use these settings to compare
// signature and speed on one machine. The test adds each setting to those that it runs under.
func TestGODEBUG(t *testing.T) {
	if want := os.Getenv(levelWanted); want != "" {
		if Level() != want {
			t.Fatalf("GODEBUG=%s: %s, want %s", os.Getenv("GODEBUG"), Level(), want)
		}
		return
	}
	x, without512 := &cpu.X86, "generic"
	if x.HasPOPCNT && x.HasAVX2 {
		without512 = "avx2"
	}
	best := without512
	if x.HasPOPCNT && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VNNI {
		best = "avx512"
	}
	for _, tc := range []struct{ setting, want string }{
		{"", best},
		{"cpu.avx512f=off", without512},
		{"cpu.avx512bw=off", without512},
		{"cpu.avx512vnni=off", without512},
		{"cpu.avx512bw=off,cpu.avx2=off", "generic"},
		{"cpu.popcnt=off", "generic"},
		{"cpu.avx512bw=off,cpu.popcnt=off", "generic"},
	} {
		child := exec.Command(os.Args[0], "-test.run=^TestGODEBUG$")
		settings := "GODEBUG=" + os.Getenv("GODEBUG") + "," + tc.setting
		child.Env = append(os.Environ(), settings, levelWanted+"="+tc.want)
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
