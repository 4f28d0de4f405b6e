# For scripts that play a game in a program's window. They source this file.

# needs PLACE PROGRAM… ends the script with 77, as skipped, unless all programs exist.
needs() {
	local place=$1 program
	shift
	for program; do
		command -v "$program" >/dev/null || {
			echo "skipped: no $program here, no game was played in $place"
			exit 77
		}
	done
}

# keep FOLDER makes the folder for screenshots and files, and puts its name into $folder. If FOLDER
# is "", nothing is kept.
keep() {
	folder=
	[ -z "$1" ] || { mkdir -p "$1" && folder=$(realpath "$1"); }
}

# shot NAME takes a screenshot.
shot() { [ -z "$folder" ] || import -window root -depth 8 +dither -colors 32 "$folder/$1.png"; }

# open_screen WIDTHxHEIGHT makes an empty folder, $work, changes to it, and starts a virtual screen.
# At the end of the script both are removed, and the program of $window is ended.
open_screen() {
	work=$(mktemp -d)
	trap close_screen EXIT
	exec 3>"$work/display"
	Xvfb -displayfd 3 -screen 0 "$1x24" 2>/dev/null &
	screen=$!
	until [ -s "$work/display" ]; do
		kill -0 $screen 2>/dev/null || { echo "Xvfb did not start" >&2; exit 1; }
		sleep 0.2
	done
	DISPLAY=:$(cat "$work/display")
	export DISPLAY HOME=$work
	cd "$work"
}

close_screen() {
	kill "${window:-}" "${screen:-}" 2>/dev/null || true
	wait
	rm -rf "$work"
}
