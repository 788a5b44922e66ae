"""What the cases of a group found."""

import signal
from collections import Counter
from dataclasses import dataclass, field

# What must never be found.
DEFECTS = ["twice", "lost", "silent"]


@dataclass
class Case:
    """One case: what it was, how often tusk ran, and what was found."""

    seed: int
    title: str = ""
    runs: int = 0
    # Each defect with the sentence that describes it.
    findings: list = field(default_factory=list)
    undecided: int = 0
    # Failures that do not say that the change may have been made, although it was; the next run looks for it.
    unsaid: int = 0
    log: str = ""

    def find(self, defect, sentence):
        self.findings.append((defect, sentence))

    def keep(self, *outcomes):
        """Keeps what was run, for the report of a case that found something."""
        self.runs += len(outcomes)
        self.log += "".join(f"{outcome}\n" for outcome in outcomes)

    def hear(self, outcome):
        """Keeps a run, and what is wrong with any run, whatever it was for."""
        self.keep(outcome)
        if outcome.is_mute:
            self.find("silent", f"it failed with exit status {outcome.status} and said nothing")
        if outcome.is_endless:
            self.find("silent", f"it was still running after {outcome.seconds:.0f} s")
        if outcome.status in CRASHES:
            self.find("silent", f"it crashed with signal {-outcome.status}")


CRASHES = {-number for number in (signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)}


@dataclass
class Tally:
    """The sums of a group."""

    name: str
    played: int = 0
    planned: int = 0
    counts: Counter = field(default_factory=Counter)
    broken: list = field(default_factory=list)

    def add(self, case):
        self.played += 1
        self.counts.update(runs=case.runs, undecided=case.undecided, unsaid=case.unsaid)
        self.counts.update(defect for defect, _ in case.findings)
        if case.findings:
            self.broken.append(case)

    @property
    def defects(self):
        return sum(self.counts[defect] for defect in DEFECTS)

    def __str__(self):
        cases = f"{self.played}" + (f" of {self.planned}" if self.played < self.planned else "")
        counts = "  ".join(f"{self.counts[name]:5} {name}" for name in [*DEFECTS, "undecided", "unsaid"])
        return f"{self.name:8} {cases:>12} cases {self.counts['runs']:6} runs  {counts}"
