"""Random pagers: servers that cut lists into any pages, and tusk's rows counted against the truth."""

import json
import random
from dataclasses import dataclass
from urllib.parse import parse_qsl

from drilling.desk import Desk
from drilling.links import FORMS, UNUSABLE, hash_of
from drilling.shapes import account, instance
from drilling.tally import Case
from drilling.wire import Answer, Listener

LISTS = {
    "followers": ("/api/v1/accounts/1/followers", "account"),
    "statuses": ("/api/v1/accounts/1/statuses", "status"),
    "favorites": ("/api/v1/favourites", "status"),
    "timeline home": ("/api/v1/timelines/home", "status"),
    "notifications": ("/api/v1/notifications", "notification"),
    "notifications kind=follow": ("/api/v1/notifications", "notification"),
}
# These lists are in the order of their identifiers, so that a client may build links itself.
ORDERED = ["statuses", "timeline home", "notifications", "notifications kind=follow"]
# How a list stops making sense; most do not.
FAULTS = [
    "loop", "link to itself", "two pages in turn", "endless empty pages", "endless repeats", "unusable link", "other host",
    "no link", "no Link header", "failing page", "twelve empty pages"]
BROKEN = ["7", "null", '"x"', "{}", '{"id":null}', "[]", "true", '{"id":{"a":1}}']
FAILURES = [
    Answer(500, b'{"error":"no"}', [("Content-Type", "application/json")]), Answer(404, b"{}"), Answer(410, b"{}"),
    Answer(200, b"<html></html>", [("Content-Type", "text/html")]), Answer(200, b'{"rows":[]}'), Answer(200, b'[{"id":"1"'),
    Answer(effect="reset"), Answer(effect="cut", body=b"[" + b" " * 200 + b"]"), Answer(200, b""), Answer(403, b"{}")]
PAGE_SIZES = {20, 40, 80, 100}
LIMIT = 60


@dataclass
class Row:
    id: int
    is_wanted: bool = True
    broken: str | None = None

    @property
    def counts(self):
        return self.is_wanted and self.broken is None


class Pager:
    """A server with one list; the same request always has the same answer."""

    def __init__(self, seed):
        self.seed = seed
        self.dice = dice = random.Random(f"pagers {seed}")
        self.name = dice.choice(list(LISTS))
        self.path, self.kind = LISTS[self.name]
        self.fault = dice.choice(FAULTS) if dice.random() < 0.45 else None
        self.rows = self.chosen_rows(dice)
        self.whole = dice.randint(0, len(self.rows)) if self.fault else len(self.rows)
        # Some servers send full pages, whatever the filter, and no links, so that clients have to build them.
        self.is_linkless = self.fault is None and self.name in ORDERED and dice.random() < 0.15
        self.largest = dice.choice([1, 3, 6, 6, 20, 40])
        self.forms = dice.sample(FORMS, 3)
        self.failure = dice.choice(FAILURES)
        self.requests = 0
        # Whether the last page of all was full and without any link, so that more rows can be expected.
        self.was_cut = False
        self.trap = Trap() if self.fault == "other host" else None
        self.listener = Listener(self.respond, keeps_alive=dice.random() < 0.5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        if self.trap:
            self.trap.listener.close()

    def chosen_rows(self, dice):
        rows = []
        useless = 0
        for index in range(dice.choice([0, 1, 7, 30, 60, 130])):
            # Ten pages without a new row would end a walk.
            is_useful = useless >= 3
            is_wanted = is_useful or dice.random() < 0.7 or self.name != "notifications kind=follow"
            broken = None if is_useful or dice.random() < 0.93 else dice.choice(BROKEN)
            useless = 0 if is_wanted and broken is None else useless + 1
            number = 100_000 - index * 7 if self.name in ORDERED else index * 7919 % 10_007 + 1
            rows.append(Row(number, is_wanted, broken))
        return rows

    @property
    def truth(self):
        """The rows that a client must show, in order."""
        return [str(row.id) for row in self.rows if row.counts]

    @property
    def served(self):
        """Those of them that the server gives."""
        return [str(row.id) for row in self.rows[:self.whole] if row.counts]

    @property
    def unreadable(self):
        return sum(row.is_wanted and row.broken is not None for row in self.rows[:self.whole])

    def respond(self, request):
        self.requests += 1
        if request.path.endswith("/instance"):
            return Answer.of(instance(self.listener, "4.4.2"))
        if request.path != self.path:
            return Answer.of(account("1", "drill", self.listener.base))
        query = dict(parse_qsl(request.query))
        start, turn = self.place(query)
        size = int(query.get("limit", 20))
        rows, following, link = self.page(start, turn, size)
        if rows is None:
            answer = self.failure
            return Answer(answer.status, answer.body, list(answer.headers), effect=answer.effect)
        if "types" in request.query and turn < 900 and not self.is_linkless:
            rows = [row for row in rows if row.is_wanted]
        body = "[" + ",".join(row.broken or json.dumps(self.shown(row)) for row in rows) + "]"
        links = self.links(following, link, len(rows), size)
        return Answer(200, body.encode(), [("Content-Type", "application/json"), *links])

    def place(self, query):
        """Where a page begins, and which of the pages that begin there it is."""
        if query.get("cursor") == "itself":
            return self.whole, 1000
        if "cursor" in query:
            start, turn = query["cursor"].split(".")
            return min(int(start), self.whole), int(turn)
        if "max_id" in query:
            return next((index + 1 for index, row in enumerate(self.rows) if str(row.id) == query["max_id"]), self.whole), 0
        return 0, 0

    def page(self, start, turn, size):
        """The rows of a page, the place of the next one, and the link to it if it is a special one."""
        dice = random.Random(f"{self.seed} {start} {turn}")
        if turn >= 1000:
            return self.faulty_page(start, turn)
        if self.is_linkless:
            return self.rows[start:start + min(size, max(PAGE_SIZES))], None, None
        if turn == 0 and start < self.whole and dice.random() < 0.2:
            return [], (start, 1), None
        end = min(start + dice.randint(1, min(size, self.largest)), self.whole)
        again = start
        if any(row.counts for row in self.rows[start:end]):
            again = max(0, start - dice.choice([0, 0, 0, 1, 2, 5]))
        rows = self.rows[again:end]
        if end < self.whole:
            return rows, (end, 0), None
        return rows, *self.end(end, dice)

    def end(self, end, dice):
        """What follows the last page before the fault: a place or a special link."""
        match self.fault:
            case None:
                return None, None
            case "loop":
                return (0, 0), None
            case "unusable link":
                return None, dice.choice(UNUSABLE)
            case "other host":
                return None, f"{self.trap.listener.base}{self.path}?max_id=1"
            case "no link" | "no Link header":
                return None, None
            case "link to itself":
                return "itself", None
        return (end, 1000), None

    def faulty_page(self, start, turn):
        following = (start, turn + 1), None
        match self.fault:
            case "endless repeats":
                return self.rows[:self.whole][-2:], *following
            case "two pages in turn":
                return self.rows[:self.whole][-1:], (start, 1000 if turn == 1001 else 1001), None
            case "link to itself":
                return self.rows[:self.whole][-1:], "itself", None
            case "failing page":
                return None, None, None
            case "twelve empty pages" if turn >= 1012:
                return self.rows[self.whole:], None, None
        return [], *following

    def links(self, following, link, count, size):
        if self.fault == "no Link header" and following is None:
            self.was_cut = count >= size or count in PAGE_SIZES
        if following is None and self.fault == "no Link header" or self.is_linkless:
            return []
        forward = link and f'<{link}>; rel="next"'
        if following:
            form = self.forms[hash_of(self.seed, following) % len(self.forms)]
            forward = form(self, following)
        back = f'<{self.listener.base}{self.path}?min_id=999999>; rel="prev"'
        if not forward:
            return [("Link", back)]
        match hash_of(self.seed, count) % 3:
            case 0:
                return [("Link", f"{forward}, {back}")]
            case 1:
                return [("Link", f"{back}, {forward}")]
        return [("Link", back), ("link", forward)]

    def shown(self, row):
        id = str(row.id)
        if self.kind == "account":
            return account(id, f"u{id}", self.listener.base)
        time = {"created_at": "2026-01-01T00:00:00.000Z"}
        if self.kind == "status":
            return {"id": id, "account": account("1", "drill", self.listener.base), "content": f"<p>{id}</p>",
                    "uri": f"{self.listener.base}/s/{id}", "visibility": "public", **time}
        type = "follow" if row.is_wanted else "mention"
        return {"id": id, "type": type, "account": account("5", "u5", self.listener.base), **time}


class Trap:
    """Another host, which must not see the token."""

    def __init__(self):
        self.saw_token = False
        self.listener = Listener(self.respond, host="127.0.0.2")

    def respond(self, request):
        self.saw_token = self.saw_token or "authorization" in request.headers
        return Answer.of([])


@dataclass
class Reading:
    """The command that reads the list."""

    words: list
    limit: int | None
    prints: bool

    def __init__(self, pager):
        dice = pager.dice
        way = dice.choice(["all", "all", "all", "loop", "limit"])
        self.limit = dice.randint(1, 50) if way == "limit" else None
        self.prints = way == "loop"
        if way == "loop":
            self.words = ["-c", f"for x in ({pager.name} --all)\n  print $x.id\nend"]
        elif way == "limit":
            self.words = ["-c", f"{pager.name} limit={self.limit} --json"]
        else:
            self.words = ["-c", f"{pager.name} --all --json"]

    def ids(self, outcome):
        if self.prints:
            return [line.split(":")[-1] for line in outcome.stdout.splitlines()]
        rows = [json.loads(line) for line in outcome.stdout.splitlines()]
        return [str(row["id"]).split(":")[-1] for row in rows if "id" in row]


def play(seed, program, sabotage=None):
    """Plays the case of a seed."""
    with Pager(seed) as pager, Desk(program, pager.listener.base, sabotage) as desk:
        reading = Reading(pager)
        fault = pager.fault or ("no links" if pager.is_linkless else "no fault")
        case = Case(seed, f"{reading.words[1]!r}, {fault}, {len(pager.served)} of {len(pager.truth)} rows")
        outcome = desk.run(*reading.words, limit=LIMIT)
        case.hear(outcome)
        ids = altered(reading.ids(outcome), sabotage)
        judge(case, pager, reading, outcome, ids)
    return case


def altered(ids, sabotage):
    if sabotage == "drop":
        return ids[:-1]
    return [*ids, *ids[:1]] if sabotage == "double" else ids


def judge(case, pager, reading, outcome, ids):
    """Counts the rows against the truth."""
    is_loud = outcome.status > 0 and bool(outcome.stderr.strip())
    if len(set(ids)) < len(ids):
        case.find("twice", f"{len(ids) - len(set(ids))} rows were shown twice")
    if strange := set(ids) - set(pager.truth):
        case.find("lost", f"{len(strange)} rows were shown that the list does not have")
    # A server that ends the list with fewer rows than it has cannot be found out.
    is_ended = pager.fault in (None, "no link") or pager.fault == "no Link header" and not pager.was_cut
    # Friendica ends every list with an empty page that links to itself.
    is_ended = is_ended or pager.fault in ("link to itself", "loop") and not pager.whole
    wanted = (pager.served if is_ended else pager.truth)[:reading.limit]
    missing = [one for one in wanted if one not in set(ids)]
    if missing and not is_loud:
        case.find("silent", f"{len(missing)} of {len(wanted)} rows are missing with exit status {outcome.status}")
    if missing and not pager.fault:
        case.find("lost", f"{len(missing)} of {len(wanted)} rows are missing, although the server gives them")
    if [one for one in ids if one in set(wanted)] != [one for one in wanted if one in set(ids)]:
        case.find("lost", "the rows are in another order than the server's")
    if pager.unreadable and not reading.limit and not is_loud:
        case.find("silent", f"{pager.unreadable} unreadable rows, and exit status {outcome.status}")
    if pager.requests > 1000:
        case.find("silent", f"it made {pager.requests} requests")
    if pager.trap and pager.trap.saw_token:
        case.find("silent", "it sent the token to another host")
