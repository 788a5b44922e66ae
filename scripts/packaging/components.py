"""What was linked into the programs: names, versions and licenses."""

import json
import re
import subprocess
from functools import cache
from pathlib import Path

from tree import PROGRAMS, ROOT

RULER = "\n\n" + "=" * 72 + "\n\n"


class Component:
    """A part of the programs, with the files that have its licenses."""

    def __init__(self, name, version, licenses, source=None):
        self.name, self.version, self.licenses, self.source = name, version, licenses, source
        if not licenses:
            raise SystemExit(f"package: no license of {name} was found")


class Components:
    """The parts of the programs in a folder of a build, such as .build-run/release."""

    def __init__(self, programs, is_static):
        targets, archives = set(), set()
        for program in PROGRAMS:
            objects = (programs / f"{program}.product/Objects.LinkFileList").read_text()
            targets |= set(re.findall(r"/(\w+)\.build/", objects))
            archives |= linked_archives(programs.parent / f"{program}.map") if is_static else set()
        scratch = programs.resolve().parent.parent
        parts = [*packages(scratch / "checkouts", targets), *system_packages(archives), *swift(archives)]
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
    """The archives of which the linker took a member."""
    return set(re.findall(r"^(/[^(\s]+\.a)\(", linker_map.read_text(errors="replace"), re.MULTILINE))


def packages(checkouts, targets):
    """The Swift packages that one of the targets is of."""
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        # What only other platforms or other traits need is pinned but not there.
        for folder in [path for path in checkouts.iterdir() if path.name.lower() == pin["identity"]]:
            if any((folder / place / target).is_dir() for target in targets for place in ("", "Sources")):
                found = [path for pattern in ("LICENSE*", "NOTICE*") for path in folder.rglob(pattern) if path.is_file()]
                yield Component(pin["identity"], pin["state"]["version"], sorted(found))


def system_packages(archives):
    """The source packages of Debian whose libraries the archives are, all but those of the compiler."""
    parts = {}
    for archive in sorted(archives):
        if toolchain() not in Path(archive).resolve().parents:
            owner = output("dpkg-query", "-S", Path(archive).resolve()).split(": ")[0]
            source, version = output("dpkg-query", "-W", "-f", "${source:Package} ${source:Version}", owner).split()
            texts = [Path(f"/usr/share/doc/{owner.split(':')[0]}/copyright")]
            parts[source] = Component(source, version, texts, f"{source} (= {version})")
    return parts.values()


def swift(archives):
    """The runtime libraries of the compiler, and what these contain of others."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    yield Component("swift", version, [toolchain() / "usr/share/swift/LICENSE.txt"])
    if any(archive.endswith("FoundationICU.a") for archive in archives):
        # The compiler comes without this license; that of Debian's ICU is the same.
        yield Component("swift-foundation-icu", version, [Path("/usr/share/doc/libicu-dev/copyright")])


@cache
def toolchain():
    """The folder in which the compiler is installed."""
    paths = json.loads(output("swift", "-print-target-info"))["paths"]
    return Path(paths["runtimeResourcePath"]).resolve().parents[2]


def output(*words):
    """What a program prints."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
