package protocol

import (
	"errors"
	"fmt"

	"sente/search"
	"sente/syzygy"
)

// tablebaseOptions returns the options of Syzygy tables, under the names that programs look for.
func tablebaseOptions() []option {
	return []option{
		stringOption("SyzygyPath", (*UCI).setSyzygyPath),
		spinOption("SyzygyProbeDepth", search.DefaultProbeDepth, 1, 100,
			func(u *UCI, plies int) error {
				u.engine.SetProbeDepth(plies)
				return nil
			}),
		spinOption("SyzygyProbeLimit", search.DefaultProbeLimit, 0, 7,
			func(u *UCI, men int) error {
				u.engine.SetProbeLimit(men)
				return nil
			}),
		checkOption("Syzygy50MoveRule", true, func(u *UCI, on bool) error {
			u.engine.SetFiftyMoveRule(on)
			return nil
		}),
	}
}

// setSyzygyPath opens the tables in a list of folders and closes the old ones. An empty list only
// closes them. It reports how many tables were found. Each file that can't be used is an error, but
// the other files are used. If there are none, the old tables stay.
func (u *UCI) setSyzygyPath(paths string) error {
	var tables *syzygy.Tables
	var errs []error
	if paths != "" {
		tables, errs = syzygy.Open(paths)
		wdl, dtz, men := tables.Found()
		u.tell("found %d WDL and %d DTZ tables, up to %d men", wdl, dtz, men)
		if wdl+dtz == 0 && len(errs) > 0 {
			return errors.Join(append(errs, tables.Close())...)
		}
	}
	old := u.tables
	u.tables, u.badTable = tables, false
	u.engine.SetTables(tables)
	if old != nil {
		if err := old.Close(); err != nil {
			errs = append(errs, fmt.Errorf("SyzygyPath: %w", err))
		}
	}
	return errors.Join(errs...)
}

// checkTables reports the first table file that failed when it was first probed, once for each set
// of tables. Probes of that file miss from then on.
func (u *UCI) checkTables() {
	if u.tables == nil || u.badTable {
		return
	}
	if err := u.tables.Err(); err != nil {
		u.badTable = true
		u.tell("%v", err)
	}
}
