"""Expressions that the compiler takes long to type-check, from the commands of the debug build."""

import json
import re
import subprocess

LIMIT = 300
# What a check of types writes nowhere.
FLAGS = {"-emit-module", "-emit-dependencies", "-incremental", "-serialize-diagnostics", "-enable-batch-mode",
         "-parseable-output", "-g", "-warnings-as-errors"}
OPTIONS = {"-emit-module-path", "-output-file-map", "-index-store-path", "-num-threads"}


def commands(root):
    """For each target in Sources, the command that compiles it."""
    text = (root / ".build/debug.yaml").read_text()
    for part in re.findall(r'"C\.\w+-[^"]*\.module":\n(?:    .*\n)+', text):
        inputs = json.loads(re.search(r"inputs: (\[.*\])", part)[1])
        if inputs and inputs[0].startswith(f"{root}/Sources/"):
            yield json.loads(re.search(r"args: (\[.*\])", part)[1])


def checking(arguments):
    """The command that only checks the types."""
    found = []
    rest = iter(arguments)
    for argument in rest:
        if argument in OPTIONS:
            next(rest)
        elif argument == "-Xcc":
            found += [argument, next(rest)]
        elif argument not in FLAGS:
            found.append("-typecheck" if argument == "-c" else argument)
    return found + ["-Xfrontend", f"-warn-long-expression-type-checking={LIMIT}"]


def slow(root):
    """The places of expressions over the limit with their milliseconds, the slowest first."""
    places, targets = {}, list(commands(root))
    if not targets:
        raise SystemExit("check: .build/debug.yaml names no target; run: swift build")
    for arguments in targets:
        said = subprocess.run(checking(arguments), capture_output=True, text=True, cwd=root, check=True).stderr
        for place, took in re.findall(r"^(\S+:\d+:\d+): \w+: expression took (\d+)ms", said, re.MULTILINE):
            places[place.removeprefix(f"{root}/")] = int(took)
    return sorted(places.items(), key=lambda item: -item[1])
