"""etcd for tests: Debian's package, unpacked and not installed, so that no service starts; and nodes of it."""

import json
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from project import ROOT

FOLDER = ROOT / ".build/etcd"
SECONDS_TO_START = 20


def program():
    """The path of etcd; None if it cannot be fetched."""
    found = FOLDER / "usr/bin/etcd"
    if found.exists():
        return found
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Without a network, this fails soon.
    apt = ["apt-get", "-o", "APT::Sandbox::User=root", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::Retries=0"]
    download = [*apt, "download", "etcd-server"]
    for prepare in ([], [*apt, "update"]):
        if prepare:
            quietly(prepare)
        if quietly(download):
            break
    else:
        return None
    for package in FOLDER.glob("etcd-server_*.deb"):
        quietly(["dpkg", "-x", package, FOLDER])
        package.unlink()
    return found if found.exists() else None


def quietly(command):
    """Runs a command in the folder of etcd; returns whether it succeeded."""
    try:
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return False
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
    return done.returncode == 0


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextmanager
def node(data=None):
    """One node of etcd on this machine; yields its host and port."""
    with tempfile.TemporaryDirectory() as folder:
        client, peer = free_port(), free_port()
        own, others = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
        command = [
            program(), "--name", "one", "--data-dir", data or folder, "--listen-client-urls", own,
            "--advertise-client-urls", own, "--listen-peer-urls", others, "--initial-advertise-peer-urls", others,
            "--initial-cluster", f"one={others}"]
        log = open(Path(folder, "log"), "wb")
        running = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            wait_for(f"127.0.0.1:{client}", running)
            yield f"127.0.0.1:{client}"
        finally:
            running.terminate()
            running.wait()


def wait_for(address, running):
    """Waits until a node takes requests."""
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and running.poll() is None:
        try:
            with urllib.request.urlopen(f"http://{address}/health", timeout=1) as answer:
                if json.load(answer).get("health") == "true":
                    return
        except (OSError, ValueError):
            time.sleep(0.05)
    raise SystemExit(f"etcd did not start: exit status {running.poll()}")
