//go:build !windows && (!unix || aix || solaris)

package datagen

import "os"

// lock does nothing: these systems have no simple lock that a killed process gives back.
func lock(*os.File) error { return nil }
