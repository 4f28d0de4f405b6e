package app

import (
	"strings"

	"sente/datagen"
)

// genFens carries out OpenBench's request for openings if it is the first operand and returns the
// operands that are left.
func genFens(c *call) (rest []string, err error) {
	if !strings.HasPrefix(c.operands[0], "genfens ") {
		return c.operands, nil
	}
	return c.operands[1:], datagen.GenFensCommand(c.stdout, c.operands[0])
}
