"""One of four reducers fails in the middle of a round: how long the others need, and whether what they have is right.

    python -m tests.bench.lab.failures [--times 5] [--kind kill --kind cut --kind stop] [--victim reducer|coordinator]
    python -m tests.bench.lab.failures --lines 100x4 --elements 25e6      as in the baselines: the CPU is the limit here

Lines and vector are those of the baselines by 2.5 (40 Mbit/s, 10 M float16): undisturbed rounds take as long, and four
peers on this kind of machine do not wait for the processor. Each time is a group of its own: a warm-up, an undisturbed
round (the first three times), the round with the failure at a random moment between a tenth and eight tenths of the
undisturbed time, and one more round with those that are left. `killed` is SIGKILL, `cut` the line without a word,
`stopped` SIGSTOP. The victim is not the coordinator (`--victim reducer`) or is (`--victim coordinator`).

Time is from the first plan until the last survivor has the whole average, and in brackets until it has the commit; with
the coordinator as the victim it is that of the commit. It is held against 1.5 x the undisturbed time + one part's
deadline (grace and slack of a single part).
"""

import argparse
import json
import random
import signal
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.bench.lab.group import Group, LabFailure, Setting, Step, group
from tests.bench.lab.network import HARNESS, end_in_order_when_told
from tests.bench.lab.planning import lines_of

KINDS = ("kill", "cut", "stop")
ERROR_LIMIT = 1e-3
"""Relative, with float16: a missing or foreign part is off by more than 0.1."""
UNDISTURBED_TIMES = 3
PATIENCE_S = 180.0


@dataclass(frozen=True, slots=True)
class Trial:
    """One failure."""

    kind: str
    victim: str
    fraction: float
    """When, of the shortest undisturbed time."""
    averaged_s: float
    """Until the last survivor had the whole average."""
    committed_s: float
    limit_s: float
    part_deadline_s: float
    again: int
    """Survivors that had to begin anew."""
    error: float
    partly: int
    """Parts without the victim's gradient."""
    short: int
    """Parts without a survivor's, in this round and the next."""
    has_one_state: bool
    next_s: float
    """The round after it, with those that are left."""
    next_error: float
    next_has_one_state: bool
    bugs: list[str]
    fault: str = ""

    @property
    def measured_s(self) -> float:
        return self.committed_s if self.victim == "coordinator" else self.averaged_s

    @property
    def is_in_time(self) -> bool:
        return not self.fault and self.measured_s <= self.limit_s

    @property
    def is_right(self) -> bool:
        sound = self.has_one_state and self.next_has_one_state and not (self.bugs or self.fault or self.short)
        return sound and max(self.error, self.next_error) < ERROR_LIMIT


def fail(peers: Group, kind: str, victim: int) -> None:
    peers.peers[victim].is_gone = True
    match kind:
        case "kill":
            peers.peers[victim].signal(signal.SIGKILL)
        case "cut":
            peers.net.cut(victim)
        case "stop":
            peers.peers[victim].signal(signal.SIGSTOP)


def averaged_s(peers: Group, told: Step) -> float:
    """Until the last of those that are there had the average."""
    return max(told.averaged_s(peer.number) for peer in peers.alive) - told.start_s


def one_state(peers: Group, told: Step) -> bool:
    return len({told.states[peer.number] for peer in peers.alive}) == 1


class Trials:
    """All of one kind."""

    def __init__(self, setting: Setting, kind: str, victim: str, harness: Path, logs: Path | None) -> None:
        self._setting = setting
        self._kind = kind
        self._victim = victim
        self._harness = harness
        self._logs = logs
        self._undisturbed_s: list[float] = []

    def run(self, number: int) -> Trial:
        """Raises `LabFailure` if the group cannot even begin."""
        fraction = random.Random(f"{self._kind} {self._victim} {number}").uniform(0.1, 0.8)
        logs = self._logs / f"{self._kind}-{self._victim}-{number}" if self._logs else None
        with group(self._setting, harness=self._harness, keep_logs=logs) as peers:
            peers.finish(peers.go())
            if number < UNDISTURBED_TIMES:
                told = peers.finish(peers.go())
                self._undisturbed_s.append(averaged_s(peers, told))
            try:
                return self._disturb(peers, fraction)
            except LabFailure as fault:
                return self._failed(fraction, str(fault), peers.bugs)

    @property
    def undisturbed_s(self) -> float:
        return statistics.median(self._undisturbed_s)

    def _disturb(self, peers: Group, fraction: float) -> Trial:
        conductor = peers.coordinator[0]
        assert conductor is not None
        last = len(peers.peers) - 1
        victim = conductor if self._victim == "coordinator" else last if conductor != last else 0
        step = peers.go()
        told = peers.step(step)
        peers.wait("the round to begin", lambda: bool(told.begun), PATIENCE_S)
        peers.listen(max(0.0, told.start_s + fraction * min(self._undisturbed_s) - time.monotonic()))
        fail(peers, self._kind, victim)
        peers.is_eager = True
        peers.finish(step, PATIENCE_S)
        peers.is_eager = False
        checker = peers.alive[0].number
        peers.check(step, [checker], [victim])
        following = peers.go()
        after = peers.finish(following, PATIENCE_S)
        peers.check(following, [checker])
        seen = told.checks[checker]
        return Trial(
            kind=self._kind,
            victim=self._victim,
            fraction=fraction,
            averaged_s=averaged_s(peers, told),
            committed_s=max(told.committed[peer.number] for peer in peers.alive) - told.start_s,
            limit_s=1.5 * self.undisturbed_s + told.part_deadline_s,
            part_deadline_s=told.part_deadline_s,
            again=told.plans,
            error=seen["error"],
            partly=seen["partly"],
            short=seen["short"] + after.checks[checker]["short"],
            has_one_state=one_state(peers, told),
            next_s=averaged_s(peers, after),
            next_error=after.checks[checker]["error"],
            next_has_one_state=one_state(peers, after),
            bugs=peers.bugs,
        )

    def _failed(self, fraction: float, fault: str, bugs: list[str]) -> Trial:
        nan = float("nan")
        return Trial(
            self._kind, self._victim, fraction, nan, nan, nan, nan, 0, nan, 0, 0, False, nan, nan, False, bugs, fault
        )


def text_of(number: int, trial: Trial) -> str:
    what = f"{trial.kind} {trial.victim} {number + 1}, at {trial.fraction:.2f}:"
    if trial.fault:
        return f"{what:30} FAILED: {trial.fault}"
    verdict = ("in time" if trial.is_in_time else "LATE") + (", right" if trial.is_right else ", WRONG")
    return (
        f"{what:30} {trial.averaged_s:6.2f} s ({trial.committed_s:.2f} s) of {trial.limit_s:.2f} s, "
        f"{trial.part_deadline_s:.2f} s of them deadline; error {trial.error:.1e}, {trial.partly} parts without it, "
        f"{trial.short} short, "
        f"{trial.again} began anew; next {trial.next_s:.2f} s, {trial.next_error:.1e}: {verdict}"
    )


def summary(trials: list[Trial], undisturbed_s: float) -> str:
    times = sorted(trial.measured_s for trial in trials if not trial.fault)
    timing = f"{times[0]:.2f} / {statistics.median(times):.2f} / {times[-1]:.2f} s" if times else "-"
    in_time, right = sum(t.is_in_time for t in trials), sum(t.is_right for t in trials)
    return (
        f"{trials[0].kind} of the {trials[0].victim}: undisturbed {undisturbed_s:.2f} s; "
        f"least / median / most {timing}; in time {in_time} of {len(trials)}, right {right}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="failures in the middle of averaging")
    parser.add_argument("--lines", default="40x4")
    parser.add_argument("--elements", type=float, default=10e6, help="of the vector")
    parser.add_argument("--part-elements", type=int, default=1 << 17)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--victim", action="append", choices=("reducer", "coordinator"))
    parser.add_argument("--harness", type=Path, default=HARNESS)
    parser.add_argument("--logs", type=Path, help="where to keep the peers' logs")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    end_in_order_when_told()
    setting = Setting(
        lines=lines_of(options.lines), elements=int(options.elements), part_elements=options.part_elements
    )
    out = sys.stderr if options.json else sys.stdout
    tables: list[dict[str, object]] = []
    is_good = True
    for victim in options.victim or ("reducer", "coordinator"):
        for kind in options.kind or KINDS:
            runs = Trials(setting, kind, victim, options.harness, options.logs)
            trials: list[Trial] = []
            for number in range(options.times):
                trials.append(runs.run(number))
                print(text_of(number, trials[-1]), file=out, flush=True)
            print(summary(trials, runs.undisturbed_s), file=out, flush=True)
            is_good &= all(trial.is_in_time and trial.is_right for trial in trials)
            tables.append({"undisturbed_s": runs.undisturbed_s, "trials": [asdict(trial) for trial in trials]})
    if options.json:
        print(json.dumps(tables, indent=1))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
