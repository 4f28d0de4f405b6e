package main

import (
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"sente/internal/processors"
	"sente/train"
)

// TestFlagsMakeTheRecipe: each setting of a recipe is set by its flag.
func TestFlagsMakeTheRecipe(t *testing.T) {
	const kings = "0123/4455/6666/6666/7777/7777/7777/7777"
	want := train.Recipe{
		Shape: train.Shape{
			Layers: 3, Hidden: 128, KingMap: kings, Threats: true, OutputBuckets: 5},
		Filter: train.Filter{MaxScore: 1234, MinPly: 17, MinMen: 6, MaxMen: 29},
		Batch:  100, Positions: 500_000, Superbatch: 20_000, Integer: 3000,
		LR: 0.003, LREnd: 0.0004, WarmUp: 7, Decay: 0.05, DecayOwn: 0.06, LossExponent: 2.5,
		EMA: 0.99, WDLStart: 0.1, WDLEnd: 0.2, Scale: 321, Seed: 9, Holdout: 0.02, Pool: 50_000,
		Shuffled: true,
	}
	o, err := parse([]string{"-data", "a.packed", "-out", "out",
		"-layers", "3", "-hidden", "128", "-king-map", kings, "-threats", "-output-buckets", "5",
		"-max-score", "1234", "-min-ply", "17", "-min-men", "6", "-max-men", "29",
		"-batch", "100", "-positions", "500k", "-superbatch", "20k", "-integer", "3k",
		"-lr", "0.003", "-lr-end", "0.0004", "-warm-up", "7",
		"-decay", "0.05", "-decay-own", "0.06", "-loss-exponent", "2.5", "-ema", "0.99",
		"-wdl-start", "0.1", "-wdl-end", "0.2", "-scale", "321", "-seed", "9",
		"-holdout", "0.02", "-pool", "50k", "-shuffled"})
	if err != nil {
		t.Fatal(err)
	}
	if o.recipe != want {
		t.Error(o.recipe.Difference(&want))
	}
	settings := reflect.ValueOf(want)
	for _, field := range reflect.VisibleFields(settings.Type()) {
		// Init is a checksum. It is known only once its file is read.
		if settings.FieldByIndex(field.Index).IsZero() && field.Name != "Init" {
			t.Errorf("no flag of this test sets %s", field.Name)
		}
	}
}

// TestNamesFitADescription: file names are cut to a number of bytes, but never inside a letter.
func TestNamesFitADescription(t *testing.T) {
	for _, names := range []string{strings.Repeat("n", 5000), strings.Repeat("€", 5000),
		"n" + strings.Repeat("€", 5000), "nn" + strings.Repeat("€", 5000)} {
		got := shortened(names)
		if len(got) > 303 || len(got) < 298 || !utf8.ValidString(got) ||
			!strings.HasPrefix(names, strings.TrimSuffix(got, "…")) {
			t.Errorf("%d bytes: %q", len(got), got)
		}
	}
	if got := shortened("a + b"); got != "a + b" {
		t.Errorf("a + b became %q", got)
	}
}

// TestThreadsByDefault: the default is the number of processors when the process began.
func TestThreadsByDefault(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors.Count() + 5))
	o, err := parse([]string{"-data", "a.packed", "-out", "out", "-epochs", "1"})
	if err != nil || o.threads != processors.Count() {
		t.Errorf("%d threads, want %d; %v", o.threads, processors.Count(), err)
	}
}
