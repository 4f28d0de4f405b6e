package app

import "runtime/debug"

// fullVersion is the release with the commit it was built from, as far as the build knows it.
func (c *call) fullVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return c.release
	}
	return withCommit(c.release, info.Settings)
}

func withCommit(release string, settings []debug.BuildSetting) string {
	var revision, changed string
	for _, s := range settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), 8)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "" {
		return release
	}
	return release + "-" + revision + changed
}
