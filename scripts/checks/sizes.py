"""Repeated code, and the amount of test code."""

import re

RUN = 6
# Lines that occur everywhere and mean nothing: braces, `else`, imports, and blank lines.
EMPTY = re.compile(r"[\s{}()\[\],;]*(else)?[\s{}()\[\],;]*|import .*|\w+ import .*")


def repeated_runs(files):
    """Repeated runs of at least six lines, as pairs of places; blank lines and comments do not count."""
    windows, runs = {}, []
    for file in files:
        lines = [(number, " ".join(line.split())) for number, line in enumerate(file.code_with_literals.splitlines(), 1)]
        lines = [(number, line) for number, line in lines if not EMPTY.fullmatch(line)]
        covered = -1
        for index in range(len(lines) - RUN + 1):
            window = tuple(line for _, line in lines[index:index + RUN])
            earlier = windows.setdefault(window, (file, index, lines))
            is_new = earlier[0] is file and earlier[1] + RUN > index
            if is_new or index <= covered:
                continue
            length = common_length(earlier[2][earlier[1]:], lines[index:])
            covered = index + length - RUN
            runs.append(f"{file.name}:{lines[index][0]}-{lines[index + length - 1][0]} ~ "
                        f"{earlier[0].name}:{earlier[2][earlier[1]][0]}")
    return runs


def common_length(some, others):
    length = 0
    for (_, one), (_, other) in zip(some, others):
        if one != other:
            break
        length += 1
    return length


def test_share(root, sources):
    """Lines of tests per line of source; transcripts count, tables of cases do not."""
    tests = [path for kind in ("*.swift", "*.tskt", "*.py") for path in (root / "Tests").rglob(kind)]
    lines = sum(len(path.read_text().splitlines()) for path in tests)
    return lines / max(1, sum(len(file.lines) for file in sources))
