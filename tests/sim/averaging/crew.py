"""Members that do nothing but average, and their coordinator: the real exchanges and the real conducting of a step on
the simulated internet. What they say to each other by the standing takes `latency_s` and nothing else."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from memory_net import MemoryNet
from numpy.typing import NDArray

from core.averaging.assignment import indexes_of
from core.averaging.codec import codec_named
from core.averaging.exchange import Exchange, ExchangeEvents
from core.averaging.feedback import Feedback
from core.averaging.fetch import fetch_parts, serve_fetch
from core.averaging.history import AverageHistory
from core.averaging.messages import FetchParts, OpenExchange
from core.averaging.part_book import Gaps, PartBook
from core.data.ranges import SampleRange
from core.errors import PeerFault
from core.identity.ids import Digest, PeerId
from core.swarm import messages as say
from core.swarm.records import Contribution
from core.swarm.reducing import Outcome, Reducing
from core.transport.api import Link, Message, Stream
from tests.sim import clock

STEP = 1


def peer_id(number: int) -> PeerId:
    return PeerId((number + 1).to_bytes(2, "big") * 16)


class Mate:
    """One member: `Stepping` without a trainer and a log."""

    def __init__(self, crew: "Crew", number: int, samples: int, *, may_reduce: bool) -> None:
        self.crew, self.id, self.samples, self.may_reduce = crew, peer_id(number), samples, may_reduce
        self.mean = np.random.default_rng(number).standard_normal(crew.elements, dtype=np.float32)
        self.average = np.full(crew.elements, np.nan, np.float32)
        self.feedback = Feedback(codec_named(crew.codec), crew.elements)
        self.history = AverageHistory(1 << 40, 4)
        self.host = crew.net.place(self.id)
        self.is_alive = True
        self.gives_nothing = False
        self.book: PartBook | None = None
        self.conducted: list[say.Conduct] = []
        self.heard: list[say.CoordinatorMessage] = []
        self.tasks: set[asyncio.Task[None]] = set()
        events = ExchangeEvents(
            on_part_closed=self.on_part_closed,
            on_part_lost=lambda part: self.tell(say.PartLost(step=STEP, part=part)),
            on_reducer_lost=lambda peer, reason: self.tell(say.ReducerLost(step=STEP, reducer=peer)),
        )
        self.exchange = Exchange(self.id, crew.net.link_to(self.id), events)
        crew.net.serve[self.id] = self.serve
        # its seat at the coordinator's table
        self.peer = self.id
        self.collected = 0
        self.holding: say.Holding | None = None
        self.upload_bytes_per_s = self.download_bytes_per_s = 0.0

    @property
    def takes_part(self) -> bool:
        return self.is_alive and not self.host.is_frozen

    async def serve(self, link: Link, stream: Stream, first: Message) -> None:
        if isinstance(first, OpenExchange):
            await self.exchange.serve(link, stream, first)
        else:
            assert isinstance(first, FetchParts)
            await serve_fetch(stream, first, self.history)

    # --- as a seat

    def news_of(self, others: Sequence["Mate"]) -> tuple[()]:
        return ()

    def post(self, message: say.CoordinatorMessage) -> None:
        self.heard.append(message)
        self.crew.loop.call_later(self.crew.latency_s, self._arrive, message, context=self.host.context)

    def _arrive(self, message: say.CoordinatorMessage) -> None:
        if self.takes_part:
            self.take(message)

    # --- as a member

    def tell(self, message: say.MemberMessage) -> None:
        self.crew.loop.call_later(self.crew.latency_s, self.crew.hear, self, message)

    def spawn(self, work: Any) -> None:
        task = self.crew.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def take(self, message: say.CoordinatorMessage) -> None:
        match message:
            case say.Conduct():
                self.conducted.append(message)
                if self.book is None:
                    gives = self.samples and not self.gives_nothing
                    gradient = self.mean * np.float32(self.samples) if gives else None
                    self.book = self.exchange.begin(message.assignment, gradient, self.average, self.feedback)
                    self.history.add(self.book)
                    self.spawn(self.collect())
                else:
                    self.exchange.reassign(message.assignment)
            case say.Gone():
                self.exchange.stop_waiting_for(message.peer)
            case say.Survey():
                for peer in message.dead:
                    self.exchange.drop(peer)
                book, asked = self.book, indexes_of(message.runs)
                held = tuple((i, book.hash_of(i), book.gaps_of(i)) for i in asked if book and book.has(i))
                self.tell(say.Holding(step=STEP, parts=held))
            case say.Fetch():
                self.spawn(self.fetch(message.available))

    async def collect(self) -> None:
        try:
            await self.exchange.complete()
        except PeerFault:
            return
        self.tell(say.Collected(step=STEP))

    async def fetch(self, available: Sequence[say.Available]) -> None:
        assert self.book is not None
        for part in available:
            expected = [part.digest] * self.book.layout.parts
            try:
                await fetch_parts(self.crew.net.link_to(self.id), part.holders, STEP, expected, self.book, [part.part])
            except PeerFault:
                continue

    def on_part_closed(self, part: int, gaps: Gaps, digest: Digest) -> None:
        self.tell(say.PartClosed(step=STEP, part=part, gaps=gaps, digest=digest))


class Crew:
    """Mate 0 coordinates."""

    def __init__(
        self,
        samples: Sequence[int],
        *,
        clients: Sequence[int] = (),
        elements: int = 10_007,
        part_elements: int = 512,
        codec: str = "float32",
        group_limit: int = 128,
        idle_s: float = 1e9,
    ) -> None:
        """`idle_s`: after how long a dead member's links end."""
        self.loop = asyncio.get_running_loop()
        self.net, self.latency_s = MemoryNet(), 0.02
        self.net.idle_s = idle_s
        self.elements, self.codec = elements, codec
        self.mates = [Mate(self, n, count, may_reduce=n not in clients) for n, count in enumerate(samples)]
        self.by_id = {mate.id: mate for mate in self.mates}
        terms = SimpleNamespace(
            target_batch=64,
            elements=elements,
            codec=codec,
            part_elements=part_elements,
            is_delayed=False,
            group_limit=group_limit,
        )
        self.changed = asyncio.Event()
        self.reducing = Reducing(terms, STEP, self.mates[0].id, self.mates, self)  # type: ignore[arg-type]
        self.started_s = self.loop.time()
        self.took_s = 0.0
        self.paused: set[Mate] = set()
        """Who went on after a pause: what is sent to and fro meanwhile may come out of order."""

    # --- as a gathering

    def contribution(self, peer: PeerId) -> Contribution:
        number = self.mates.index(self.by_id[peer])
        start = number << 30
        ranges = (SampleRange(start, start + self.by_id[peer].samples),) if self.by_id[peer].samples else ()
        return Contribution(peer, ranges, 1.0)

    def work_of(self, peer: PeerId) -> None:
        return None

    def left_out(self, peer: PeerId) -> int:
        return 0

    # --- as a table

    def hear(self, mate: Mate, message: say.MemberMessage) -> None:
        if not mate.is_alive:
            return
        match message:
            case say.Collected():
                mate.collected = message.step
            case say.Holding():
                mate.holding = message
            case _:
                self.reducing.hear(mate.id, message)  # type: ignore[arg-type]
        self.changed.set()

    async def until(self, predicate: Callable[[], bool], timeout_s: float | None = None) -> bool:
        deadline = None if timeout_s is None else self.loop.time() + timeout_s
        while not predicate():
            try:
                async with asyncio.timeout_at(deadline):
                    await self.changed.wait()
            except TimeoutError:
                return predicate()
            self.changed.clear()
        return True

    # --- what befalls them

    def at(self, when_s: float, act: Callable[[], None]) -> None:
        self.loop.call_later(when_s, act)

    def kill(self, mate: Mate, *, is_noticed_after_s: float | None = None) -> None:
        """SIGKILL; its standing ends when the coordinator notices, if it does."""
        if not mate.is_alive:
            return
        mate.is_alive = False
        self.net.kill(mate.id)
        mate.exchange.end()
        for task in mate.tasks:
            task.cancel()
        if is_noticed_after_s is not None:
            self.loop.call_later(is_noticed_after_s, self._lose, mate)

    def _lose(self, mate: Mate) -> None:
        self.reducing.lose(mate.id)
        self.changed.set()

    # --- a step

    async def conduct(self, attempt: int = 7) -> Outcome:
        return await self.reducing.run(self.until, 1, attempt)

    @property
    def lasted_s(self) -> float:
        return self.loop.time() - self.started_s

    async def seal(self, outcome: Outcome) -> list[Mate]:
        """What a seal brings about: everybody alive has the same bytes. Returns them."""
        alive = [mate for mate in self.mates if mate.takes_part and mate.book is not None]
        for mate in alive:
            givers = [self.mates[0].id, *(other.id for other in alive if other.may_reduce)]
            assert mate.book is not None
            await fetch_parts(
                self.net.link_to(mate.id),
                [peer for peer in givers if peer != mate.id],
                STEP,
                outcome.parts,
                mate.book,
                range(len(outcome.parts)),
            )
            assert mate.book.hashes() == outcome.parts
            assert np.array_equal(mate.average, self.mates[0].average)
        return alive

    def expected(self, outcome: Outcome, *, tolerance: float = 1e-6) -> None:
        """The average is made of what the coordinator thinks it is, and everybody in it is credited."""
        average, credited = self.mates[0].average, {c.peer for c in outcome.contributions}
        seen: set[PeerId] = set()
        for part in range(outcome.layout.parts):
            start, stop = outcome.layout.part(part)
            inside = self.inside(part)
            seen |= {mate.id for mate in inside}
            mean = self.mean_of(inside)[start:stop]
            assert np.abs(average[start:stop] - mean).max() <= tolerance * np.abs(mean).max(), part
        assert seen == credited

    def inside(self, part: int) -> list[Mate]:
        gaps = self.reducing._closed[part][1]
        plan = self.reducing._plans[gaps.attempt]
        groups = [plan.group_of(feeder) for feeder in gaps.feeders]
        without = set(gaps.missing).union(*(g.members for g in groups if g is not None))
        return [self.by_id[peer] for peer in sorted(plan.contributors - without)]

    def mean_of(self, mates: Sequence[Mate]) -> NDArray[np.float64]:
        total = sum(mate.mean.astype(np.float64) * mate.samples for mate in mates)
        return np.asarray(total / sum(mate.samples for mate in mates))

    async def close(self) -> None:
        for mate in self.mates:
            mate.host.thaw()
        for mate in self.mates:
            await mate.exchange.close()
            for task in tuple(mate.tasks):
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        for host in list(self.net.hosts.values()):
            for link in list(host.links()):
                link.end("over")
        await self.net.settle()
        await asyncio.sleep(60)  # whoever asked for a plan that nobody had is refused by then


Scene = Callable[[Crew], Awaitable[None]]


def play(scene: Scene, *args: Any, **kwargs: Any) -> None:
    async def main() -> None:
        crew = Crew(*args, **kwargs)
        try:
            await scene(crew)
        finally:
            await crew.close()

    clock.run(main())
