"""An installed program is killed again and again, with everything it has started, while it installs what computes and
while it brings itself up to date; then it is left alone, and has to end where it would have.

    python -m tests.bench.installing.power_cuts dist/idlewild_0.1.0_amd64.deb --wheels build/wheels --feed FEED

FEED is what `installer/publish.py` has made of a newer version with `--mirror http://127.0.0.1:8998/`, and the package
was built with that as `--feed`. Needs what the other benches here do besides.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.bench.installing.__main__ import DISPLAY, MIRROR_PORT, Program, served, until
from tests.bench.installing.roots import BASES, Root, make_base

FEED_PORT = 8998
ENGINE = ("idlewild", "run", "--headless", "--no-throttle")


class Computer:
    def __init__(self, root: Root, package: Path) -> None:
        self.root = root
        self.program = Program(root, package)
        self.program.install()

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self.root.command([*words], DISPLAY), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def cut_power(self) -> None:
        """As far as processes are concerned: none is asked."""
        while pids := self.root.processes():
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, 9)
            time.sleep(0.05)

    def version(self) -> str:
        return self.program.verb("--version").strip()

    def forget_versions(self) -> None:
        """Another update begins from nothing."""
        shutil.rmtree(self.program.home / "versions")

    def cut(self, begin: Callable[[], list["subprocess.Popen[bytes]"]], after_s: float) -> None:
        """What `begin` starts runs for so long; and whatever it leaves, the program says what it is."""
        begun = begin()
        time.sleep(after_s)
        self.cut_power()
        for process in begun:
            process.wait()
        assert self.version().startswith("idlewild 0."), self.version()


def installs(computer: Computer, draws: random.Random, times: int) -> None:
    for number in range(times):
        after_s = draws.uniform(0.3, 5.0)
        computer.cut(lambda: [computer.start(*ENGINE)], after_s)
        print(f"install {number + 1}: killed after {after_s:.1f} s", flush=True)
    began_s = time.monotonic()
    computer.root.as_user(*ENGINE, "--until-step", "1", display=DISPLAY)
    print(f"installs the rest and trains a step in {time.monotonic() - began_s:.1f} s", flush=True)
    assert json.loads(computer.program.verb("log", "--json")), "nothing was trained"


def updates(computer: Computer, draws: random.Random, times: int) -> None:
    before = computer.version()

    def begin() -> list["subprocess.Popen[bytes]"]:
        engine = computer.start(*ENGINE)
        until(computer.program.status, "an engine")
        return [engine, computer.start("idlewild", "update")]

    for number in range(times):
        after_s = draws.uniform(0.1, 6.0)
        computer.cut(begin, after_s)
        print(f"update {number + 1}: killed after {after_s:.1f} s; {computer.version()}", flush=True)
        if computer.version() != before:
            computer.forget_versions()
    begin()
    until(lambda: computer.version() != before, "the newer version")
    print(f"{before} has become {computer.version()}")
    computer.cut_power()
    computer.root.as_user(*ENGINE, "--until-step", "2", display=DISPLAY)
    print("and trains")


def arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--wheels", type=Path, required=True)
    parser.add_argument("--feed", type=Path, required=True)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--bases", type=Path, default=BASES)
    return parser.parse_args()


def main() -> None:
    asked = arguments(__doc__)
    draws = random.Random(asked.seed)
    base = make_base(asked.bases, asked.package)
    with (
        tempfile.TemporaryDirectory() as scratch,
        served(asked.wheels, MIRROR_PORT),
        served(asked.feed, FEED_PORT),
        Root(base, Path(scratch) / "system") as root,
    ):
        computer = Computer(root, asked.package)
        installs(computer, draws, asked.times)
        updates(computer, draws, asked.times)


if __name__ == "__main__":
    main()
