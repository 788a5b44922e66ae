"""Kills at any moment of the example scripts that use `once`, in the sandbox, which is read through its API afterwards."""

import json
import random
import threading
from collections import Counter
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from drilling.desk import Desk
from drilling.tally import Case
from project import ROOT, sandbox

MOST_RUNS = 5
TIME_LIMIT = 60
# In seconds; a script ends after half of it on an idle machine, and as many cases run at once as drills play.
LONGEST_KILL = 0.6
FRIENDS = [f"friend{number:02}@friends.example" for number in range(1, 13)]
PARAGRAPHS = [f"Paragraph {number} of a thread that is posted once." for number in range(1, 7)]
PUBLIC_BASE = "https://sandbox.example"


class Server:
    """The sandbox of a case, accessed as its owner."""

    def __init__(self, base, token):
        self.base, self.token = base, token
        self.owner = self.request("/api/v1/accounts/verify_credentials")[0]["id"]

    def request(self, path, fields=None, method=None, token=None):
        """The response as JSON, and the URL of the next page."""
        body = urlencode(fields).encode() if fields is not None else None
        request = Request(self.base + path, body, {"Authorization": f"Bearer {token or self.token}"}, method=method)
        with urlopen(request, timeout=TIME_LIMIT) as answer:
            links = [link.split(";") for link in (answer.headers["Link"] or "").split(",") if 'rel="next"' in link]
            following = links[0][0].strip(" <>") if links else None
            return json.load(answer), following and following.removeprefix(PUBLIC_BASE).removeprefix(self.base)

    def items(self, path, token=None):
        """The items of all pages of a list."""
        found, following = [], f"{path}{'&' if '?' in path else '?'}limit=40"
        while following:
            page, following = self.request(following, token=token)
            found += page
        return found

    def statuses(self):
        return self.items(f"/api/v1/accounts/{self.owner}/statuses")

    def fault(self, **fields):
        self.request("/sandbox/v1/faults", {"path": "/api/", **fields})

    def lose_answer(self, number):
        """Drops the response to the request of this number."""
        if number > 1:
            self.fault(kind="delay", milliseconds=0, count=number - 1)
        self.fault(kind="drop-answer")

    def end_faults(self):
        self.request("/sandbox/v1/faults", method="DELETE")


class Follow:
    """Follows twelve accounts from a file, four at a time."""

    script, arguments, requests = "03-follow.tsk", ["accounts.csv"], 30

    def __init__(self, server, folder):
        rows = "".join(f"{friend},true,false,\n" for friend in FRIENDS)
        Path(folder, "accounts.csv").write_text(f"Account address,Show boosts,Notify on new posts,Languages\n{rows}")
        self.tokens = {friend: server.request("/sandbox/v1/personas", {"acct": friend})[0]["token"] for friend in FRIENDS}
        self.before = self.followed(server)

    @staticmethod
    def followed(server):
        return Counter(account["acct"] for account in server.items(f"/api/v1/accounts/{server.owner}/following"))

    def judge(self, case, server):
        new = self.followed(server) - self.before
        for friend in FRIENDS:
            notices = server.items("/api/v1/notifications", self.tokens[friend])
            told = sum(notice["type"] == "follow" and notice["account"]["id"] == server.owner for notice in notices)
            if not new[friend]:
                case.find("lost", f"{friend} is not followed")
            if told > 1 or new[friend] > 1:
                case.find("twice", f"{friend} was told of {told} follows")
        for name in [*(new.keys() - set(FRIENDS)), *(self.before - self.followed(server))]:
            case.find("lost", f"{name} was followed or unfollowed without being asked for")


class Expire:
    """Deletes statuses older than three months with fewer than five favorites, and removes old favorites."""

    script, arguments, requests = "04-expire.tsk", [], 30

    def __init__(self, server, folder):
        season = (datetime.now(timezone.utc) - timedelta(days=90)).isoformat()
        self.before = self.held(server)
        old = {kind: {name for name, one in held.items() if one["created_at"] < season} for kind, held in self.before.items()}
        mine = self.before["status"]
        kept = {name for name, one in mine.items() if one["reblog"] or one["pinned"] or one["favourites_count"] >= 5}
        self.unwanted = {"status": old["status"] - kept, "favorite": old["favorite"]}

    @staticmethod
    def held(server):
        lists = {"status": server.statuses(), "favorite": server.items("/api/v1/favourites")}
        return {kind: {one["id"]: one for one in found} for kind, found in lists.items()}

    def judge(self, case, server):
        now = self.held(server)
        for kind, unwanted in self.unwanted.items():
            gone = self.before[kind].keys() - now[kind].keys()
            for name in sorted(unwanted - gone):
                case.find("lost", f"{kind} {name} is still there")
            for name in sorted(gone - unwanted):
                case.find("lost", f"{kind} {name} is gone, and should be there")


class Thread:
    """Posts six paragraphs as a thread."""

    script, arguments, requests = "06-thread.tsk", [], 10

    def __init__(self, server, folder):
        Path(folder, "thread.txt").write_text("\n\n".join(PARAGRAPHS) + "\n")
        self.before = {status["id"] for status in server.statuses()}

    def judge(self, case, server):
        new = sorted((one for one in server.statuses() if one["id"] not in self.before), key=lambda one: int(one["id"]))
        texts = [one["content"].removeprefix("<p>").removesuffix("</p>") for one in new]
        if texts == PARAGRAPHS:
            parents = [one["in_reply_to_id"] for one in new]
            if parents != [None, *(one["id"] for one in new[:-1])]:
                case.find("lost", f"the paragraphs reply to {parents}")
            return
        for text in PARAGRAPHS:
            if text not in texts:
                case.find("lost", f"'{text}' is not there")
        for text, count in Counter(texts).items():
            if text not in PARAGRAPHS:
                case.find("lost", f"'{text}' is there, and is no paragraph")
            elif count > 1:
                case.find("twice", f"'{text}' is there {count} times")
        if sorted(texts) == PARAGRAPHS:
            case.find("lost", f"the order is {texts}")


TASKS = [Follow, Expire, Thread]


@contextmanager
def sandboxed(program):
    """A sandbox with its sample content, and a home folder in which tusk finds it."""
    with Desk(program, None) as desk:
        state = desk.folder / "xdg_state_home/tusk/sandbox"
        with sandbox(program.with_name("tusk-sandbox"), state) as (base, token):
            yield Server(base, token), desk


def play(seed, program, sabotage=None):
    """Kills a run at the moment that the seed chooses, in half of the cases after a lost answer, and runs it to the end."""
    dice = random.Random(f"crash {seed}")
    kind = TASKS[seed % len(TASKS)]
    instant, lost = dice.uniform(0, LONGEST_KILL), dice.choice([None, dice.randint(1, kind.requests)])
    case = Case(seed, f"{kind.script}, killed after {instant * 1000:.0f} ms" + (f", answer {lost} lost" if lost else ""))
    with sandboxed(program) as (server, desk):
        task = kind(server, desk.folder)
        words = [ROOT / "scripts/examples" / task.script, *task.arguments]
        if lost:
            server.lose_answer(lost)
        process = desk.start(*words)
        threading.Timer(instant, process.kill).start()
        case.hear(desk.finish(process, words))
        if not is_done_twice(case, desk, words):
            case.find("silent", f"it does not report in {MOST_RUNS} runs that all is done")
        server.end_faults()
        if sabotage == "drop":
            server.request(f"/api/v1/statuses/{server.statuses()[0]['id']}", method="DELETE")
        task.judge(case, server)
    return case


def is_done_twice(case, desk, words):
    """Whether a run reports that all is done, and one after it that there is nothing more to do."""
    for _ in range(MOST_RUNS):
        case.hear(desk.run(*words))
        if desk.outcomes[-1].is_done:
            case.hear(desk.run(*words))
            return desk.outcomes[-1].is_done
    return False
