"""Installs the packages in new systems without a compiler, uses them, installs them again and removes them."""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from expectations import Expectations, files
from terminal import CASES, line_after
from tree import ROOT

SUITES = {"bookworm": "Debian 12", "trixie": "Debian 13"}
MIRROR = "http://deb.debian.org/debian"
# What people have who read manuals, complete words and look up names with plugins of the C library.
BESIDES = ["man-db", "bash-completion", "zsh", "fish", "xz-utils", "ca-certificates", "libnss-resolve", "libnss-myhostname"]
HOSTS = "hosts: files myhostname resolve dns"
USER = "person"
SCRIPT = 'let status = post "Hello from a script"\nfav $status\nonce greeting\n  post "Once"\nend\nprint "all done"\n'

# A title, a command of the user, and what it prints.
USES = [
    ("the version and its commit", "tusk --version", r"^tusk \d+\.\d+\.\d+ \([0-9a-f]{12}(, modified)?\)$"),
    ("a command", "tusk -c me", r"alice@sandbox\.example"),
    ("a script", "tusk --yes hello.tsk", r"^all done$"),
    ("a pipe", r"printf 'me\nnotifications count=2\n' | tusk --json", r'"acct":"alice'),
    ("the manual", "MANWIDTH=80 man tusk", r"TUSK\(1\)[\s\S]*Ctrl.R"),
    ("the manual of the language", "MANWIDTH=80 man tsk", r"TSK\(5\)"),
    ("a name in /etc/hosts", "TUSK_SERVER=https://listed.example TUSK_TOKEN=x tusk -c me", r"listed\.example.*refused"),
    ("a name in DNS", "TUSK_SERVER=https://deb.debian.org TUSK_TOKEN=x tusk --trace -c me",
     r"^< \d+ after|certificate is not trusted after"),
    ("a name that does not exist", "TUSK_SERVER=https://none.invalid TUSK_TOKEN=x tusk -c me", r"none\.invalid"),
    ("the units", "XDG_RUNTIME_DIR=/tmp systemd-analyze --user verify /usr/lib/systemd/user/tusk@.service; echo checked",
     r"\Achecked$"),
]


class System:
    """A new system in a folder."""

    def __init__(self, suite):
        self.suite = suite
        self.root = Path(tempfile.mkdtemp(prefix=f"tusk-{suite}-"))

    def __enter__(self):
        words = ["debootstrap", "--force-check-gpg", "--variant=minbase", self.suite, self.root, MIRROR]
        try:
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            # Others than the owner must be able to enter.
            self.root.chmod(0o755)
            code, said = self.run(f"useradd --create-home --shell /bin/bash {USER}")
            if code:
                raise SystemExit(f"package: no user in {self.suite}: {said}")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)

    def words(self, command, user="root"):
        """The words that run a command inside, with processes and mounts of its own."""
        mounts = "mount -t proc proc /proc && mount -t devpts devpts /dev/pts"
        inside = f'{mounts} && exec runuser -u {user} -- env -i HOME=$(getent passwd {user} | cut -d: -f6) ' \
            'TERM=xterm LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -c "cd; $0"'
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", str(self.root), "sh", "-c", inside, command]

    def run(self, command, user="root"):
        """The exit status of a command, and what it printed."""
        done = subprocess.run(
            self.words(command, user), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900,
            stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout

    def install(self, *packages):
        code, said = self.run("apt-get install -y --no-install-recommends " + " ".join(packages))
        return code == 0, said


def check(package, archive):
    """Whether lintian has nothing to say of the package, and both packages work in new systems."""
    subprocess.run([ROOT / "scripts/setup", "lintian", "debootstrap", "debian-archive-keyring"], check=True)
    judge = Expectations()
    said = subprocess.run(["lintian", "--allow-root", "--display-info", "--pedantic", package], capture_output=True, text=True)
    judge.expect("lintian", said.returncode == 0 and not said.stdout, said.stdout + said.stderr)
    for suite, title in SUITES.items():
        print(f"== {title}", flush=True)
        with System(suite) as system:
            check_package(judge, system, package)
            check_archive(judge, system, archive)
    homes = subprocess.run(
        [sys.executable, ROOT / "Tests/KeptHomes/open.py", ROOT / ".build-run/release"], capture_output=True, text=True)
    judge.expect("homes of earlier versions", homes.returncode == 0, homes.stdout + homes.stderr)
    return judge.failed == 0


def check_package(judge, system, package):
    shutil.copy(package, system.root / "root")
    home = system.root / "home" / USER
    (home / "hello.tsk").write_text(SCRIPT)
    found = system.run("for each in swift cc gcc ld; do command -v $each; done")[1]
    judge.expect("no compiler is there", not found, found)
    judge.expect("the package installs", *system.install(f"./{package.name}"))
    judge.expect("and what people have besides", *system.install(*BESIDES))
    look_up_with_plugins(judge, system)
    for name, command, expected in USES:
        code, said = system.run(command, USER)
        judge.expect(name, found := re.search(expected, said, re.MULTILINE), f"exit status {code}\n{said}")
        print(f"     {said[found.start():].splitlines()[0][:100]}" if found else "")
    check_completion(judge, system)
    before = files(home)
    judge.expect("the user has a journal", any(path.endswith("journal.db") for path in before), "\n".join(before))
    judge.expect("it installs over itself", *succeeds(system.run(f"dpkg -i /root/{package.name}")))
    judge.expect("it is removed", *succeeds(system.run("dpkg --purge tusk")))
    judge.expect("the files of the user are as before", files(home) == before)
    left = system.run("find / -xdev -iname '*tusk*' -not -path '/home/*' -not -path '/root/*' -not -path '/proc/*'")[1]
    judge.expect("nothing else is left", not left.strip(), left)


def check_archive(judge, system, archive):
    shutil.copy(archive, system.root / "root")
    unpack = f"tar -xf /root/{archive.name} -C /usr/local --strip-components=1"
    judge.expect("the archive unpacks", *succeeds(system.run(unpack)))
    code, said = system.run("/usr/local/bin/tusk -c me && MANWIDTH=80 man tusk | head -1", USER)
    judge.expect("and works", "alice@sandbox.example" in said and "TUSK(1)" in said, said)


def look_up_with_plugins(judge, system):
    switch = system.root / "etc/nsswitch.conf"
    switch.write_text(re.sub(r"^hosts:.*$", HOSTS, switch.read_text(), flags=re.MULTILINE))
    # Instead of the link to the file of a daemon that does not run here.
    (system.root / "etc/resolv.conf").unlink(missing_ok=True)
    (system.root / "etc/resolv.conf").write_text(Path("/etc/resolv.conf").read_text())
    with (system.root / "etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 localhost listed.example\n")
    found = [path.name for path in system.root.glob("usr/lib/*/libnss_*")]
    judge.expect(HOSTS, {"libnss_resolve.so.2", "libnss_myhostname.so.2"} <= set(found), found)


def check_completion(judge, system):
    # Without the files of a user, of whom zsh would ask what to write into them.
    shells = {
        "bash --norc": ". /usr/share/bash-completion/bash_completion",
        "zsh -f": "autoload -U compinit; compinit -u; unsetopt prompt_sp",
    }
    for shell, setup in shells.items():
        for name, keys, expected in CASES:
            line = line_after(system.words(f"exec {shell} -i", USER), setup, keys, expected)
            judge.expect(f"{shell.split()[0]} completes {name}", line.endswith(expected), repr(line))
    for name, keys, expected in CASES:
        shown = system.run(f"fish -c 'complete -C $argv[1]' -- {shlex.quote(keys.strip())}", USER)[1]
        last = expected.split("'")[1] if "'" in expected else expected.split()[-1]
        judge.expect(f"fish completes {name}", shown.startswith(last), f"{shown}")


def succeeds(result):
    return result[0] == 0, result[1]
