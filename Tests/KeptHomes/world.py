"""The server and the home folder that keep.py and open.py share."""

import hashlib
import json
import sys
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts/support"))
from project import private_environment  # noqa: E402

ALICE, BOB, CAROL = (f"@{name}@sandbox.example" for name in ("alice", "bob", "carol"))
FRIENDS = [f"friend0{number}@friends.example" for number in range(1, 6)]
# Placeholders in the kept files for what differs each time.
HOME, SERVER = "/HOME", "SERVER"
SECRETS = ["TOKEN-OF-ALICE", "TOKEN-OF-BOB", "CLIENT-ID", "CLIENT-SECRET"]


class World:
    """A sandbox on a loopback port, which tusk treats like any other server."""

    def __init__(self, base, token):
        self.base, self.token = base, token
        for friend in FRIENDS:
            self.post("/sandbox/v1/personas", {"acct": friend})
        self.bob = self.post("/sandbox/v1/personas", {"acct": BOB[1:]})["token"]
        self.carol = self.post("/sandbox/v1/personas", {"acct": CAROL[1:]})["token"]
        self.owner = self.get("/api/v1/accounts/verify_credentials")["id"]
        self.before = {status["id"] for status in self.pages()}
        self.counted_before = self.everything()
        self.followed_before = self.following()

    def request(self, path, fields=None, method=None, token=None, headers=None):
        body = urlencode(fields).encode() if fields is not None else None
        everything = {"Authorization": f"Bearer {token or self.token}", **(headers or {})}
        with urlopen(Request(self.base + path, body, everything, method=method), timeout=30) as answer:
            return json.load(answer)

    def get(self, path, token=None):
        return self.request(path, token=token)

    def post(self, path, fields, **more):
        return self.request(path, fields, **more)

    def pages(self):
        return self.get(f"/api/v1/accounts/{self.owner}/statuses?limit=40")

    def statuses(self):
        """What Alice has posted since the world began, oldest first."""
        return sorted((one for one in self.pages() if one["id"] not in self.before), key=lambda one: int(one["id"]))

    def count(self):
        """How many statuses Alice has posted since the world began."""
        return self.everything() - self.counted_before

    def everything(self):
        return self.get(f"/api/v1/accounts/{self.owner}")["statuses_count"]

    def texts(self):
        return [self.get(f"/api/v1/statuses/{one['id']}/source")["text"] for one in self.statuses()]

    def following(self):
        return {one["acct"] for one in self.get(f"/api/v1/accounts/{self.owner}/following?limit=80")}

    def followed(self):
        return sorted(self.following() - self.followed_before)

    def notices(self, friend):
        """How often a friend was notified that Alice follows them."""
        token = self.post("/sandbox/v1/personas", {"acct": friend})["token"]
        return sum(one["type"] == "follow" and one["account"]["id"] == self.owner
                   for one in self.get("/api/v1/notifications", token))

    def is_favorite(self, status):
        return self.get(f"/api/v1/statuses/{status}")["favourited"]


class Home:
    """The folders of a person who uses tusk."""

    PARTS = {"config": "XDG_CONFIG_HOME", "state": "XDG_STATE_HOME", "cache": "XDG_CACHE_HOME"}

    def __init__(self, folder, program):
        self.program = program
        self.environment = private_environment(folder, TERM="xterm", TZ="UTC", LC_ALL="C.UTF-8")
        self.folder = Path(folder)

    @property
    def scripts(self):
        return self.folder / "scripts"

    def part(self, name):
        """The tusk folder for configuration, state or cache."""
        return Path(self.environment[self.PARTS[name]]) / "tusk"


def fingerprint(*texts):
    """SHA-256 of texts, each after its length, as the journal and the names of files use it."""
    message = b"".join(len(text.encode()).to_bytes(8, "little") + text.encode() for text in texts)
    return hashlib.sha256(message).hexdigest()


def announcement_key(home):
    """The idempotency key of the announcement, whose answer was lost."""
    return fingerprint(f"{home.scripts}/announce.tsk", ALICE, "spring", "postStatus#1", "1")
