"""A Swift source file: its text, its code without comments and string literals, and its functions.

This is not a parser. It understands only what measuring lengths and finding words require: nested comments,
single-line, multi-line and raw literals, interpolation, and matching braces.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

LITERAL = re.compile(r'(#*)("""|")')
FUNCTION = re.compile(r"(?:\bfunc\s+[^\s(<]+|(?<![.\w])init(?=[?!]?\s*[(<])|\bsubscript(?=\s*[(<])|\bdeinit\b)")
PROPERTY = re.compile(r"\b(?:var|let)\s+\w+\s*:[^={}\n]+(?=\{)")
CONTINUES = re.compile(r"\s*(?:->|where\b|throws\b|async\b|rethrows\b|\{|\()")


@dataclass(frozen=True)
class Function:
    """A function, initializer, subscript or computed property with its first and last line."""

    name: str
    first: int
    last: int

    @property
    def length(self):
        return self.last - self.first + 1


class SwiftFile:
    def __init__(self, path, root):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_text()

    @cached_property
    def lines(self):
        return self.text.splitlines()

    @cached_property
    def target(self):
        return Path(self.name).parts[1]

    @cached_property
    def code(self):
        """The text with comments and the content of literals blanked; every line keeps its length."""
        return blanked(self.text, literals=True)

    @cached_property
    def code_with_literals(self):
        """The text with comments blanked."""
        return blanked(self.text, literals=False)

    @cached_property
    def functions(self):
        found = []
        for match in FUNCTION.finditer(self.code):
            if (start := body_of_function(self.code, match.end())) is not None:
                found.append(self.function(match, start))
        for match in PROPERTY.finditer(self.code):
            found.append(self.function(match, match.end()))
        return found

    def function(self, match, brace):
        end = matching_brace(self.code, brace)
        return Function(
            " ".join(match.group().split()), self.line_of(match.start()), self.line_of(end))

    def line_of(self, offset):
        return self.code.count("\n", 0, offset) + 1


def blanked(text, literals):
    """The text with comments and, if requested, the content of literals blanked; interpolations are kept."""
    result = list(text)

    def blank(start, end):
        for index in range(start, min(end, len(text))):
            if result[index] != "\n":
                result[index] = " "

    def comment(start):
        depth, index = 1, start + 2
        while depth and index < len(text):
            depth += text.startswith("/*", index) - text.startswith("*/", index)
            index += 2 if text[index:index + 2] in ("/*", "*/") else 1
        return index

    def literal(index, hashes, quote):
        """Blanks a literal whose content begins here, and returns its end."""
        escape = "\\" + hashes
        while index < len(text):
            if text.startswith(quote + hashes, index):
                return index + len(quote + hashes)
            if text.startswith(escape + "(", index):
                index = code(index + len(escape) + 1, closing=True)
                continue
            step = len(escape) + 1 if text.startswith(escape, index) else 1
            if literals:
                blank(index, index + step)
            index += step
        return index

    def code(index, closing=False):
        """Reads code to the end of the text, or to the parenthesis that closes an interpolation."""
        depth = 1
        while index < len(text):
            if text.startswith("//", index):
                end = text.find("\n", index)
                end = len(text) if end < 0 else end
                blank(index, end)
                index = end
            elif text.startswith("/*", index):
                end = comment(index)
                blank(index, end)
                index = end
            elif match := LITERAL.match(text, index):
                index = literal(match.end(), match[1], match[2])
            else:
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
                if closing and depth == 0:
                    return index
        return index

    code(0)
    return "".join(result)


def body_of_function(code, index):
    """The position where the body of the function declared here opens; None for a protocol requirement."""
    depth = 0
    while index < len(code):
        character = code[index]
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif depth == 0 and character == "{":
            return index
        elif depth == 0 and character in "};":
            return None
        elif depth == 0 and character == "\n" and not CONTINUES.match(code, index) and not ends_open(code, index):
            return None
        index += 1
    return None


def ends_open(code, index):
    """Whether the declaration continues after the line that ends here."""
    return code[:index].rstrip(" ").endswith(("->", ",", "where", "&", ":"))


def matching_brace(code, index):
    depth = 0
    for position in range(index, len(code)):
        depth += {"{": 1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position
    return len(code) - 1


def swift_files(folder, root):
    return [SwiftFile(path, root) for path in sorted(folder.rglob("*.swift"))]
