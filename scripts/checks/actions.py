"""Actions: each is declared in one file, which alone names it besides the actions that it undoes."""

import re
from dataclasses import dataclass

TEXT = r'"((?:[^"\\]|\\.)*)"'
DECLARATION = re.compile(
    rf'\bAction\(\s*{TEXT},\s*(?:spellings:\s*\[([^\]]*)\],\s*)?verbs:\s*\[([^\]]*)\],\s*{TEXT},\s*example:\s*{TEXT}')
# These targets use the words of the Mastodon API, some of which equal verbs; they do not know actions.
KNOW_NO_ACTION = {"Fediverse", "TuskSandbox", "tusk-sandbox"}
# Words with other meanings: the acting account ($me, of=me), a URL scheme to which no answer is sent, a callback, a field,
# and keywords of other languages.
OTHER_MEANINGS = {"me", "search", "cancel", "export", "import", "note"}
# The action that undoes another one.
OPPOSITE = re.compile(r'(?:reversible\(by|undoneBy): "\w+"')
# An example URL must name some action; the prompt asks for some by itself.
EXAMPLES = {"Sources/TuskLanguage/Resolve/OwnVerbs.swift", "Sources/TuskLanguage/Hints/WordsOfOthers.swift",
            "Sources/TuskLanguage/Hints/LineOfOthers.swift", "Sources/TuskShell/Prompt/WatchedStream.swift",
            "Sources/TuskShell/Desktop/Shell+Looking.swift"}


@dataclass(frozen=True)
class Action:
    name: str
    verbs: tuple
    example: str


def declared(files):
    """Every declared action, in order."""
    found = []
    for file in files:
        for match in DECLARATION.finditer(file.code_with_literals):
            verbs = tuple(re.findall(TEXT, match[3]))
            found.append(Action(match[1], verbs, match[5].replace('\\"', '"')))
    return found


def naming_files(action, files):
    """The files that name an action: by its name anywhere but as an opposite, or by its preferred verb as a literal.

    A one-word verb is often the name of a field or parameter, too, so it counts only where it is compared.
    """
    # A one-word name is also an English and a Swift word, so only the literal counts.
    patterns = []
    if action.name not in OTHER_MEANINGS:
        is_plain = action.name.islower()
        patterns.append(rf'"{action.name}"' if is_plain else rf"\b{action.name}\b")
    if action.verbs[0] not in OTHER_MEANINGS:
        verb = re.escape(action.verbs[0])
        patterns.append(rf'"{verb}"' if " " in verb else rf'(?:case|==) *"{verb}"')
    declaration = rf'Action\(\s*"{action.name}"'
    names = re.compile("|".join(patterns + [declaration]))
    return [
        file.name for file in files if file.target not in KNOW_NO_ACTION and file.name not in EXAMPLES
        and names.search(OPPOSITE.sub("", file.code_with_literals))]
