"""Instructions that tusk executes, by callgrind: they hardly vary, so that a regression of some percent is seen."""

import re
import statistics
import subprocess
from pathlib import Path

from measuring import ROOT, SANDBOX, TUSK, private_environment, sandbox, statuses

KEPT = ROOT / "scripts/benchmarks/counts.txt"
RUNS, SLACK = 3, 1.05


def processor():
    """The kind of processor, because libraries choose their code by it."""
    return re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())[1].strip()


def instructions(command, environment, source=subprocess.DEVNULL):
    """The instructions of a command, the median of some runs."""
    found = []
    for _ in range(RUNS):
        if source is not subprocess.DEVNULL:
            source.seek(0)
        valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
        done = subprocess.run(
            valgrind, env=environment, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
        found.append(int(re.search(r"Collected : (\d+)", done.stderr)[1]))
    return statistics.median(found)


def kept():
    """The counts that are kept for this kind of processor."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: int(count) for kind, name, count in rows if kind == processor()}


def measure_counts(keeps, folder):
    """Rows of the instructions beside those that are kept.

    - keeps: whether to keep these counts instead.
    """
    environment = private_environment(folder)
    # Valgrind cannot read the debug information of Swift's runtime.
    program = Path(folder, "tusk")
    subprocess.run(["strip", "-o", program, TUSK], check=True)
    before, found = kept(), {"tusk --version": instructions([program, "--version"], environment)}
    with open(Path(folder, "lines"), "w+") as lines:
        lines.write("print hello\n" * 10_000)
        lines.flush()
        found["10000 lines"] = instructions([program, "run"], environment, lines)
    with sandbox(SANDBOX) as (base, token):
        environment.update({"TUSK_SERVER": base, "TUSK_TOKEN": token})
        found["tusk -c me"] = instructions([program, "-c", "me"], environment)
        with open(Path(folder, "requests"), "w+") as lines:
            lines.write("".join(f"get status status:{one} --json\n" for one in statuses(base, token, 100)))
            lines.flush()
            found["100 requests"] = instructions([program, "run"], environment, lines)
    if keeps:
        others = [line for line in (KEPT.read_text().splitlines() if KEPT.exists() else []) if processor() not in line]
        KEPT.write_text("\n".join(others + [f"{processor()}\t{name}\t{count:.0f}" for name, count in found.items()]) + "\n")
    for name, count in found.items():
        yield f"million instructions of {name}", count / 1e6, None
        if name in before:
            yield f"{name} : as kept", count / before[name], SLACK
