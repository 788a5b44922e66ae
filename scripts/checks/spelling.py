"""Misspelled and British words, found by codespell, except where a wire name or an accepted synonym is meant.

Names in code are split into their words first, so that codespell sees each of them.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

# A text of this list may stand anywhere; after a folder and a colon, only in the files below it.
ALLOWED = Path(__file__).with_name("spelling.txt")
SUFFIXES = {".swift", ".md", ".py", ".tsk", ".tskt", ".app", ".1", ".5", ".c", ".h", ".sh", ""}
FOLDERS = ("Sources", "Tests", "scripts", "man")
# Data: what others wrote, and texts that are wrong on purpose.
DATA = ("Tests/LanguageTests/Cases/", "Tests/XCallbackURLTests/Cases/", "scripts/checks/spelling.txt")
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_|(?<=[A-Za-z])(?=\d)")
HIT = re.compile(r"^(.*?):(\d+): (.*)$")


def misspelled(root):
    """Each misspelled word with its place and what codespell would write."""
    if not shutil.which("codespell"):
        subprocess.run([root / "scripts/setup", "codespell"], check=True)
    allowed = allowance()
    with tempfile.TemporaryDirectory() as folder:
        for path in texts(root):
            name = str(path.relative_to(root))
            copy = Path(folder, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(HUMP.sub(" ", without(allowed, name, path.read_text())))
        tests = Path(folder, "Tests")
        # Tests are full of words that are wrong on purpose, so that only British ones count there.
        return found(folder, ["--builtin", "clear,en-GB_to_en-US", "--skip", "./Tests"]) + [
            f"Tests/{place}" for place in found(tests, ["--builtin", "en-GB_to_en-US"])]


def found(folder, options):
    """What codespell finds in a folder, as place, word and correction."""
    done = subprocess.run(["codespell", *options, "."], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 65):
        return [done.stderr.strip()]
    hits = [HIT.match(line) for line in done.stdout.splitlines()]
    return [f"{hit[1].removeprefix('./')}:{hit[2]} {hit[3]}" for hit in hits if hit]


def texts(root):
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))] + [root / "README.md"]
    return [
        path for path in paths if path.is_file() and path.suffix in SUFFIXES and "__pycache__" not in path.parts
        and not str(path.relative_to(root)).startswith(DATA)]


def allowance():
    """The allowed texts, the longest first, each with the folder that it is for."""
    lines = [line for line in ALLOWED.read_text().splitlines() if line and not line.startswith("# ")]
    pairs = [line.split(": ", 1) if ": " in line else ["", line] for line in lines]
    return sorted(((text, folder) for folder, text in pairs), key=lambda pair: -len(pair[0]))


def without(allowed, name, text):
    """The text with a blank in the place of everything that is allowed in this file."""
    wanted = [re.escape(one) for one, folder in allowed if name.startswith(folder)]
    return re.sub("|".join(wanted), " ", text) if wanted else text
