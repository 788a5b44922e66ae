"""The lengths of files and functions, repeated code, and the amount of test code."""

import re
from collections import defaultdict

RUN = 6
# A run of one shape in more places than this is a form of the language, not a duplicate.
MOST_PLACES = 8
# A run with fewer kinds of lines than this is a table.
LEAST_KINDS = 3
# Lines that occur everywhere and mean nothing: braces, `else`, imports, and blank lines.
EMPTY = re.compile(r"[\s{}()\[\],;]*(else)?[\s{}()\[\],;]*|import .*|\w+ import .*")


TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d[\w.]*')
KEYWORDS = set("""
    actor any as associatedtype async await break case catch class continue default defer deinit do else enum extension
    fallthrough false fileprivate final for func guard if import in indirect init inout internal is lazy let mutating nil
    nonisolated operator override package private protocol public repeat rethrows return self Self some static struct
    subscript super switch throw throws true try typealias var where while
    """.split())


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0


def near(items, cap):
    """What is within a twentieth of the cap: cut to the rule and not to the matter."""
    return [f"{name}: {length}" for length, name in sorted(items, reverse=True) if length > cap * 0.95]


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


def shape(line):
    """A line without its names, strings and numbers."""
    def kind(match):
        token = match[0]
        return token if token in KEYWORDS else '"' if token[0] == '"' else "0" if token[0].isdigit() else "x"
    return " ".join(TOKEN.sub(kind, line).split())


def alike_runs(files):
    """The pairs of places that share six or more lines but for names, strings and numbers."""
    windows, shapes = defaultdict(list), {}
    for file in files:
        lines = [(number, shape(line)) for number, line in enumerate(file.code.splitlines(), 1)]
        lines = shapes[file.name] = [(number, line) for number, line in lines if not EMPTY.fullmatch(line)]
        for index in range(len(lines) - RUN + 1):
            window = tuple(line for _, line in lines[index:index + RUN])
            if len(set(window)) >= LEAST_KINDS:
                windows[window].append((file.name, index))
    starts = defaultdict(set)
    for places in windows.values():
        if 2 <= len(places) <= MOST_PLACES:
            for first, second in pairs(places):
                starts[first[0], second[0], second[1] - first[1]].add(first[1])
    found = []
    for (one, other, distance), indexes in starts.items():
        for first, last in stretches(indexes):
            mine, theirs = shapes[one], shapes[other]
            found.append((last - first + RUN, f"{one}:{mine[first][0]}-{mine[last + RUN - 1][0]} ~ "
                                              f"{other}:{theirs[first + distance][0]}"))
    return [place for _, place in sorted(found, reverse=True)]


def pairs(places):
    """Every two of the places that do not overlap."""
    return [
        (first, second) for index, first in enumerate(places) for second in places[index + 1:]
        if first[0] != second[0] or second[1] - first[1] >= RUN]


def stretches(indexes):
    """The first and last number of each row of consecutive numbers."""
    found = []
    for index in sorted(indexes):
        if found and found[-1][1] == index - 1:
            found[-1][1] = index
        else:
            found.append([index, index])
    return found


def test_share(root, sources):
    """Lines of tests per line of source; transcripts count, tables of cases do not."""
    tests = [path for kind in ("*.swift", "*.tskt", "*.py") for path in (root / "Tests").rglob(kind)]
    lines = sum(len(path.read_text().splitlines()) for path in tests)
    return lines / max(1, sum(len(file.lines) for file in sources))
