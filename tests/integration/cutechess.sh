#!/usr/bin/env bash
# Plays a game of the engine against itself in the window of Cute Chess, under a virtual screen:
#	tests/integration/cutechess.sh CUTECHESS ENGINE [FOLDER]
# CUTECHESS is the GUI's program, built from https://github.com/cutechess/cutechess with Qt 6.
# Debian has no package of it. The script also needs Xvfb, xdotool and ImageMagick, and skips
# without them.
# The mouse opens the dialog of a new game and sets both sides to CPU, as a person would.
# The game and screenshots go to FOLDER. The script fails unless White mates.
set -euo pipefail
. "$(dirname "$0")/screen.sh"
gui=$(realpath "$1")
engine=$(realpath "$2")
needs "Cute Chess" Xvfb xdotool import
keep "${3:-}"
open_screen 1200x760
export XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work/config
# failed WHY prints what the program printed, and why the script fails.
failed() {
	cat gui.log
	echo "FAILED: $1"
	exit 1
}
# click WINDOW X Y presses the left button at a place in a window.
click() { xdotool mousemove --window "$@" click 1 && sleep 1; }

# The engine, the start position and the file for games, as the dialogs would write them. The clock
# is the dialog's own, 40 moves in five minutes. With a queen against a bare king the game ends
# before.
mkdir -p config/cutechess
cat >config/cutechess/engines.json <<END
[{"name": "Sente", "command": "$engine", "protocol": "uci", "workingDirectory": ""}]
END
cat >config/cutechess/cutechess.ini <<END
[games]
default_pgn_output_file=$work/game.pgn
opening_suite\\fen=8/8/8/4k3/8/8/3Q4/K7 w - - 0 1
END

"$gui" >gui.log 2>&1 &
window=$!
for _ in $(seq 60); do
	main=$(xdotool search --onlyvisible --name 'Human vs Human' | tail -n 1) &&
		[ -n "$main" ] && break
	sleep 1
done
[ -n "$main" ] || failed "its window did not come"
xdotool windowsize "$main" 1200 760 windowfocus "$main"
sleep 1
xdotool key ctrl+n
for _ in $(seq 30); do
	dialog=$(xdotool search --onlyvisible --name '^New Game$' | tail -n 1) &&
		[ -n "$dialog" ] && break
	sleep 1
done
[ -n "$dialog" ] || failed "the dialog of a new game did not come"
click "$dialog" 30 76   # White: CPU
click "$dialog" 224 76  # Black: CPU
shot cutechess-new-game
click "$dialog" 267 728 # OK
for second in $(seq 900); do
	sleep 1
	[ "$second" = 20 ] && shot cutechess-middle
	grep -qE '(1-0|0-1|1/2-1/2)$' game.pgn 2>/dev/null && break
	kill -0 $window 2>/dev/null || break
done
sleep 1
shot cutechess-end
touch game.pgn # a window in which no game was played has written none
[ -z "$folder" ] || cp game.pgn "$folder/cutechess.pgn"
cat game.pgn
grep -q 'White mates' game.pgn || failed "White did not mate"
