"""The start of tusk, and one request to a running sandbox, against curl doing the same."""

import json
import subprocess
from pathlib import Path

from measuring import SANDBOX, TUSK, private_environment, spent, times

VERIFY = "/api/v1/accounts/verify_credentials"
# A request takes 1.8 times as long as curl's on a slow machine: most of a start is the search of conformances and page faults
# of a static program, which are also most of its memory, 24 to 25.2 MiB.
VERSION_BOUND, REQUEST_BOUND, MEMORY_BOUND = 0.6, 2.0, 26.0


def peak_memory(environment):
    """The peak memory of one request in MiB, the median of nine runs."""
    return sorted(spent([TUSK, "-c", "me"], environment)[1] for _ in range(9))[4]


def measure_starts(runs, folder):
    """Rows of the start and of one request, against curl; the CPU time and the memory of the request; and the sizes."""
    environment = private_environment(folder)
    subprocess.run([TUSK, "sandbox", "start"], env=environment, check=True, stdout=subprocess.DEVNULL)
    try:
        note = json.loads(Path(f"{environment['XDG_STATE_HOME']}/tusk/sandbox/server.json").read_text())
        token, port = note["token"], note["port"]
        curl = f"curl -s -H 'Authorization: Bearer {token}' http://127.0.0.1:{port}{VERIFY}"
        measured = times([f"{TUSK} --version", "curl --version", f"{TUSK} -c me", curl], runs, folder, environment)
        memory = peak_memory(environment)
    finally:
        subprocess.run([TUSK, "sandbox", "stop"], env=environment, check=True)
    for name, ours, theirs, bound in [
        ("tusk --version : curl --version", measured[0], measured[1], VERSION_BOUND),
        ("tusk -c me : curl of the same", measured[2], measured[3], REQUEST_BOUND),
    ]:
        for kind in ("median", "mean"):
            yield f"{name}, {kind}", ours[kind] / theirs[kind], bound
    for name, one in (("tusk -c me", measured[2]), ("curl", measured[3])):
        yield f"CPU time of {name}, ms", (one["user"] + one["system"]) * 1000, None
    yield "peak memory of tusk -c me, MiB", memory, MEMORY_BOUND
    for program in (TUSK, SANDBOX):
        stripped = Path(folder, program.name)
        subprocess.run(["strip", "-o", stripped, program], check=True)
        yield f"size of {program.name} without symbols, MB", stripped.stat().st_size / 1e6, None
