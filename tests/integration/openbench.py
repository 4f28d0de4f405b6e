#!/usr/bin/env python3
"""Runs an OpenBench server and client from their sources until they have finished a workload.

    tests/integration/openbench.py SOURCE FASTCHESS

SOURCE is a checkout of https://github.com/AndyGrant/OpenBench. FASTCHESS is fastchess, the runner
of the games: a program, or a checkout of its source that the client is to build. Needed besides:
go, make, git, a C++ compiler, openssl, and the Python modules of requirements.txt and
Client/requirements.txt (without django-htmlmin the server's pages stay long, nothing else).

What the two would fetch from github.com comes from a stub on this machine, which speaks TLS for it:
the client itself, the runner, the commits and sources of this checkout (its last commit), and a
book that the engine's genfens makes. The server knows the engine by openbench.json. The workload is
this commit with the network that it ships, uploaded to the server and built in through EVALFILE,
against the same commit without: 20 games at 1+0.01 and 8 MB. Exits with 1 unless they are played
and counted without an error or a crash. Losses on time are printed: this control is short for a
busy machine.
"""
import hashlib
import http.server
import io
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zipfile

import requests

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOSTS = ["github.com", "api.github.com", "raw.githubusercontent.com"]
USER, PASSWORD = "tester", "only on this machine"
REPOSITORY = "example/sente"
GAMES = 20
LIMIT = 1800  # seconds for everything after the server has started


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def zipped(files):
    """Returns a zip archive of (name, content) pairs."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()


def folder(path, top):
    """Yields the files under a folder as (name, content), without version control's own."""
    for base, names, files in os.walk(path):
        names[:] = [name for name in names if name != ".git"]
        for name in files:
            with open(os.path.join(base, name), "rb") as file:
                yield (os.path.join(top, os.path.relpath(os.path.join(base, name), path)),
                       file.read())


def certificate(scratch):
    """Makes a certificate for the hosts that the stub stands for, and returns its file."""
    names = ",".join("DNS:" + host for host in HOSTS)
    path = os.path.join(scratch, "stub.pem")
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
        "-subj", "/CN=stub", "-addext", "subjectAltName=" + names,
        "-keyout", path + ".key", "-out", path + ".crt", stderr=subprocess.DEVNULL)
    with open(path, "wb") as out:
        for part in (path + ".key", path + ".crt"):
            with open(part, "rb") as file:
                out.write(file.read())
    return path


class Stub(http.server.BaseHTTPRequestHandler):
    """A proxy that answers for the hosts itself, and refuses all others."""
    protocol_version = "HTTP/1.1"
    context = None
    pages = {}  # host/path: content; a JSON value unless it is bytes
    asked, refused = [], []
    host = ""

    def do_CONNECT(self):
        self.host = self.path.split(":")[0]
        if self.host not in HOSTS:
            self.refused.append(self.path)
            self.send_error(403)
            return
        self.send_response(200)
        self.end_headers()
        self.connection = self.context.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
        self.handle_one_request()
        self.close_connection = True

    def do_GET(self):
        name = self.host + self.path.split("?")[0].rstrip("/")
        page = self.pages.get(name)
        (self.refused if page is None else self.asked).append(name)
        data = page if isinstance(page, bytes) else json.dumps(
            page if page is not None else {"message": "Not Found"}).encode()
        self.send_response(404 if page is None else 200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, *_):
        pass


def book(engine):
    """Returns 64 openings as EPD, made by the engine."""
    out = run(engine, "genfens 64 seed 1 book None", "quit")
    fens = re.findall(r"^info string genfens (.+)$", out, re.MULTILINE)
    return "".join(" ".join(fen.split()[:4]) + "\n" for fen in fens).encode()


def settings(scratch):
    """Writes the server's settings: OpenBench's, without the module that only shortens pages."""
    with open(os.path.join(scratch, "OpenBench", "stub_settings.py"), "w",
              encoding="utf-8") as file:
        file.write("from OpenSite.settings import *\n"
                   "try:\n    import htmlmin\n"
                   "except ImportError:\n"
                   "    MIDDLEWARE = [m for m in MIDDLEWARE if not m.startswith('htmlmin.')]\n")


def main():
    source, runner = (os.path.abspath(path) for path in sys.argv[1:3])
    scratch = tempfile.mkdtemp(prefix="openbench-")
    running = []
    try:
        faults = played(source, runner, scratch, running)
    finally:
        for process in reversed(running):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGINT)
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
    for fault in faults:
        print("FAILED  " + fault)
    if faults:
        print("all logs are in " + scratch)
        sys.exit(1)
    shutil.rmtree(scratch)


def played(source, runner, scratch, running):
    """Starts everything, waits for the workload, and returns what is wrong with it."""
    commit = run("git", "-C", ROOT, "rev-parse", "HEAD").strip()
    message = run("git", "-C", ROOT, "log", "-1", "--format=%s")
    with open(os.path.join(ROOT, "search", "testdata", "bench.txt"), encoding="utf-8") as file:
        bench = file.read().strip()
    engine = os.path.join(scratch, "sente")
    run("go", "build", "-o", engine, "./cmd/engine", cwd=ROOT)
    openings = book(engine)
    shutil.copytree(source, os.path.join(scratch, "OpenBench"),
                    ignore=shutil.ignore_patterns(".git"))
    settings(scratch)

    # What the stub answers.
    shown = {"sha": commit, "commit": {"message": f"{message}\nBench: {bench}"}}
    api = f"api.github.com/repos/{REPOSITORY}"
    raw = f"raw.githubusercontent.com/{REPOSITORY}/main/Sente.epd.zip"
    archive = subprocess.run(["git", "-C", ROOT, "archive", "--format=zip",
                              "--prefix=sente-main/", commit],
                             check=True, stdout=subprocess.PIPE).stdout
    with open(os.path.join(source, "Config", "config.json"), encoding="utf-8") as file:
        config = json.load(file)
    Stub.pages = {
        api + "/branches/main": {"commit": shown}, api + "/zipball/" + commit: archive,
        f"{api}/compare/{commit}...{commit}": {"ahead_by": 0},
        raw: zipped([("Sente.epd", openings)]),
        config["client_repo_url"].removeprefix("https://") + "/archive/master.zip":
            zipped(folder(source, "OpenBench-master")),
    }
    Stub.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    Stub.context.load_cert_chain(certificate(scratch))
    stub = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    threading.Thread(target=stub.serve_forever, daemon=True).start()

    # The server's configuration: one engine, one book.
    config.update(engines=["Sente"], books=["Sente.epd"],
                  client_repo_ref="master", fastchess_repo_ref="master")
    server_folder = os.path.join(scratch, "OpenBench")
    with open(os.path.join(server_folder, "Config", "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    shutil.copy(os.path.join(HERE, "openbench.json"),
                os.path.join(server_folder, "Engines", "Sente.json"))
    with open(os.path.join(server_folder, "Books", "Sente.epd.json"), "w",
              encoding="utf-8") as file:
        json.dump({"sha": hashlib.sha256(openings).hexdigest(), "source": "https://" + raw}, file)

    # The client is client.py alone. It fetches the rest.
    client_folder = os.path.join(scratch, "Client")
    os.makedirs(client_folder)
    shutil.copy(os.path.join(source, "Client", "client.py"), client_folder)
    if os.path.isdir(runner):
        where = config["fastchess_repo_url"].removeprefix("https://") + "/archive/master.zip"
        Stub.pages[where] = zipped(folder(runner, "fastchess-master"))
    else:
        shutil.copy(runner, os.path.join(client_folder, "fastchess-ob"))

    # The client ends games with pkill -f. Here that must not reach beyond its own session.
    tools = os.path.join(scratch, "tools")
    os.makedirs(tools)
    with open(os.path.join(tools, "pkill"), "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec {shutil.which("pkill")} --session 0 "$@"\n')
    os.chmod(os.path.join(tools, "pkill"), 0o755)

    proxy = f"http://127.0.0.1:{stub.server_port}"
    environment = {**os.environ, "HTTPS_PROXY": proxy, "https_proxy": proxy,
                   "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
                   "REQUESTS_CA_BUNDLE": os.path.join(scratch, "stub.pem.crt"),
                   "DJANGO_SETTINGS_MODULE": "stub_settings",
                   "PATH": tools + os.pathsep + os.environ["PATH"], "PYTHONUNBUFFERED": "1"}

    def start(name, *command, cwd):
        with open(os.path.join(scratch, name + ".log"), "w", encoding="utf-8") as log:
            process = subprocess.Popen(command, cwd=cwd, env=environment,
                                       stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=subprocess.STDOUT, start_new_session=True)
        running.append(process)
        return process

    def log(name, lines=25):
        with open(os.path.join(scratch, name + ".log"), encoding="utf-8", errors="replace") as file:
            return "\n".join(file.read().splitlines()[-lines:])

    manage = [sys.executable, "manage.py"]
    run(*manage, "migrate", cwd=server_folder, env=environment, stderr=subprocess.DEVNULL)
    run(*manage, "shell", "-c",
        "from django.contrib.auth.models import User; from OpenBench.models import Profile; "
        f"u = User.objects.create_user({USER!r}, '', {PASSWORD!r}); "
        "Profile.objects.create(user=u, enabled=True, approver=True)",
        cwd=server_folder, env=environment)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    server = start("server", *manage, "runserver", f"127.0.0.1:{port}", "--noreload",
                   cwd=server_folder)
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(url + "/index/").close()
            break
        except OSError:
            if server.poll() is not None or time.monotonic() > deadline:
                return ["the server does not answer:\n" + log("server")]
            time.sleep(1)
    print(f"an OpenBench server with {server_folder}/Engines/Sente.json answers", flush=True)

    # A network of the engine, and a test of it.
    who = {"username": USER, "password": PASSWORD}
    network = os.path.join(ROOT, "eval", "nnue", "net", "default.nnue")
    with open(network, "rb") as file:
        content = file.read()
    sha = hashlib.sha256(content).hexdigest()[:8].upper()
    requests.post(url + "/scripts/", data={**who, "action": "UPLOAD_NETWORK",
                                           "engine": "Sente", "name": "shipped"},
                  files={"netfile": ("shipped", content)}, timeout=60).raise_for_status()
    side = {"engine": "Sente", "repo": "https://github.com/" + REPOSITORY, "branch": "main",
            "bench": "", "options": "Threads=1 Hash=8", "time_control": "1.0+0.01"}
    test = {f"{which}_{key}": value for which in ("dev", "base") for key, value in side.items()}
    answer = requests.post(url + "/scripts/", timeout=60, data={
        **who, **test, "action": "CREATE_TEST", "dev_network": sha, "base_network": "",
        "test_mode": "GAMES", "test_bounds": "N/A", "test_confidence": "N/A",
        "test_max_games": str(GAMES), "book_name": "Sente.epd", "upload_pgns": "COMPACT",
        "throughput": "1000", "workload_size": str(GAMES // 4), "priority": "0",
        "syzygy_wdl": "DISABLED", "syzygy_adj": "DISABLED", "win_adj": "movecount=3 score=400",
        "draw_adj": "movenumber=30 movecount=6 score=10", "scale_method": "BASE",
        "scale_nps": "600000", "info": ""})
    if found := re.search(r'<div class="error-message">\s*<pre>(.*?)</pre>', answer.text,
                          re.DOTALL):
        return ["the server refuses the test: " + found[1]]

    client = start("client", sys.executable, "client.py", "-U", USER, "-P", PASSWORD,
                   "-S", url, "-T", "1", "-N", "1", cwd=client_folder)
    deadline = time.monotonic() + LIMIT
    row, events = {}, []
    while time.monotonic() < deadline and client.poll() is None and server.poll() is None:
        time.sleep(5)
        with sqlite3.connect(os.path.join(server_folder, "db.sqlite3"), timeout=30) as database:
            database.row_factory = sqlite3.Row
            row = dict(database.execute("select * from OpenBench_test").fetchone() or {})
            events = [dict(event) for event in database.execute(
                "select summary, log_file from OpenBench_logevent where machine_id != 0")]
            results = [dict(result) for result in database.execute(
                "select * from OpenBench_result")]
            games_stored = database.execute("select count(*) from OpenBench_pgn").fetchone()[0]
        if events or row.get("finished") and games_stored:
            break
    for line in re.findall(r"^(?:Sente +\| .*|> .*|Fetching .*|Building .*|Bench for .*"
                           r"|Speed for .*|Scale .*|.*match runner copies|.*total rounds.*"
                           r"|\[#0\] Finished game.*)$", log("client", 10000), re.MULTILINE):
        print("client: " + line)
    print("fetched from the stub: " + ", ".join(sorted(set(Stub.asked))))
    faults = [f"asked the stub in vain for {name}" for name in sorted(set(Stub.refused))]
    faults += [f"the server was told of an error: {event}" for event in events]
    if not row or not row["finished"]:
        return [*faults, "the workload was not finished:\n" + log("client") + "\n" + log("server")]
    print(f"finished: {row['games']} games, dev +{row['wins']} ={row['draws']} -{row['losses']}; "
          f"pairs {[row[key] for key in ('LL', 'LD', 'DD', 'DW', 'WW')]}; "
          f"error {row['error']}; games stored {games_stored}")
    lost = sum(result["timeloss"] for result in results)
    crashed = sum(result["crashes"] for result in results)
    print(f"losses on time {lost}, crashes {crashed}")
    if row["games"] < GAMES or row["error"] or crashed or not games_stored:
        faults.append("see the lines above")
    return faults


if __name__ == "__main__":
    main()
