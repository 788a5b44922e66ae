"""What tusk does about a server that fails: each fault, met by a read, a favorite and a post, against mastodon-mock.

usage: faults.py TUSK

Needs the Python package mastodon_mock in the Python that runs this. Each row says how tusk ended, how often the server
was asked for the thing itself, and what came of it there; a post must never be there twice, nor be lost where tusk says
that it was made. The exit status is 1 if a check failed.
"""

import os
import socket
import struct
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from mock import BOBS, CONTROL, Tusk, crash, mock_server

DONE, REFUSED, TEMPORARY = 0, 69, 75
# What is asked for by each kind. They are tried at the same time, so none of them may meet what is meant for another.
KINDS = {
    "read": ("GET", "/api/v1/statuses/{status}"),
    "favorite": ("POST", "/api/v1/statuses/{status}/favourite"),
    "post": ("POST", "/api/v1/statuses"),
}


class Line:
    """A line to the server that counts the requests of one kind, and breaks in the way it is told to."""

    def __init__(self, mock):
        self.upstream = ("127.0.0.1", int(mock.domain.split(":")[1]))
        self.method = self.path = None
        self.breaks, self.count = [], 0
        self.is_holding = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                visitor, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(visitor,), daemon=True).start()

    def talk(self, visitor):
        with visitor:
            while request := message(visitor):
                method, path = request.split(b" ", 2)[:2]
                path = path.split(b"?")[0]
                is_marked = (method, path) == (self.method.encode(), self.path.encode())
                self.count += is_marked
                breaks = self.breaks.pop(0) if is_marked and self.breaks else None
                if breaks == "reset before":
                    return reset(visitor)
                if breaks == "hold before":
                    self.is_holding.set()
                    return visitor.recv(1)
                with socket.create_connection(self.upstream) as server:
                    server.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
                    answer = b"".join(iter(lambda: server.recv(65536), b""))
                if breaks == "reset after":
                    return reset(visitor)
                if breaks == "hold after":
                    self.is_holding.set()
                    return visitor.recv(1)
                if breaks == "cut":
                    visitor.sendall(answer[:-20])
                    return
                visitor.sendall(answer)
                # The server closes each connection, and its answer says so.
                return


def message(visitor):
    """One request with its body; nothing where the visitor has left."""
    text = b""
    while b"\r\n\r\n" not in text:
        part = visitor.recv(65536)
        if not part:
            return b""
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                   if line.startswith(b"content-length:")), 0)
    while len(body) < length:
        body += visitor.recv(65536)
    return head + b"\r\n\r\n" + body


def reset(visitor):
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    visitor.close()


# What the fault is, how often it is met (None: always), further words of the command; then for a read, a favorite and a
# post: the exit status, how often the thing was asked for, and whether it is there afterwards.
YES, NO = True, False
FAULTS = [
    ("429 with Retry-After", {"type": "ratelimit", "headers": {"Retry-After": "1"}}, 1, "",
     [(DONE, 2, YES), (DONE, 2, YES), (DONE, 2, YES)]),
    ("429 without Retry-After", {"type": "status", "status": 429}, 1, "",
     [(DONE, 2, YES), (DONE, 2, YES), (DONE, 2, YES)]),
    ("429 for longer than --max-wait", {"type": "ratelimit", "headers": {"Retry-After": "300"}}, None, "max-wait=3s",
     [(TEMPORARY, 1, YES), (TEMPORARY, 1, NO), (TEMPORARY, 1, NO)]),
    ("500 once", {"type": "status", "status": 500}, 1, "", [(DONE, 2, YES), (DONE, 2, YES), (DONE, 2, YES)]),
    ("500 always", {"type": "status", "status": 500}, None, "",
     [(TEMPORARY, 5, YES), (TEMPORARY, 5, NO), (REFUSED, 2, NO)]),
    ("503 once", {"type": "status", "status": 503}, 1, "", [(DONE, 2, YES), (DONE, 2, YES), (DONE, 2, YES)]),
    ("503 always", {"type": "status", "status": 503}, None, "",
     [(TEMPORARY, 5, YES), (TEMPORARY, 5, NO), (TEMPORARY, 2, NO)]),
    ("a reset before it arrived", "reset before", 1, "", [(DONE, 2, YES), (DONE, 2, YES), (DONE, 2, YES)]),
    ("a reset after it was done", "reset after", 1, "", [(DONE, 2, YES), (DONE, 2, YES), (DONE, 1, YES)]),
    ("resets always, after it was done", "reset after", 9, "",
     [(TEMPORARY, 5, YES), (TEMPORARY, 5, YES), (DONE, 1, YES)]),
    ("a body that is cut off", "cut", 1, "", [(DONE, 2, YES), (DONE, 2, YES), (DONE, 1, YES)]),
    ("JSON that is malformed", {"type": "malformed", "truncate": True}, 1, "",
     [(REFUSED, 1, YES), (REFUSED, 1, NO), (DONE, 2, YES)]),
    ("an answer after 10 s", {"type": "latency", "delay_ms": 10_000}, 1, "",
     [(DONE, 1, YES), (DONE, 1, YES), (DONE, 1, YES)]),
    ("an answer after the time-out", {"type": "latency", "delay_ms": 4000}, 1, "timeout=2s",
     [(TEMPORARY, 1, YES), (TEMPORARY, 1, YES), (REFUSED, 1, YES)]),
]
# When a run that posts is killed.
DEATHS = ["hold before", "hold after"]
# How many faults are tried at the same time, each with a server of its own; most of the time they wait.
AT_ONCE = 5


class Scene:
    """One kind of request that meets one fault, over a line of its own."""

    def __init__(self, kind, program, folder, mock):
        self.kind, self.mock = kind, mock
        self.line = Line(mock)
        # A home of its own, because tusk remembers until when a server wants to be left alone.
        self.tusk = Tusk(program, f"{folder}/{kind}")
        self.text = "what alice posts"
        # What the request is about; bob posts it before any fault is there to be met by him.
        self.status = mock("POST", "/api/v1/statuses", {"status": "what bob posts"}, BOBS)["id"]
        self.line.method, path = KINDS[kind]
        self.line.path = path.format(status=self.status)
        self.rule = None

    def meet(self, fault):
        title, effect, times, words, expected = fault
        command = {
            "read": f"get status status:{self.status}", "favorite": f"fav status:{self.status}",
            "post": f"post '{self.text}'"}[self.kind]
        if isinstance(effect, str):
            self.line.breaks = [effect] * times
        else:
            match = {"methods": [self.line.method], "path_regex": f"^{self.line.path}$"}
            rule = {"match": match, "effect": effect, **({"count": times} if times else {})}
            self.rule = self.mock("POST", CONTROL, rule)["id"]
        done = self.tusk("-c", f"{command} {words}".strip(), server=self.line.base)
        # Of a request that tusk no longer waits for, the server takes notice later.
        return self.outcome(title, done, expected[list(KINDS).index(self.kind)], rest=3 if "timeout" in words else 0)

    def meet_death(self, breaks):
        """The run is killed while it waits for an answer, and the same command is given again."""
        self.line.breaks = [breaks]
        command = ["-c", f"post '{self.text}'"]
        with self.tusk.start(*command, server=self.line.base) as killed:
            arrived = self.line.is_holding.wait(30)
            killed.kill()
        done = self.tusk(*command, server=self.line.base)
        expected = (DONE, 1 if breaks == "hold after" else 2, YES)
        *outcome, wrong = self.outcome(f"kill -9, {breaks[5:]} it was made", done, expected)
        return *outcome, wrong or (not arrived and "nothing came")

    def outcome(self, title, done, expected, rest=0):
        """What is shown of the fault: how tusk ended, how often it asked, what is there now, and what is wrong with it."""
        self.line.breaks, count = [], self.line.count
        self.remove_rule()
        threading.Event().wait(rest)
        there = self.times_there()
        return title, self.kind, done, count, there, crash(done) or self.judge(done, count, there, expected)

    def remove_rule(self):
        if self.rule is not None:
            with suppress(OSError):  # A rule that was used up is gone.
                self.mock("DELETE", f"{CONTROL}/{self.rule}")

    def times_there(self):
        """How often the thing is on the server; asked again where a busy server does not answer that itself."""
        for _ in range(5):
            with suppress(OSError, HTTPException):
                return self.times_read()
            threading.Event().wait(1)
        return self.times_read()

    def times_read(self):
        if self.kind == "read":
            return 1
        if self.kind == "favorite":
            return int(self.mock("GET", f"/api/v1/statuses/{self.status}")["favourited"])
        return sum(self.text in post["content"] for post in self.mock.statuses_of("alice"))

    def judge(self, done, count, there, expected):
        code, times, is_there = expected
        if self.kind == "post" and there > 1:
            return "it was posted twice"
        if done.returncode != code:
            return f"the exit status is not {code}"
        if count != times:
            return f"it was asked for {count} times and not {times}"
        if bool(there) != is_there:
            return "it is there" if there else "it is not there"
        return None


def show(title, kind, done, count, there, wrong):
    """Prints what came of one fault; whether it was what should."""
    line = ((done.stderr if done.returncode else done.stdout).strip().splitlines() or [""])[0][:90]
    print(f"{'FAIL' if wrong else 'ok  '} {title:34} {kind:9} {done.returncode:>4}  {count:>5}  {there:>5}  {line}")
    if wrong:
        print(f"     {wrong}")
        for rest in done.stderr.splitlines()[:5]:
            print(f"     | {rest}")
    return not wrong


def tried(program, folder, fault):
    """What came of one fault, or of one death, with a server of its own."""
    folder.mkdir()
    with mock_server(folder) as mock:
        if isinstance(fault, str):
            return [Scene("post", program, folder, mock).meet_death(fault)]
        scenes = [Scene(kind, program, folder, mock) for kind in KINDS]
        with ThreadPoolExecutor(len(scenes)) as pool:
            return list(pool.map(lambda scene: scene.meet(fault), scenes))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    print(f"     {'fault':34} {'met by':9} {'exit':>4}  {'asked':>5}  {'there':>5}  last line")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        tries = enumerate(FAULTS + DEATHS)
        results = pool.map(lambda one: tried(program, Path(folder) / str(one[0]), one[1]), tries)
        outcomes = [show(*outcome) for result in results for outcome in result]
    passed, failed = outcomes.count(True), outcomes.count(False)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
