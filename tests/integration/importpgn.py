#!/usr/bin/env python3
"""Compares how `datagen import` and python-chess, an independent reader, read PGN, move by move.

    tests/integration/importpgn.py FOLDER_OF_PYTHON_CHESS FILES

Every file, which may be compressed by bzip2, has to become the same games, in the same order, from
the same positions, with the same moves and results. Each score has to be the comment's again when
it is shown by the model of eval/wdl.go for the material on the board; what has none has to have
none. So the files have to be Sente's: other engines show scores that the model never shows.
Exit status 1 if anything differs or there is no game.
"""
import bz2
import io
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
SCORE = re.compile(r"([+-]?)(?:M(\d+)|(\d+)\.(\d\d))/[1-9]")


def model(board, chess, coefficients):
    """The score that wins every other game, in 1/256 centipawns."""
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3,
             chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    m = max(10, min(sum(worth[man.piece_type] for man in board.piece_map().values()), 78))
    return sum(c * m**i * 64 ** (3 - i) for i, c in enumerate(coefficients)) >> 18


def shown(score, a):
    """White's score of datagen, of a mate or in centipawns, as a comment shows it."""
    if score == "-":
        return None
    score = int(score)
    if abs(score) > 31700:
        return ("+M" if score > 0 else "-M") + str(32000 - abs(score))
    return (1 if score > 0 else -1) * ((abs(score) * 25600 + a // 2) // a)


def told(comment, white):
    """White's score that a comment begins with."""
    match = SCORE.match(comment)
    if not match:
        return None
    sign, mate, pawns, rest = match.groups()
    negative = (sign == "-") == white
    if mate:
        return ("-M" if negative else "+M") + mate
    return (-1 if negative else 1) * int(pawns + rest)


def main():
    sys.path.insert(0, sys.argv[1])
    import chess
    import chess.pgn
    source = (ROOT / "eval" / "wdl.go").read_text(encoding="utf-8")
    coefficients = [int(c) for c in re.search(r"winA = \[4\]int64\{(.*?)\}", source)[1].split(",")]
    faults = total = 0
    with tempfile.TemporaryDirectory() as folder:
        program, games = f"{folder}/datagen", f"{folder}/imported.games"
        subprocess.run(["go", "build", "-C", ROOT, "-o", program, "./cmd/datagen"], check=True)
        for path in sys.argv[2:]:
            subprocess.run([program, "import", "-force", "-out", games, path],
                           check=True, stdout=subprocess.DEVNULL)
            lines = subprocess.run([program, "inspect", "-games", "1000000", games],
                                   check=True, capture_output=True, text=True).stdout.splitlines()
            ours = list(zip(lines[1:-1:2], lines[2:-1:2]))
            data = pathlib.Path(path).read_bytes()
            stream = io.StringIO(
                (bz2.decompress(data) if data.startswith(b"BZh") else data).decode())
            read = moves = unscored = different = 0
            results = {}
            while game := chess.pgn.read_game(stream):
                board, words = game.board(), []
                result = game.headers["Result"]
                results[result] = results.get(result, 0) + 1
                head, line = ours[read] if read < len(ours) else ("", "")
                read += 1
                words = line.split()
                mainline = list(game.mainline())
                same = (f": {result}, " in head
                        and head.endswith(" from " + board.shredder_fen())
                        and len(words) == 2 * len(mainline))
                for i, node in enumerate(mainline if same else []):
                    want = told(" ".join(node.comments), board.turn == chess.WHITE)
                    got = shown(words[2 * i + 1], model(board, chess, coefficients))
                    moves += 1
                    unscored += want is None
                    same &= words[2 * i] == board.uci(node.move, chess960=True) and want == got
                    board.push(node.move)
                if not same:
                    different += 1
                    print(f"{path}: game {read} differs: {head}")
            different += abs(len(ours) - read)
            count = ", ".join(f"{n} {result}" for result, n in sorted(results.items()))
            print(f"{path}: {read} games ({count}), {moves} moves, "
                  f"{unscored} of them without a score, {different} differences")
            faults += different
            total += read
    sys.exit(faults > 0 or total == 0)


main()
