package main

import "runtime/debug"

// version is the release this source is or will become.
const version = "0.1.0"

// fullVersion is version with the commit it was built from, as far as the build knows it.
func fullVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	return withCommit(version, info.Settings)
}

func withCommit(version string, settings []debug.BuildSetting) string {
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
		return version
	}
	return version + "-" + revision + changed
}
