"""The hostile server: a Mastodon-like server whose flavor, clock and faults are chosen, and which knows the truth."""

import json
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone
from urllib.parse import parse_qsl

from drilling.flavors import rendered
from drilling.shapes import Status, account, instance
from drilling.wire import Answer, Listener

ME, BOB = "1", "2"
MEDIA = "/api/v2/media"


@dataclass
class Fault:
    """What goes wrong with the requests to a path, and how often."""

    name: str
    path: str
    effect: str | None = None
    answer: Answer | None = None
    is_done: bool = True
    # After how many seconds the request is carried out, if not at once.
    late: float = 0
    times: int = 1
    # How many requests it spares before.
    skips: int = 0
    method: str = "POST"
    # Called before and after the request is carried out; what it returns is the effect on the connection.
    before: object = None
    after: object = None

    def strikes(self, request):
        """Whether the request meets the fault; counts it."""
        if not (self.times > 0 and request.method == self.method and re.fullmatch(self.path, request.path)):
            return False
        if self.skips:
            self.skips -= 1
            return False
        self.times -= 1
        return True


@dataclass
class World:
    """A server with one account, and what it holds."""

    flavor: object
    keeps_alive: bool = False
    # By how many seconds the server's clock differs, and by how many more its Date header.
    clock: float = 0
    header: float = 0
    has_date: bool = True
    puts_pinned_first: bool = False
    # For how many seconds a new status is not in lists yet.
    lag: float = 0
    faults: list = field(default_factory=list)
    # Breaks the truth on purpose: 'drop' removes what was just published.
    sabotage: str | None = None

    def __post_init__(self):
        self.lock = threading.RLock()
        self.statuses, self.keys, self.favorites, self.media = [], {}, [], {}
        self.count = 0
        self.timers = []
        self.bobs = self.add("of bob's", is_drilled=False).id
        self.carols = self.add("of carol's", is_drilled=False).id
        self.pinned = self.add("pinned", age=86_400 * 400, is_drilled=False)
        self.listener = Listener(self.respond, self.keeps_alive)

    @property
    def base(self):
        return self.listener.base

    @property
    def now(self):
        return time.time() + self.clock

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def add(self, text, age=0.0, **more):
        with self.lock:
            self.count += 1
            status = Status(str(10_000 + self.count), text, self.now - age, **more)
            self.statuses.append(status)
            return status

    def crowd(self, count, dice):
        """Newer statuses of the account, by another client."""
        for number in range(count):
            boosted = self.carols if dice.random() < 0.1 else None
            self.add(f"Newer {number} of {count}", reblog=boosted, is_drilled=False,
                     visibility=dice.choice(["public", "unlisted", "private"]))

    def finish_late(self):
        """Waits until everything is carried out that is carried out late."""
        for timer in self.timers:
            timer.join()

    def set_clock(self, offset):
        """Makes the clock wrong from the beginning."""
        self.clock = offset
        for status in self.statuses:
            status.created += offset

    def age(self, seconds):
        """Makes everything older."""
        for status in self.statuses:
            status.created -= seconds

    def forget_keys(self):
        """Forgets the keys, as a server does after an hour; not while it still carries out a request."""
        if self.flavor.keys == "forgotten" and not any(timer.is_alive() for timer in self.timers):
            self.keys.clear()

    def named(self, text):
        """The statuses with a text that the drill asked for."""
        return [one for one in self.statuses if one.is_drilled and one.text == text and not one.reblog]

    @property
    def boosts(self):
        return [one for one in self.statuses if one.is_drilled and one.reblog == self.bobs]

    def respond(self, request):
        with self.lock:
            fault = next((fault for fault in self.faults if fault.strikes(request)), None)
        answer = self.faulty(request, fault) if fault else self.route(request)
        if self.has_date and self.flavor.has_date:
            answer.date = self.now + self.header
        return answer

    def faulty(self, request, fault):
        """The answer to a request that meets a fault."""
        effect = fault.before() if fault.before else None
        if effect:
            return Answer(effect=effect)
        if fault.late:
            timer = threading.Timer(fault.late, self.route, [request])
            self.timers.append(timer)
            timer.start()
        answer = Answer()
        if fault.is_done and not fault.late:
            answer = self.route(request, is_answered=False)
        if fault.answer:
            answer = Answer(fault.answer.status, fault.answer.body, list(fault.answer.headers))
        answer.effect = (fault.after() if fault.after else None) or fault.effect
        return answer

    def route(self, request, is_answered=True):
        with self.lock:
            for method, pattern, handler in ROUTES:
                match = request.method == method and re.fullmatch(pattern, request.path)
                if match:
                    return handler(self, request, *match.groups(), **({"is_answered": is_answered} if method == "POST" else {}))
        return Answer.of({"error": "Record not found"}, 404)

    # Writing

    def publish(self, request, is_answered):
        key = request.headers.get("idempotency-key")
        if key in self.keys:
            return Answer.of(self.shown(self.keys[key]))
        body = json.loads(request.body)
        media = tuple(body.get("media_ids") or ())
        if any(one not in self.media for one in media):
            return Answer.of({"error": "Validation failed: unknown media"}, 422)
        status = self.add(body.get("status", ""), media=media, visibility=body.get("visibility") or "public")
        self.remember(key, status, is_answered)
        answer = Answer.of(self.shown(status))
        if self.sabotage == "drop":
            self.statuses.remove(status)
        return answer

    def remember(self, key, made, is_answered):
        keys = self.flavor.keys
        if key and (keys in ("honored", "forgotten") or keys == "answered" and is_answered):
            self.keys[key] = made

    def favorite(self, request, id, is_answered):
        if self.sabotage != "drop":
            self.favorites.append(id)
        return Answer.of(self.shown(self.status(id)))

    def boost(self, request, id, is_answered):
        earlier = next((one for one in self.statuses if one.reblog == id), None)
        if earlier and not self.flavor.boosts_again:
            return Answer.of(self.shown(earlier))
        status = self.add("", reblog=id)
        answer = Answer.of(self.shown(status))
        if self.sabotage == "drop":
            self.statuses.remove(status)
        return answer

    def upload(self, request, is_answered):
        id = str(500 + len(self.media))
        self.media[id] = {"id": id, "type": "image", "url": f"{self.base}/media/{id}.png", "description": "a dot"}
        return Answer.of(self.media[id])

    # Reading

    def status(self, id):
        return next((one for one in self.statuses if one.id == id), None)

    def own_statuses(self, request, _):
        query = dict(parse_qsl(request.query))
        rows = [one for one in reversed(self.statuses) if one.id not in (self.bobs, self.carols, self.pinned.id)
                and (not one.is_drilled or one.born <= time.monotonic() - self.lag)]
        if query.get("exclude_reblogs") == "true":
            rows = [one for one in rows if not one.reblog]
        rows.append(self.pinned)
        if "max_id" in query:
            rows = [one for one in rows if int(one.id) < int(query["max_id"])]
        page = rows[:min(int(query.get("limit", 20)), self.flavor.page)]
        links = []
        if len(page) < len(rows):
            links = [("Link", f'<{self.base}{request.path}?max_id={page[-1].id}>; rel="next"')]
        if self.puts_pinned_first and "max_id" not in query:
            page = [self.pinned, *(one for one in page if one is not self.pinned)]
        return Answer.of([self.shown(one) for one in page], headers=links)

    def one_status(self, request, id):
        status = self.status(id)
        return Answer.of(self.shown(status)) if status else Answer.of({"error": "Record not found"}, 404)

    def source(self, request, id):
        status = self.status(id)
        if not status or not self.flavor.has_source:
            return Answer.of({"error": "Record not found"}, 404)
        return Answer.of({"id": id, "text": status.text, "spoiler_text": ""})

    def me(self, request):
        return Answer.of(account(ME, "drill", self.base))

    def instance(self, request):
        return Answer.of(instance(self.listener, self.version))

    @property
    def version(self):
        flavor = self.flavor
        if flavor.software == "mastodon":
            return flavor.version
        return f"4.2.0 (compatible; {flavor.software.capitalize()} {flavor.version})"

    def node_links(self, request):
        schema = "http://nodeinfo.diaspora.software/ns/schema/2.0"
        return Answer.of({"links": [{"rel": schema, "href": f"{self.base}/nodeinfo/2.0"}]})

    def node_info(self, request):
        return Answer.of({"version": "2.0", "software": {"name": self.flavor.software.lower(), "version": self.flavor.version}})

    def shown(self, status):
        is_bobs = status.id in (self.bobs, self.carols)
        boosted = self.status(status.reblog) if status.reblog else None
        return {
            "id": status.id, "uri": f"{self.base}/s/{status.id}", "url": f"{self.base}/@drill/{status.id}",
            "created_at": datetime.fromtimestamp(status.created, timezone.utc).isoformat(timespec="milliseconds"),
            "account": account(BOB if is_bobs else ME, "bob" if is_bobs else "drill", self.base),
            "content": rendered(status.text, self.flavor.rewrites), "visibility": status.visibility, "sensitive": False,
            "spoiler_text": "", "language": "en", "in_reply_to_id": None, "mentions": [], "tags": [], "emojis": [],
            "media_attachments": [self.media[one] for one in status.media],
            "favourited": status.id in self.favorites, "pinned": status is getattr(self, "pinned", None),
            "reblogged": any(one.reblog == status.id for one in self.statuses),
            "reblog": self.shown(boosted) if boosted else None}


ROUTES = [
    ("POST", "/api/v1/statuses", World.publish),
    ("POST", "/api/v1/statuses/([^/]+)/favourite", World.favorite),
    ("POST", "/api/v1/statuses/([^/]+)/reblog", World.boost),
    ("POST", MEDIA, World.upload),
    ("GET", "/api/v1/accounts/verify_credentials", World.me),
    ("GET", "/api/v1/accounts/([^/]+)/statuses", World.own_statuses),
    ("GET", "/api/v1/statuses/([^/]+)/source", World.source),
    ("GET", "/api/v1/statuses/([^/]+)", World.one_status),
    ("GET", "/api/v[12]/instance", World.instance),
    ("GET", "/.well-known/nodeinfo", World.node_links),
    ("GET", "/nodeinfo/2.0", World.node_info),
]
