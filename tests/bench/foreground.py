"""What somebody who works at this computer feels of training beside it, at `cpu_when=always`, all else as it comes.

    python -m tests.bench.foreground [--rounds 9] [--seconds 10] [--home FOLDER] [--whatever]

Two kinds of foreground work, each in turns alone and beside a real engine that trains the starter model (alone: it is
paused over the control socket): compiling, on all cores, by many short processes; and a window that is painted 60 times
a second. Printed: how much longer the compiling took (median of the pairs; budget 5 %), and the 99th percentile of the
frames' times alone and beside (budget: less than one frame more); and how much training had meanwhile. Each begins
while training is under way. `--whatever`: training neither stands aside nor pauses for busy programs, to see what that
is for. Nothing is asserted. Linux with Xvfb; what is measured needs a machine that does nothing else.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from core.ipc.messages import Method, Phase
from tests.bench.activity import Activity
from tests.bench.frame_probe import FRAME_MS
from tests.bench.yielding import ROOT, Engine, wait_for_work, x_server

T = TypeVar("T")

SETTLE_S = 1.0
"""After each change, before anything is measured."""
_COMPILE = "import sys; [compile(open(p, encoding='utf-8').read(), p, 'exec') for p in sys.argv[1:]]"
PER_PROCESS = 4
"""Files. A compiler is started for each file too; these are small."""


class Work:
    """The same each time."""

    def __init__(self, seconds: float, display: str) -> None:
        self._seconds = seconds
        self._environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
        files = sorted(str(path) for path in (ROOT / "core").rglob("*.py"))
        self._portions = [files[start : start + PER_PROCESS] for start in range(0, len(files), PER_PROCESS)]

    def compiling_s(self) -> float:
        """Repeated until about `seconds` are over, alone on the machine; time of one repetition."""
        begun_s, repetitions = time.monotonic(), 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            while not repetitions or time.monotonic() - begun_s < self._seconds:
                list(pool.map(self._compile, self._portions))
                repetitions += 1
        return (time.monotonic() - begun_s) / repetitions

    def _compile(self, files: list[str]) -> None:
        subprocess.run([sys.executable, "-I", "-c", _COMPILE, *files], check=True)

    def frames_ms(self) -> list[float]:
        """Intervals between frames."""
        command = [sys.executable, "-m", "tests.bench.frame_probe", str(self._seconds)]
        said = subprocess.run(command, env=self._environment, stdout=subprocess.PIPE, text=True, check=True)
        return [float(line) for line in said.stdout.split()][30:]


class Beside:
    """An engine that trains, or stands by."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.activity = Activity(engine.trainer()).start()

    def train(self) -> None:
        self._engine.ask(Method.RESUME)
        wait_for_work(self.activity)
        time.sleep(SETTLE_S)

    def rest(self) -> None:
        self._engine.ask(Method.PAUSE)
        time.sleep(SETTLE_S)


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


class Pairs:
    """Of one kind of work: alone and beside training, by turns."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self.cores_used: list[float] = []
        """By training, beside each."""

    def measure(self, work: Callable[[], T], number: int) -> dict[bool, T]:
        """By whether it was beside training."""
        found: dict[bool, T] = {}
        for trains in (False, True) if number % 2 else (True, False):
            (self._beside.train if trains else self._beside.rest)()
            begun_s = time.monotonic()
            found[trains] = work()
            if trains:
                used_s = self._beside.activity.used_s(begun_s)
                self.cores_used.append(used_s / (time.monotonic() - begun_s))
        return found


def compare(work: Work, beside: Beside, rounds: int) -> None:
    ratios, alone_ms, beside_ms = list[float](), list[float](), list[float]()
    compiling, painting = Pairs(beside), Pairs(beside)
    for number in range(rounds):
        taken_s = compiling.measure(work.compiling_s, number)
        ratios.append(taken_s[True] / taken_s[False])
        frames_ms = painting.measure(work.frames_ms, number)
        alone_ms += frames_ms[False]
        beside_ms += frames_ms[True]
        said = f"{number + 1:3} compiling {taken_s[False]:.3f} s, beside {taken_s[True]:.3f} s"
        print(said, file=sys.stderr, flush=True)
    print(f"compiling: {statistics.median(ratios) - 1:+.1%} (median of {rounds} pairs; budget +5 %)")
    alone, together = (percentile(values, 0.99) for values in (alone_ms, beside_ms))
    print(
        f"frames: p99 {alone:.1f} ms alone, {together:.1f} ms beside: {(together - alone) / FRAME_MS:+.2f} frames "
        f"(budget +1); median {statistics.median(alone_ms):.1f} and {statistics.median(beside_ms):.1f} ms"
    )
    used = (statistics.median(each.cores_used) for each in (compiling, painting))
    print("training had {:.2f} of a core beside compiling, {:.2f} beside the window".format(*used))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--home", type=Path, help="an engine's, with its rules and what it has prepared")
    parser.add_argument("--whatever", action="store_true", help="training stands back by its priority alone")
    options = parser.parse_args()
    assert sys.platform == "linux", "it reads /proc"
    assert shutil.which("Xvfb"), "needs Xvfb"
    with tempfile.TemporaryDirectory(prefix="idlewild-foreground-") as folder, x_server() as display:
        engine = Engine(options.home or Path(folder) / "home", {})
        try:
            engine.until(lambda status: True, "it answers")
            engine.consent()
            engine.prefer(cpu_when="always", pause_when_busy=not options.whatever)
            engine.until(lambda status: status.phase in (Phase.TRAINING, Phase.AVERAGING), "it trains")
            compare(Work(options.seconds, display), Beside(engine), options.rounds)
        finally:
            engine.end()


if __name__ == "__main__":
    main()
