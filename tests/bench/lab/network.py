"""Peers' lines: a star of namespaces with limited lines, made and removed by the baselines' `run_netns.sh`."""

import contextlib
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.lab.planning import Line

ROOT = Path(__file__).resolve().parents[3]
HARNESS = ROOT.parent / "shared" / "baselines" / "harness"
LOCK = Path("/tmp/bench.lock")
PREFIX = os.environ.get("PFX", "il")


class Network:
    """The namespaces of one group; `lines` in order of the peers. Numbers are peers'."""

    def __init__(self, lines: Sequence[Line], harness: Path) -> None:
        self._lines = lines
        self._script = harness / "run_netns.sh"

    def _do(self, *words: str) -> None:
        environment = os.environ | {"PFX": PREFIX, "CC": "cubic"} | shaping(self._lines)
        subprocess.run([self._script, *words], check=True, env=environment, stdin=subprocess.DEVNULL)

    def host(self, number: int) -> str:
        return f"10.77.0.{10 + number}"

    def inside(self, number: int) -> list[str]:
        """What to put before a command."""
        return ["ip", "netns", "exec", f"{PREFIX}_p{number}"]

    def cut(self, number: int) -> None:
        """Nothing comes or goes any more, and nobody is told."""
        self._do("cut", str(number))

    def heal(self, number: int) -> None:
        self._do("heal", str(number))

    def sent_bytes(self) -> list[int]:
        """By each peer, with all headers."""
        found = []
        for number in range(len(self._lines)):
            words = ["ip", "-j", "-s", "-n", f"{PREFIX}_p{number}", "link", "show", "eth0"]
            said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            found.append(int(json.loads(said)[0]["stats64"]["tx"]["bytes"]))
        return found

    def up(self) -> None:
        self._do("up", ",".join(f"{line.up:g}/{line.down:g}" for line in self._lines))

    def down(self) -> None:
        self._do("down")


def shaping(lines: Sequence[Line]) -> dict[str, str]:
    """Environment of `run_netns.sh`: what all lines let pass at once, and how long their queues get.

    A burst is 128 kB, as in the baselines, or 10 ms of the fastest line where that is less, so that it is no gift to
    slow ones. A queue is 50 ms, as in the baselines, or 64 packets on the slowest line where that is longer: what
    stands for a faster line here has its packets, not its time."""
    fastest = max(max(line.up, line.down) for line in lines)
    slowest = min(min(line.up, line.down) for line in lines)
    burst_kb = max(4.0, min(128.0, fastest * 1.25))
    queue_ms = max(50.0, 64 * 1514 * 8e-3 / slowest)
    return {"BURST": f"{burst_kb:.0f}kb", "LAT": f"{queue_ms:.0f}ms"}


@contextlib.contextmanager
def network(lines: Sequence[Line], harness: Path = HARNESS) -> Iterator[Network]:
    """Namespaces of this process alone while it lasts."""
    made = Network(lines, harness)
    with turn():
        try:
            made.up()
            yield made
        finally:
            with unstoppable():
                made.down()


@contextlib.contextmanager
def turn() -> Iterator[None]:
    """Waits for the lock that all benches with namespaces take, unless whoever started this one holds it for it
    (`flock /tmp/bench.lock …`, or BENCH_LOCK_HELD as in the harness)."""
    if os.environ.get("BENCH_LOCK_HELD") or _is_inherited(LOCK):
        yield
        return
    with LOCK.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"# waiting for {LOCK}", file=sys.stderr, flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_inherited(file: Path) -> bool:
    for descriptor in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if file.exists() and descriptor.samefile(file):
                return True
    return False


@contextlib.contextmanager
def unstoppable() -> Iterator[None]:
    """Cleaning up is not interrupted by a second Ctrl-C."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def end_in_order_when_told() -> None:
    """SIGTERM and a closed terminal clean up like Ctrl-C."""

    def stop(number: int, frame: object) -> None:
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
