"""How time and memory grow with the input, the journal and the server, as pictures."""

import http.client
import json
import math
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from measuring import ROOT, SANDBOX, TUSK, clocked, private_environment, sandbox, spent

PICTURE = ROOT / "scripts/benchmarks/growth.svg"
# From one size to ten times as much, the time may grow by the power of ten with this exponent, and the memory by a factor:
# a list keeps 64 bits of each row, so that none comes twice, which is most of the memory of a million rows.
POWER_BOUND, MEMORY_BOUND, LIST_MEMORY_BOUND = 1.1, 1.25, 3.0
# Reads of one page, and blocks of `once`, whose time is measured while what lies behind them grows.
PAGES, BLOCKS = 100, 100
STATUSES = """
    WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
    INSERT INTO status (id, accountId, uri, url, content, text, spoilerText, sensitive, visibility, language, quotePolicy,
      conversationId, createdAt, repliesCount, reblogsCount, favouritesCount, quotesCount)
    SELECT :base + i, :account, 'tag:' || i, 'tag:' || i, '<p>number ' || i || '</p>', 'number ' || i, '', 0, 'public',
      'en', 'public', :base + i, 1700000000000 + i, 0, 0, 0, 0 FROM n"""
OCCASIONS = """
    WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
    INSERT INTO occasion (scope, digest, key, generation, begun, finished)
    SELECT 1, randomblob(32), 'earlier ' || i, 1, 1700000000, 1700000000 FROM n"""


def seeded(state, sizes):
    """For each size, that size; the sandbox whose data are in the folder has as many more statuses of its account by then."""
    with sandbox(SANDBOX, state):
        pass
    with closing(sqlite3.connect(Path(state, "sandbox.db"))) as database:
        account, = database.execute("SELECT id FROM account WHERE username = 'alice' AND domain IS NULL").fetchone()
        base, = database.execute("SELECT max(id) FROM status").fetchone()
    first = 1
    for size in sizes:
        with closing(sqlite3.connect(Path(state, "sandbox.db"))) as database, database:
            database.execute(STATUSES, {"first": first, "last": size, "base": base, "account": account})
        first = size + 1
        yield size


def lines(folder, sizes):
    """The time and memory of `print hello` on so many lines."""
    for size in sizes:
        source = Path(folder, "lines")
        source.write_text("print hello\n" * size)
        with open(source) as file:
            yield size, *spent([TUSK], private_environment(folder), file)
    source.unlink()


def rows(folder, sizes):
    """The time and memory of a list of so many rows as JSON."""
    state = f"{folder}/rows"
    for size in seeded(state, sizes):
        with sandbox(SANDBOX, state) as (base, token), open(Path(folder, "output"), "wb") as output:
            environment = {**private_environment(folder), "TUSK_SERVER": base, "TUSK_TOKEN": token}
            yield size, *spent([TUSK, "-c", "home --all --json"], environment, output=output)


def entries(folder, sizes):
    """The time and memory of new `once` blocks beside so many entries of the journal."""
    environment, script = private_environment(folder), Path(folder, "growth.tsk")
    with sandbox(SANDBOX) as (base, token):
        environment.update({"TUSK_SERVER": base, "TUSK_TOKEN": token})
        first = 1
        for size in sizes:
            script.write_text(f"#: name growth\nfor n in 1..{BLOCKS}\n  once \"{size} $n\"\n    print $n\n  end\nend\n")
            # The first run makes the journal.
            subprocess.run([TUSK, script], env=environment, check=True, stdout=subprocess.DEVNULL)
            path = Path(environment["XDG_STATE_HOME"], "tusk/journal.db")
            with closing(sqlite3.connect(path)) as database, database:
                database.execute(OCCASIONS, {"first": first, "last": size})
            first = size + 1
            script.write_text(script.read_text().replace(f'"{size} ', f'"new {size} '))
            yield size, *spent([TUSK, script], environment)


def served(folder, sizes):
    """The time of pages from a server with so many statuses, and the memory of that server."""
    state = f"{folder}/served"
    for size in seeded(state, sizes):
        with sandbox(SANDBOX, state) as (base, token):
            seconds, _ = clocked(lambda: read_pages(base, token))
            yield size, seconds, peak_of_server(state)


def read_pages(base, token):
    """Reads pages that a program reads first."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"))
    for _ in range(PAGES):
        connection.request("GET", "/api/v1/timelines/home?limit=40", headers={"Authorization": f"Bearer {token}"})
        if len(json.load(connection.getresponse())) != 40:
            raise SystemExit("the sandbox sent a page of another length")


def peak_of_server(state):
    """The peak memory in MiB of the sandbox that serves a folder."""
    note = json.loads(Path(state, "server.json").read_text())
    status = Path(f"/proc/{note['pid']}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


# For each series: what grows, its measure, its sizes as powers of ten, and the bound of its memory.
SERIES = [
    ("lines of print hello", lines, range(3, 8), MEMORY_BOUND),
    ("rows of home --all --json", rows, range(2, 7), LIST_MEMORY_BOUND),
    (f"journal entries beside {BLOCKS} new once blocks", entries, range(3, 7), MEMORY_BOUND),
    (f"statuses of the sandbox, {PAGES} pages read", served, range(4, 7), MEMORY_BOUND),
]


def measure_growth(largest, folder):
    """Rows of the growth from the size before the largest to the largest; draws all.

    - largest: the power of ten that no size exceeds, at least 5.
    """
    series = []
    for number, (name, measure, powers, memory_bound) in enumerate(SERIES):
        place = Path(folder, str(number))
        place.mkdir()
        found = list(measure(place, [10 ** power for power in powers if power <= largest]))
        series.append((name, found))
        (_, before, memory_before), (size, after, memory_after) = found[-2:]
        power = math.log(after / before) / math.log(10)
        yield f"{name}: {size} take {after:.2f} s; power of the growth", power, POWER_BOUND
        yield f"its memory, {memory_after:.0f} MiB: from a tenth of the size", memory_after / memory_before, memory_bound
    draw(series, folder)


def draw(series, folder):
    """Draws the time and the memory of each series on logarithmic axes."""
    plots = []
    for number, (name, found) in enumerate(series):
        data = Path(folder, f"{number}.dat")
        data.write_text("".join(f"{size} {seconds} {memory}\n" for size, seconds, memory in found))
        plots.append(
            f'set xlabel "{name}"\nplot "{data}" using 1:2 with linespoints title "s", '
            f'"" using 1:3 axes x1y2 with linespoints title "MiB"\n')
    program = (
        f'set terminal svg size 900,700 background "white"\nset output "{PICTURE}"\n'
        'set multiplot layout 2,2\nset logscale xy\nset logscale y2\nset format "10^{%L}"\nset format y2 "%g"\n'
        'set format y "%g"\nset y2range [1:1000]\nset ytics nomirror\nset y2tics\nset key left top\n' + "".join(plots))
    subprocess.run(["gnuplot"], input=program, text=True, check=True)
