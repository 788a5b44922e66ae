"""The names at the targets' surfaces that nothing outside their target uses."""

import re
from collections import Counter, defaultdict

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?:(?:final|indirect|nonisolated|static|mutating|lazy|override)\s+)*"
    r"(?:func|var|let|struct|class|enum|actor|protocol|typealias)\s+(\w+)")
WORD = re.compile(r"[A-Za-z_]\w*")
# The head of a declaration at a surface, to where its body or its value begins.
SIGNATURE = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public|package)\s[^{}=]*", re.MULTILINE)
# What a protocol of the language asks for is called by the language.
WITNESSES = {
    "allCases", "callAsFunction", "code", "debugDescription", "description", "encode", "endIndex", "hash", "id", "index",
    "makeAsyncIterator", "makeIterator", "next", "rawValue", "startIndex"}


def unused(files, users):
    """The public names that no other target, test or document uses, not even through a signature.

    - files: the sources.
    - users: the name and text of every Swift file and document that may use a name, sources included.
    """
    words, signed = defaultdict(set), signatures(files)
    for name, text in users:
        for word in set(WORD.findall(text)):
            words[word].add(folder(name))
    found = []
    for file in files:
        for number, line in enumerate(file.code.splitlines(), 1):
            match = DECLARATION.match(line)
            if not match or match[1] in WITNESSES:
                continue
            # Its own signature names it once.
            if words[match[1]] <= {folder(file.name)} and signed[folder(file.name), match[1]] < 2:
                found.append(f"{file.name}:{number} {match[1]}")
    return found


def signatures(files):
    """How many signatures at the surface of a target have a word."""
    count = Counter()
    for file in files:
        for signature in SIGNATURE.findall(file.code):
            count.update((folder(file.name), word) for word in set(WORD.findall(signature)))
    return count


def folder(name):
    """The target that a file belongs to, by its folder; a catalog of documentation is a user of its own."""
    parts = name.split("/")
    return "/".join(parts[:3]) if ".docc" in name else "/".join(parts[:2])
