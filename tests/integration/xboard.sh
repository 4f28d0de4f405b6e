#!/usr/bin/env bash
# Plays a game of the engine against itself in xboard, under a virtual screen:
#	tests/integration/xboard.sh ENGINE [FOLDER]
# It needs xboard, polyglot, Xvfb and ImageMagick (in Debian the packages xboard, polyglot, xvfb and
# imagemagick), and skips without them. The game, xboard's debug file and screenshots go to FOLDER.
# It fails unless the game ends on the board, or by a draw.
set -euo pipefail
PATH=$PATH:/usr/games
engine=$(realpath "$1")
folder=${2:-}

for needed in xboard polyglot Xvfb import; do
	command -v $needed >/dev/null || { echo "skipped: no $needed here, no game was played in xboard"; exit 0; }
done
[ -z "$folder" ] || { mkdir -p "$folder"; folder=$(realpath "$folder"); }
work=$(mktemp -d)
cleanup() {
	kill "${window:-}" "${screen:-}" 2>/dev/null || true
	wait
	rm -rf "$work"
}
trap cleanup EXIT

exec 3>"$work/display"
Xvfb -displayfd 3 -screen 0 424x490x24 2>/dev/null &
screen=$!
until [ -s "$work/display" ]; do kill -0 $screen && sleep 0.2; done
DISPLAY=:$(cat "$work/display")
export DISPLAY HOME=$work
cd "$work"
ln -s "$engine" sente
shot() { [ -z "$folder" ] || import -window root -depth 8 +dither -colors 32 "$folder/xboard-$1.png"; }

# A minute and two seconds a move for each side: xboard counts in minutes.
xboard -fUCI -fcp ./sente -sUCI -scp ./sente -matchMode true -mg 1 -tc 1 -inc 2 \
	-saveGameFile game.pgn -debug -nameOfDebugFile xboard.debug >xboard.log 2>&1 &
window=$!
for second in $(seq 900); do
	sleep 1
	[ "$second" = 30 ] && shot middle
	grep -qE '(1-0|0-1|1/2-1/2)$' game.pgn 2>/dev/null && break
	kill -0 $window 2>/dev/null || break
done
shot end
[ -z "$folder" ] || cp game.pgn xboard.debug "$folder"
cat game.pgn
echo "$(grep -c ' >first \| >second ' xboard.debug || true) lines were sent to the engines"
ending=$(tr '\n' ' ' <game.pgn | grep -oE '\{[^}]*\} *(1-0|0-1|1/2-1/2) *$' || true)
if ! grep -qiE 'mate|draw|stalemate|repetition|material' <<<"$ending"; then
	tail -n 20 xboard.log xboard.debug
	echo "FAILED: the game did not end on the board"
	exit 1
fi
