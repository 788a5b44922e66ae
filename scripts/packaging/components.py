"""What was linked into the programs: names, versions and licenses."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from tree import PROGRAMS, ROOT

RULER = "\n\n" + "=" * 72 + "\n\n"


class Component:
    """A part of the programs, with the files that have its licenses."""

    def __init__(self, name, version, licenses, source=None):
        self.name, self.version, self.licenses, self.source = name, version, licenses, source


class Components:
    """The parts of the programs in a folder of a build, such as .build-run/release."""

    def __init__(self, programs):
        targets, archives = set(), set()
        for program in PROGRAMS:
            objects = (programs / f"{program}.product/Objects.LinkFileList").read_text()
            targets |= set(re.findall(r"/(\w+)\.build/", objects))
            archives |= linked_archives(programs.parent / f"{program}.map")
        checkouts = programs.resolve().parent.parent / "checkouts"
        parts = [*packages(checkouts, targets), *system_packages(archives), swift()]
        self.all = sorted(parts, key=lambda part: part.name.lower())

    def names(self):
        return "".join(f"  {part.name}\n" for part in self.all)

    def versions(self):
        return "".join(f"{part.name} {part.version}\n" for part in self.all)

    def built_using(self):
        """The source packages of Debian whose libraries are in the programs."""
        return ", ".join(sorted({part.source for part in self.all if part.source}))

    def licenses(self):
        """Each text once, with the names of the parts that it is of."""
        holders = {}
        for part in self.all:
            for path in part.licenses:
                holders.setdefault(path.read_text(errors="replace").strip(), {})[part.name] = True
        return RULER.join(f"{', '.join(names)}\n\n{text}" for text, names in holders.items()) + "\n"


def linked_archives(linker_map):
    """The archives of which the linker took a member; none in a build with shared libraries."""
    if not linker_map.exists():
        return set()
    return set(re.findall(r"^(/[^(\s]+\.a)\(", linker_map.read_text(errors="replace"), re.MULTILINE))


def packages(checkouts, targets):
    """The Swift packages that one of the targets is of."""
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        folder = next(path for path in checkouts.iterdir() if path.name.lower() == pin["identity"])
        if any((folder / place / target).is_dir() for target in targets for place in ("", "Sources")):
            found = [path for pattern in ("LICENSE*", "NOTICE*") for path in folder.rglob(pattern) if path.is_file()]
            yield Component(pin["identity"], pin["state"]["version"], sorted(found))


def system_packages(archives):
    """The source packages of Debian whose libraries the archives are. Swift's own archives belong to no package."""
    parts = {}
    for archive in sorted(archives):
        owner = output("dpkg-query", "-S", Path(archive).resolve()).split(":")[0]
        if owner:
            source, version = output("dpkg-query", "-W", "-f", "${source:Package}\t${source:Version}", owner).split("\t")
            texts = [Path(f"/usr/share/doc/{owner}/copyright")]
            parts[source] = Component(source, version, texts, f"{source} (= {version})")
    return parts.values()


def output(*words):
    """What a program prints; nothing if it fails."""
    return subprocess.run(words, capture_output=True, text=True).stdout


def swift():
    """The runtime libraries of the compiler."""
    compiler = shutil.which("swift")
    license_text = Path(compiler).resolve().parent.parent / "share/swift/LICENSE.txt"
    return Component("swift", re.search(r"Swift version (\S+)", output(compiler, "--version"))[1], [license_text] if license_text.exists() else [])
