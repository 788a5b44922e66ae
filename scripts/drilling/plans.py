"""A script and the plans of its rehearsals, in any order and any number, also killed, named and moved between."""

from drilling.desk import Desk
from drilling.kills import Kill, Plan, judge, resume
from drilling.tally import Case
from drilling.world import World

STEPS = ["rehearse", "rehearse", "plan", "plan", "script", "kill plan", "kill script", "name", "move"]


class Script:
    """A script file, which may get a name and then be moved."""

    def __init__(self, desk):
        self.desk, self.file, self.has_name, self.plans = desk, "drill.tsk", False, []

    def name(self):
        """Lets the script state its name."""
        path = self.desk.folder / self.file
        if not self.has_name:
            path.write_text("#: name drill\n" + path.read_text())
        self.has_name = True

    def move(self):
        """Moves the file, if the script does not depend on its path."""
        if self.has_name:
            self.file = (self.desk.folder / self.file).rename(self.desk.folder / f"moved-{self.file}").name

    def rehearse(self, case):
        """Keeps the plan of what is left to do."""
        outcome = self.desk.run("--rehearse", self.file)
        case.hear(outcome)
        if outcome.is_done:
            self.plans.append(f"plan{len(self.plans)}")
            (self.desk.folder / self.plans[-1]).write_text(outcome.stdout)


def play(seed, program, sabotage=None):
    """Plays the case of a seed."""
    plan = Plan(seed, "plans")
    steps = plan.dice.choices(STEPS, k=plan.dice.randint(2, 7))
    case = Case(seed, f"{plan.form}, {plan.flavor.name}: {', '.join(steps)}")
    with World(plan.flavor, sabotage=sabotage, **plan.settings) as world, Desk(program, world.base, sabotage) as desk:
        plan.words(world, desk)
        script = Script(desk)
        script.rehearse(case)
        for step in steps:
            act(step, script, case, plan, world)
        resume(case, plan, world, desk, ["--yes", script.file])
        judge(case, plan, world, desk.outcomes[-1])
        for file in script.plans:
            case.hear(desk.run("--yes", reading=file))
        world.finish_late()
        judge(case, plan, world, desk.outcomes[-1])
    return case


def act(step, script, case, plan, world):
    """Takes one step; a killed run is run again until it says how it ended."""
    desk, kill = script.desk, Kill(plan.dice, "plans")
    reading = plan.dice.choice(script.plans or [None])
    match step:
        case "name":
            script.name()
            # The journal learns of the name before the file is moved.
            script.rehearse(case)
        case "move":
            script.move()
        case "rehearse":
            script.rehearse(case)
        case "script":
            case.hear(desk.run("--yes", script.file))
        case "kill script":
            case.hear(kill.run(world, desk, ["--yes", script.file]))
        case "plan" if reading:
            case.hear(desk.run("--yes", reading=reading))
        case "kill plan" if reading:
            case.hear(kill.run(world, desk, ["--yes"], reading))
