"""Runs tusk in a home folder of its own, and keeps what it said."""

import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from project import private_environment  # noqa: E402

DONE, CANCELED, REFUSED = 0, 3, 69
# The status of a run that did not end in time; no signal has this number.
ENDLESS = -99
# What tusk says if it cannot tell whether a change was made.
NOT_KNOWN = re.compile("unknown whether|is unknown|may have been (made|done)")
LIMIT = 90
UNTIL = re.compile(r"is limiting requests until (\S+Z)")
LONGEST_LIMIT = 20


@dataclass
class Outcome:
    """How a run ended."""

    words: list
    status: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def is_done(self):
        return self.status == DONE

    @property
    def is_repeat(self):
        """Whether it did nothing because an earlier run did the same."""
        return self.status == CANCELED and "did the same" in self.stderr

    @property
    def is_undecided(self):
        return self.status == REFUSED and bool(NOT_KNOWN.search(self.stderr))

    @property
    def is_mute(self):
        """Whether it failed without a word."""
        return self.status > 0 and not self.stderr.strip()

    def wait_for_limit(self):
        """Waits until the server accepts requests again, if that is why it failed."""
        if limit := UNTIL.search(self.stderr):
            left = datetime.fromisoformat(limit[1]).timestamp() - time.time() + 1
            time.sleep(min(max(left, 0), LONGEST_LIMIT))

    @property
    def is_killed(self):
        return self.status == -signal.SIGKILL

    @property
    def is_endless(self):
        return self.status == ENDLESS

    def __str__(self):
        said = "\n".join(f"      {line[:200]}" for line in (self.stdout + self.stderr).strip().splitlines()[:6])
        return f"    exit {self.status} after {self.seconds:.1f} s: {' '.join(map(str, self.words))[:300]}\n{said}"


class Desk:
    """A home folder, and a program that works with it at the server of this base URL, or else at the sandbox."""

    def __init__(self, program, base, sabotage=None):
        self.program, self.sabotage = program, sabotage
        self.folder = Path(tempfile.mkdtemp(prefix="tusk-drill-"))
        account = {"TUSK_SERVER": base, "TUSK_TOKEN": "drill-token"} if base else {}
        self.environment = private_environment(self.folder, **account)
        self.outcomes = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def journal(self):
        return self.folder / "xdg_state_home/tusk/journal.db"

    def start(self, *words, reading=None):
        """Starts it, with a file of the folder as standard input."""
        if self.sabotage == "forget":
            shutil.rmtree(self.folder / "xdg_state_home", ignore_errors=True)
        with open(self.folder / reading if reading else "/dev/null") as source:
            return subprocess.Popen(
                [self.program, *words], env=self.environment, cwd=self.folder, stdin=source, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)

    def run(self, *words, reading=None, limit=LIMIT):
        """Runs to the end."""
        return self.finish(self.start(*words, reading=reading), [*words, *(["<", reading] if reading else [])], limit)

    def watch(self, *words, until, limit):
        """Runs until it ends, prints a word, or the time is over; then it is killed."""
        began = time.monotonic()
        process = self.start(*words)
        timer = threading.Timer(limit, process.kill)
        timer.start()
        seen = []
        for line in process.stdout:
            seen.append(line)
            if until in line:
                process.kill()
        timer.cancel()
        outcome = self.finish(process, words)
        outcome.stdout = "".join(seen) + outcome.stdout
        outcome.seconds = time.monotonic() - began
        return outcome

    def finish(self, process, words, limit=LIMIT):
        """Waits for the end of a run that was started."""
        began = time.monotonic()
        status = None
        try:
            stdout, stderr = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            stdout, stderr = process.communicate()
            status = ENDLESS
        if self.sabotage == "hush":
            stderr = ""
        outcome = Outcome(list(words), process.returncode if status is None else status, stdout, stderr, time.monotonic() - began)
        self.outcomes.append(outcome)
        return outcome
