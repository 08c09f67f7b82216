"""A group of peers as the driver of a bench sees it: started, told to go, listened to, and ended whatever happens."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import psutil

from core.transport.congestion import NAME as CONSIDERATE
from tests.bench.lab.network import HARNESS, ROOT, Network, network, unstoppable
from tests.bench.lab.peer import PeerSettings, Seat
from tests.bench.lab.planning import Line

START_S = 60.0
ROUND_S = 600.0
BYTES_PER_MBIT = 125_000


class LabFailure(Exception):
    """The bench cannot go on: a peer ended, or something did not happen in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One group and what it averages."""

    lines: Sequence[Line]
    elements: int
    codec: str = "float16"
    part_elements: int = 1 << 17
    organiser: int = 0
    control: str = CONSIDERATE
    """Which congestion control."""
    uniform: bool = False
    weighted: bool = False
    """Whether peers give different numbers of samples (1, 2, 3, 1, …)."""

    def micro_batch(self, number: int) -> int:
        return 1 + (number % 3 if self.weighted else 0)

    @property
    def contributors(self) -> list[int]:
        return [number for number, line in enumerate(self.lines) if line.contributes]

    def for_peers(self, host: Callable[[int], str], folder: Path) -> list[PeerSettings]:
        """What each of them is told; `host` says where the peer of a number is."""
        seats = tuple(
            Seat(
                host=host(number),
                contributes=line.contributes,
                accepts_links=line.accepts_links,
                micro_batch=self.micro_batch(number),
            )
            for number, line in enumerate(self.lines)
        )
        return [
            PeerSettings(
                me=number,
                seats=seats,
                elements=self.elements,
                codec=self.codec,
                part_elements=self.part_elements,
                folder=str(folder),
                upload_bytes_per_s=line.up * BYTES_PER_MBIT,
                download_bytes_per_s=line.down * BYTES_PER_MBIT,
                organiser=self.organiser,
                control=self.control,
                uniform=self.uniform,
            )
            for number, line in enumerate(self.lines)
        ]


@dataclass(slots=True)
class Step:
    """What was told of one step; times by the machine's monotonic clock, by peer."""

    begun: dict[int, float] = field(default_factory=dict)
    complete: dict[int, float] = field(default_factory=dict)
    left: dict[int, float] = field(default_factory=dict)
    applied: dict[int, float] = field(default_factory=dict)
    committed: dict[int, float] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)
    given: dict[str, int] = field(default_factory=dict)
    shares: list[int] = field(default_factory=list)
    """Elements that each peer reduces, by the first plan."""
    part_deadline_s: float = 0.0
    """By how much a part may be late, by the first plan."""
    plans: int = 0
    """Times that a peer has begun, beyond its first: the step was tried again from the start."""
    checks: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def start_s(self) -> float:
        """The first plan at any peer."""
        return min(self.begun.values())

    def hear(self, number: int, event: str, told: dict[str, Any]) -> None:
        """What the peer of that number tells of this step."""
        at_s = told["at_s"]
        match event:
            case "begun":
                self.plans += number in self.begun
                self.begun.setdefault(number, at_s)
                self.shares = self.shares or told["shares"]
                self.part_deadline_s = self.part_deadline_s or told["part_deadline_s"]
            case "complete":
                self.complete[number] = at_s
            case "left":
                self.left[number] = at_s
            case "applied":
                self.applied[number] = at_s
            case "committed":
                self.committed[number] = at_s
                self.states[number] = told["state"]
                self.given = told["given"]
            case "checked":
                self.checks[number] = told

    def averaged_s(self, number: int) -> float:
        """When that peer had the whole average; where it got the rest of it only after the seal, when it had applied
        that."""
        return self.complete.get(number, self.applied.get(number, self.committed[number]))


class PeerProcess:
    """Owned by a group; `told` gets what it says, with its number."""

    def __init__(
        self, number: int, settings: PeerSettings, net: Network, told: "queue.Queue[tuple[int, dict[str, Any]]]"
    ) -> None:
        self.number = number
        self.is_gone = False
        """Killed, cut off or stopped by the bench."""
        self._log = (Path(settings.folder) / f"peer{number}.log").open("wb")
        command = [sys.executable, "-m", "tests.bench.lab.peer", msgspec.json.encode(settings).decode()]
        if profiles := os.environ.get("IDLEWILD_LAB_PROFILE"):
            command += ["--profile", str(Path(profiles) / f"peer{number}.prof")]
        self.process = subprocess.Popen(
            [*net.inside(number), *command],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1"),
            start_new_session=True,
        )
        self._told = told
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with contextlib.suppress(ValueError):  # a line cut in two by a kill
                self._told.put((self.number, json.loads(line)))
        self._told.put((self.number, {"event": "ended", "at_s": time.monotonic()}))

    def do(self, what: str, **more: Any) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps({"do": what, **more}) + "\n")
            self.process.stdin.flush()

    def cpu_s(self) -> float:
        """Used so far; 0 once it has ended."""
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.NoSuchProcess:
            return 0.0
        return float(times.user + times.system)

    def resident_bytes(self) -> int:
        try:
            return int(psutil.Process(self.process.pid).memory_info().rss)
        except psutil.NoSuchProcess:
            return 0

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def end(self) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.0 if self.is_gone else 5.0)
        self.process.kill()
        self.process.wait()
        self._reader.join(5.0)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self._log.close()


class Group:
    """Use `group`."""

    def __init__(self, setting: Setting, net: Network, folder: Path) -> None:
        self.setting = setting
        self.net = net
        self.steps: dict[int, Step] = {}
        self.bugs: list[str] = []
        self.is_eager = False
        """Whoever gets a lease is told to go at once."""
        self.coordinator: dict[int, int | None] = {}
        self.peers: list[PeerProcess] = []
        self._folder = folder
        self._told: queue.Queue[tuple[int, dict[str, Any]]] = queue.Queue()
        self._ready: set[int] = set()
        self._leased: dict[int, int] = {}
        """Samples that peers have leases on, and have not been told to do."""
        self._handed_out = 0
        """Samples that were leased to anybody since the last step began, done or not."""
        self._at_work: set[int] = set()
        """Who was told to do its samples as soon as it had them, and has not begun to average them."""

    @property
    def alive(self) -> list[PeerProcess]:
        return [peer for peer in self.peers if not peer.is_gone]

    @property
    def head(self) -> int:
        """The newest step that anybody has committed."""
        return max((step for step, told in self.steps.items() if told.committed), default=0)

    def step(self, number: int) -> Step:
        return self.steps.setdefault(number, Step())

    def start(self) -> None:
        for number, settings in enumerate(self.setting.for_peers(self.net.host, self._folder)):
            self.peers.append(PeerProcess(number, settings, self.net, self._told))
        self.wait("all peers to be ready", lambda: len(self._ready) == len(self.peers), START_S)
        # One that has not found the others yet conducts itself, and what it does under its own leases is of no use.
        self.wait("all peers to have one coordinator", self._agree, START_S)

    def _agree(self) -> bool:
        chosen = [self.coordinator.get(peer.number) for peer in self.peers]
        return chosen[0] is not None and len(set(chosen)) == 1

    # --- listening

    def wait(self, what: str, is_so: Callable[[], bool], limit_s: float) -> None:
        """Listens until `is_so`; raises `LabFailure` after `limit_s`, and when a peer ends by itself."""
        give_up = time.monotonic() + limit_s
        while not is_so():
            left_s = give_up - time.monotonic()
            if left_s <= 0:
                raise LabFailure(
                    f"waited {limit_s:.0f} s for {what}; head {self.head}, samples leased {self._leased}, "
                    f"told to go on by themselves {sorted(self._at_work)}"
                )
            with contextlib.suppress(queue.Empty):
                self._hear(*self._told.get(timeout=min(left_s, 0.5)))

    def listen(self, seconds: float) -> None:
        """For what is still said."""
        until_s = time.monotonic() + seconds
        while (left_s := until_s - time.monotonic()) > 0:
            with contextlib.suppress(queue.Empty):
                self._hear(*self._told.get(timeout=left_s))

    def _hear(self, number: int, told: dict[str, Any]) -> None:
        event = told["event"]
        match event:
            case "ready":
                self._ready.add(number)
            case "leased":
                self._handed_out += told["samples"]
                if self.is_eager and not self.peers[number].is_gone:
                    self.peers[number].do("go", wants_more=True)
                    self._at_work.add(number)
                else:
                    self._leased[number] = self._leased.get(number, 0) + told["samples"]
            case "coordinator":
                self.coordinator[number] = told["peer"]
            case "bug":
                self.bugs.append(f"peer {number}: {told['what']}")
            case "ended" if not self.peers[number].is_gone:
                raise LabFailure(f"peer {number} ended by itself: {self.last_words(number)}")
            case "begun" | "complete" | "left" | "applied" | "committed" | "checked":
                self._hear_of_step(number, event, told)

    def _hear_of_step(self, number: int, event: str, told: dict[str, Any]) -> None:
        step = self.step(told["step"])
        if event == "begun":
            if not step.begun:
                self._handed_out = 0
            if number not in step.begun:  # else what it has leased meanwhile is for the next step
                self._at_work.discard(number)
                self._leased.pop(number, None)
        step.hear(number, event, told)

    def last_words(self, number: int) -> str:
        text = (self._folder / f"peer{number}.log").read_text(errors="replace")
        return text[-2000:]

    # --- conducting

    def go(self) -> int:
        """Lets the next step begin once everybody who contributes has a lease, or nothing is left to lease; its
        number."""
        contributors = {peer.number for peer in self.alive if self.setting.lines[peer.number].contributes}
        target = sum(self.setting.micro_batch(number) for number in self.setting.contributors)

        def have_work() -> bool:
            return contributors <= self._leased.keys() | self._at_work or self._handed_out >= target

        self.wait("everybody to have a lease", have_work, START_S)
        step = self.head + 1
        for number in contributors:
            self._leased.pop(number, None)
            self.peers[number].do("go", wants_more=len(self.alive) < len(self.peers))
        return step

    def finish(self, step: int, limit_s: float = ROUND_S) -> Step:
        """Waits until all that are there have committed the step."""
        told = self.step(step)
        numbers = {peer.number for peer in self.alive}
        self.wait(f"step {step} to be committed by all", lambda: numbers <= told.committed.keys(), limit_s)
        return told

    def check(self, step: int, checked: Sequence[int], absent: Sequence[int] = ()) -> Step:
        """Has those peers compare the average of the step, the last one, with the exact mean."""
        told = self.step(step)
        for number in checked:
            self.peers[number].do("check", absent=list(absent))
        self.wait("the check", lambda: set(checked) <= told.checks.keys(), 60.0)
        return told

    def cpu_s(self) -> float:
        return sum(peer.cpu_s() for peer in self.peers)

    def end(self) -> None:
        for peer in self.alive:
            peer.do("quit")
        for peer in self.peers:
            peer.end()


@contextlib.contextmanager
def group(setting: Setting, *, harness: Path = HARNESS, keep_logs: Path | None = None) -> Iterator[Group]:
    """Peers that know of each other and have found their coordinator. All of it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="idlewild-lab-") as made, network(setting.lines, harness) as net:
        folder = Path(made)
        if keep_logs is not None:
            keep_logs.mkdir(parents=True, exist_ok=True)
        peers = Group(setting, net, folder)
        try:
            peers.start()
            yield peers
        finally:
            with unstoppable():
                peers.end()
                if keep_logs is not None:
                    for log in folder.glob("*.log"):
                        (keep_logs / log.name).write_bytes(log.read_bytes())
