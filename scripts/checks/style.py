"""What the house style forbids, and what it asks to be documented."""

import re
import subprocess

TYPE = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package)\s+(?:(?:final|indirect|nonisolated|distributed)\s+)*"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)")
FORBIDDEN = {
    "TODO and FIXME": (re.compile(r"\b(TODO|FIXME)\b"), "text"),
    "try!": (re.compile(r"\btry!"), "code"),
    "as!": (re.compile(r"\bas!"), "code"),
    "nonisolated(unsafe)": (re.compile(r"\bnonisolated\(unsafe\)"), "code"),
    "mutable globals": (re.compile(r"^(?:(?:public|package|private|fileprivate)\s+)*var\b|^(?!\s*@TaskLocal\b).*\bstatic\s+var\s+\w+[^{]*(?:=|$)"), "code"),
    "leftover print": (re.compile(r"(?<![.\w])(?<!func )print\("), "code"),
}
# The sandbox is a program of its own and says in a line where it listens; all else hands its text to the shell.
PRINTS = ("Sources/tusk-sandbox/", "Sources/TuskSandbox/Process/")


def places(files, rule):
    """Every line on which something forbidden stands."""
    pattern, part = FORBIDDEN[rule]
    return [
        f"{file.name}:{number}" for file in files if not (rule == "leftover print" and file.name.startswith(PRINTS))
        for number, line in enumerate(getattr(file, part).splitlines(), 1) if pattern.search(line)]


def unproved_unchecked(files):
    """`@unchecked Sendable` without a comment on the line above that says why it holds."""
    return [
        f"{file.name}:{number}" for file in files
        for number, line in enumerate(file.code.splitlines(), 1)
        if "@unchecked Sendable" in line and not (number > 1 and file.lines[number - 2].lstrip().startswith("//"))]


def undocumented(files):
    """The types of a target's surface without a documentation comment."""
    found = []
    for file in files:
        for index, line in enumerate(file.code.splitlines()):
            if (match := TYPE.match(line)) and not is_documented(file.lines, index):
                found.append(f"{file.name}:{index + 1} {match[1]}")
    return found


def surface(files):
    """How many types there are at the surfaces."""
    return sum(bool(TYPE.match(line)) for file in files for line in file.code.splitlines())


def is_documented(lines, index):
    above = index - 1
    while above >= 0 and lines[above].lstrip().startswith("@"):
        above -= 1
    return above >= 0 and lines[above].lstrip().startswith("///")


def lint(root):
    """What swift-format finds, as its own lines; forced unwraps among them."""
    done = subprocess.run(
        ["swift", "format", "lint", "--strict", "--recursive", "--parallel", "Sources", "Tests", "Package.swift"],
        cwd=root, capture_output=True, text=True)
    found = [line for line in done.stderr.splitlines() if re.search(r": (error|warning): ", line)]
    return found or ([done.stderr.strip()] if done.returncode else [])
