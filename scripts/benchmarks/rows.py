"""A long list, against the server that sends it; and the pages a sandbox sends, by wrk."""

import http.client
import json
import re
import subprocess
from pathlib import Path

from measuring import SANDBOX, TUSK, clocked, private_environment, sandbox, spent, statuses

ROWS = 20_000
PAGE = 40
LOADS = (1, 16, 64)


def read_all(base, token, count):
    """Reads the pages of a list one after the other over one connection, and does nothing with them."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    headers, found, last = {"Authorization": f"Bearer {token}"}, 0, None
    while found < count:
        path = f"/api/v1/timelines/home?limit={PAGE}" + (f"&max_id={last}" if last else "")
        connection.request("GET", path, headers=headers)
        page = connection.getresponse().read()
        ids = json.loads(page)
        if not ids:
            break
        found, last = found + len(ids), ids[-1]["id"]
    return found


def measure_rows(count, folder):
    """Rows of reading a whole list as JSON, and its memory beside that of a list of a tenth."""
    with sandbox(SANDBOX) as (base, token):
        environment = {**private_environment(folder), "TUSK_SERVER": base, "TUSK_TOKEN": token}
        memories = []
        for part in (count // 10, count - count // 10):
            for _ in statuses(base, token, part):
                pass
            output = Path(folder, "rows.jsonl")
            with open(output, "wb") as file:
                seconds, memory = spent([TUSK, "-c", "home --all --json"], environment, output=file)
            memories.append(memory)
        found = sum(1 for _ in open(output, "rb"))
        reading, served = clocked(lambda: read_all(base, token, count))
        yield f"home --all of {found} rows, {found / seconds:.0f} a second: share of a bare reader's rate", (
            (found / seconds) / (served / reading)), None
        yield "peak memory for a tenth of the rows, MiB", memories[0], None
        yield "peak memory for all of them, MiB", memories[1], None


def measure_server(seconds, folder):
    """Rows of the requests a second that a sandbox answers, by the number of connections."""
    with sandbox(SANDBOX) as (base, token):
        rates = {}
        for path in ("/health", "/api/v1/timelines/home?limit=20"):
            for load in LOADS:
                command = ["wrk", "-c", str(load), "-t", "1", "-d", f"{seconds}s"]
                command += ["-H", f"Authorization: Bearer {token}", base + path]
                done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
                rates[path, load] = float(re.search(r"Requests/sec: *([0-9.]+)", done.stdout)[1])
                yield f"{path}, {load} connections, a second", rates[path, load], None
        home = "/api/v1/timelines/home?limit=20"
        yield "home : health, one connection", rates[home, 1] / rates["/health", 1], None
