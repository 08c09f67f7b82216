"""A state from several donors at once.

Chunks wait in one queue, from which each donor is given as many as its line takes; who is faster comes back sooner.
When the queue is empty, chunks that slow donors still owe are asked of faster ones too. Every chunk is hashed, and the
hashes are checked against the digest that the log names, so that no donor needs to be trusted.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from core.errors import PeerFault, ProtocolViolation, Refused
from core.identity.ids import Digest, PeerId
from core.swarm.assembly import Assembly
from core.swarm.giver import Giver
from core.swarm.log import Offload
from core.swarm.state_messages import FetchHashes, FetchState, StateHashes, StateOffer
from core.tasks import bare_faults
from core.training.state_digest import StateDigest
from core.transport.api import Link, Stream

log = logging.getLogger(__name__)

DONORS = 6
"""At work at a time."""
OFFER_S = 20.0
"""A donor may have to wait for a step to be committed before it has the state."""
AGAIN_S = 3.0
"""After so long a donor that failed is tried again; twice as long after each failure."""
GIVE_UP_S = 30.0
"""Without a chunk for so long, the download is given up; what is here is kept."""
LOOK_EVERY_S = 0.5
WAIT_S = 0.1
_SMOOTHING_S = 3.0


@dataclass(frozen=True, slots=True)
class Target:
    """Which state."""

    step: int
    root: Digest


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """How far a download has come."""

    fraction: float
    """Of the state's chunks that are here and right."""
    bytes_per_s: float
    donors: int
    """At work now."""


class StateGone(PeerFault):
    """All who could be asked have refused: this state is not to be had any more."""


class Liars:
    """Peers that sent what is not what the log says. Nobody asks them again while the program runs."""

    def __init__(self) -> None:
        self._peers: set[PeerId] = set()

    def __contains__(self, peer: PeerId) -> bool:
        return peer in self._peers

    def denounce(self, link: Link, fault: ProtocolViolation) -> None:
        self._peers.add(link.peer_id)
        log.warning("%s lies, and is not asked for states again: %s", link.peer_id, fault)
        link.close(f"protocol violation: {fault}")


@dataclass(frozen=True, slots=True)
class DownloadPorts:
    """What a download is plugged into."""

    link_to: Callable[[PeerId], Awaitable[Link]]
    candidates: Callable[[], Sequence[PeerId]]
    """Who may have the state, best first; asked again and again."""
    liars: Liars
    offload: Offload
    assemble: Callable[[StateDigest], Awaitable[Assembly]]
    """Called once, with hashes that match the target."""
    on_progress: Callable[[DownloadProgress], None] = lambda _: None
    must_wait: Callable[[], bool] = lambda: False
    """Whether something else needs the line more: no chunk is asked for meanwhile."""
    donors: int = DONORS
    """At work at once."""


class Download:
    """One state, fetched by one call of `run`."""

    def __init__(self, target: Target, ports: DownloadPorts) -> None:
        self._target = target
        self._ports = ports
        self._assembly: Assembly | None = None
        self._learning = asyncio.Lock()
        self._chunks = 0
        self._missing: set[int] = set()
        self._wanted: deque[int] = deque()
        self._givers: list[Giver] = []
        self._at_work: set[PeerId] = set()
        self._employed: set[asyncio.Task[None]] = set()
        """Those who give, and those who have not answered yet: whoever waits for a state is no donor to wait for."""
        self._refused: set[PeerId] = set()
        self._failures: dict[PeerId, int] = {}
        self._again_s: dict[PeerId, float] = {}
        self._changed = asyncio.Event()
        self._sign_of_life_s = 0.0
        self.received_bytes = 0
        """Of chunks, wrong and needless ones among them."""

    async def run(self) -> Assembly:
        """The state, whole and closed. Raises `StateGone`, or another `PeerFault` if nobody gives any more of it."""
        self._sign_of_life_s = _now_s()
        try:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    helpers = [tasks.create_task(self._recruit(tasks)), tasks.create_task(self._watch())]
                    while not self._is_done:
                        await self._changed.wait()
                    for task in (*helpers, *self._employed):
                        task.cancel()
        finally:
            if self._assembly is not None and not self._is_done:
                self._assembly.close()
        assert self._assembly is not None
        return self._assembly

    @property
    def _is_done(self) -> bool:
        return self._assembly is not None and self._chunks > 0 and not self._missing

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    # --- donors come and go

    async def _recruit(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            now_s = _now_s()
            able = [peer for peer in self._ports.candidates() if peer not in self._ports.liars]
            for peer in able:
                is_due = peer not in self._at_work and now_s >= self._again_s.get(peer, 0.0)
                if is_due and len(self._at_work) - self._late < self._ports.donors:
                    self._at_work.add(peer)
                    task = tasks.create_task(self._employ(peer))
                    self._employed.add(task)
                    task.add_done_callback(self._employed.discard)
            if not self._at_work:
                if self._refused.issuperset(able) and able:
                    raise StateGone(f"nobody has the state of step {self._target.step} any more")
                if not able or now_s - self._sign_of_life_s > GIVE_UP_S:
                    raise PeerFault(f"nobody gives the state of step {self._target.step}")
            await self._change_or(LOOK_EVERY_S)

    @property
    def _late(self) -> int:
        return sum(giver.is_late for giver in self._givers)

    async def _change_or(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    async def _employ(self, peer: PeerId) -> None:
        """One donor, from the first question to whatever ends it."""
        try:
            link = await self._ports.link_to(peer)
            try:
                await self._use(link)
            except ProtocolViolation as fault:
                self._ports.liars.denounce(link, fault)
        except PeerFault as fault:
            log.info("no more of the state from %s: %s", peer, fault)
            if isinstance(fault, Refused):
                self._refused.add(peer)
        finally:
            failures = self._failures[peer] = self._failures.get(peer, -1) + 1
            self._again_s[peer] = _now_s() + AGAIN_S * 2 ** min(failures, 4)
            self._at_work.discard(peer)
            self._tell()

    async def _use(self, link: Link) -> None:
        stream = await link.open(FetchState(step=self._target.step, root=self._target.root))
        try:
            try:
                async with asyncio.timeout(OFFER_S):
                    offer = await stream.receive(StateOffer)
                    if (offer.step, offer.root) != (self._target.step, self._target.root):
                        raise ProtocolViolation("another state is offered than was asked for")
                    await self._learn_hashes(stream)
            except TimeoutError:
                raise PeerFault(f"no offer within {OFFER_S:.0f} s") from None
            self._refused.discard(link.peer_id)
            task = asyncio.current_task()
            assert task is not None
            await self._drain(Giver(link, stream, task))
        finally:
            stream.reset("the download is over")

    async def _learn_hashes(self, stream: Stream) -> None:
        async with self._learning:
            if self._assembly is not None:
                return
            await stream.send(FetchHashes())
            digest = StateDigest(self._target.step, (await stream.receive(StateHashes)).chunks)
            if digest.root != self._target.root:
                raise ProtocolViolation("chunk hashes do not match the state's digest")
            assembly = await self._ports.assemble(digest)
            right = await self._ports.offload(assembly.begin)
            self._chunks = len(digest.chunks)
            self._missing = set(range(self._chunks)) - right
            self._wanted.extend(sorted(self._missing))
            self._assembly = assembly
            if right:
                log.info("%d of %d chunks are here already", len(right), self._chunks)
            self._tell()

    # --- chunks

    async def _drain(self, giver: Giver) -> None:
        """Takes from one donor what it can give, until it fails or is cancelled."""
        self._givers.append(giver)
        try:
            while True:
                while not self._ports.must_wait() and giver.has_room:
                    index = self._next_for(giver)
                    if index is None:
                        break
                    await giver.order(index)
                if not giver.owed:
                    await self._change_or(WAIT_S if self._ports.must_wait() else LOOK_EVERY_S)
                    continue
                index, data = await giver.receive()
                await self._take(index, data)
        finally:
            self._givers.remove(giver)
            self._put_back(giver)

    async def _take(self, index: int, data: bytes | bytearray) -> None:
        assembly = self._assembly
        assert assembly is not None
        self.received_bytes += len(data)
        self._sign_of_life_s = _now_s()
        if index not in self._missing:
            return
        if not await self._ports.offload(lambda: assembly.put(index, data)):
            self._wanted.appendleft(index)
            raise ProtocolViolation(f"chunk {index} of the state of step {self._target.step} is wrong")
        self._missing.discard(index)
        if not self._missing:
            self._tell()

    def _next_for(self, giver: Giver) -> int | None:
        while self._wanted:
            index = self._wanted.popleft()
            if index in self._missing and index not in giver.owed:
                return index
        return self._worth_stealing(giver)

    def _worth_stealing(self, giver: Giver) -> int | None:
        """A chunk under way from another donor that this one would bring in less than half the time."""
        now_s = _now_s()
        best, latest_s = None, 2.0 * giver.eta_s(len(giver.owed), now_s)
        for other in self._givers:
            for place, index in enumerate(other.owed):
                eta_s = other.eta_s(place, now_s)
                if index in self._missing and eta_s > latest_s and not self._is_doubled(index, giver, other):
                    best, latest_s = index, eta_s
        return best

    def _is_doubled(self, index: int, giver: Giver, other: Giver) -> bool:
        return index in giver.owed or any(index in third.owed for third in self._givers if third is not other)

    def _put_back(self, giver: Giver) -> None:
        """What it owes is asked of others."""
        under_way = {index for other in self._givers if other is not giver for index in other.owed}
        queued = set(self._wanted)
        for index in reversed(giver.owed):
            if index in self._missing and index not in under_way and index not in queued:
                self._wanted.appendleft(index)
        self._tell()

    async def _watch(self) -> None:
        """Notices who stalls, and tells how far the download has come."""
        rate, before = 0.0, 0
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now_s = _now_s()
            if self._ports.must_wait():
                self._sign_of_life_s = now_s
            for giver in list(self._givers):
                if giver.note_silence(now_s):
                    log.info("%s stalls", giver.peer_id)
                    self._put_back(giver)
            weight = LOOK_EVERY_S / _SMOOTHING_S
            rate += weight * ((self.received_bytes - before) / LOOK_EVERY_S - rate)
            before = self.received_bytes
            if self._chunks:
                fraction = 1 - len(self._missing) / self._chunks
                donors = len(self._givers) - self._late
                self._ports.on_progress(DownloadProgress(fraction, rate, donors))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
