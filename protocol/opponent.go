package protocol

import (
	"strconv"
	"strings"
)

// setOpponent logs who the opponent is, and prints it if debug is on. Nothing else depends on it:
// Sente plays the same way against everybody.
func (u *UCI) setOpponent(value string) error {
	if value != "" {
		u.note("opponent: %s", describeOpponent(value))
	}
	return nil
}

// describeOpponent makes a value of UCI_Opponent readable for people. The value has the form
// "[GM|IM|FM|WGM|WIM|none] [RATING|none] [computer|human] NAME"; each "none" is left out. A value
// of another form comes back unchanged.
func describeOpponent(value string) string {
	words := strings.Fields(value)
	if len(words) < 4 || words[2] != "computer" && words[2] != "human" {
		return value
	}
	if _, err := strconv.Atoi(words[1]); err != nil && words[1] != "none" {
		return value
	}
	text := strings.Join(words[3:], " ")
	if words[0] != "none" {
		text = words[0] + " " + text
	}
	if words[1] != "none" {
		text += ", rated " + words[1]
	}
	return text + ", " + words[2]
}
