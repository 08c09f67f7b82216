"""One peer of the laboratory: the real node over a real endpoint, in a process and a namespace of its own.

    python -m tests.bench.lab.peer SETTINGS         (JSON of `PeerSettings`; `tests.bench.lab.group` starts it)

Takes commands as JSON lines: {"do": "go", "wants_more": false} (do what is leased, and with `wants_more` ask for more;
the step begins once all have), {"do": "check", "absent": […]} (compare the average last applied with the exact one; a
part may lack the gradients of those that are absent), {"do": "quit"}. Tells what happens as JSON lines, each with
`event` and `at_s` (the machine's monotonic clock): ready, coordinator, leased, begun (a plan came), complete (the whole
average is here), left (averaging ended before), applied, committed, checked, bug.

`--profile FILE` after SETTINGS writes cProfile's figures of the whole life (set IDLEWILD_LAB_PROFILE=FOLDER to have
each peer of a bench do so).
"""

import asyncio
import contextlib
import cProfile
import ctypes
import json
import logging
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec

from core.averaging.assignment import Assignment, Layout
from core.averaging.part_book import PartBook
from core.data.ranges import SampleRange
from core.dht.records import make_record
from core.errors import PeerFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.identity.manifest import Access
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.swarm.coordinator import Terms
from core.swarm.node import MESSAGES, Node, NodePorts, NodeSettings
from core.swarm.participation import ParticipationEvents
from core.swarm.records import Commit
from core.training.api import Progress, Scalars, TrainerEvents
from core.transport.api import Address, Link, Message, Stream
from core.transport.congestion import NAME as CONSIDERATE
from core.transport.endpoint import Endpoint, EndpointConfig
from core.transport.rates import Rates
from core.transport.udp import OpenUdp, open_udp
from tests.bench.lab import planning
from tests.bench.lab.trainer import LabTrainer

RUN = RunId(bytes(range(32)))
PORT = 4433
PR_SET_PDEATHSIG = 1
SHORT = 0.05
"""A part with a greater relative error is not only rounded."""


class Seat(msgspec.Struct, frozen=True):
    """One peer as all others know it."""

    host: str
    contributes: bool = True
    accepts_links: bool = True
    micro_batch: int = 1


class PeerSettings(msgspec.Struct, frozen=True):
    me: int
    seats: tuple[Seat, ...]
    elements: int
    codec: str
    part_elements: int
    folder: str
    upload_bytes_per_s: float
    """Declared to the coordinator, as if measured; 0 says that it is not known."""
    download_bytes_per_s: float
    organiser: int = 0
    """Who conducts while it is there."""
    control: str = CONSIDERATE
    """Which congestion control."""
    uniform: bool = False
    """As a coordinator, gives all reducers equal spans whatever their lines are."""

    @property
    def target_batch(self) -> int:
        return sum(seat.micro_batch for seat in self.seats if seat.contributes)


def identity_of(number: int) -> Identity:
    return Identity.from_seed(bytes([number + 1]) * 32)


def write(event: dict[str, Any]) -> None:
    """One line of standard output."""
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


async def lines() -> AsyncIterator[dict[str, Any]]:
    """Commands, to the end of standard input."""
    reader = asyncio.StreamReader()
    pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    try:
        while line := await reader.readline():
            yield json.loads(line)
    finally:
        pipe.close()


class LabPeer:
    def __init__(
        self, settings: PeerSettings, write: Callable[[dict[str, Any]], None] = write, udp: OpenUdp = open_udp
    ) -> None:
        self.settings = settings
        self._write = write
        self._udp = udp
        self.identity = identity_of(settings.me)
        self.numbers: dict[PeerId, int] = {identity_of(i).peer_id: i for i in range(len(settings.seats))}
        self.trainer = LabTrainer(
            settings.elements,
            self.seat.micro_batch if self.seat.contributes else 0,
            TrainerEvents(
                on_progress=self._on_progress,
                on_rejected=lambda samples: self._tell("bug", what=f"{samples} rejected"),
                on_starved=self._on_starved,
                on_void=lambda reason: self._tell("bug", what=reason),
                on_lost=lambda reason: self._tell("bug", what=reason),
            ),
            on_leased=lambda samples: self._tell("leased", samples=len(samples)),
        )
        self.node: Node
        self._meetings: set[asyncio.Task[None]] = set()
        self._last: Commit | None = None
        self._layout: Layout | None = None
        self._committed_layout: Layout | None = None
        self._average = self.trainer.average
        """Of the last commit: the next step may begin before anybody asks."""

    @property
    def seat(self) -> Seat:
        return self.settings.seats[self.settings.me]

    @property
    def address(self) -> Address:
        return Address(self.seat.host, PORT)

    def _tell(self, event: str, **what: Any) -> None:
        self._write({"event": event, "at_s": asyncio.get_running_loop().time(), **what})

    async def run(self, commands: AsyncIterator[dict[str, Any]]) -> None:
        """Until the commands end."""
        endpoint = await Endpoint.open(
            EndpointConfig(
                identity=self.identity,
                messages=MESSAGES,
                greeting=self._greeting,
                admit=self._admit,
                serve=self._serve,
                listen=self.address,
                on_link=self._on_link,
                on_bug=lambda bug: self._tell("bug", what=repr(bug)),
                congestion_control=self.settings.control,
                udp=self._udp,
            )
        )
        endpoint.line.note(Rates(self.settings.upload_bytes_per_s, self.settings.download_bytes_per_s))
        with Database.open(Path(self.settings.folder) / f"peer{self.settings.me}.sqlite") as database:
            self.node = self._make_node(endpoint, database)
            self._listen_in()
            await self.trainer.start()
            await self._reload_state()
            self._tell("ready", pid=os.getpid())
            running = asyncio.create_task(self.node.run())
            obeying = asyncio.create_task(self._obey(commands))
            await asyncio.wait([running, obeying], return_when=asyncio.FIRST_COMPLETED)
            running.cancel()
            obeying.cancel()
            (ended, *_) = await asyncio.gather(running, obeying, return_exceptions=True)
            if isinstance(ended, Exception):
                self._tell("bug", what=repr(ended))
                raise ended
            await endpoint.close()

    def _make_node(self, endpoint: Endpoint, database: Database) -> Node:
        settings = self.settings
        node = Node(
            self.identity,
            Terms(
                run=RUN,
                target_batch=settings.target_batch,
                elements=settings.elements,
                codec=settings.codec,
                part_elements=settings.part_elements,
                organiser=identity_of(settings.organiser).peer_id,
                scalars=lambda step: Scalars(0.5, 1.0, 1.0),
            ),
            NodeSettings(
                access=Access(),
                token=b"",
                contributes=self.seat.contributes,
                accepts_links=self.seat.accepts_links,
            ),
            NodePorts(
                log=LogStore(database, RUN),
                trainer=self.trainer,
                transport=endpoint,
                offload=asyncio.to_thread,
                reload_state=self._reload_state,
                unix_time=time.time,
                events=ParticipationEvents(on_standing=lambda _: None, on_coordinator=self._on_coordinator),
                on_learned=lambda _: None,
                places=lambda: [self.address] if self.seat.accepts_links else [],
                rates=lambda: Rates(settings.upload_bytes_per_s, settings.download_bytes_per_s),
            ),
        )
        others = [(i, seat) for i, seat in enumerate(settings.seats) if seat.accepts_links and i != settings.me]
        node.directory.learn(
            make_record(identity_of(i), RUN, [Address(seat.host, PORT)], time.time()) for i, seat in others
        )
        node.replica.on_committed = self._on_committed
        return node

    def _listen_in(self) -> None:
        """Tells of the beginning and the end of each averaging."""
        exchange = self.node.participation.exchange
        begin, complete, apply = exchange.begin, exchange.complete, self.node.replica.apply

        def told_begin(assignment: Assignment, *rest: Any, **more: Any) -> PartBook:
            self._layout = assignment.layout
            shares = [0] * len(self.settings.seats)
            for owner in assignment.owners:
                parts = (assignment.layout.part(index) for index in range(owner.first, owner.stop))
                shares[self.numbers[owner.reducer]] += sum(stop - start for start, stop in parts)
            allowed_s = part_deadline_s(assignment)
            self._tell(
                "begun", step=assignment.step, attempt=assignment.attempt, shares=shares, part_deadline_s=allowed_s
            )
            return begin(assignment, *rest, **more)

        async def told_complete() -> None:
            assignment = exchange.assignment
            step = assignment.step if assignment else 0
            try:
                await complete()
            except PeerFault as fault:
                self._tell("left", step=step, why=str(fault))
                raise
            self._tell("complete", step=step)

        async def told_apply(step: int, *arguments: Any, **more: Any) -> Any:
            position = await apply(step, *arguments, **more)
            self._tell("applied", step=step, state=position.root.text)
            return position

        exchange.begin, exchange.complete = told_begin, told_complete  # type: ignore[method-assign]
        self.node.replica.apply = told_apply  # type: ignore[method-assign]

    async def _reload_state(self) -> None:
        await self.node.replica.restore(0, self.trainer.state * 0)

    # --- what the endpoint asks; the node is made right after it opens, before anything can have come

    def _greeting(self) -> Message:
        return self.node.greeting()

    def _admit(self, peer: PeerId, greeting: Message) -> str:
        return self.node.admit(peer, greeting)

    async def _serve(self, link: Link, stream: Stream, first: Message) -> None:
        await self.node.serve(link, stream, first)

    # --- what happens

    def _on_progress(self, progress: Progress) -> None:
        self.node.on_progress(progress)

    def _on_starved(self) -> None:
        self.node.on_starved()

    def _on_coordinator(self, peer: PeerId | None) -> None:
        self._tell("coordinator", peer=self.numbers[peer] if peer is not None else None)

    def _on_link(self, link: Link) -> None:
        task = asyncio.get_running_loop().create_task(self._meet(link))
        self._meetings.add(task)
        task.add_done_callback(self._meetings.discard)

    async def _meet(self, link: Link) -> None:
        try:
            await self.node.meet(link)
        except PeerFault as fault:
            logging.debug("%s tells nothing: %s", link.peer_id, fault)

    def _on_committed(self, commit: Commit) -> None:
        self._last, self._average = commit, self.trainer.average.copy()
        self._committed_layout = self._layout
        given = {self.numbers[entry.peer]: entry.samples for entry in commit.contributions}
        header = commit.header
        self._tell("committed", step=header.step, state=header.state.text, average=header.average.text, given=given)

    # --- what the driver wants

    async def _obey(self, commands: AsyncIterator[dict[str, Any]]) -> None:
        async for command in commands:
            match command["do"]:
                case "go":
                    self.trainer.go(wants_more=command.get("wants_more", False))
                case "check":
                    self._check(frozenset(command.get("absent", ())))
                case "quit":
                    return

    def _check(self, absent: frozenset[int]) -> None:
        """Tells the relative error of the average: each part's to the mean over all that gave, or over all but the
        absent, whichever is nearer. `partly` says how many parts lack the absent ones, `short` how many are the mean of
        neither, because somebody's gradient came too late for them; these are not in the error."""
        assert self._last is not None
        layout = self._committed_layout
        assert layout is not None
        everybody = [s for entry in self._last.contributions for piece in entry.ranges for s in numbers_of(piece)]
        present = [
            s
            for entry in self._last.contributions
            if self.numbers[entry.peer] not in absent
            for piece in entry.ranges
            for s in numbers_of(piece)
        ]
        wrong = right = 0.0
        partly = short = 0
        for index in range(layout.parts):
            start, stop = layout.part(index)
            average = self._average[start:stop]
            whole = self.trainer.samples.error(average, start, everybody)
            part = whole if present == everybody else self.trainer.samples.error(average, start, present)
            partly += part[0] < whole[0]
            nearer = min(whole, part)
            if nearer[0] > SHORT**2 * nearer[1]:
                short += 1
            else:
                wrong, right = wrong + nearer[0], right + nearer[1]
        error = (wrong / right) ** 0.5 if right else 1.0
        self._tell("checked", step=self._last.header.step, error=error, partly=partly, short=short)


def numbers_of(piece: SampleRange) -> range:
    return range(piece.start, piece.stop)


def part_deadline_s(assignment: Assignment) -> float:
    """By how much a part may be late: the grace, and the slack on the time that one part is planned to take."""
    busiest = max(sum(o.stop - o.first for o in assignment.owners if o.reducer == r) for r in assignment.reducers)
    return assignment.grace_s + 1.5 * assignment.predicted_s / busiest


def main() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver ends its peers
    settings = msgspec.json.decode(sys.argv[1], type=PeerSettings)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s.%(msecs)03d %(name)s %(message)s", datefmt="%H:%M:%S")
    profile = Path(sys.argv[3]) if sys.argv[2:3] == ["--profile"] else None
    with planning.uniform_plans() if settings.uniform else contextlib.nullcontext():
        if profile is None:
            asyncio.run(LabPeer(settings).run(lines()))
            return
        profiler = cProfile.Profile()
        try:
            profiler.runcall(asyncio.run, LabPeer(settings).run(lines()))
        finally:
            profiler.dump_stats(profile)


if __name__ == "__main__":
    main()
