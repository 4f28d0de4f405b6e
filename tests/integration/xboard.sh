#!/usr/bin/env bash
# Plays a game of the engine against itself in xboard, under a virtual screen:
#	tests/integration/xboard.sh ENGINE [FOLDER]
# It needs xboard, polyglot, Xvfb and ImageMagick (in Debian the packages xboard, polyglot, xvfb and
# imagemagick), and skips without them. The game, xboard's debug file and screenshots go to FOLDER.
# The script fails unless the game ends on the board or in a draw.
set -euo pipefail
. "$(dirname "$0")/screen.sh"
PATH=$PATH:/usr/games
engine=$(realpath "$1")
needs xboard xboard polyglot Xvfb import
keep "${2:-}"
open_screen 424x490
ln -s "$engine" sente

# Each side has a minute and two seconds a move, because xboard counts in minutes.
xboard -fUCI -fcp ./sente -sUCI -scp ./sente -matchMode true -mg 1 -tc 1 -inc 2 \
	-saveGameFile game.pgn -debug -nameOfDebugFile xboard.debug >xboard.log 2>&1 &
window=$!
for second in $(seq 900); do
	sleep 1
	[ "$second" = 30 ] && shot xboard-middle
	grep -qE '(1-0|0-1|1/2-1/2)$' game.pgn 2>/dev/null && break
	kill -0 $window 2>/dev/null || break
done
shot xboard-end
touch game.pgn xboard.debug # a window in which no game was played has written none
[ -z "$folder" ] || cp game.pgn xboard.debug "$folder"
cat game.pgn
echo "$(grep -c ' >first \| >second ' xboard.debug || true) lines were sent to the engines"
ending=$(tr '\n' ' ' <game.pgn | grep -oE '\{[^}]*\} *(1-0|0-1|1/2-1/2) *$' || true)
if ! grep -qiE 'mate|draw|stalemate|repetition|material' <<<"$ending"; then
	tail -n 20 xboard.log xboard.debug
	echo "FAILED: the game did not end on the board"
	exit 1
fi
