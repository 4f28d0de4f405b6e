package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Comments may carry commands for programs, such as [%clk 0:05:12] for the time a player has left
// or [%eval 0.35] for a score.

// Command returns the value of a comment's first command of that name.
func Command(comment, name string) (value string, ok bool) {
	from, to := findCommand(comment, name)
	if from < 0 {
		return "", false
	}
	return strings.TrimSpace(comment[from+len("[%")+len(name) : to-1]), true
}

// SetCommand returns the comment with a command of that name in front, and without any older one.
// An empty value only removes the command. The value must not hold a closing bracket.
func SetCommand(comment, name, value string) string {
	var b strings.Builder
	if value != "" {
		b.WriteString("[%" + name + " " + value + "] ")
	}
	for {
		from, to := findCommand(comment, name)
		if from < 0 {
			break
		}
		b.WriteString(comment[:from])
		b.WriteByte(' ')
		comment = comment[to:]
	}
	b.WriteString(comment)
	return plain([]byte(b.String()))
}

// findCommand returns where a command begins and ends in a comment, -1 if it is not there.
func findCommand(comment, name string) (from, to int) {
	for i := 0; ; {
		at := strings.Index(comment[i:], "[%"+name)
		if at < 0 {
			return -1, -1
		}
		from = i + at
		i = from + len("[%") + len(name)
		if i == len(comment) || comment[i] != ' ' && comment[i] != ']' {
			continue // another name, or no end
		}
		end := strings.IndexByte(comment[i:], ']')
		if end < 0 {
			return -1, -1
		}
		return from, i + end + 1
	}
}

// Clock returns the time that a comment says its player has left: [%clk h:mm:ss], with fractions of
// a second if need be.
func Clock(comment string) (left time.Duration, ok bool) {
	text, ok := Command(comment, "clk")
	parts := strings.Split(text, ":")
	if !ok || len(parts) != 3 || strings.Trim(parts[2], "0123456789.") != "" { // no sign, no unit
		return 0, false
	}
	hours, err1 := strconv.ParseUint(parts[0], 10, 16)
	minutes, err2 := strconv.ParseUint(parts[1], 10, 8)
	seconds, err3 := time.ParseDuration(parts[2] + "s")
	if err1 != nil || err2 != nil || err3 != nil ||
		minutes > 59 || seconds < 0 || seconds >= time.Minute {
		return 0, false
	}
	return time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute + seconds, true
}

// SetClock returns the comment with the time left, exact to a tenth of a second.
func SetClock(comment string, left time.Duration) string {
	tenths := max(left, 0).Round(100*time.Millisecond) / (100 * time.Millisecond)
	text := fmt.Sprintf("%d:%02d:%02d", tenths/36000, tenths/600%60, tenths/10%60)
	if tenths%10 != 0 {
		text += fmt.Sprintf(".%d", tenths%10)
	}
	return SetCommand(comment, "clk", text)
}
