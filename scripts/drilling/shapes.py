"""What servers keep of statuses, and send of accounts and of themselves."""

import time
from dataclasses import dataclass, field


@dataclass
class Status:
    """A status as the server keeps it."""

    id: str
    text: str
    created: float
    reblog: str | None = None
    media: tuple = ()
    visibility: str = "public"
    is_drilled: bool = True
    born: float = field(default_factory=time.monotonic)


def instance(listener, version):
    """The description of a server."""
    domain = f"127.0.0.1:{listener.port}"
    limits = {"statuses": {"max_characters": 5000}}
    return {"uri": domain, "domain": domain, "title": "Drill", "version": version, "configuration": limits}


def account(id, name, base):
    return {"id": id, "username": name, "acct": name, "display_name": name, "url": f"{base}/@{name}", "note": ""}
