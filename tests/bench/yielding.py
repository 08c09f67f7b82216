"""From a key to the trainer's last use of the processor, with a real engine that trains the starter model.

    python -m tests.bench.yielding [--presses 100] [--flag] [--away-after 10] [--home FOLDER]

A key press by xdotool on an X server of its own (Xvfb), where the engine trains while nobody is there; then it is
waited for until it trains again. With `--flag` there is no desktop, and the pause is asked for over the control socket.
Printed: median, 95th percentile and maximum in milliseconds; nothing is asserted. Budget: p95 300 ms, maximum 1 s
(design §10). Presses fall at random moments of the work. Linux only; needs Xvfb and xdotool unless `--flag`.
"""

import argparse
import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import psutil

from core.errors import LocalFault
from core.ipc.address import control_address
from core.ipc.client import ControlClient
from core.ipc.messages import Method, Phase, Reason, Status
from tests.bench.activity import Activity

ROOT = Path(__file__).parents[2]
WATCHED_S = 3.0
"""After each press: what is used later would be another's fault."""
WORKS_S = 0.3
"""Of processor time in half a second: then it trains."""
START_S = 600.0


class Engine:
    """One of its own, in a home of its own."""

    def __init__(self, home: Path, environment: dict[str, str]) -> None:
        self._address = control_address(home)
        home.mkdir(parents=True, exist_ok=True)
        self._output = (home / "bench.txt").open("w")
        command = [
            sys.executable,
            "-m",
            "core.cli",
            "run",
            "--headless",
            "--home",
            str(home),
            "--listen",
            "127.0.0.1:0",
        ]
        variables = os.environ | {"IDLEWILD_KEY_FILE": "1", "PYTHONPATH": str(ROOT)} | environment
        self.process = subprocess.Popen(command, env=variables, stdout=self._output, stderr=subprocess.STDOUT)

    def ask(self, method: Method, **params: object) -> Status:
        with ControlClient.connect(self._address) as client:
            return client.call_as(Status, method, **params)

    def prefer(self, **changes: object) -> None:
        with ControlClient.connect(self._address) as client:
            client.call(Method.SET_PREFERENCES, changes=changes)

    def consent(self) -> None:
        with contextlib.suppress(LocalFault):  # where it is given already, and before there was such a question
            self.ask(Method.CONSENT, given=True)

    def until(self, condition: Callable[[Status], object], what: str) -> None:
        deadline_s = time.monotonic() + START_S
        while time.monotonic() < deadline_s:
            assert self.process.poll() is None, "the engine has ended"
            with contextlib.suppress(LocalFault):
                status = self.ask(Method.STATUS)
                if condition(status):
                    return
                if status.reason is Reason.PAUSED_BY_USER:  # the last bench with this home has ended so
                    self.ask(Method.RESUME)
            time.sleep(0.2)
        raise AssertionError(f"not within {START_S:g} s: {what}")

    def trainer(self) -> int:
        children = psutil.Process(self.process.pid).children()
        (trainer,) = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        return trainer.pid

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self._output.close()


class Somebody(Protocol):
    """Who comes back to the computer, and goes away again."""

    def come(self) -> None: ...

    def go(self) -> None: ...


class AtTheKeyboard:
    def __init__(self, display: str) -> None:
        self._environment = os.environ | {"DISPLAY": display}

    def come(self) -> None:
        subprocess.run(["xdotool", "key", "shift"], env=self._environment, check=True)

    def go(self) -> None:
        """By doing nothing."""


class AtTheSocket:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def come(self) -> None:
        self._engine.ask(Method.PAUSE)

    def go(self) -> None:
        self._engine.ask(Method.RESUME)


@contextlib.contextmanager
def x_server() -> Iterator[str]:
    """Name of a display that nobody else has."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def yields_s(activity: Activity, somebody: Somebody) -> float:
    """Of one press."""
    pressed_s = time.monotonic()
    somebody.come()
    time.sleep(max(0.0, pressed_s + WATCHED_S - time.monotonic()))
    return activity.last_use_s(pressed_s) - pressed_s


def wait_for_work(activity: Activity) -> None:
    deadline_s = time.monotonic() + START_S
    while activity.used_s(time.monotonic() - 0.5) < WORKS_S:
        assert time.monotonic() < deadline_s, "it does not train again"
        time.sleep(0.05)


def measured(engine: Engine, somebody: Somebody, presses: int) -> list[float]:
    chance, times = random.Random(1), list[float]()
    activity = Activity(engine.trainer()).start()
    try:
        for number in range(presses):
            somebody.go()
            wait_for_work(activity)
            time.sleep(chance.uniform(0.2, 2.5))
            times.append(yields_s(activity, somebody))
            print(f"{number + 1:4} {1000 * times[-1]:6.0f} ms", file=sys.stderr, flush=True)
    finally:
        activity.stop()
    return times


def report(times: list[float]) -> None:
    ordered = sorted(1000 * each for each in times)
    p50, p95 = (ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.95))
    print(f"{len(ordered)} presses: p50 {p50:.0f} ms, p95 {p95:.0f} ms, max {ordered[-1]:.0f} ms (budget 300, 1000)")


def run(options: argparse.Namespace, folder: Path, display: str) -> None:
    engine = Engine(options.home or folder / "home", {"DISPLAY": display} if display else {})
    try:
        engine.until(lambda status: True, "it answers")
        engine.consent()
        if display:
            engine.prefer(cpu_when="away", away_after_s=options.away_after)
        with contextlib.suppress(LocalFault):  # an engine that has no such rule
            engine.prefer(pause_when_busy=False)
        engine.until(lambda status: status.phase in (Phase.TRAINING, Phase.AVERAGING), "it trains")
        somebody: Somebody = AtTheKeyboard(display) if display else AtTheSocket(engine)
        report(measured(engine, somebody, options.presses))
    finally:
        engine.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=int, default=100)
    parser.add_argument("--flag", action="store_true", help="pause over the control socket")
    parser.add_argument("--away-after", type=int, default=10, help="seconds")
    parser.add_argument("--home", type=Path, help="an engine's, with its rules and what it has prepared")
    options = parser.parse_args()
    assert sys.platform == "linux", "it reads /proc"
    with tempfile.TemporaryDirectory(prefix="idlewild-yielding-") as folder:
        if options.flag:
            run(options, Path(folder), "")
            return
        assert shutil.which("Xvfb"), "needs Xvfb"
        assert shutil.which("xdotool"), "needs xdotool"
        with x_server() as display:
            run(options, Path(folder), display)


if __name__ == "__main__":
    main()
