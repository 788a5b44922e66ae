"""Turns of phrase that readers have to decode, in what users see and in documentation comments."""

import re

# Patterns of Python's re, without regard to case.
NEVER = [
    r"who is told", r"whoever", r"so long\b(?! as)", r"where nothing is said", r"\bbe it\b",
    r"\bstands?\b(?! for\b)", r"\bstood\b", r"is no part of", r"\bheeds?\b", r"\bheeded\b", r"looked after", r"look after", r"the one that", r"for who cannot",
    r"of one's own", r"passed over", r"\bbrings?\b", r"\bbrought\b", r"\btakes? (?:it|this|that|them) for\b", r"\btaken for\b", r"has it that",
    r"comes about"]
PHRASE = re.compile("|".join(f"(?:{one})" for one in NEVER), re.IGNORECASE)


def found(files, root):
    """Each place where such a phrase is read, and the phrase."""
    places = [place for file in files for place in in_swift(file)]
    apps = root / "Sources/TuskApps/Apps"
    for path in [*sorted((root / "man").iterdir()), *sorted(apps.iterdir()), root / "README.md"]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            places += [f"{path.relative_to(root)}:{number} {match[0]}" for match in PHRASE.finditer(line)]
    return places


def in_swift(file):
    """What a Swift file has in documentation comments and in text literals."""
    readings = zip(file.lines, file.code.splitlines(), file.code_with_literals.splitlines())
    for number, (line, blank, literal) in enumerate(readings, 1):
        comment = line.lstrip()
        # What the two readings of code differ in is the inside of literals.
        text = comment[3:] if comment.startswith("///") else "".join(
            inside if inside != outside else " " for outside, inside in zip(blank, literal))
        if text.strip():
            yield from (f"{file.name}:{number} {match[0].strip()}" for match in PHRASE.finditer(text))
