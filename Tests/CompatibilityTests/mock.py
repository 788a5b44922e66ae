"""tusk against mastodon-mock, a Mastodon-compatible server written by others: every request of Tusker's page, and
what becomes of answers that fail or are malformed.

usage: mock.py TUSK

Needs the Python package mastodon_mock in the Python that runs this. Prints a table of the requests, one of the faults,
and the sum; the exit status is 1 if a check failed.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

MINE, BOBS = "token-of-alice", "token-of-bob"
CONFIGURATION = """
[seed]
accounts = [
  { username = "alice", display_name = "Alice", access_token = "token-of-alice" },
  { username = "bob", display_name = "Bob", access_token = "token-of-bob" },
]
"""
CONTROL = "/api/v1/_mock/faults"


class Mock:
    """The mock server, asked directly."""

    def __init__(self, port):
        # Its accounts are of this domain; it knows them by their full name only where the domain is its own address.
        self.domain = f"127.0.0.1:{port}"
        self.base = f"http://{self.domain}"

    def __call__(self, method, path, body=None, token=MINE):
        request = urllib.request.Request(
            self.base + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)

    def id_of(self, name):
        return self("GET", f"/api/v1/accounts/lookup?acct={name}")["id"]

    def statuses_of(self, name):
        return self("GET", f"/api/v1/accounts/{self.id_of(name)}/statuses")

    def notifications(self):
        return self("GET", "/api/v1/notifications")

    @contextmanager
    def fault(self, **effect):
        self("POST", CONTROL, {"match": {"path_regex": "."}, "effect": effect})
        try:
            yield
        finally:
            self("DELETE", CONTROL)


@contextmanager
def mock_server(folder):
    path = f"{folder}/mock.toml"
    Path(path).write_text(CONFIGURATION)
    # Another program may take the free port before the server does.
    for _ in range(5):
        mock, server = start(path, folder)
        if is_ready(mock, server):
            break
    else:
        raise SystemExit("mastodon_mock did not start")
    try:
        yield mock
    finally:
        server.terminate()
        server.wait()


def start(path, folder):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    mock = Mock(port)
    server = subprocess.Popen(
        [sys.executable, "-m", "mastodon_mock", "serve", "--config", path, "--in-memory", "--port", str(port),
         "--domain", mock.domain, "--log-level", "critical"], cwd=folder)
    return mock, server


def is_ready(mock, server):
    """Whether the server answers; waits until it does or has ended."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            return bool(mock("GET", "/api/v2/instance"))
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    server.kill()
    server.wait()
    return False


@contextmanager
def cutting_server():
    """A server that promises more than it sends and hangs up in the middle of its answer."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                visitor, _ = listener.accept()
            except OSError:
                return
            with visitor:
                visitor.recv(65536)
                visitor.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{"id": "1"')

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.close()


class Tusk:
    """The program, signed in by its environment and with nothing of the person who runs the test."""

    def __init__(self, program, folder):
        self.program = program
        homes = {name: f"{folder}/{name}" for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
        self.environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", **homes}

    def __call__(self, *arguments, server, token=MINE):
        return subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
            env={**self.environment, "TUSK_SERVER": server, "TUSK_TOKEN": token})

    def start(self, *arguments, server, token=MINE):
        return subprocess.Popen(
            [self.program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**self.environment, "TUSK_SERVER": server, "TUSK_TOKEN": token})


class Table:
    """Rows of what was tried, and how many were as they should be."""

    def __init__(self):
        self.passed = 0
        self.failed = 0

    def row(self, title, url, done, wrong):
        said = (done.stdout if done.returncode == 0 else done.stderr).splitlines() or [""]
        first = said[0].replace("\t", "  ")[:56]
        print(f"{'ok  ' if not wrong else 'FAIL'} {title:46} {done.returncode:>3}  {first:56}  {url}")
        if wrong:
            print(f"     {wrong}")
            for line in (done.stdout + done.stderr).splitlines()[1:4]:
                print(f"     | {line[:150]}")
        self.passed += not wrong
        self.failed += bool(wrong)


def crash(done):
    """How the program broke, if it did."""
    if done.returncode < 0 or done.returncode > 128 or "Fatal error" in done.stderr:
        return f"crashed: {done.stderr.strip()[-200:]}"
    return None


def scene(mock):
    """What the requests act on: two statuses of bob's, and three notifications."""
    statuses = [mock("POST", "/api/v1/statuses", {"status": text}, BOBS)["id"] for text in
                ("a lighthouse in the fog", "@alice did you see it?")]
    mock("POST", f"/api/v1/accounts/{mock.id_of('alice')}/follow", {}, BOBS)
    hers = mock("POST", "/api/v1/statuses", {"status": "yes"})["id"]
    mock("POST", f"/api/v1/statuses/{hers}/favourite", {}, BOBS)
    return statuses[0], [notification["id"] for notification in mock.notifications()]


def requests(mock):
    """The fifteen requests of Tusker's page, each with what must hold of its answer and of the server afterwards."""
    status, notices = scene(mock)

    def follows():
        return mock("GET", f"/api/v1/accounts/relationships?id[]={mock.id_of('bob')}")[0]["following"]

    def state(key):
        return mock("GET", f"/api/v1/statuses/{status}")[key]

    def is_posted():
        return any("said by tusk" in post["content"] and post["visibility"] == "unlisted"
                   for post in mock.statuses_of("alice"))

    bob = f"bob@{mock.domain}"
    return [
        (f"show account @{bob}", lambda out: "Bob" in out),
        ("me", lambda out: f"alice@{mock.domain}" in out),
        (f"get account acct={bob} --json", lambda out: json.loads(out)["username"] == bob),
        (f"follow @{bob}", lambda out: follows()),
        (f"show status status:{status}", lambda out: "lighthouse" in out),
        (f"get status status:{status} --json", lambda out: "lighthouse" in json.loads(out)["content"]),
        ("post 'said by tusk' visibility=unlisted", lambda out: is_posted()),
        (f"fav status:{status}", lambda out: state("favourited")),
        (f"boost status:{status}", lambda out: state("reblogged")),
        (f"get notification notification:{notices[0]} --json", lambda out: json.loads(out)["kind"]),
        ("notifications count=5", lambda out: all(notice in out for notice in notices)),
        (f"dismiss notification:{notices[0]}",
         lambda out: notices[0] not in [notification["id"] for notification in mock.notifications()]),
        ("dismiss all --yes", lambda out: mock.notifications() == []),
        ("get instance", lambda out: mock.domain in out),
        ("search lighthouse", lambda out: "lighthouse" in out),
    ]


def try_requests(tusk, mock, table):
    for line, holds in requests(mock):
        url = tusk("url", line, server=mock.base).stdout.strip()
        done = tusk("-c", line, server=mock.base)
        wrong = crash(done) or (done.returncode != 0 and "it failed") or (not url and "it has no URL")
        table.row(line, url, done, wrong or (not holds(done.stdout) and "the server or the answer is not as it should be"))


def try_faults(tusk, mock, table):
    """What ends a request with an exit status of its own; what is waited out or repeated is in faults.py."""
    temporary, refused, signed_out = 75, 69, 77

    def expect(title, codes, *lines, server=mock.base, token=MINE):
        done = tusk(*[word for line in lines for word in ("-c", line)], server=server, token=token)
        expected = " or ".join(map(str, codes))
        wrong = crash(done) or (done.returncode not in codes and f"the exit status is not {expected}")
        table.row(title, " ; ".join(lines), done, wrong or (not done.stderr.startswith("error: ") and "it does not say why"))

    effects = [
        ("502 with a page for people", (temporary,), {"type": "status", "status": 502, "body": "<html>"}),
        ("401", (signed_out,), {"type": "status", "status": 401}),
        ("403", (refused,), {"type": "status", "status": 403}),
        ("404", (refused,), {"type": "status", "status": 404}),
        ("422", (signed_out,), {"type": "status", "status": 422}),
        ("no JSON at all", (refused, temporary), {"type": "malformed", "truncate": False}),
        ("an answer of another shape", (refused, temporary), {"type": "status", "status": 200, "body": [1, None]}),
    ]
    for title, codes, effect in effects:
        with mock.fault(**effect):
            expect(title, codes, "me")
    with cutting_server() as address:
        expect("a connection that breaks", (temporary,), "me", server=address)
    expect("nobody listens", (temporary,), "me", server=address)
    expect("a wrong token", (signed_out,), "me", token="wrong")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = Table()
    with tempfile.TemporaryDirectory() as folder, mock_server(folder) as mock:
        tusk = Tusk(os.path.abspath(sys.argv[1]), folder)
        print(f"     {'command':46}     {'first line of the answer':56}  URL")
        try_requests(tusk, mock, table)
        print(f"     {'fault':46}     {'first line of the answer':56}  command")
        try_faults(tusk, mock, table)
    print(f"{table.passed} passed, {table.failed} failed")
    sys.exit(1 if table.failed else 0)


if __name__ == "__main__":
    main()
