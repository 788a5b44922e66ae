#!/usr/bin/env python3
"""Makes the home of a person who uses a version of tusk, with scripts that were killed half-way.

usage: Tests/KeptHomes/keep.py BUILD FOLDER

BUILD has tusk and tusk-sandbox of that version. FOLDER is named after the version and holds the home's scripts; the rest
is written beside them. Run it once, before a version is released: later versions open the home as it was.
"""

import json
import os
import pty
import select
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from world import ALICE, BOB, CAROL, HOME, SECRETS, SERVER, Home, World, announcement_key, fingerprint

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "CompatibilityTests"))
from project import sandbox_with_secret  # noqa: E402
from signin import Login, Server  # noqa: E402


class Keeper:
    """Uses tusk as a person would, and keeps the files that this leaves."""

    def __init__(self, build, folder, world, home):
        self.folder, self.world, self.home = folder, world, home
        self.tusk = build / "tusk"

    def run(self, *words, text="", code=0):
        done = subprocess.run(
            [self.tusk, *words], input=text, env=self.home.environment, cwd=self.home.scripts, capture_output=True, text=True,
            timeout=60)
        assert done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def sign_in(self, secret):
        (self.home.folder / "carol-token").write_text(self.world.carol + "\n")
        login = Login(self.home, "--oob", "--scopes", "read write", self.world.base)
        server = Server("sandbox", self.world.base, (), None, True, secret)
        assert login.end(server.consent(login.page, "bob") + "\n").returncode == 0
        self.run("login", "--token-command", f"cat {self.home.folder}/carol-token", self.world.base)
        self.run("login", "--token", "-", self.world.base, text=self.world.token + "\n")
        self.run("use", ALICE)

    def is_hit(self):
        return not self.world.get("/sandbox/v1/faults")

    def killed(self, *words, when):
        """Runs a command and kills it as soon as the condition holds."""
        process = subprocess.Popen(
            [self.tusk, *words], env=self.home.environment, cwd=self.home.scripts, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not when():
            assert process.poll() is None and time.monotonic() < deadline, f"{words} was not killed in time"
            time.sleep(0.01)
        process.kill()
        process.wait()
        self.world.request("/sandbox/v1/faults", method="DELETE")

    def fault(self, **fields):
        self.world.post("/sandbox/v1/faults", {"method": "POST"} | fields)

    def lose_answer(self, path, after):
        """Drops the answer to one change, after others that succeed.

        Both a retry and a look at what was posted hang until tusk is killed.
        """
        if after:
            self.fault(kind="delay", milliseconds=0, path=path, count=after)
        self.fault(kind="drop-answer", path=path)
        self.fault(kind="delay", milliseconds=600_000, path=path, count=9)
        self.fault(kind="delay", milliseconds=600_000, method="GET", path=f"/api/v1/accounts/{self.world.owner}/statuses")

    def work(self):
        for script in sorted(self.home.scripts.glob("*.tsk")):
            self.run("permit", script.name)
        self.run("favourites.tsk")
        self.lose_answer("/api/v1/accounts/", after=2)
        self.killed("follow.tsk", when=lambda: len(self.world.followed()) == 3)
        self.lose_answer("/api/v1/statuses", after=2)
        self.killed("thread.tsk", when=lambda: self.world.count() == 3)
        self.fault(kind="delay", milliseconds=600_000, path="/api/v1/statuses/123/favourite")
        self.killed("welcome.tsk", when=self.is_hit)
        self.lose_answer("/api/v1/statuses", after=0)
        self.killed("announce.tsk", when=lambda: self.world.count() == 6)
        self.killed("tick.tsk", when=lambda: self.world.count() == 7 and self.journal_says(
            "SELECT count(*) FROM occasion WHERE finished IS NULL", 4))
        self.run("-c", 'post "Typed once."')
        self.lose_answer("/api/v1/statuses", after=0)
        self.killed("-c", 'post "Lost at the prompt."', when=lambda: self.world.count() == 9)
        assert self.journal_says("SELECT count(*) FROM effect WHERE answered IS NULL", 5), "something ended"

    def journal_says(self, question, number):
        with sqlite3.connect(f"file:{self.home.part('state')}/journal.db?mode=ro", uri=True) as journal:
            return journal.execute(question).fetchone()[0] == number

    def converse(self):
        """Types lines at the prompt for the history, and permits a program for good."""
        lines = ["favourites count=2", "can quotes", f"get account acct={CAROL[1:]}"]
        at_terminal([self.tusk], self.home, "".join(f"{line}\n" for line in [*lines, "exit"]))
        url = "tusker://x-callback-url/favoriteStatus?statusID=109&silent=true&x-source=Book%20Shop"
        at_terminal([self.tusk, "open", url], self.home, "always\n")

    def keep(self):
        """Writes the home's files with placeholders for what differs each time."""
        registration = json.loads((self.home.part("config") / "registrations.json").read_text())[0]["app"]
        accounts = json.loads((self.home.part("config") / "accounts.json").read_text())["accounts"]
        token = next(one for one in accounts if one["name"] == BOB)["credentials"]["token"]["access_token"]
        secrets = [self.world.token, token, registration["client_id"], registration["client_secret"]]
        host = self.world.base.removeprefix("http://")
        self.names = dict(zip([str(self.home.folder), host, *secrets], [HOME, SERVER, *SECRETS]))
        # The home is opened after another start of the machine, so that only the time of day tells what is recent.
        self.names[Path("/proc/sys/kernel/random/boot_id").read_text().strip()] = "00000000-0000-0000-0000-000000000000"
        for path, name in [("config/accounts.json", None), ("config/permissions.json", None),
                           ("config/registrations.json", None), ("state/history", None),
                           ("state/rates/*", "state/rates.json"), ("cache/servers/*", "cache/server.json")]:
            part, rest = path.split("/", 1)
            for file in self.home.part(part).glob(rest):
                if "rates" not in path or file.name.startswith(fingerprint(self.world.base, ALICE)[:32]):
                    self.write(name or path, file.read_text())
        with sqlite3.connect(self.home.part("state") / "journal.db") as journal:
            pragmas = [f"PRAGMA {name} = {journal.execute(f'PRAGMA {name}').fetchone()[0]};"
                       for name in ("application_id", "user_version")]
            self.write("state/journal.dump", "\n".join([*journal.iterdump(), *pragmas]) + "\n")
        self.write("server.json", json.dumps(self.server(), indent=1, ensure_ascii=False) + "\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for found, put in self.names.items():
            text = text.replace(found, put)
        path.write_text(text)

    def server(self):
        """What the server has now and did not have before."""
        statuses = [{"id": one["id"], "text": text, "visibility": one["visibility"], "reply": one["in_reply_to_id"]}
                    for one, text in zip(self.world.statuses(), self.world.texts())]
        return {"statuses": statuses, "following": self.world.followed(),
                "favorites": [one for one in ("109", "123") if self.world.is_favorite(one)]}


def at_terminal(words, home, text):
    """Runs a program at a terminal, types the text and returns the output."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        words, env=home.environment, cwd=home.scripts, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    written = b""
    for line in text.splitlines(keepends=True):
        # A person types when the program has written something and waits.
        written += read(ours, first=20, then=0.3)
        os.write(ours, line.encode())
    written += read(ours, first=20, then=20)
    os.close(ours)
    assert process.wait(30) == 0, written.decode(errors="replace")
    return written.decode(errors="replace")


def read(terminal, first, then):
    """Reads until nothing has come for some seconds or the other end is closed."""
    written, patience = b"", first
    while select.select([terminal], [], [], patience)[0]:
        try:
            written += os.read(terminal, 65536)
        except OSError:
            break
        patience = then
    return written


def check_key(state, home):
    """Checks that the announcement was sent with the key that open.py computes."""
    with sqlite3.connect(f"{state}/sandbox.db") as server:
        keys = [row[0] for row in server.execute("SELECT key FROM idempotency")]
    key = announcement_key(home)
    assert key in keys, f"{key} is not among {keys}"


def main(build, folder):
    build, folder = Path(build).resolve(), Path(folder).resolve()
    with tempfile.TemporaryDirectory() as place:
        home = Home(f"{place}/home", build / "tusk")
        shutil.copytree(folder / "scripts", home.scripts)
        with sandbox_with_secret(build / "tusk-sandbox", f"{place}/server") as (base, token, secret):
            keeper = Keeper(build, folder, World(base, token), home)
            keeper.sign_in(secret)
            keeper.work()
            keeper.converse()
            keeper.keep()
        check_key(f"{place}/server", home)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
