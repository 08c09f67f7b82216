"""How long averaging takes where no processor is in the way: the real coordination, averaging, congestion control and
QUIC, every packet of it, over lines simulated packet by packet in virtual time.

    python -m tests.bench.virtual.averaging                                the paper's settings by ten (20 minutes)
    python -m tests.bench.virtual.averaging --only "8 equal" [--rounds 3]  one of them, or several --only
    python -m tests.bench.virtual.averaging --lines 100x4 --elements 10e6  lines of one's own (`lines_of`)

The laboratory (`tests.bench.lab.averaging`) runs a process for each peer on the cores of one machine, which carries so
little that it needs lines 250 times slower than the paper's, where a packet takes longer than a round trip. Here all
peers live in one process whose time does not count: the same peers, the same shapers (`tests.bench.virtual.lines`), the
same bounds.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from core.averaging.codec import codec_named
from tests.bench.lab.averaging import UNIFORM_TOO, Row
from tests.bench.lab.group import Setting, Step
from tests.bench.lab.peer import LabPeer
from tests.bench.lab.planning import best_s, uniform_plans, uniform_s
from tests.bench.virtual.lines import Star
from tests.sim.clock import run

START_EVERY_S = 0.5
DELAY_S = 0.001
"""From one peer to another; the lab's is some 0.1 ms."""


class Peers:
    """All peers of one setting, in this process."""

    def __init__(self, setting: Setting, star: Star, folder: Path) -> None:
        self.setting = setting
        self.steps: dict[int, Step] = {}
        self.bugs: list[str] = []
        self._news = asyncio.Event()
        self._ready: set[int] = set()
        self._leased: set[int] = set()
        self._coordinators: dict[int, int | None] = {}
        self._commands: list[asyncio.Queue[dict[str, Any] | None]] = [asyncio.Queue() for _ in setting.lines]
        self.peers = [
            LabPeer(
                settings,
                write=lambda told, number=number: self._hear(number, told),
                udp=star.open,
            )
            for number, settings in enumerate(setting.for_peers(star.host, folder))
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """One after the other, so that they find each other before they have much to say; until they have agreed who
        conducts."""
        for number, peer in enumerate(self.peers):
            self._tasks.append(asyncio.get_running_loop().create_task(peer.run(self._told(number))))
            await asyncio.sleep(START_EVERY_S)
        await self._until(lambda: [*self._coordinators.values()] == [self.setting.organiser] * len(self.peers))

    async def _told(self, number: int) -> AsyncIterator[dict[str, Any]]:
        while (command := await self._commands[number].get()) is not None:
            yield command

    def _hear(self, number: int, told: dict[str, Any]) -> None:
        self._news.set()
        match told["event"]:
            case "ready":
                self._ready.add(number)
            case "leased":
                self._leased.add(number)
            case "coordinator":
                self._coordinators[number] = told["peer"]
            case "bug":
                self.bugs.append(f"peer {number}: {told['what']}")
            case event:
                if event == "begun":
                    self._leased.discard(number)
                self.steps.setdefault(told["step"], Step()).hear(number, event, told)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._news.clear()
            async with asyncio.timeout(900):
                await self._news.wait()

    async def round(self, number: int) -> Step:
        """The next step, once everybody has a lease."""
        contributors = set(self.setting.contributors)
        await self._until(lambda: contributors <= self._leased)
        for peer in contributors:
            self._commands[peer].put_nowait({"do": "go"})
        step = self.steps.setdefault(number, Step())
        await self._until(lambda: len(step.committed) == len(self.peers))
        self._commands[0].put_nowait({"do": "check"})
        await self._until(lambda: 0 in step.checks)
        return step

    async def end(self) -> None:
        for commands in self._commands:
            commands.put_nowait(None)
        await asyncio.gather(*self._tasks)


ROWS = (
    # The paper's settings by ten: 1 Gb/s is 100 Mbit/s here, and 72 MB, the float16 code of 36 M elements, 7.2 MB.
    Row(name="8 equal", lines="100x8", elements=3.6e6),
    Row(name="16 at a fifth", lines="20x16", elements=3.6e6),
    Row(name="8 and 16 at a fifth", lines="100x8,20x16", elements=3.6e6),
    # 4 x 200, 8 x 100, 4 x 50 Mbit/s, and auxiliaries at 500.
    Row(name="200 100 50", lines="20x4,10x8,5x4", elements=1.8e6),
    Row(name="200 100 50 + 4 aux", lines="20x4,10x8,5x4,50ax4", elements=1.8e6),
    # 50 up, 200 down.
    Row(name="50/200, 0 client", lines="5/20x16", elements=1.8e6),
    Row(name="50/200, 12 client", lines="5/20x4,5/20cx12", elements=1.8e6),
    Row(name="50/200, 15 client", lines="5/20x1,5/20cx15", elements=1.8e6),
)


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the table; seconds are virtual ones."""

    name: str
    peers: int
    vector_bytes: float
    bound_s: float
    """Of the best plan, or with equal spans of those."""
    seconds: list[float]
    sent: float
    """Bytes over what the vector needs: headers, acknowledgements, what was sent again and all else that was said."""
    error: float
    """Of the parts with everybody's gradient."""
    short: int
    """Most parts of one step that were closed without somebody's gradient."""
    dropped: int
    """Packets that found a queue full."""
    is_right: bool
    """One state, and everybody's samples in every step."""
    cpu_s: float

    @property
    def median_s(self) -> float:
        return statistics.median(self.seconds)

    @property
    def ratio(self) -> float:
        return self.median_s / self.bound_s


async def measure(name: str, setting: Setting, rounds: int) -> Measured:
    """One warm-up and `rounds` rounds."""
    began_s = time.process_time()
    vector_bytes = codec_named(setting.codec).coded_bytes(1 << 16) / (1 << 16) * setting.elements
    star = Star(setting.lines, DELAY_S)
    seconds: list[float] = []
    told: list[Step] = []
    with tempfile.TemporaryDirectory(prefix="idlewild-virtual-") as folder:
        peers = Peers(setting, star, Path(folder))
        await peers.start()
        for number in range(1, rounds + 2):
            sent_before = star.sent_bytes
            step = await peers.round(number)
            last_s = max(step.averaged_s(peer) for peer in setting.contributors)
            print(f"# {name}: round {number - 1}, {last_s - step.start_s:.2f} s", file=sys.stderr, flush=True)
            told.append(step)
            seconds.append(last_s - step.start_s)
        await peers.end()
    checks = [step.checks[0] for step in told]
    return Measured(
        name=name + (", equal spans" if setting.uniform else ""),
        peers=len(setting.lines),
        vector_bytes=vector_bytes,
        bound_s=(uniform_s if setting.uniform else best_s)(setting.lines, vector_bytes),
        seconds=seconds[1:],
        sent=(star.sent_bytes - sent_before) / needed_bytes(setting, told[-1].shares, vector_bytes),
        error=max(check["error"] for check in checks),
        short=max(check["short"] for check in checks[1:]),
        dropped=star.dropped,
        is_right=not peers.bugs and all(_is_whole(step, setting) for step in told),
        cpu_s=time.process_time() - began_s,
    )


def _is_whole(step: Step, setting: Setting) -> bool:
    return len(set(step.states.values())) == 1 and len(step.given) == len(setting.contributors)


def needed_bytes(setting: Setting, shares: Sequence[int], vector_bytes: float) -> float:
    """Each contributor gives all that is not its own to reduce, and gets as much."""
    elements = sum(2 * (sum(shares) - shares[giver]) for giver in setting.contributors)
    return elements * vector_bytes / setting.elements


HEAD = (
    f"{'setting':34} {'peers':>5} {'vector':>8} {'bound':>7} {'ours':>7} {'x bound':>7} {'x sent':>6} {'error':>8} "
    f"{'drops':>5} {'CPU-s':>6} ok"
)


def text_of(row: Measured) -> str:
    verdict = "NO" if not row.is_right else f"{row.short} parts short" if row.short else "yes"
    return (
        f"{row.name:34.34} {row.peers:5} {row.vector_bytes / 1e6:5.1f} MB {row.bound_s:6.2f}s {row.median_s:6.2f}s "
        f"{row.ratio:7.3f} {row.sent:6.3f} {row.error:8.1e} {row.dropped:5} {row.cpu_s:6.1f} {verdict}"
    )


def chosen(options: argparse.Namespace) -> list[tuple[str, Setting]]:
    if options.lines:
        return [
            (options.lines, Row(name="", lines=options.lines, elements=options.elements, codec=options.codec).setting)
        ]
    found: list[tuple[str, Setting]] = []
    for row in ROWS:
        if not options.only or row.name in options.only:
            found.append((row.name, row.setting))
            if row.name in UNIFORM_TOO and not options.no_uniform:
                found.append((row.name, replace(row.setting, uniform=True)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="averaging times in virtual time")
    parser.add_argument("--only", action="append", help="this setting (may be repeated)")
    parser.add_argument("--lines", help="lines of one's own, as 100x4 or 1000,200,50,20")
    parser.add_argument("--elements", type=float, default=3.6e6, help="of the vector, with --lines")
    parser.add_argument("--codec", default="float16", help="with --lines")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--no-uniform", action="store_true", help="the program's spans alone")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows: list[Measured] = []
    if not options.json:
        print(HEAD, flush=True)
    for name, setting in chosen(options):
        with uniform_plans() if setting.uniform else contextlib.nullcontext():
            rows.append(run(measure(name, setting, options.rounds)))
        if not options.json:
            print(text_of(rows[-1]), flush=True)
    if options.json:
        print(json.dumps([asdict(row) | {"median_s": row.median_s, "ratio": row.ratio} for row in rows], indent=1))
    return 0 if all(row.is_right and not row.short for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
