"""Faults, flavors and reruns: each kind of change meets each fault at each flavor, and is asked for until it is done."""

import random
from dataclasses import dataclass

from drilling.desk import Desk
from drilling.flavors import FLAVORS, text_for, varied
from drilling.tally import Case
from drilling.wire import Answer
from drilling.world import MEDIA, Fault, World

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63f8cfc0f01f00050001ff56c72f0d0000000049454e44ae426082")
KINDS = ["post", "once", "favorite", "boost", "scheduled", "media"]
POSTS = "/api/v1/statuses"
OWN = "/api/v1/accounts/[^/]+/statuses"
HTML = [("Content-Type", "text/html")]
JSON = [("Content-Type", "application/json")]


def status(code, *headers, body=b'{"error":"a proxy says no"}'):
    return Answer(code, body, [*JSON, *headers])


RETRY = ("Retry-After", "1")
# Each fault with its effect or answer, and whether the change is made nevertheless.
BEFORE = {
    "reset before": dict(effect="reset"), "closed before": dict(effect="close"),
    "500 before": dict(answer=status(500)), "502 before": dict(answer=status(502)), "503 before": dict(answer=status(503)),
    "503 with Retry-After before": dict(answer=status(503, RETRY)), "429 before": dict(answer=status(429)),
    "429 with Retry-After before": dict(answer=status(429, RETRY)),
}
AFTER = {
    "reset": dict(effect="reset"), "closed": dict(effect="close"), "half a head": dict(effect="half a head"),
    "body cut off": dict(effect="cut"), "very slow": dict(effect="slow"), "no response": dict(effect="silence"),
    "500": dict(answer=status(500)), "502": dict(answer=status(502)), "503": dict(answer=status(503)),
    "504": dict(answer=status(504)), "408": dict(answer=status(408)), "429": dict(answer=status(429)),
    "500 with Retry-After": dict(answer=status(500, RETRY)), "503 with Retry-After": dict(answer=status(503, RETRY)),
    "429 with Retry-After": dict(answer=status(429, RETRY)),
    "301": dict(answer=status(301, ("Location", "/elsewhere"))), "302": dict(answer=status(302, ("Location", "/"))),
    "303": dict(answer=status(303, ("Location", "/api/v1/instance"))),
    "307": dict(answer=status(307, ("Location", POSTS))), "308": dict(answer=status(308, ("Location", POSTS))),
    "302 to another host": dict(answer=status(302, ("Location", "http://127.0.0.2:9/login"))),
    "malformed JSON": dict(answer=Answer(200, b'{"id":"1', JSON)), "a list": dict(answer=Answer(200, b"[]", JSON)),
    "an empty object": dict(answer=Answer(200, b"{}", JSON)), "an empty body": dict(answer=Answer(200, b"", JSON)),
    "a web page": dict(answer=Answer(200, b"<html><body>Welcome</body></html>", HTML)),
}
LATE = {
    "504, made a second later": dict(answer=status(504), late=1.0), "reset, made a second later": dict(effect="reset", late=1.0),
}
FAULTS = [(name, dict(more, is_done=False)) for name, more in BEFORE.items()] + [*AFTER.items(), *LATE.items()]
# What goes wrong with the search for the result of an earlier request.
SEARCH = [
    "reset before", "503 before", "body cut off", "malformed JSON", "a web page", "no response",
    "429 with Retry-After before"]
CYCLE = len(KINDS) * len(FAULTS) * len(FLAVORS)
# Visits all combinations in an order in which neighbors have little in common.
ORDER = random.Random("faults").sample(range(CYCLE), CYCLE)
MOST_RUNS = 5


@dataclass
class Plan:
    """What a case does, all of it chosen by its seed."""

    kind: str
    fault: tuple
    flavor: object
    dice: random.Random

    def __init__(self, seed):
        index = ORDER[seed % CYCLE]
        self.kind = KINDS[index % len(KINDS)]
        self.fault = FAULTS[index // len(KINDS) % len(FAULTS)]
        self.dice = dice = random.Random(f"faults {seed}")
        self.flavor = varied(FLAVORS[index // len(KINDS) // len(FAULTS)], dice)
        self.text = text_for(dice, seed)
        self.times = dice.choices([1, 2, 99], [6, 2, 2])[0]
        self.search = dice.choice(SEARCH) if dice.random() < 0.25 else None
        self.second = dice.choice(FAULTS) if dice.random() < 0.15 else None
        self.knows_server = dice.random() < 0.5
        self.newer = dice.choice([0, 0, 0, 3, 25, 60])
        self.settings = dict(
            keeps_alive=dice.random() < 0.5, puts_pinned_first=dice.random() < 0.3, lag=dice.choice([0, 0, 0, 1]))
        self.hits_upload = self.kind == "media" and dice.random() < 0.3
        self.is_bounded = self.times == 99 or self.search is not None or self.fault[0] in ("very slow", "no response")
        self.patience = dice.choice([2, 4, 7])

    @property
    def title(self):
        parts = [self.kind, self.fault[0] + ("" if self.times == 1 else f" x{self.times}"), self.flavor.name]
        parts += [f"search: {self.search}"] if self.search else []
        parts += [f"then {self.second[0]}"] if self.second else []
        return ", ".join(parts)

    def faults(self, fault, times):
        path = {"favorite": POSTS + "/[^/]+/favourite", "boost": POSTS + "/[^/]+/reblog"}.get(self.kind, POSTS)
        name, more = fault
        yield Fault(name, MEDIA if self.hits_upload else path, times=times, **more)

    def search_faults(self):
        if self.search:
            more = dict(FAULTS)[self.search]
            path = POSTS + "/[^/]+" if self.kind in ("favorite", "boost") else OWN
            yield Fault(self.search, path, times=99, method="GET", **more)

    def words(self, world, desk):
        """The command, which is the same in every run."""
        bounds = f" timeout={self.patience}s max-wait=5s" if self.is_bounded else ""
        post = f"post {quoted(self.text)}{bounds}"
        match self.kind:
            case "favorite":
                return ["-c", f"fav status:{world.bobs}{bounds}"]
            case "boost":
                return ["-c", f"boost status:{world.bobs}{bounds}"]
            case "media":
                (desk.folder / "dot.png").write_bytes(PIXEL)
                return ["-c", f'{post} media=file:dot.png alt="a dot"']
            case "post":
                return ["-c", post]
        head = "once daily" if self.kind == "once" else "every 1h"
        (desk.folder / "drill.tsk").write_text(f"{head}\n  {post}\nend\n")
        return ["--yes", "drill.tsk"]


def quoted(text):
    """A text as the language writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$") + '"'


def play(seed, program, sabotage=None):
    """Plays the case of a seed."""
    plan = Plan(seed)
    case = Case(seed, plan.title)
    with World(plan.flavor, sabotage=sabotage, **plan.settings) as world, Desk(program, world.base, sabotage) as desk:
        words = plan.words(world, desk)
        if plan.knows_server:
            case.keep(desk.run("-c", "can quotes"))
        world.faults = [*plan.faults(plan.fault, plan.times), *plan.search_faults()]
        if plan.kind == "scheduled":
            play_schedule(case, plan, world, desk, words)
        else:
            play_command(case, plan, world, desk, words)
    return case


def made(plan, world):
    """How often the change is on the server."""
    match plan.kind:
        case "favorite":
            return int(world.bobs in world.favorites)
        case "boost":
            return len(world.boosts)
    return sum(len(one.media) == (plan.kind == "media") for one in world.named(plan.text))


def play_command(case, plan, world, desk, words):
    """Gives the command until it says that it is done."""
    outcome = None
    for number in range(MOST_RUNS):
        outcome = desk.run(*words)
        case.hear(outcome)
        if outcome.is_done or outcome.is_repeat:
            break
        case.unsaid += not outcome.is_undecided and plan.kind in ("post", "once", "media") and made(plan, world) > 0
        world.faults = list(plan.faults(plan.second, 1)) if plan.second and not number else []
        world.forget_keys()
        world.crowd(plan.newer, plan.dice)
        outcome.wait_for_limit()
    judge(case, plan, world, outcome)
    if plan.kind in ("post", "once", "media") and (outcome.is_done or outcome.is_repeat):
        world.faults = []
        world.forget_keys()
        again = desk.run(*words)
        case.hear(again)
        if not (again.is_repeat if plan.kind != "once" else again.is_done):
            case.find("silent", "the same command after success neither says that it was done before nor succeeds")
        if made(plan, world) > 1:
            case.find("twice", "the same command after success made it again")


def judge(case, plan, world, outcome):
    """Compares what was said last with what is on the server."""
    world.finish_late()
    count = made(plan, world)
    if count > 1:
        case.find("twice", f"it is on the server {count} times")
    if outcome.is_done or outcome.is_repeat:
        if not count:
            case.find("lost", "it says that it is done, and it is not on the server")
        elif plan.kind in ("post", "media") and not is_named(outcome, plan, world):
            case.find("lost", "it names another status than the one on the server")
    elif outcome.is_undecided:
        case.undecided += 1
    else:
        case.find("silent", "it says neither that it is done nor that this is unknown, although the server works again")


def is_named(outcome, plan, world):
    return outcome.is_repeat or any(f"/s/{one.id}\n" in outcome.stdout for one in world.named(plan.text))


def play_schedule(case, plan, world, desk, words):
    """Starts a script with a schedule twice: a run that was begun is not repeated, and none is lost without a word."""
    first = desk.watch(*words, until="statusURI", limit=12)
    case.hear(first)
    world.faults = []
    world.forget_keys()
    second = desk.watch(*words, until="statusURI", limit=1.5)
    case.hear(second)
    world.finish_late()
    count = made(plan, world)
    if count > 1:
        case.find("twice", f"it is on the server {count} times")
    if "statusURI" in first.stdout + second.stdout and not count:
        case.find("lost", "it says that it is done, and it is not on the server")
    # A run that was killed while it waited is over: a scheduled run is begun only once.
    if not count and not first.is_killed and not (first.stderr + second.stderr).strip():
        case.find("silent", "it is not on the server, and nothing was said")
    case.undecided += first.is_undecided
