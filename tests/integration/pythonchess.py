#!/usr/bin/env python3
"""Drives the engine with python-chess's engine protocol, as Python programs do.

    tests/integration/pythonchess.py SOURCE ENGINE

SOURCE is a checkout of https://github.com/niklasf/python-chess, ENGINE the program to try. It
prints a line for each check and exits with 1 at the first that fails.
"""
import asyncio
import contextlib
import sys

sys.path.insert(0, sys.argv[1])
import chess  # noqa: E402
import chess.engine  # noqa: E402

MATE_IN_TWO = "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w KQkq - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def check(fact, message):
    """Prints what was found, and ends the program unless the fact holds."""
    print(("ok      " if fact else "FAILED  ") + message, flush=True)
    if not fact:
        sys.exit(1)


def options(engine):
    """Sets every option that a program may set, to its default and to its limits."""
    check(engine.id.get("name", "").startswith("Sente"), f"it is {engine.id}")
    count = 0
    for name, option in engine.options.items():
        if option.is_managed() or option.type not in ("check", "spin", "combo"):
            continue
        values = [option.default]
        if option.type == "spin" and name not in ("Hash", "Threads"):
            values = [option.min, option.max, option.default]
        elif option.type == "combo":
            values = [*option.var, option.default]
        elif option.type == "check":
            values = [True, False, option.default]
        for value in values:
            engine.configure({name: value})
            engine.ping()
            count += 1
    check(count > 10,
          f"{count} values of {len(engine.options)} options were set, each followed by a ping")
    engine.configure({"Hash": 16, "Threads": 1})


def limits(engine):
    """Asks for every kind of limit, and for the lines of the root."""
    board = chess.Board()
    for limit in (chess.engine.Limit(depth=6), chess.engine.Limit(nodes=5000),
                  chess.engine.Limit(time=0.05),
                  chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=10)):
        played = engine.play(board, limit, info=chess.engine.INFO_ALL)
        check(played.move in board.legal_moves and played.info["depth"] >= 1,
              f"{limit}: {board.san(played.move)} at depth {played.info['depth']}, "
              f"{played.info['nodes']} nodes")
    played = engine.play(board, chess.engine.Limit(depth=5),
                         root_moves=[chess.Move.from_uci("a2a3")])
    check(played.move.uci() == "a2a3", "searchmoves a2a3 answers a2a3")

    lines = engine.analyse(board, chess.engine.Limit(depth=7), multipv=3)
    scores = [line["score"].relative for line in lines]
    check([line["multipv"] for line in lines] == [1, 2, 3]
          and scores == sorted(scores, reverse=True),
          "multipv 3: " + ", ".join(
              f"{board.san(line['pv'][0])} {line['score'].relative}" for line in lines))
    for line in lines:
        board.variation_san(line["pv"])  # raises unless every move is legal
    engine.configure({"UCI_ShowWDL": True})
    line = engine.analyse(board, chess.engine.Limit(depth=7))
    engine.configure({"UCI_ShowWDL": False})
    check("wdl" in line and line["wdl"].relative.total() == 1000,
          f"chances of the start: {line.get('wdl')}")

    board = chess.Board(MATE_IN_TWO)
    line = engine.analyse(board, chess.engine.Limit(mate=2))
    check(line["score"].relative == chess.engine.Mate(2),
          f"go mate 2: {line['score'].relative}, {board.variation_san(line['pv'])}")
    check(engine.play(chess.Board(STALEMATE), chess.engine.Limit(time=0.05)).move is None,
          "no move where there is none")


def stream(engine):
    """Reads an endless analysis while it runs, and stops it."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    deepest = 0
    with engine.analysis(board) as analysis:
        for info in analysis:
            deepest = max(deepest, info.get("depth", 0))
            if deepest >= 10:
                break
        analysis.stop()
        best = analysis.wait()
    check(best.move in board.legal_moves,
          f"an endless analysis was stopped at depth {deepest}: {board.san(best.move)}")


def game(engines, board, ponder):
    """Plays a whole game and describes it; python-chess refuses illegal moves.

    The engines are told the same clock at each move: this is about the protocol, and a busy machine
    shall not decide the game.
    """
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1)
    identity, castled = object(), 0
    while not board.is_game_over(claim_draw=True):
        move = engines[board.turn].play(board, limit, game=identity, ponder=ponder).move
        castled += board.is_castling(move)
        board.push(move)
    return f"{board.result(claim_draw=True)} after {board.ply()} plies, {castled} castlings"


def games(path):
    """Plays chess with pondering, and Chess960 with castling at hand."""
    with contextlib.ExitStack() as running:
        engines = [running.enter_context(chess.engine.SimpleEngine.popen_uci(path))
                   for _ in range(2)]
        for engine in engines:
            engine.configure({"Hash": 16})
        somebody = chess.engine.Opponent("Somebody", "GM", 2700, False)
        engines[0].send_opponent_information(opponent=somebody, engine_rating=2800)
        check(True, "a game with pondering: " + game(engines, chess.Board(), ponder=True))
        for number in (190, 837):
            played = game(engines, chess.Board.from_chess960_pos(number), ponder=False)
            check(True, f"Chess960 from position {number}: {played}")


async def ends(path):
    """Expects the engine to leave with status 0 after quit."""
    transport, engine = await chess.engine.popen_uci(path)
    await engine.quit()
    check(await engine.returncode == 0, "quit: exit status 0")


def main():
    path = sys.argv[2]
    print(f"python-chess {chess.__version__}")
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        options(engine)
        limits(engine)
        stream(engine)
    games(path)
    asyncio.run(ends(path))


if __name__ == "__main__":
    main()
