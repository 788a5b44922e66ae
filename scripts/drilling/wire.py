"""A small HTTP/1.1 server that can break an answer in every way that connections, proxies and programs do."""

import json
import socket
import struct
import threading
from dataclasses import dataclass, field
from email.utils import formatdate

REASONS = {200: "OK", 301: "Moved Permanently", 404: "Not Found", 429: "Too Many Requests", 503: "Service Unavailable"}
# For how long a connection is held that gets no answer: longer than any time limit of a drill.
HOLD = 60
DRIBBLE = 0.3


@dataclass
class Request:
    """A request, with its body still as bytes."""

    method: str
    path: str
    query: str
    headers: dict
    body: bytes

    @property
    def target(self):
        return f"{self.path}?{self.query}" if self.query else self.path


@dataclass
class Answer:
    """An answer, and how it is broken on its way."""

    status: int = 200
    body: bytes = b""
    headers: list = field(default_factory=list)
    date: float | None = None
    effect: str | None = None

    @classmethod
    def of(cls, value, status=200, headers=()):
        return cls(status, json.dumps(value).encode(), [("Content-Type", "application/json; charset=utf-8"), *headers])

    @property
    def head(self):
        fields = [*self.headers, ("Content-Length", str(len(self.body)))]
        if self.date is not None:
            fields.append(("Date", formatdate(self.date, usegmt=True)))
        lines = [f"HTTP/1.1 {self.status} {REASONS.get(self.status, 'Other')}", *(f"{name}: {value}" for name, value in fields)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Listener:
    """A server on a free port of this machine; `answer` gets each request and returns the answer to it."""

    def __init__(self, answer, keeps_alive=False, host="127.0.0.1"):
        self.answer, self.keeps_alive = answer, keeps_alive
        self.closing = threading.Event()
        self.socket = socket.create_server((host, 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.base = f"http://{host}:{self.port}"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                visitor, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=(visitor,), daemon=True).start()

    def talk(self, visitor):
        with visitor:
            try:
                visitor.settimeout(HOLD)
                while request := read(visitor):
                    answer = self.answer(request)
                    if not self.keeps_alive:
                        answer.headers.append(("Connection", "close"))
                    if not self.send(visitor, answer) or not self.keeps_alive:
                        return
            except (OSError, ValueError):
                return  # The visitor has left, perhaps because it was killed.

    def send(self, visitor, answer):
        """Sends an answer; returns whether the connection is still usable."""
        match answer.effect:
            case None:
                visitor.sendall(answer.head + answer.body)
                return True
            case "reset":
                visitor.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            case "close":
                pass
            case "silence":
                self.wait_for_end(visitor)
            case "cut":
                visitor.sendall(answer.head + answer.body[:len(answer.body) // 2])
            case "half a head":
                visitor.sendall(answer.head[:25])
            case "slow":
                self.dribble(visitor, answer.head + answer.body)
        return False

    def wait_for_end(self, visitor):
        visitor.settimeout(0.2)
        for _ in range(HOLD * 5):
            try:
                if self.closing.is_set() or not visitor.recv(1):
                    return
            except TimeoutError:
                continue

    def dribble(self, visitor, text):
        for index in range(0, len(text), 8):
            visitor.sendall(text[index:index + 8])
            if self.closing.wait(DRIBBLE):
                return

    def close(self):
        self.closing.set()
        # Otherwise the thread that accepts would keep the port.
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def read(visitor):
    """One request with its body; nothing where the visitor has left."""
    text = b""
    while b"\r\n\r\n" not in text:
        part = visitor.recv(65536)
        if not part:
            return None
        text += part
    head, _, body = text.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    if "chunked" in headers.get("transfer-encoding", ""):
        body = read_chunks(visitor, body)
    while len(body) < int(headers.get("content-length", 0)):
        part = visitor.recv(65536)
        if not part:
            return None
        body += part
    path, _, query = target.partition("?")
    return Request(method, path, query, headers, body)


def read_chunks(visitor, text):
    """The body that comes in chunks."""
    body = b""
    while True:
        while b"\r\n" not in text:
            text += some(visitor)
        size, _, text = text.partition(b"\r\n")
        count = int(size, 16)
        while len(text) < count + 2:
            text += some(visitor)
        body, text = body + text[:count], text[count + 2:]
        if not count:
            return body


def some(visitor):
    part = visitor.recv(65536)
    if not part:
        raise ConnectionError("the visitor left in the middle of a request")
    return part
