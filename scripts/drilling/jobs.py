"""Kills of jobs: a line with many replies, boosts or favorites is killed up to three times, answers are lost, and it is
continued by its number, or the same line or script is given again."""

import json
import random
import re
import threading
from dataclasses import dataclass

from drilling.desk import CANCELED, Desk
from drilling.faults import AFTER, POSTS, quoted
from drilling.flavors import FLAVORS, text_for, varied
from drilling.kills import WRITES, Kill
from drilling.shapes import Status, account
from drilling.tally import Case
from drilling.world import Fault, World

# Where nothing but tusk itself prevents that a change is made twice.
HOSTILE = [flavor for flavor in FLAVORS if flavor.keys == "ignored"]
# The change is made and its answer is lost; none of these needs a time limit.
LOSSES = ["reset", "closed", "half a head", "body cut off", "502", "504"]
VERBS = ["reply", "reply", "reply", "boost", "fav"]
WAYS = ["resume", "line", "script"]
SCRIPT = "drill.tsk"
FEWEST, MOST = 21, 30
CROWDS = [0, 0, 0, 0, 1, 5, 40]
# In most cases, tusk finds the change at which it was killed. In one of so many, it may be under way still, and tusk
# waits half a minute before it sends it again.
SLOW_CASES = 5
# The first cases are those of a short run, which has no such time.
QUICK_CASES = 12
MOST_RUNS = 8
LONGEST_KILL = 0.45
# Until about when nothing was sent.
BEGINNING = 0.11
STRANGER = 20_000
ADVICE = re.compile(r"with the same changes; continue it with: job resume (\d+)")


class Town(World):
    """A server with statuses of strangers, which knows what was answered to each."""

    def __init__(self, flavor, count, **more):
        self.answering, self.strangers = None, {}
        super().__init__(flavor, **more)
        for number in range(count):
            status = Status(str(STRANGER + number), f"Of stranger {number}", self.now - 3600, is_drilled=False)
            self.strangers[status.id] = status

    def route(self, request, is_answered=True):
        with self.lock:
            is_post = request.method == "POST" and request.path == POSTS
            self.answering = json.loads(request.body).get("in_reply_to_id") if is_post else None
            try:
                return super().route(request, is_answered)
            finally:
                self.answering = None

    def add(self, text, age=0.0, **more):
        status = super().add(text, age, **more)
        status.answers = self.answering
        return status

    def status(self, id):
        return self.strangers.get(id) or super().status(id)

    def shown(self, status):
        row = super().shown(status)
        if status.id in self.strangers:
            name = f"stranger{status.id}"
            row["account"] = account(f"9{status.id}", name, self.base)
            row["url"] = f"{self.base}/@{name}/{status.id}"
        if target := getattr(status, "answers", None):
            row["in_reply_to_id"], row["in_reply_to_account_id"] = target, f"9{target}"
        return row

    def made(self, verb, id):
        """How often a change of a status is on the server; a favorite is there or not."""
        match verb:
            case "reply":
                return sum(one.is_drilled and one.answers == id for one in self.statuses)
            case "boost":
                return sum(one.is_drilled and one.reblog == id for one in self.statuses)
        return int(id in self.favorites)

    def made_of(self, verb):
        """How many of the strangers' statuses have the change."""
        return sum(self.made(verb, id) > 0 for id in self.strangers)


@dataclass
class JobKill(Kill):
    """When a run of a job is killed, and the changes of this run whose answers are lost."""

    losses: list

    def __init__(self, dice, is_quick):
        super().__init__(dice, "kills")
        self.instant = dice.uniform(0, BEGINNING if is_quick else LONGEST_KILL) if dice.random() < 0.2 else None
        self.number = dice.choice([0, 1, dice.randint(0, 9), dice.randint(0, MOST - 1)])
        if is_quick:
            self.phase, self.delay = dice.choice(["after", "answered"]), 0
        self.losses = [(dice.choice(LOSSES), dice.randint(0, MOST)) for _ in range(dice.choice([0, 1, 2, 4]))]

    def run(self, world, desk, words, reading=None):
        process = desk.start(*words, reading=reading)
        losses = [Fault(name, WRITES, skips=skips, **AFTER[name]) for name, skips in self.losses]
        # The first that strikes is the only one that counts the request, so the kill comes first.
        world.faults = losses if self.instant is not None else [self.fault(process), *losses]
        if self.instant is not None:
            threading.Timer(self.instant, process.kill).start()
        outcome = desk.finish(process, words)
        world.faults = []
        return outcome

    def __str__(self):
        return super().__str__() + (f" with {', '.join(name for name, _ in self.losses)}" if self.losses else "")


class Plan:
    """What a case does, all of it chosen by its seed."""

    def __init__(self, seed):
        self.dice = dice = random.Random(f"jobs {seed}")
        self.flavor = varied(dice.choice(HOSTILE), dice)
        self.verb = dice.choice(VERBS)
        self.way = dice.choice(WAYS)
        self.is_script = self.way == "script" or self.way == "resume" and dice.random() < 0.3
        self.count = dice.randint(FEWEST, MOST)
        is_quick = seed < QUICK_CASES or seed % SLOW_CASES > 0
        self.kills = [JobKill(dice, is_quick) for _ in range(dice.choice([1, 1, 2, 3]))]
        self.crowds = [dice.choice(CROWDS) for _ in self.kills]
        self.text = text_for(dice, seed)
        self.knows_server = dice.random() < 0.5
        self.settings = dict(keeps_alive=dice.random() < 0.5, puts_pinned_first=dice.random() < 0.3)

    def spare(self):
        """Leaves one kill and no lost answers: tusk waits half a minute for each change that it does not find."""
        del self.kills[1:], self.crowds[1:]
        self.kills[0].losses = []

    @property
    def title(self):
        kills = [f"killed {kill}, then {crowd} newer" for kill, crowd in zip(self.kills, self.crowds)]
        form = "a script" if self.is_script else "a line"
        return ", ".join([f"{self.verb} {self.count} in {form}", self.flavor.name, *kills, f"then by {self.way}"])

    def words(self, world, desk):
        """The command, which is the same whenever it is given."""
        subjects = " ".join(f"status:{id}" for id in world.strangers)
        line = f"{self.verb} {subjects}" + (f" {quoted(self.text)}" if self.verb == "reply" else "") + " --yes"
        if not self.is_script:
            return ["-c", line]
        (desk.folder / SCRIPT).write_text(line + "\n")
        return ["--yes", SCRIPT]


class Play:
    """A case that is played."""

    def __init__(self, case, plan, world, desk):
        self.case, self.plan, self.world, self.desk = case, plan, world, desk
        self.words = plan.words(world, desk)

    def run(self, words, kill=None):
        """Runs a command, with a kill or to its end."""
        outcome = kill.run(self.world, self.desk, words) if kill else self.desk.run(*words)
        self.case.hear(outcome)
        return outcome

    def jobs(self):
        """The number and state of each job, whose count is compared with the truth."""
        outcome = self.run(["-c", "jobs"])
        if not outcome.is_done:
            self.case.find("silent", f"'jobs' ended with exit status {outcome.status}")
        truth = self.world.made_of(self.plan.verb)
        rows = [line.split("\t") for line in outcome.stdout.splitlines()]
        for number, _, _, made, *_ in rows:
            if int(made) > truth:
                self.case.find("lost", f"job {number} says that {made} are made, and {truth} are on the server")
        return [(int(number), state) for number, state, *_ in rows]

    def left(self):
        """The number of the newest job that is not done; `None` if there is none."""
        return max((number for number, state in self.jobs() if state != "done"), default=None)

    def go_on(self, kill=None):
        """Goes on in the way of the case, and does what a refusal says."""
        if self.plan.way == "resume":
            jobs = self.jobs()
            number = max((number for number, state in jobs if state != "done"), default=len(jobs))
            # It may have been killed before there was a job.
            return self.run(resuming(number) if jobs else self.words, kill)
        outcome = self.run(self.words, kill)
        advice = ADVICE.search(outcome.stderr)
        return self.run(resuming(advice[1]), kill) if outcome.status == CANCELED and advice else outcome

    def finish(self):
        """Goes on without faults until tusk says that all jobs are done, or that this is unknown; the last outcome."""
        outcome, is_undecided = self.go_on(), False
        for _ in range(MOST_RUNS):
            number = self.left()
            if number is None:
                return outcome
            # Without faults, the answer of a second run is final.
            if outcome.is_undecided and is_undecided:
                return outcome
            is_undecided = outcome.is_undecided
            outcome.wait_for_limit()
            outcome = self.run(resuming(number))
        return outcome


def resuming(number):
    return ["--yes", "-c", f"job resume {number}"]


def play(seed, program, sabotage=None):
    """Plays the case of a seed."""
    plan = Plan(seed)
    if sabotage:
        plan.spare()
    case = Case(seed, plan.title)
    with Town(plan.flavor, plan.count, sabotage=sabotage, **plan.settings) as world, \
            Desk(program, world.base, sabotage) as desk:
        if plan.knows_server:
            case.keep(desk.run("-c", "can quotes"))
        one = Play(case, plan, world, desk)
        for number, (kill, crowd) in enumerate(zip(plan.kills, plan.crowds)):
            if number:
                one.go_on(kill)
            else:
                one.run(one.words, kill)
            world.crowd(crowd, plan.dice)
        outcome = one.finish()
        world.finish_late()
        judge(case, plan, world, outcome)
    return case


def judge(case, plan, world, outcome):
    """Compares what was said last with what is on the server."""
    counts = {id: world.made(plan.verb, id) for id in world.strangers}
    twice = {id: count for id, count in counts.items() if count > 1}
    missing = [id for id, count in counts.items() if not count]
    if twice:
        case.find("twice", f"{len(twice)} of {plan.count} statuses have it more than once: {shortened(twice)}")
    is_done = outcome.is_done or outcome.is_repeat
    if is_done and missing:
        case.find("lost", f"it says that it is done; {len(missing)} of {plan.count} are missing: {shortened(missing)}")
    if outcome.is_undecided:
        case.undecided += 1
    elif not is_done:
        case.find("silent", "it says neither that it is done nor that this is unknown, although the server works")


def shortened(ids):
    return ", ".join(map(str, list(ids)[:5])) + (", ..." if len(ids) > 5 else "")
