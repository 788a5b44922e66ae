#!/usr/bin/env python3
"""Opens every kept home with today's programs and continues the work that was killed in it.

usage: Tests/KeptHomes/open.py BUILD     BUILD has tusk and tusk-sandbox

Each home is opened twice: as if it had been left a month ago, and a minute ago. The server has the
statuses and follows that it had then. What was done must stay done, and what was begun must be completed, nothing twice.
Prints a line for each check that fails; the last is 'N passed, N failed'.
"""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from keep import at_terminal
from world import ALICE, BOB, CAROL, FRIENDS, HOME, SECRETS, SERVER, Home, World, announcement_key, fingerprint

from project import sandbox
from signin import Login

HOMES = Path(__file__).resolve().parent
EDITED = "The spring fair begins on Tuesday."
OOB = "urn:ietf:wg:oauth:2.0:oob"
# Seconds since 1970, of this decade.
TIME = re.compile(r"\b1[78]\d{8}\b")
MINUTE, MONTH = 60, 30 * 86_400


class Visit:
    """One opening of a kept home."""

    def __init__(self, kept, build, folder, world, is_recent):
        self.kept, self.tusk, self.world, self.is_recent = kept, build / "tusk", world, is_recent
        self.home = Home(folder, self.tusk)
        self.rows = []

    def restore(self):
        """Puts the files in place and gives the server what it had."""
        shutil.copytree(self.kept / "scripts", self.home.scripts)
        (self.home.folder / "carol-token").write_text(self.world.carol + "\n")
        client = self.world.post(
            "/api/v1/apps", {"client_name": "Tusk", "redirect_uris": OOB, "scopes": "read write"})
        self.client = client["client_id"]
        secrets = [self.world.token, self.world.bob, client["client_id"], client["client_secret"]]
        host = self.world.base.removeprefix("http://")
        self.names = dict(zip([*SECRETS, SERVER, HOME], [*secrets, host, str(self.home.folder)]))
        self.seed()
        self.later = int(time.time()) - (MINUTE if self.is_recent else MONTH) - self.newest()
        self.put("cache/server.json", self.home.part("cache") / f"servers/{fingerprint(self.world.base)[:32]}.json")
        self.rates = self.home.part("state") / "rates" / fingerprint(self.world.base, ALICE)[:32]
        self.put("state/rates.json", self.rates)
        self.put("state/history", self.home.part("state") / "history")
        for name in ("accounts", "permissions", "registrations"):
            self.put(f"config/{name}.json", self.home.part("config") / f"{name}.json")
        journal = self.home.part("state") / "journal.db"
        journal.touch(0o600)
        with sqlite3.connect(journal) as database:
            database.executescript(self.text("state/journal.dump"))

    def newest(self):
        return max(int(number) for number in TIME.findall((self.kept / "state/history").read_text()))

    def text(self, name):
        """The text of a kept file with today's names and times."""
        text = (self.kept / name).read_text()
        for name, put in self.names.items():
            text = text.replace(name, put)
        return TIME.sub(lambda found: str(int(found[0]) + self.later), text)

    def put(self, name, path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_text(self.text(name))

    def seed(self):
        """Posts and follows what the server had; its identifiers are new."""
        had = json.loads((self.kept / "server.json").read_text())
        for status in had["statuses"]:
            fields = {"status": status["text"], "visibility": status["visibility"]}
            if status["reply"]:
                fields["in_reply_to_id"] = self.names[status["reply"]]
            is_announcement = "fair" in status["text"]
            headers = {"Idempotency-Key": announcement_key(self.home)} if is_announcement else {}
            made = self.world.post("/api/v1/statuses", fields, headers=headers)
            self.names[status["id"]] = made["id"]
            if is_announcement:
                # A search for its text finds nothing, so that only the key prevents a second one.
                self.world.request(f"/api/v1/statuses/{made['id']}", {"status": EDITED}, "PUT")
        for friend in had["following"]:
            found = self.world.get(f"/api/v1/accounts/lookup?acct={friend}")
            self.world.post(f"/api/v1/accounts/{found['id']}/follow", {})
        for status in had["favorites"]:
            self.world.post(f"/api/v1/statuses/{status}/favourite", {})

    def run(self, *words, code=0, says=""):
        """Runs a command without a terminal and returns its output, or None if it did not end as it should."""
        done = subprocess.run(
            [self.tusk, *words], env=self.home.environment, cwd=self.home.scripts, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=90)
        said = done.stdout + done.stderr
        if done.returncode == code and says in said:
            return said or "\n"
        print(f"    {words}: exit status {done.returncode} and not {code}, or without '{says}':\n{said}")
        return None

    def check(self, claim, holds):
        self.rows.append((claim, bool(holds)))

    def count(self, text):
        return self.world.texts().count(text)

    def go_on(self):
        self.check("the accounts are signed in", all(
            self.run("accounts", says=name) for name in (ALICE, BOB, CAROL)) and self.run("whoami", says=ALICE))
        self.check("each account acts", all(
            self.run("use", name) and self.run("-c", "me --ids", says=name) for name in (BOB, CAROL, ALICE)))
        self.check("the app is not registered anew", self.client in Login(
            self.home, "--oob", "--scopes", "read write", self.world.base).page)
        self.check("a list killed half-way is followed to its end", self.run("follow.tsk"))
        self.check("each account is followed once", self.world.followed() == FRIENDS
                   and [self.world.notices(friend) for friend in FRIENDS] == [1] * len(FRIENDS))
        self.check("a thread killed half-way is completed", self.run("thread.tsk") and self.is_thread())
        self.check("a block resumes after the last answer", self.run("welcome.tsk") and self.world.is_favorite("123"))
        self.check("an answered post is not repeated", self.count("Welcome, Bob!") == 1 == self.count("Welcome, Carol!"))
        self.check("a lost post is sent again with the same key", self.run("announce.tsk")
                   and sum("fair" in text for text in self.world.texts()) == 1)
        self.check("what is done stays done", self.stays_done())
        self.check("British verbs and fields are read", self.run("--flavour", "mastodon", "favourites.tsk"))
        self.check("the journal is listed", self.run("journal", "list", "follow.tsk", says="friend01@friends.example"))
        self.check("permissions are listed", self.run("permissions", says="Book Shop"))
        self.check("a permitted program runs without a question", self.run(
            "open", "tusker://x-callback-url/favoriteStatus?statusID=109&silent=true&x-source=Book%20Shop"))
        self.check("a changed script needs a new permission", self.changed_script())
        self.check("the prompt recalls a line", "Carol :parrot:" in at_terminal(
            [self.tusk], self.home, "\x1b[A\x1b[A\nexit\n"))
        self.check_times()

    def is_thread(self):
        found = [one for one, text in zip(self.world.statuses(), self.world.texts()) if text.startswith("Paragraph")]
        parents = [None, *(one["id"] for one in found)]
        return len(found) == 4 and [one["in_reply_to_id"] for one in found] == parents[:4]

    def stays_done(self):
        before = self.world.texts()
        scripts = ("follow.tsk", "thread.tsk", "welcome.tsk", "announce.tsk")
        return all(self.run(script) for script in scripts) and self.world.texts() == before

    def changed_script(self):
        with (self.home.scripts / "favourites.tsk").open("a") as script:
            script.write("# changed\n")
        return self.run("favourites.tsk", code=3, says="needs permission to change")

    def check_times(self):
        """Checks what depends on how long ago the home was left."""
        process = subprocess.Popen(
            [self.tusk, "tick.tsk"], env=self.home.environment, cwd=self.home.scripts, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 4
        while self.count("All is well.") == 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        process.kill()
        process.wait()
        if not self.is_recent:
            return self.check("a missed schedule runs", self.count("All is well.") == 2)
        self.check("--flavour is an option", self.run("--flavour", "pixelfed", "-c", "can quotes", code=1))
        self.check("a schedule waits for its next time", self.count("All is well.") == 1)
        self.check("a recent post is not repeated", self.run(
            "-c", 'post "Typed once."', code=3, says="--again") and self.count("Typed once.") == 1)
        self.check("a post lost at the prompt is looked up", self.run(
            "-c", 'post "Lost at the prompt."', says="an earlier run") and self.count("Lost at the prompt.") == 1)
        kept = json.loads(self.text("state/rates.json"))["counts"]["statuses"]["used"]
        now = json.loads(self.rates.read_text())["counts"]["statuses"]["used"]
        self.check("the request counts continue", now > kept)

    def ask_cache(self):
        """Checks the cache once the server is gone."""
        if self.is_recent:
            self.check("the cached profile of the server is read", self.run("-c", "can quotes"))


@contextmanager
def visit(kept, build, is_recent):
    # A kept command has the path of the home without quotes, so it must have no blanks, which $TMPDIR may have.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        with sandbox(build / "tusk-sandbox") as (base, token):
            one = Visit(kept, build, f"{folder}/home", World(base, token), is_recent)
            one.restore()
            yield one
        one.ask_cache()


def main(build):
    failed = passed = 0
    for kept in sorted(path.parent for path in HOMES.glob("*/server.json")):
        for is_recent in (False, True):
            with visit(kept, Path(build).resolve(), is_recent) as one:
                one.go_on()
            for claim, holds in one.rows:
                if not holds:
                    print(f"NO  {kept.name}, left {'a minute' if is_recent else 'a month'} ago: {claim}")
            good = sum(holds for _, holds in one.rows)
            passed, failed = passed + good, failed + len(one.rows) - good
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
