"""What the parts of scripts/bench share: the programs, their time and memory, and statuses of a sandbox."""

import http.client
import json
import os
import subprocess
import time
from pathlib import Path

from project import ROOT, private_environment, sandbox  # noqa: F401

# Another build can be measured, to compare: its programs are beside each other.
TUSK = Path(os.environ.get("TUSK", ROOT / ".build-run/release/tusk"))
SANDBOX = TUSK.parent / "tusk-sandbox"


def times(commands, runs, folder, environment):
    """The statistics of each command; all are run in one session, under the same load."""
    report = f"{folder}/times.json"
    subprocess.run(
        ["hyperfine", "-N", "--style", "none", "--warmup", "20", "--runs", str(runs), "--export-json", report, *commands],
        check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.loads(Path(report).read_text())["results"]


def spent(command, environment, source=subprocess.DEVNULL, output=subprocess.DEVNULL):
    """The seconds that a command takes, and its peak memory in MiB.

    A process started by Python counts Python's own memory until it becomes tusk; that of `time` is negligible.
    """
    done = subprocess.run(
        ["time", "-f", "%e %M", *command], env=environment, stdin=source, stdout=output,
        stderr=subprocess.PIPE, text=True, check=True)
    seconds, memory = done.stderr.split()[-2:]
    return float(seconds), int(memory) / 1024


def statuses(base, token, count):
    """The ids of new statuses."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    for number in range(count):
        connection.request("POST", "/api/v1/statuses", json.dumps({"status": f"status {number}"}), headers)
        yield json.load(connection.getresponse())["id"]


def delay_answers(base, token, milliseconds, count):
    """Makes the sandbox wait before each of the next answers."""
    form = f"kind=delay&milliseconds={milliseconds}&path=/api&count={count}"
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/sandbox/v1/faults", form, headers)
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"the sandbox does not delay: {answer.status} {answer.read()[:200]!r}")


def clocked(act):
    """The seconds that a function takes, and its value."""
    start = time.monotonic()
    value = act()
    return time.monotonic() - start, value
