"""A thousand requests of one process to a sandbox, against curl and Mastodon.py; and loops that make them in parallel."""

import statistics
from pathlib import Path

from measuring import ROOT, SANDBOX, TUSK, delay_answers, private_environment, sandbox, spent, statuses

# 1.54 on a slow machine, where tusk's start, which is the whole difference for few requests, takes longer.
REQUESTS, REQUESTS_BOUND, ROUNDS = 1000, 1.75, 5
PEERS = ROOT / ".build/peers/bin/python"
# How often the loops run, and how many of their requests are delayed.
LOOP_ROUNDS, DELAYED, DELAY = 3, 100, 20


def curl_configuration(base, token, ids):
    """A curl configuration that reads the statuses and then favorites them over one connection."""
    def part(path, *more):
        yield from (f'header = "Authorization: Bearer {token}"', "silent", *more)
        for status in ids:
            yield from (f'url = "{base}/api/v1/statuses/{status}{path}"', 'output = "/dev/null"')
    return "\n".join([*part(""), "next", *part("/favourite", 'request = "POST"')])


def tusk_lines(ids):
    return "".join(f"get status status:{status} --json\n" for status in ids) + "".join(
        f"fav status:{status} --json\n" for status in ids)


MASTODON_PY = """
import sys
from mastodon import Mastodon
ids = open(sys.argv[3]).read().split()
server = Mastodon(api_base_url=sys.argv[1], access_token=sys.argv[2], ratelimit_method="throw", version_check_mode="none")
for status in ids: server.status(status)
for status in ids: server.status_favourite(status)
"""


def measure_requests(count, folder):
    """How long one process takes for this many reads and as many favorites, against others that do the same.

    They take turns, because a single run is subject to the machine's other load; the medians are compared.
    """
    environment = private_environment(folder)
    home = Path(folder)
    (home / "peer.py").write_text(MASTODON_PY)
    with sandbox(SANDBOX) as (base, token):
        works = {
            "curl": (curl_configuration, lambda work: ["curl", "-K", work], False),
            "tusk": (lambda _base, _token, ids: tusk_lines(ids), lambda work: [TUSK, "run"], True)}
        if PEERS.exists():
            works["Mastodon.py"] = (
                lambda _base, _token, ids: "\n".join(ids), lambda work: [PEERS, home / "peer.py", base, token, work], False)
        seconds = {name: [] for name in works}
        for _ in range(ROUNDS):
            for name, (text, command, reads_input) in works.items():
                work = home / name
                work.write_text(text(base, token, list(statuses(base, token, count))))
                with open(work if reads_input else "/dev/null") as source:
                    spending, _ = spent(command(work), {**environment, "TUSK_SERVER": base, "TUSK_TOKEN": token}, source)
                seconds[name].append(spending)
    medians = {name: statistics.median(each) for name, each in seconds.items()}
    for name in works:
        if name != "tusk":
            bound = REQUESTS_BOUND if name == "curl" else None
            yield f"{count} reads and {count} favorites, tusk : {name}", medians["tusk"] / medians[name], bound


def loop(ids, width):
    """A script that favorites statuses, several at a time."""
    items = " ".join(f"status:{one}" for one in ids)
    return f"for one in [{items}] parallel={width}\n  fav $one --json\nend\n"


def measure_loops(count, folder):
    """How much faster a loop is that makes eight requests at a time, without and with a slow server."""
    script = Path(folder, "loop.tsk")
    with sandbox(SANDBOX) as (base, token):
        environment = {**private_environment(folder), "TUSK_SERVER": base, "TUSK_TOKEN": token}
        for name, number, delay in (("", count, 0), (f", {DELAY} ms each", DELAYED, DELAY)):
            seconds = {1: [], 8: []}
            for _ in range(LOOP_ROUNDS):
                for width in seconds:
                    script.write_text(loop(list(statuses(base, token, number)), width))
                    if delay:
                        delay_answers(base, token, delay, number)
                    seconds[width].append(spent([TUSK, "--yes", script], environment)[0])
            medians = {width: statistics.median(each) for width, each in seconds.items()}
            yield f"{number} favorites{name}: one at a time : eight", medians[1] / medians[8], None
