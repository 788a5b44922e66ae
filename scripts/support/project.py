"""Code shared by the scripts: paths, and a sandbox server that runs during a block."""

import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# The servers of the tests run on this machine, where no proxy of the user's environment is asked.
for variable in ("no_proxy", "NO_PROXY"):
    if (names := os.environ.get(variable, "")) != "*":
        os.environ[variable] = ",".join(filter(None, [names, "localhost", "127.0.0.1", "::1"]))


def program():
    """The tusk to test: the one that $TUSK names, or the newest build."""
    if named := os.environ.get("TUSK"):
        return Path(named).absolute()
    built = [ROOT / ".build-run/release/tusk", ROOT / ".build/debug/tusk"]
    built = [path for path in built if path.exists()]
    if not built:
        raise SystemExit("tusk is not built; run: swift build")
    return max(built, key=lambda path: path.stat().st_mtime)


def private_environment(folder, **more):
    """An environment without anything that belongs to the user who runs the script."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TERM") if name in os.environ}
    homes = {name: f"{folder}/{name.lower()}" for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")}
    # Otherwise a crashing program would wait at the terminal for input.
    return {**kept, **homes, "SWIFT_BACKTRACE": "enable=no", **more}


@contextmanager
def sandbox(executable, state=None, options=()):
    """A sandbox on a free port; yields its base URL and the token of its account."""
    with sandbox_with_secret(executable, state, options) as (base, token, _):
        yield base, token


@contextmanager
def sandbox_with_secret(executable, state=None, options=()):
    """A sandbox on a free port, with data of its own or the data in the given directory, and further options.

    Yields its base URL, the token of its account, and the secret that authorizes clients.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [executable, "serve", "--state", state or f"{folder}/state", "--port", "0", "--idle", "0", "--foreground",
             *options],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, env=private_environment(folder))
        try:
            line = server.stdout.readline()
            if not line:
                raise SystemExit(f"{executable} did not start: exit status {server.wait()}")
            note = json.loads(line)
            yield f"http://127.0.0.1:{note['port']}", note["token"], note["secret"]
        finally:
            server.terminate()
            server.wait()
