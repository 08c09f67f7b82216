"""What somebody who works at this computer feels of training beside it, at `cpu_when=always`.

    python -m tests.bench.foreground [--rounds 9] [--seconds 10] [--home FOLDER]

Two kinds of foreground work, each in turns alone and beside a real engine that trains the starter model (alone: it is
paused over the control socket): compiling, on all cores, by many short processes; and a window that is painted 60 times
a second. Printed: how much longer the compiling took (median of the pairs; budget 5 %), and the 99th percentile of the
frames' times alone and beside (budget: less than one frame more). Nothing is asserted. Linux with Xvfb; what is
measured needs a machine that does nothing else.
"""

import argparse
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from core.errors import LocalFault
from core.ipc.messages import Method, Phase
from tests.bench.activity import Activity
from tests.bench.frame_probe import FRAME_MS
from tests.bench.yielding import ROOT, Engine, wait_for_work, x_server

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


def compare(work: Work, beside: Beside, rounds: int) -> None:
    ratios, alone_ms, beside_ms, used = list[float](), list[float](), list[float](), list[float]()
    for number in range(rounds):
        taken: dict[bool, float] = {}
        for trains in (False, True) if number % 2 else (True, False):
            (beside.train if trains else beside.rest)()
            begun_s = time.monotonic()
            taken[trains] = work.compiling_s()
            (beside_ms if trains else alone_ms).extend(work.frames_ms())
            if trains:
                used.append(beside.activity.used_s(begun_s) / (time.monotonic() - begun_s))
        ratios.append(taken[True] / taken[False])
        print(f"{number + 1:3} compiling {taken[False]:.2f} s, beside {taken[True]:.2f} s", file=sys.stderr, flush=True)
    print(f"compiling: {statistics.median(ratios) - 1:+.1%} (median of {rounds} pairs; budget +5 %)")
    alone, together = (percentile(values, 0.99) for values in (alone_ms, beside_ms))
    print(
        f"frames: p99 {alone:.1f} ms alone, {together:.1f} ms beside: {(together - alone) / FRAME_MS:+.2f} frames "
        f"(budget +1); median {statistics.median(alone_ms):.1f} and {statistics.median(beside_ms):.1f} ms"
    )
    print(f"training had {statistics.median(used):.2f} of a core meanwhile")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--home", type=Path, help="an engine's, with its rules and what it has prepared")
    options = parser.parse_args()
    assert sys.platform == "linux", "it reads /proc"
    assert shutil.which("Xvfb"), "needs Xvfb"
    with tempfile.TemporaryDirectory(prefix="idlewild-foreground-") as folder, x_server() as display:
        engine = Engine(options.home or Path(folder) / "home", {})
        try:
            engine.until(lambda status: True, "it answers")
            engine.consent()
            with contextlib.suppress(LocalFault):  # an engine that has no such rules
                engine.prefer(cpu_when="always", pause_when_busy=False)
            engine.until(lambda status: status.phase in (Phase.TRAINING, Phase.AVERAGING), "it trains")
            compare(Work(options.seconds, display), Beside(engine), options.rounds)
        finally:
            engine.end()


if __name__ == "__main__":
    main()
