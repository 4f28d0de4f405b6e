// Package quantity reads counts and durations on command lines in the same way for all programs.
package quantity

import (
	"errors"
	"flag"
	"math"
	"strconv"
	"strings"
	"time"
)

// errCount, errTime and errZero say what is wanted. The flag package adds the flag and its value.
var (
	errCount = errors.New("want a count like 16384, 500k or 1.5M")
	errTime  = errors.New("want milliseconds or a time like 1.5s or 2m")
	errZero  = errors.New("want more than 0")
)

// units are the letters that a count may end in.
var units = map[byte]float64{'k': 1e3, 'M': 1e6, 'G': 1e9}

// ParseCount parses a count: digits, or a number with k, M or G for thousands, millions or
// billions. Negative counts are errors.
func ParseCount(s string) (int64, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n >= 0 && s[0] != '+' {
		return n, nil
	}
	if s == "" || units[s[len(s)-1]] == 0 || strings.TrimLeft(s[:len(s)-1], "0123456789.") != "" {
		return 0, errCount
	}
	x, err := strconv.ParseFloat(s[:len(s)-1], 64)
	x = math.Round(x * units[s[len(s)-1]])
	if err != nil || !(x < 1<<53) { // above that, a float64 is not exact
		return 0, errCount
	}
	return int64(x), nil
}

// FormatCount returns n rounded and with k or M, for people: 512, 40k, 1.5M.
func FormatCount(n int64) string {
	switch x := float64(n); {
	case n < 1e3:
		return strconv.FormatInt(n, 10)
	case x < 999.5e3:
		return strconv.FormatFloat(x/1e3, 'f', 0, 64) + "k"
	default:
		return strconv.FormatFloat(x/1e6, 'f', 1, 64) + "M"
	}
}

// parseTime parses a duration. Digits alone are milliseconds; anything else is as in
// time.ParseDuration. Negative durations are errors.
func parseTime(s string) (time.Duration, error) {
	t, err := time.ParseDuration(s)
	if ms, bad := strconv.ParseInt(s, 10, 64); bad == nil {
		t, err = time.Duration(ms)*time.Millisecond, nil
		if ms < 0 || ms > math.MaxInt64/int64(time.Millisecond) {
			return 0, errTime
		}
	}
	if err != nil || t < 0 {
		return 0, errTime
	}
	return t, nil
}

// integer is the types that a count may be stored in.
type integer interface{ int | int64 | uint64 }

// CountVar adds a flag for a count.
func CountVar[T integer](fs *flag.FlagSet, p *T, name string, value T, usage string) {
	*p = value
	fs.Var(count[T]{p, false}, name, usage)
}

// Count is CountVar with a variable of its own.
func Count[T integer](fs *flag.FlagSet, name string, value T, usage string) *T {
	CountVar(fs, &value, name, value, usage)
	return &value
}

// PositiveVar is CountVar for a count that the user can't set to 0. The default may be 0.
func PositiveVar[T integer](fs *flag.FlagSet, p *T, name string, value T, usage string) {
	*p = value
	fs.Var(count[T]{p, true}, name, usage)
}

// TimeVar adds a flag for a duration that the user can't set to 0. The default may be 0.
func TimeVar(fs *flag.FlagSet, p *time.Duration, name string, value time.Duration, usage string) {
	*p = value
	fs.Var(duration{p}, name, usage)
}

type count[T integer] struct {
	p        *T
	positive bool
}

func (c count[T]) String() string {
	if c.p == nil {
		return "0"
	}
	return strconv.FormatInt(int64(*c.p), 10)
}

func (c count[T]) Set(s string) error {
	n, err := ParseCount(s)
	if err == nil && int64(T(n)) != n {
		err = errCount // it overflows 32 bits
	}
	if err == nil && n == 0 && c.positive {
		err = errZero
	}
	if err == nil {
		*c.p = T(n)
	}
	return err
}

type duration struct{ p *time.Duration }

func (d duration) String() string {
	if d.p == nil {
		return "0s"
	}
	return d.p.String()
}

func (d duration) Set(s string) error {
	t, err := parseTime(s)
	if err == nil && t == 0 {
		err = errZero
	}
	if err == nil {
		*d.p = t
	}
	return err
}
