"""What clocks do between the death of a run and the next one."""

import json
import sqlite3
from dataclasses import dataclass

MINUTE, HOUR, DAY = 60, 3600, 86_400
STEPS = [sign * step for step in (5 * MINUTE, 2 * HOUR, DAY) for sign in (1, -1)]
OFFSETS = [*STEPS, 30 * DAY, -30 * DAY, 9 * HOUR]
STYLES = [
    "server's clock is wrong", "Date header is wrong", "no Date", "no Date at first", "no Date later", "clock was set",
    "machine restarted", "machine restarted and clock was set", "server's clock was set", "Date header changed", "a day later",
    "server's clock is wrong, and no Date"]


@dataclass
class Clocks:
    """How the clocks of a case differ, and what happens to them before the run is resumed."""

    style: str
    offset: int

    @classmethod
    def chosen(cls, dice, seed):
        style = STYLES[seed % len(STYLES)]
        # Without any date, nothing but the local clock says when a request was made.
        return cls(style, dice.choice(OFFSETS if style.endswith("is wrong") else STEPS))

    def __str__(self):
        has_offset = "wrong" in self.style or "set" in self.style or "changed" in self.style
        return self.style + (f" ({self.offset:+} s)" if has_offset else "")

    def prepare(self, world):
        if "server's clock is wrong" in self.style:
            world.set_clock(self.offset)
        if self.style == "Date header is wrong":
            world.header = self.offset
        if self.style in ("no Date", "no Date at first", "server's clock is wrong, and no Date"):
            world.has_date = False

    def change(self, world, journal):
        """What happens while nothing runs."""
        match self.style:
            case "no Date at first":
                world.has_date = True
            case "no Date later":
                world.has_date = False
            case "clock was set":
                shift(journal, local=-self.offset)
            case "machine restarted":
                shift(journal, boots=True)
            case "machine restarted and clock was set":
                shift(journal, boots=True, local=-self.offset)
            case "server's clock was set":
                world.clock = self.offset
            case "Date header changed":
                world.header = self.offset
            case "a day later":
                # The same as if the clocks went on, because only differences matter.
                shift(journal, boots=True, local=-DAY, server=-DAY)
                world.age(DAY)


def shift(journal, local=0, server=0, boots=False):
    """Moves the times in the journal, which has the effect of moving the clocks the other way.

    A machine that restarted has another start; the uptimes of the earlier one mean nothing then.
    """
    if not journal.exists():
        return
    with sqlite3.connect(journal, timeout=30) as database:
        # A run may have been killed before it had created the tables.
        if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'effect'").fetchone():
            return
        rows = database.execute("SELECT id, sent, first_sent, last_sent FROM effect").fetchall()
        for id, sent, first, last in rows:
            times = [moved(text, local, server, boots) for text in (first, last)]
            database.execute(
                "UPDATE effect SET sent = ?, first_sent = ?, last_sent = ? WHERE id = ?", (sent + local, *times, id))
        database.execute("UPDATE occasion SET begun = begun + ?, finished = finished + ?", (local, local))
    database.close()


def moved(text, local, server, boots):
    if text is None:
        return None
    time = json.loads(text)
    time["local"] += local
    if "server" in time:
        time["server"] += server
    if boots and "boot" in time:
        time["boot"] = "another start"
    return json.dumps(time)
