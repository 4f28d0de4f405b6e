#!/usr/bin/env bash
# Plays many fast games and counts what must never happen: make soak GAMES=10000 FASTCHESS=PATH
#
#	tests/integration/soak.sh ENGINE FASTCHESS GAMES TC [OPPONENT…]
#
# The games are dealt out to the engine against itself and against each OPPONENT (a UCI program),
# CONCURRENCY games at a time (two unless that variable is set; there may be fewer processors), from
# openings that the engine's genfens makes. It prints a row for each opponent: games, and of the
# engine's own faults losses on time, illegal moves, and crashes with disconnects and stalls. It
# ends with 1 if there was a fault, or if games were left unfinished, and says what fastchess said
# last.
#
# An OPPONENT that is not there ends it with 2 before any game. If none is named, those of
# stockfish, toga2 and glaurung play that are there, at least one. OPPONENT itself adds nobody.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,14{s/^#//;s/^ //;p;}' "$0" >&2; exit 2; }
engine=$(realpath "$1") games=$3 tc=$4
fastchess=$(command -v "$2") || { echo "there is no fastchess at $2" >&2; exit 2; }
fastchess=$(realpath "$fastchess")
shift 4
opponents=("$engine")
# add PATH adds an opponent by its full path, because the games are played in another folder.
add() { [[ $1 == /* ]] && opponents+=("$1") || opponents+=("$PWD/$1"); }
if [ $# -gt 0 ]; then
	for opponent; do
		[ "$opponent" = itself ] && continue
		path=$(command -v "$opponent") || {
			echo "there is no opponent $opponent here" >&2
			exit 2
		}
		add "$path"
	done
else
	for opponent in stockfish toga2 glaurung; do
		if path=$(command -v "$opponent"); then
			add "$path"
		else
			echo "left out: there is no $opponent here" >&2
		fi
	done
	[ ${#opponents[@]} -gt 1 ] || {
		echo "there is no opponent here; itself alone must be named" >&2
		exit 2
	}
fi
rounds=$(((games + 2 * ${#opponents[@]} - 1) / (2 * ${#opponents[@]})))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" # because fastchess leaves a file in the folder where it runs
"$engine" "genfens $rounds seed $RANDOM book None" quit |
	sed -n 's/^info string genfens //p' >"$work/book.epd"

# count PATTERN prints how many games ended in a way that matches.
count() { grep '^Finished game' "$work/out" | grep -cE "$1" || true; }
# ours END prints how many games ended by that fault of the engine. Against itself both sides are
# the engine.
ours() {
	if [ "$name" = itself ]; then
		count "(White|Black)$1"
	else
		count "\(Sente vs [^)]*\).*White$1|\([^)]* vs Sente\).*Black$1"
	fi
}
echo '| opponent | games | ours: losses on time | illegal moves | crashes, disconnects, stalls |'
echo '|---|---:|---:|---:|---:|'
bad=0
for opponent in "${opponents[@]}"; do
	name=$(basename "$opponent")
	[ "$opponent" = "$engine" ] && name=itself
	"$fastchess" -engine cmd="$engine" name=Sente option.Hash=16 \
		-engine cmd="$opponent" name="$name" -each proto=uci tc="$tc" -rounds "$rounds" -games 2 \
		-repeat -concurrency "${CONCURRENCY:-2}" ${CONCURRENCY:+-force-concurrency} -recover \
		-openings file="$work/book.epd" format=epd order=sequential \
		>"$work/out" 2>&1 </dev/null || true
	finished=$(count '^Finished game')
	time=$(ours ' loses on time')
	illegal=$(ours ' makes an illegal move')
	crash=$(ours "( disconnects|'s connection stalls)")
	printf '| %s | %d | %d | %d | %d |\n' "$name" "$finished" "$time" "$illegal" "$crash"
	if [ "$finished" -ne $((2 * rounds)) ] || [ $((time + illegal + crash)) -ne 0 ]; then
		bad=1
		tail -n 20 "$work/out" >&2
	fi
done
exit $bad
