"""Lines of standard input, against sqlite3 and bash; and the check and the format of a long script."""

from pathlib import Path

from measuring import TUSK, private_environment, spent, times

LINES = 1_000_000
# Each prints a word, which is the least that a command can do.
READERS = [([TUSK], "print hello"), (["sqlite3"], "select 'hello';"), (["bash"], "echo hello")]
# A token is refused without a server. No line sends a request, so nothing needs to listen there.
SIGNED_IN = {"TUSK_SERVER": "http://127.0.0.1:1", "TUSK_TOKEN": "benchmark-" + "x" * 33}
# A rehearsal also has the names of the first 10 000 accounts and what is read ahead: 8 MiB more than a start.
SECONDS_BOUND, RATIO_BOUND, MEMORY_BOUND = 20.0, 4.0, 36.0
# A rehearsal of as many requests as there are lines must write this many plan lines a second.
REHEARSED_BOUND = 60_000
SCRIPT_LINES = 10_000


def measure_lines(count, folder):
    """Rows for this many lines, scaled to a million, with a bound for tusk only."""
    environment = private_environment(folder)
    ours = 0
    for command, line in READERS:
        source = Path(folder, "lines")
        source.write_text(f"{line}\n" * count)
        with open(source) as lines:
            seconds, memory = spent(command, environment, lines)
        name, is_ours = Path(command[0]).name, command[0] == TUSK
        ours = seconds if is_ours else ours
        yield f"{name}, {count / max(seconds, 0.01):.0f} lines a second: a million, s", seconds * 1e6 / count, (
            SECONDS_BOUND if is_ours else None)
        yield f"peak memory of {name}, MiB", memory, MEMORY_BOUND if is_ours else None
        if not is_ours:
            yield f"tusk : {name}", ours / max(seconds, 0.01), RATIO_BOUND if name == "sqlite3" else None
    # With a token in the environment, all output is searched for it.
    source.write_text("print hello\n" * count)
    with open(source) as lines:
        seconds, memory = spent([TUSK], {**environment, **SIGNED_IN}, lines)
    yield f"tusk with a token, {count / max(seconds, 0.01):.0f} lines a second: a million, s", seconds * 1e6 / count, None
    yield "peak memory of tusk with a token, MiB", memory, None
    source.write_text("".join(f"fav status:{number}\n" for number in range(count)))
    with open(source) as lines:
        seconds, memory = spent([TUSK, "--rehearse"], environment, lines)
    rate = count / max(seconds, 0.01)
    yield f"--rehearse, {rate:.0f} requests a second: wanted a second", REHEARSED_BOUND / rate, 1.0
    yield "peak memory of --rehearse, MiB", memory, MEMORY_BOUND


def script(count):
    """A script of so many lines, of the kinds that people write."""
    part = [
        "let row = get status status:{0}", "if $row.favorites > {0}", "  fav $row", "end",
        "for item in [a b c{0}]", "  print \"item $item of {0}\"", "end", "once \"part {0}\"",
        "  post \"Hello {0}\" visibility=unlisted", "end",
    ]
    return "".join(line.format(number) + "\n" for number in range(count // len(part)) for line in part)


def measure_scripts(count, folder):
    """Rows of the check and the format of a script with this many lines, in milliseconds."""
    path = Path(folder, "long.tsk")
    path.write_text(script(count))
    commands = [f"{TUSK} --version", f"{TUSK} check {path}", f"{TUSK} fmt --check {path}"]
    start, check, fmt = times(commands, 20, folder, private_environment(folder))
    yield f"check of {count} lines, ms", (check["median"] - start["median"]) * 1000, None
    yield f"fmt of {count} lines, ms", (fmt["median"] - start["median"]) * 1000, None
