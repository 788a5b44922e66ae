"""Breaks the program on purpose, in a copy, so that the simulation can be tried itself."""

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from project import ROOT

FOLDER = ROOT / "scripts/breakages"
COPY = ROOT / ".build/simulate-self-test"
# Within how many seeds each breakage must be found.
MOST_SEEDS = 5000
BATCH = 250


@dataclass
class Breakage:
    """A way to break the program: what to replace in which files."""

    name: str
    title: str
    edits: list

    @classmethod
    def read(cls, path):
        title, *parts = re.split(r"^=== ", path.read_text(), flags=re.MULTILINE)
        edits = []
        for part in parts:
            file, text = part.split("\n", 1)
            find, replace = text.removeprefix("--- find\n").split("\n--- replace\n")
            edits.append((file, find, replace.removesuffix("\n")))
        return cls(path.name, title.removeprefix("# ").strip(), edits)

    def applied(self, root):
        """The files with the edits, by their paths; each text to replace must occur once."""
        texts = {}
        for file, find, replace in self.edits:
            text = texts.get(file) or (root / file).read_text()
            if text.count(find) != 1:
                raise SystemExit(f"the breakage '{self.name}' does not fit {file}: {text.count(find)} places for '{find}'")
            texts[file] = text.replace(find, replace)
        return texts


def every():
    return [Breakage.read(path) for path in sorted(FOLDER.iterdir())]


def copy_sources():
    """Brings the copy up to date; files that are the same keep their times, so that little is built."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        check=True)
    wanted = {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()}
    for path in [path for path in COPY.rglob("*") if path.is_file() and ".build" not in path.relative_to(COPY).parts]:
        if str(path.relative_to(COPY)) not in wanted:
            path.unlink()
    for name in wanted:
        put(COPY / name, (ROOT / name).read_bytes())


def put(path, content):
    """Writes a file unless it has this content."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def build(log):
    """Builds the copy; the program."""
    words = [ROOT / "scripts/support/build", "building the copy", log, "--product", "simulate", "--package-path", COPY]
    subprocess.run(words, check=True)
    return COPY / ".build/debug/simulate"


def search(program, jobs, play):
    """The first seed that finds something, with what it found; nothing if none of them does."""
    with ThreadPoolExecutor(jobs) as pool:
        starts = range(1, MOST_SEEDS, BATCH)
        for at in range(0, len(starts), jobs):
            batch = pool.map(lambda first: play(program, first, BATCH, "--until-found"), starts[at:at + jobs])
            for lines, _ in batch:
                found = [line for line in lines if line.startswith("found in seed ")]
                if found:
                    kinds = [line.strip() for line in lines if line.startswith("  ")]
                    return re.search(r"\d+", found[0])[0], kinds[0] if kinds else ""
    return None


def self_test(names, jobs, play):
    """Applies each breakage in turn; the exit status."""
    chosen = [one for one in every() if not names or one.name in names]
    edits = {one.name: one.applied(ROOT) for one in chosen}
    copy_sources()
    wrong = 0
    for one in chosen:
        for file, text in edits[one.name].items():
            put(COPY / file, text.encode())
        try:
            found = search(build(COPY.with_suffix(".log")), jobs, play)
        finally:
            for file in edits[one.name]:
                shutil.copyfile(ROOT / file, COPY / file)
        wrong += found is None
        mark = "ok  " if found else "FAIL"
        what = f"seed {found[0]}: {found[1][:100]}" if found else f"not found in {MOST_SEEDS} seeds"
        print(f"{mark} {one.name:20} {one.title}\n     {what}", flush=True)
    print(f"{len(chosen) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0
