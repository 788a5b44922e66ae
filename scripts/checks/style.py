"""Constructs that the house style forbids, and declarations that must be documented."""

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
    # Optimized programs crash with these (Swift 6.3); a structure that holds the function works.
    "functions as task locals": (re.compile(r"@TaskLocal\b.*:.*->"), "code"),
    "leftover print": (re.compile(r"(?<![.\w])(?<!func )print\("), "code"),
}
# The sandbox is a separate program that prints its address; all other targets pass their output to the shell.
PRINTS = ("Sources/tusk-sandbox/", "Sources/TuskSandbox/Process/")


def places(files, rule):
    """Every line with a forbidden construct."""
    pattern, part = FORBIDDEN[rule]
    return [
        f"{file.name}:{number}" for file in files if not (rule == "leftover print" and file.name.startswith(PRINTS))
        for number, line in enumerate(getattr(file, part).splitlines(), 1) if pattern.search(line)]


# Tests find programs in a folder of their own, and paths that do not exist in folders that they made.
OF_THE_MACHINE = re.compile(
    r'''"[^"\n]*(?:(?<!#!)/usr/bin:|/bin:/bin)[^"\n]*"|"/(?:usr/)?bin/(?!sh"|env |tusk)'''
    r'''|(?:(?<!\+ )"|[ :=(])/no(?:/such|ne\b|where|nexistent)''')


def places_of_the_machine(tests):
    """Lines of tests whose outcome depends on what the machine has."""
    return [
        f"{file.name}:{number}" for file in tests for number, line in enumerate(file.text.splitlines(), 1)
        if OF_THE_MACHINE.search(line) and not file.name.endswith("TestPrograms.swift")]


def unproved_unchecked(files):
    """Uses of `@unchecked Sendable` without a comment on the previous line that justifies it."""
    return [
        f"{file.name}:{number}" for file in files
        for number, line in enumerate(file.code.splitlines(), 1)
        if "@unchecked Sendable" in line and not (number > 1 and file.lines[number - 2].lstrip().startswith("//"))]


def undocumented(files):
    """The types at a target's surface without a documentation comment."""
    found = []
    for file in files:
        for index, line in enumerate(file.code.splitlines()):
            if (match := TYPE.match(line)) and not is_documented(file.lines, index):
                found.append(f"{file.name}:{index + 1} {match[1]}")
    return found


def surface(files):
    """The number of types at the surfaces."""
    return sum(bool(TYPE.match(line)) for file in files for line in file.code.splitlines())


def is_documented(lines, index):
    above = index - 1
    while above >= 0 and lines[above].lstrip().startswith("@"):
        above -= 1
    return above >= 0 and lines[above].lstrip().startswith("///")


def lint(root):
    """The findings of swift-format, one per line, including forced unwraps."""
    done = subprocess.run(
        ["swift", "format", "lint", "--strict", "--recursive", "--parallel", "Sources", "Tests", "Package.swift"],
        cwd=root, capture_output=True, text=True)
    found = [line for line in done.stderr.splitlines() if re.search(r": (error|warning): ", line)]
    return found or ([done.stderr.strip()] if done.returncode else [])
