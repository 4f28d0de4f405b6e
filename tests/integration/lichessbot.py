#!/usr/bin/env python3
"""Plays two whole games through lichess-bot, against a local stub of the lichess API.

    tests/integration/lichessbot.py SOURCE ENGINE [PYTHON-CHESS]

SOURCE is a checkout of https://github.com/lichess-bot-devs/lichess-bot, ENGINE the program to try.
PYTHON-CHESS is a checkout of https://github.com/niklasf/python-chess, unless the module chess is
installed; what else lichess-bot's requirements.txt names must be. The bot runs with the example
configuration of its source, changed as our documents say. The opponent moves at random, so the bot
has to mate. One game is chess, one Chess960. Exits with 1 at the first fault.
"""
import glob
import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import yaml

if len(sys.argv) > 3:
    sys.path.insert(0, sys.argv[3])
import chess  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TOKEN = "lip_stub"
BASE, INCREMENT = 60.0, 1.0  # seconds, for each side
LIMIT = 600  # seconds for each game


class Game:
    """One game as the server sees it: the board, the clocks, and the lines of its stream."""

    def __init__(self, name, board, bot, variant):
        self.name, self.board, self.bot, self.variant = name, board, bot, variant
        self.start = board.fen()
        self.clock = {chess.WHITE: BASE, chess.BLACK: BASE}
        self.since = None  # when the side to move began to think; clocks run from the second move
        self.status, self.winner = "started", None
        self.lines = queue.Queue()
        self.over = threading.Event()
        self.faults = []
        self.slowest = 0.0
        self.lock = threading.Lock()

    def state(self):
        state = {"type": "gameState", "moves": " ".join(m.uci() for m in self.board.move_stack),
                 "wtime": int(1000 * self.clock[chess.WHITE]),
                 "btime": int(1000 * self.clock[chess.BLACK]),
                 "winc": int(1000 * INCREMENT), "binc": int(1000 * INCREMENT),
                 "status": self.status}
        if self.winner is not None:
            state["winner"] = chess.COLOR_NAMES[self.winner]
        return state

    def full(self):
        players = {self.bot: {"id": "sente", "name": "Sente", "title": "BOT", "rating": 2500},
                   not self.bot: {"id": "random", "name": "Random", "rating": 1500}}
        return {"type": "gameFull", "id": self.name, "rated": False,
                "variant": self.variant, "speed": "bullet", "perf": {"name": "Bullet"},
                "createdAt": int(1000 * time.time()), "initialFen": self.start,
                "clock": {"initial": int(1000 * BASE), "increment": int(1000 * INCREMENT)},
                "white": players[chess.WHITE], "black": players[chess.BLACK], "state": self.state()}

    def begin(self):
        if self.board.turn != self.bot:
            self.push(random.choice(list(self.board.legal_moves)))

    def push(self, move):
        """Makes a move of either side, charges its clock, and tells the bot."""
        side, now = self.board.turn, time.monotonic()
        if len(self.board.move_stack) >= 2:
            self.clock[side] -= now - self.since
            if side == self.bot:
                self.slowest = max(self.slowest, now - self.since)
            if self.clock[side] < 0:
                self.end("outoftime", not side)
                return
            self.clock[side] += INCREMENT
        self.since = now
        self.board.push(move)
        outcome = self.board.outcome(claim_draw=True)
        if outcome is None:
            self.lines.put(self.state())
        else:
            self.end("mate" if outcome.winner is not None else "draw", outcome.winner)

    def end(self, status, winner):
        self.status, self.winner = status, winner
        self.lines.put(self.state())
        self.lines.put(None)
        self.over.set()

    def bot_moves(self, text):
        """Answers a move of the bot, and returns whether it was allowed."""
        with self.lock:
            try:
                move = chess.Move.from_uci(text)
            except ValueError:
                move = chess.Move.null()
            if (self.board.turn != self.bot or self.status != "started"
                    or not self.board.is_legal(move)):
                self.faults.append(f"{text} in {self.board.fen()}")
                return False
            self.push(move)
            if self.status == "started":
                self.push(random.choice(list(self.board.legal_moves)))
            return True


class Stub:
    """The parts of the lichess API that a bot needs."""

    def __init__(self, games):
        self.games = {game.name: game for game in games}
        self.events = queue.Queue()
        self.unknown = []
        self.chat = []

    def get(self, path, answer):
        if path == "/api/account":
            answer.send({"id": "sente", "username": "Sente", "title": "BOT", "perfs": {}})
        elif path == "/api/account/playing":
            answer.send({"nowPlaying": []})
        elif path == "/api/stream/event":
            answer.stream(self.events)
        elif m := re.fullmatch(r"/api/bot/game/stream/(\w+)", path):
            game = self.games[m[1]]
            full = queue.Queue()
            full.put(game.full())
            game.begin()
            answer.stream(full, game.lines)
        elif path.startswith("/game/export/"):
            answer.send_bytes(b"", "text/plain")
        else:
            self.unknown.append("GET " + path)
            answer.send({"error": "not found"}, 404)

    def post(self, path, body, answer):
        if path == "/api/token/test":
            answer.send({body.decode(): {"userId": "sente", "scopes": "bot:play", "expires": None}})
        elif m := re.fullmatch(r"/api/challenge/(\w+)/accept", path):
            answer.send({"ok": True})
            self.events.put({"type": "gameStart", "game": self.summary(m[1])})
        elif m := re.fullmatch(r"/api/challenge/(\w+)/decline", path):
            self.games[m[1]].faults.append("the challenge was declined: " + body.decode())
            self.games[m[1]].over.set()
            answer.send({"ok": True})
        elif m := re.fullmatch(r"/api/bot/game/(\w+)/move/(\w+)", path):
            allowed = self.games[m[1]].bot_moves(m[2])
            answer.send({"ok": True} if allowed else {"error": "not a legal move"},
                        200 if allowed else 400)
        elif m := re.fullmatch(r"/api/bot/game/(\w+)/chat", path):
            self.chat.append(body.decode())
            answer.send({"ok": True})
        else:
            self.unknown.append("POST " + path)
            answer.send({"error": "not found"}, 404)

    def summary(self, name):
        game = self.games[name]
        return {"id": name, "gameId": name, "fullId": name + "full",
                "color": chess.COLOR_NAMES[game.bot],
                "opponent": {"id": "random", "username": "Random", "rating": 1500},
                "secondsLeft": int(BASE), "variant": game.variant, "speed": "bullet",
                "source": "friend", "compat": {"bot": True, "board": False}}

    def challenge(self, game):
        self.events.put({"type": "challenge", "challenge": {
            "id": game.name, "status": "created", "rated": False,
            "variant": game.variant, "speed": "bullet",
            "timeControl": {"type": "clock", "limit": int(BASE), "increment": int(INCREMENT),
                            "show": "1+1"},
            "color": "random", "finalColor": chess.COLOR_NAMES[not game.bot],
            "perf": {"name": "Bullet"}, "initialFen": game.start,
            "challenger": {"id": "random", "name": "Random", "rating": 1500},
            "destUser": {"id": "sente", "name": "Sente", "title": "BOT", "rating": 2500}}})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub = None

    def handle(self):
        try:
            super().handle()
        except OSError:  # the bot hung up
            pass

    def do_GET(self):
        self.stub.get(self.path.split("?")[0], self)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.stub.post(self.path.split("?")[0], body, self)

    def send(self, value, status=200):
        self.send_bytes(json.dumps(value).encode(), "application/json", status)

    def send_bytes(self, data, kind, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def stream(self, *queues):
        """Sends a line of JSON for each value, and an empty one each second to keep it open."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for values in queues:
                while True:
                    try:
                        value = values.get(timeout=1)
                    except queue.Empty:
                        if values is not queues[-1]:
                            break
                        self.chunk(b"\n")
                        continue
                    if value is None:
                        break
                    self.chunk(json.dumps(value).encode() + b"\n")
                    if values is not queues[-1]:
                        break
            self.chunk(b"")
        except OSError:
            self.close_connection = True

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, *_):
        pass


def documented():
    """Returns the configuration that our documents give, and where it stands."""
    for path in sorted(glob.glob(HERE + "/../../docs/*.md")) + [HERE + "/../../README.md"]:
        with open(path, encoding="utf-8") as file:
            if m := re.search(r"```yaml\n(engine:.*?)```", file.read(), re.DOTALL):
                return yaml.safe_load(m[1]), os.path.basename(path)
    sys.exit("no configuration of lichess-bot in the documents")


def merge(into, values):
    for key, value in values.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = value


def main():
    source, engine = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    random.seed(1)
    games = [Game("chess001", chess.Board(), chess.WHITE,
                  {"key": "standard", "name": "Standard", "short": "Std"}),
             Game("chess960", chess.Board.from_chess960_pos(190), chess.BLACK,
                  {"key": "chess960", "name": "Chess960", "short": "960"})]
    stub = Handler.stub = Stub(games)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()

    with open(source + "/config.yml.default", encoding="utf-8") as file:
        config = yaml.safe_load(file)
    ours, where = documented()
    merge(config, ours)
    merge(config, {"token": TOKEN, "url": f"http://127.0.0.1:{server.server_port}/"})
    print(f"config.yml.default, changed as {where} says: {json.dumps(ours)}")

    faults = []
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, config["engine"]["dir"]))
        os.symlink(engine, os.path.join(folder, config["engine"]["dir"], config["engine"]["name"]))
        with open(folder + "/config.yml", "w", encoding="utf-8") as file:
            yaml.safe_dump(config, file)
        path = os.pathsep.join(
            p for p in [*map(os.path.abspath, sys.argv[3:4]), os.environ.get("PYTHONPATH")] if p)
        with open(folder + "/log", "w", encoding="utf-8") as log:
            bot = subprocess.Popen([sys.executable, source + "/lichess-bot.py"],
                                   cwd=folder, stdout=log, stderr=log,
                                   env={**os.environ, "PYTHONPATH": path,
                                        "PYTHONDONTWRITEBYTECODE": "1"},
                                   start_new_session=True)
            try:
                for game in games:
                    stub.challenge(game)
                    deadline = time.monotonic() + LIMIT
                    while (not game.over.wait(1) and bot.poll() is None
                           and time.monotonic() < deadline):
                        pass
                    print(f"{game.name}: {game.status}, {len(game.board.move_stack)} plies, "
                          f"the bot {chess.COLOR_NAMES[game.bot]}, "
                          f"slowest answer {game.slowest:.2f} s\n  "
                          + chess.Board(game.start, chess960=game.board.chess960)
                          .variation_san(game.board.move_stack), flush=True)
                    if game.status != "mate" or game.winner != game.bot or game.faults:
                        faults.append(f"{game.name}: {game.status}, won by {game.winner}, "
                                      f"{game.faults}")
                        break
                    stub.events.put({"type": "gameFinish", "game": stub.summary(game.name)})
                    time.sleep(3)  # the bot says goodbye and leaves the game
            finally:
                if bot.poll() is None:
                    os.killpg(bot.pid, signal.SIGINT)
                try:
                    status = bot.wait(30)
                except subprocess.TimeoutExpired:
                    os.killpg(bot.pid, signal.SIGKILL)
                    status = "killed"
        with open(folder + "/log", encoding="utf-8") as file:
            text = file.read()
        print(f"lichess-bot ended with {status}, said {len(stub.chat)} things in the chat")
        if status != 0 or stub.unknown or not stub.chat or re.search(r"Traceback|\bERROR\b", text):
            faults.append(f"status {status}, asked in vain for {stub.unknown}; "
                          f"its log:\n{text[-6000:]}")
    for fault in faults:
        print("FAILED  " + fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
