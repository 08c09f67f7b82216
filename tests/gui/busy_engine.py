"""A toy engine in a process of its own with much to tell: `python busy_engine.py HOME [--days N] [--steps N]`.

Prints `ready` once it listens. With `--every S` it tells its status every S seconds, with `--commit-every S` it
finishes a step.
"""

import argparse
import sys
from bisect import bisect_right
from datetime import datetime, timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parents[2])]

import msgspec  # noqa: E402
from toy_engine import ToyEngine, a_row, an_entry, by_unit  # noqa: E402

from app.qt import QCoreApplication, QTimer  # noqa: E402
from core.ipc.address import control_address  # noqa: E402
from core.ipc.messages import LogEntry  # noqa: E402
from core.ipc.records import HistoryRow  # noqa: E402

COLLABORATIONS = (("sahajBERT", "r" * 52), ("starter", "s" * 52), ("Fables", "t" * 52))


def rows(days: int) -> list[HistoryRow]:
    """Every hour of so many days up to today, of three collaborations."""
    today = datetime.now().astimezone().date()
    return [
        a_row(f"{(today - timedelta(days=back)).isoformat()}T{hour:02}", 7 + (back + hour + number) % 90, name, run)
        for back in reversed(range(days))
        for hour in range(24)
        for number, (name, run) in enumerate(COLLABORATIONS)
    ]


class BusyEngine(ToyEngine):
    """Finds its rows and steps quickly however many there are."""

    def __init__(self, address: str, days: int, steps: int) -> None:
        super().__init__(address)
        self.rows = by_unit(rows(days))
        self._starts = {unit: [row.start for row in found] for unit, found in self.rows.items()}
        self.entries = [an_entry(step, 2.0 + 8_000.0 / (1_000 + step) + step % 7 / 20) for step in range(1, steps + 1)]

    def _history(self, unit: str = "day", after: str = "", limit: int = 5_000) -> list[HistoryRow]:
        first = bisect_right(self._starts[unit], after)
        return self.rows[unit][first : first + limit * len(COLLABORATIONS)]

    def _log(self, after_step: int, limit: int) -> list[LogEntry]:
        return self.entries[after_step : after_step + limit]

    def tell(self) -> None:
        """A status like the one before, and not the same."""
        assert self.status.collaboration is not None
        mine = self.status.collaboration
        now = msgspec.structs.replace(
            mine,
            step=len(self.entries),
            step_samples=(mine.step_samples + 3) % mine.target_batch,
            my_samples_per_s=4.0 + mine.step_samples % 5 / 10,
        )
        self.say(msgspec.structs.replace(self.status, uptime_s=self.status.uptime_s + 0.5, collaboration=now))

    def finish_step(self) -> None:
        self.commit(an_entry(len(self.entries) + 1, 2.0))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("home", type=Path)
    parser.add_argument("--days", type=int, default=0)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--every", type=float, default=0.0)
    parser.add_argument("--commit-every", type=float, default=0.0)
    chosen = parser.parse_args()
    loop = QCoreApplication([])
    toy = BusyEngine(control_address(chosen.home), chosen.days, chosen.steps)
    toy.beats = not chosen.every  # it says its status itself
    timers = []
    for every_s, act in ((chosen.every, toy.tell), (chosen.commit_every, toy.finish_step)):
        if every_s:
            timers.append(QTimer())
            timers[-1].timeout.connect(act)
            timers[-1].start(round(1_000 * every_s))
    toy.listen()
    print("ready", flush=True)
    return loop.exec()


if __name__ == "__main__":
    sys.exit(main())
