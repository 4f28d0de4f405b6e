#!/usr/bin/env python3
"""Compares Sente's reader of PGN with python-chess, an independent one, game by game.

    tests/integration/pgn.py FOLDER_OF_PYTHON_CHESS FILES_OR_FOLDERS

Every *.pgn and *.pgn.zip below is read by both: the same games, in the same order, from the same
positions, with the same moves and results. What python-chess finds wrong with a game, or another
variant of chess, has to be a broken game for Sente. Files are UTF-8, or Latin-1 where they are not.
Exit status 1 if anything differs.
"""
import io
import logging
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).parents[2]


def reader_lines(chess, text):
    """The games of a text as internal/tools/pgnmoves prints them."""
    stream = io.StringIO(text)
    while True:
        try:
            if (game := chess.pgn.read_game(stream)) is None:
                return
            board = game.board()
        except IndexError as error:  # a bug of python-chess: a variation before the first move
            yield f"broken\t{error}"
            continue
        except ValueError as error:
            yield f"broken\t{error}"
            continue
        if game.headers == chess.pgn.Game().headers and game.is_end():
            continue  # a comment that stands alone
        if game.errors or board.uci_variant != "chess":
            yield f"broken\t{game.errors}"
            continue
        start, moves = board.shredder_fen(), []
        for move in game.mainline_moves():
            moves.append(board.uci(move, chess960=True))
            board.push(move)
        yield f"{game.headers['Result']}\t{start}\t{' '.join(moves)}"


def texts(path):
    """The PGN files of a path, with their bytes."""
    if path.is_dir():
        for inner in sorted(path.rglob("*.pgn*")):
            yield from texts(inner)
    elif path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                yield f"{path}/{name}", archive.read(name)
    elif path.suffix == ".pgn":
        yield str(path), path.read_bytes()


def decoded(data):
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def main():
    sys.path.insert(0, sys.argv[1])
    import chess
    import chess.pgn
    logging.disable()  # errors are in the games' own lists of errors
    files = games = broken = different = 0
    with tempfile.TemporaryDirectory() as folder:
        program, copy = f"{folder}/pgnmoves", f"{folder}/games.pgn"
        build = ["go", "build", "-C", ROOT, "-o", program, "./internal/tools/pgnmoves"]
        subprocess.run(build, check=True)
        for name, data in (t for a in sys.argv[2:] for t in texts(pathlib.Path(a))):
            pathlib.Path(copy).write_bytes(data)
            ours = subprocess.run([program, copy], check=True,
                                  capture_output=True, text=True).stdout.splitlines()
            theirs = list(reader_lines(chess, decoded(data)))
            files += 1
            games += len(theirs)
            if len(ours) != len(theirs):
                different += 1
                print(f"{name}: {len(ours)} games, python-chess has {len(theirs)}")
            shown = 0
            for n, (a, b) in enumerate(zip(ours, theirs), 1):
                both = a.startswith("broken") and b.startswith("broken")
                broken += both
                if a != b and not both:
                    different += 1
                    if (shown := shown + 1) > 3:
                        continue
                    print(f"{name}: game {n}:\n  ours   {a[:300]}\n  theirs {b[:300]}")
    print(f"{files} files, {games} games, {broken} of them broken for both, "
          f"{different} differences")
    sys.exit(different > 0 or files == 0)


main()
