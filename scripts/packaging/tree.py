"""The files of the package: what is installed where, and the steps that make them the same in every build."""

import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent

# From a file of the repository to its place under usr/.
FILES = {
    "scripts/packaging/completions/tusk.bash": "share/bash-completion/completions/tusk",
    "scripts/packaging/completions/_tusk": "share/zsh/vendor-completions/_tusk",
    "scripts/packaging/completions/tusk.fish": "share/fish/vendor_completions.d/tusk.fish",
    "scripts/packaging/tusk.desktop": "share/applications/tusk.desktop",
    "scripts/packaging/tusk.svg": "share/icons/hicolor/scalable/apps/tusk.svg",
    "scripts/packaging/tusk@.service": "lib/systemd/user/tusk@.service",
    "scripts/packaging/tusk@.timer": "lib/systemd/user/tusk@.timer",
    "scripts/packaging/lintian-overrides": "share/lintian/overrides/tusk",
}
COMPRESSED = {
    "scripts/packaging/changelog": "share/doc/tusk/changelog.gz",
    "README.md": "share/doc/tusk/README.md.gz",
    "man/tusk.1": "share/man/man1/tusk.1.gz",
    "man/tsk.5": "share/man/man5/tsk.5.gz",
    "man/tusk-plan.7": "share/man/man7/tusk-plan.7.gz",
    "man/tusk-records.7": "share/man/man7/tusk-records.7.gz",
    "man/tusk-verbs.7": "share/man/man7/tusk-verbs.7.gz",
}
PROGRAMS = {"tusk": "bin/tusk", "tusk-sandbox": "libexec/tusk/tusk-sandbox"}
# The tables of frames are a tenth of the size. Only what unwinds a stack reads them: exceptions of C++, which would end a
# program of Swift anyway, and the end of a thread by pthread_exit, which an asynchronous main function would use.
# The hashes of modules and of the program depend on the folder of the build.
UNNEEDED = [
    f"--remove-section={name}"
    for name in (".comment", ".eh_frame", ".eh_frame_hdr", ".swift_modhash", ".note.gnu.build-id")]
EXAMPLES = "share/doc/tusk/examples"


class Release:
    """What the changelog says of the newest release."""

    def __init__(self):
        head = (HERE / "changelog").read_text()
        self.version = re.match(r"tusk \((\S+)\)", head)[1]
        date = re.search(r"^ -- .*>  (.*)$", head, re.MULTILINE)[1]
        self.epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or subprocess.run(
            ["date", "-d", date, "+%s"], capture_output=True, text=True, check=True).stdout)


def stage(tree, programs, release, components):
    """Writes the files of the package into the folder `tree`, below usr/."""
    if tree.exists():
        shutil.rmtree(tree)
    usr = tree / "usr"
    for name, place in PROGRAMS.items():
        put(usr / place, (programs / name).read_bytes(), mode=0o755)
        subprocess.run(["strip", "--strip-all", *UNNEEDED, usr / place], check=True)
    for source, place in FILES.items():
        put(usr / place, (ROOT / source).read_bytes())
    for source, place in COMPRESSED.items():
        put(usr / place, compressed((ROOT / source).read_bytes()))
    for script in sorted((ROOT / "scripts/examples").glob("*.tsk")):
        put(usr / EXAMPLES / script.name, script.read_bytes())
    put(usr / "share/doc/tusk/copyright", copyright_text(components).encode())
    put(usr / "share/doc/tusk/licenses.gz", compressed(components.licenses().encode()))
    put(usr / "share/doc/tusk/versions", components.versions().encode())
    put(usr / "share/doc/tusk/Package.resolved", (ROOT / "Package.resolved").read_bytes())
    settle(tree, release)


def settle(tree, release):
    """Gives every file and folder the date of the release, and folders the mode of the system's."""
    for path in [tree, *tree.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (release.epoch, release.epoch))


def put(path, content, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def compressed(content):
    """Without a name and a time, which would differ between builds."""
    return subprocess.run(["gzip", "-9n"], input=content, stdout=subprocess.PIPE, check=True).stdout


def copyright_text(components):
    """The license of Tusk, as README.md has it, and where those of its parts are."""
    own = (ROOT / "README.md").read_text().split("\n## License\n")[1].strip()
    return f"""{own}

The programs contain parts of others, which versions names:

{components.names()}
Their licenses are in licenses.gz. On Debian, the Apache License is also in
/usr/share/common-licenses/Apache-2.0, and the LGPL in
/usr/share/common-licenses/LGPL-2.1. To link the programs with another version
of the C library, build them from the source: scripts/run --release.
"""
