package app

import "runtime/debug"

// fullVersion is the release and the commit that it was built from, if the build knows the commit.
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
