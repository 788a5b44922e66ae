"""Kills at any instant, of posts and of scripts with `once`, before newer statuses of the account are there; also with
clocks that are wrong or set meanwhile."""

import random
import threading
from dataclasses import dataclass

from drilling.clocks import Clocks
from drilling.desk import Desk
from drilling.faults import AFTER, quoted
from drilling.flavors import FLAVORS, text_for, varied
from drilling.tally import Case
from drilling.world import Fault, World

CROWDS = [0, 0, 1, 5, 19, 20, 39, 40, 41, 60, 79, 80, 81, 120, 160, 200]
WRITES = "/api/v1/statuses(/[^/]+/favourite|/[^/]+/reblog)?"
MOST_RUNS = 8
LONGEST_KILL = 0.3


@dataclass
class Kill:
    """When a run is killed: at a moment, or at a change, before or after it is made or answered."""

    instant: float | None
    number: int
    phase: str

    def __init__(self, dice, group):
        self.instant = dice.uniform(0, LONGEST_KILL) if dice.random() < 0.35 else None
        self.number = dice.choice([0, 0, 1, 2, 3])
        self.phase = dice.choice(["before", "after", "after", "answered", *(["during"] if group == "kills" else [])])
        self.delay = dice.choice([0, 0, 0.001, 0.003, 0.01])

    def __str__(self):
        if self.instant is not None:
            return f"after {self.instant * 1000:.0f} ms"
        ends = {"before": "is made", "during": "was sent", "after": "was made", "answered": "was answered"}
        return f"{'before' if self.phase == 'before' else 'when'} change {self.number + 1} {ends[self.phase]}"

    def run(self, world, desk, words, reading=None):
        """Runs a command that is killed, unless it ends before."""
        process = desk.start(*words, reading=reading)
        if self.instant is not None:
            threading.Timer(self.instant, process.kill).start()
        else:
            world.faults = [self.fault(process)]
        outcome = desk.finish(process, words)
        world.faults = []
        return outcome

    def fault(self, process):
        def kill():
            process.kill()
            return "reset"

        def kill_soon():
            threading.Timer(self.delay, process.kill).start()

        # During: the server carries out the change after the run has died.
        phases = {"before": dict(before=kill), "after": dict(after=kill), "answered": dict(after=kill_soon),
                  "during": dict(after=kill, late=0.5)}
        return Fault("kill", WRITES, skips=self.number, **phases[self.phase])


class Plan:
    """What a case does, all of it chosen by its seed."""

    def __init__(self, seed, group):
        self.dice = dice = random.Random(f"{group} {seed}")
        self.flavor = varied(dice.choice(FLAVORS), dice)
        self.clocks = Clocks.chosen(dice, seed) if group == "clocks" else None
        # A command, a script of blocks, or a loop whose items are done once.
        self.form = dice.choice([*(["post", "post"] if group != "plans" else []), "blocks", "blocks", "loop"])
        self.kills = [Kill(dice, group) for _ in range(dice.choice([1, 1, 1, 2, 3]))]
        # After an hour, an equal post is a new one.
        is_long = self.clocks and "restarted and clock" in self.clocks.style and abs(self.clocks.offset) > 3000
        if self.form == "post" and self.clocks and (self.clocks.style == "a day later" or is_long):
            self.form = "blocks"
        self.crowds = [dice.choice(CROWDS) if dice.random() < 0.7 else dice.randint(0, 200) for _ in self.kills]
        self.blocks = self.chosen_blocks(dice, seed)
        self.fault = dice.choice(list(AFTER)) if dice.random() < (0.4 if self.clocks else 0.15) else None
        self.knows_server = dice.random() < 0.5
        self.reads_first = dice.random() < 0.5
        self.settings = dict(keeps_alive=dice.random() < 0.5, puts_pinned_first=dice.random() < 0.3)

    def chosen_blocks(self, dice, seed):
        """The changes of each block; some texts are wanted more than once."""
        if self.form == "post":
            return [[("post", text_for(dice, seed))]]
        if self.form == "loop":
            return [[("post", text_for(dice, f"{seed}.{number}"))] for number in range(dice.randint(2, 5))]
        texts = [text_for(dice, f"{seed}.{number}") for number in range(4)]
        kinds = ["post", "post", "post", "fav", "boost"]
        change = lambda: (dice.choice(kinds), dice.choice(texts))
        blocks = [[change() for _ in range(dice.randint(1, 3))] for _ in range(dice.randint(1, 4))]
        seen = set()
        # A boost is made at most once, because boosting again is no change.
        for block in blocks:
            block[:] = [change for change in block if change[0] != "boost" or not ("boost" in seen or seen.add("boost"))]
        return [block for block in blocks if block] or [[("post", texts[0])]]

    @property
    def title(self):
        parts = [self.form, self.flavor.name]
        parts += [str(self.clocks)] if self.clocks else []
        parts += [f"killed {kill}, then {crowd} newer" for kill, crowd in zip(self.kills, self.crowds)]
        parts += [f"then {self.fault}"] if self.fault else []
        return ", ".join(parts)

    def words(self, world, desk):
        line = lambda kind, text: f"post {quoted(text)}" if kind == "post" else f"{kind} status:{world.bobs}"
        if self.form == "post":
            return ["-c", line(*self.blocks[0][0])]
        if self.form == "loop":
            items = " ".join(quoted(block[0][1]) for block in self.blocks)
            (desk.folder / "drill.tsk").write_text(f'for text in [{items}] once="of $text"\n  post $text\nend\n')
            return ["--yes", "drill.tsk"]
        blocks = [f"once part{number}\n" + "".join(f"  {line(*change)}\n" for change in block) + "end\n"
                  for number, block in enumerate(self.blocks)]
        # A read before the changes shows the server's clock.
        head = f"let bobs = get status status:{world.bobs}\n" if self.reads_first else ""
        (desk.folder / "drill.tsk").write_text(head + "".join(blocks))
        return ["--yes", "drill.tsk"]

    @property
    def wanted(self):
        """How often each change is wanted."""
        changes = [change if change[0] == "post" else (change[0], "") for block in self.blocks for change in block]
        return {change: 1 if change[0] == "fav" else changes.count(change) for change in changes}


def play(seed, program, sabotage=None, group="kills"):
    """Plays the case of a seed."""
    plan = Plan(seed, group)
    case = Case(seed, plan.title)
    with World(plan.flavor, sabotage=sabotage, **plan.settings) as world, Desk(program, world.base, sabotage) as desk:
        words = plan.words(world, desk)
        if plan.clocks:
            plan.clocks.prepare(world)
        if plan.knows_server:
            case.keep(desk.run("-c", "can quotes"))
        for number, (kill, crowd) in enumerate(zip(plan.kills, plan.crowds)):
            case.hear(kill.run(world, desk, words))
            world.forget_keys()
            world.crowd(crowd, plan.dice)
            if plan.clocks and not number:
                plan.clocks.change(world, desk.journal)
        resume(case, plan, world, desk, words)
        world.finish_late()
        judge(case, plan, world, desk.outcomes[-1])
    return case


def play_with_clocks(seed, program, sabotage=None):
    return play(seed, program, sabotage, "clocks")


def resume(case, plan, world, desk, words, reading=None):
    """Runs the command until it says that it is done, or that this is unknown."""
    if plan.fault:
        world.faults = [Fault(plan.fault, WRITES, **AFTER[plan.fault])]
    for _ in range(MOST_RUNS):
        outcome = desk.run(*words, reading=reading)
        case.hear(outcome)
        if outcome.is_done or outcome.is_repeat:
            return
        # The search may have failed because of the fault; without it, the answer is final.
        if outcome.is_undecided and not world.faults:
            if desk.outcomes[-2].is_undecided:
                return
        world.faults = []
        outcome.wait_for_limit()


def judge(case, plan, world, outcome):
    """Compares what was said last with what is on the server."""
    is_done = outcome.is_done or outcome.is_repeat
    for (kind, text), wanted in plan.wanted.items():
        count = {"post": len(world.named(text)), "fav": int(world.bobs in world.favorites), "boost": len(world.boosts)}[kind]
        name = f"{kind} {text}".strip()
        if count > wanted:
            case.find("twice", f"'{name}' is on the server {count} times and not {wanted}")
        if is_done and count < wanted:
            case.find("lost", f"it says that it is done, and '{name}' is on the server {count} times and not {wanted}")
    if outcome.is_undecided:
        case.undecided += 1
    elif not is_done:
        case.find("silent", "it says neither that it is done nor that this is unknown, although the server works")
