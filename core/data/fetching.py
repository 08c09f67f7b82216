"""One object from many: peers that have all of it, peers that are fetching it too, and mirrors on the web.

Every piece is checked by itself and given to others at once. Who is slow has its pieces fetched from elsewhere as well,
who sends a wrong one is not asked for anything again, and what is here stays here whatever ends the fetch.
"""

import asyncio
import logging
import math
import random
from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from core.data.liars import Liars
from core.data.neighbour import Neighbour
from core.data.picking import Picker
from core.data.piece_messages import AskHashes, Hashes, TakePieces
from core.data.pieces import PieceHashes
from core.data.stock import Stock
from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import PeerId
from core.tasks import bare_faults
from core.transport.api import Link

log = logging.getLogger(__name__)

NEIGHBOURS = 10
"""That give at a time."""
AGAIN_S = 2.0
"""After so long a peer that failed or had nothing is asked again; twice as long after each failure."""
AGAIN_DOUBLINGS = 4
LOOK_EVERY_S = 0.5
_SMOOTHING_S = 4.0

T = TypeVar("T")


class Offload(Protocol):
    """Does work that blocks in another thread."""

    def __call__(self, work: Callable[[], T], /) -> Awaitable[T]: ...


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """How far it is."""

    fraction: float
    """Of the bytes, that are here and right."""
    bytes_per_s: float
    donors: int
    """Peers and mirrors that give now."""


class Helper(Protocol):
    """What fetches beside peers: see `core.data.mirror_use`."""

    async def help(self, fetch: "Fetch") -> None:
        """Until cancelled, or until it can help no more."""
        ...


@dataclass(frozen=True, slots=True)
class FetchPorts:
    """What a fetch is plugged into."""

    links: Callable[[], Sequence[Link]]
    """To peers that may have something; asked again and again."""
    liars: Liars
    offload: Offload
    chance: random.Random
    helpers: Sequence[Helper] = ()
    on_progress: Callable[[FetchProgress], None] = lambda _: None


class Fetch:
    """One object, brought here by one call of `run`."""

    def __init__(self, stock: Stock, ports: FetchPorts) -> None:
        self.stock = stock
        self.ports = ports
        self.picker: Picker | None = None
        """None until the hashes are known."""
        self.helped_bytes = 0
        """What helpers brought."""
        self.helping = 0
        """Helpers at work now."""
        self.peers_bytes_per_s = 0.0
        """Smoothed."""
        self.helped_bytes_per_s = 0.0
        """Likewise."""
        self.blind_bytes = 0
        """Of what a helper brings before the hashes are known."""
        self._writing = asyncio.Lock()
        """Held while something is written that nobody can verify, and while the hashes become known."""
        self._learning = asyncio.Lock()
        self._neighbours: list[Neighbour] = []
        self._at_work: set[PeerId] = set()
        self._employed: set[asyncio.Task[None]] = set()
        self._failures: dict[PeerId, int] = {}
        self._again_s: dict[PeerId, float] = {}
        self._changed = asyncio.Event()
        self.received_bytes = 0
        """Of pieces that peers sent, needless ones among them."""
        self._came_bytes = 0
        """Of pieces that are not whole too: on a slow line a piece takes long."""

    async def run(self) -> None:
        """Returns once the object is in the store; as long as nobody gives anything, it waits for somebody who does.

        Raises `DiskFull` or another `LocalFault`. Whatever ends it, the next one goes on from there.
        """
        await self.ports.offload(self.stock.recall)
        if self.stock.is_whole:
            return
        self.stock.is_growing = True
        try:
            await self._grow()
            await self.ports.offload(self.stock.finish)
        finally:
            self.stock.is_growing = False

    async def _grow(self) -> None:
        if self.stock.hashes is not None:
            await self._begin()
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                helpers = [tasks.create_task(one.help(self)) for one in self.ports.helpers]
                helpers += [tasks.create_task(self._recruit(tasks)), tasks.create_task(self._watch())]
                while not self.is_done:
                    await self._changed.wait()
                for task in (*helpers, *self._employed):
                    task.cancel()

    @property
    def is_done(self) -> bool:
        return self.picker is not None and self.picker.is_done

    def tell(self) -> None:
        """Something has changed."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def change_or(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return

    # --- what it is made of

    async def learn(self, hashes: PieceHashes) -> None:
        """Takes the hashes, which must be right, unless they are known already."""
        async with self._writing:
            if self.stock.hashes is None:
                await self.ports.offload(lambda: self.stock.learn(hashes))
        if self.picker is None:
            await self._begin()

    async def write_blind(self, start: int, data: bytes | bytearray) -> bool:
        """Keeps bytes that nobody can verify yet; False once that is done by pieces. Raises `DiskFull`."""
        async with self._writing:
            if self.stock.hashes is None:
                await self.ports.offload(lambda: self.stock.write(start, data))
                self.blind_bytes = start + len(data)
            return self.stock.hashes is None

    async def forget_blind(self) -> bool:
        """Removes all that `write_blind` has kept; False once pieces are taken of it."""
        async with self._writing:
            if self.stock.hashes is None:
                await self.ports.offload(self.stock.discard)
                self.blind_bytes = 0
            return self.stock.hashes is None

    async def _begin(self) -> None:
        right = await self.ports.offload(self.stock.begin)
        if self.picker is not None:
            return
        self.stock.have[:] = right
        self.picker = Picker(~right, self.ports.chance)
        if right.any():
            log.info("%d of %d pieces of %s are here already", right.sum(), len(right), self.stock.digest)
        self.tell()

    async def _ask_hashes(self, link: Link) -> Picker:
        async with self._learning:
            if self.picker is None:
                answer = await link.request(AskHashes(object=self.stock.digest), Hashes)
                hashes = PieceHashes(answer.size_bytes, answer.raw)
                if not self.stock.fits(hashes):
                    raise ProtocolViolation(f"its hashes are not those of object {self.stock.digest}")
                await self.learn(hashes)
            assert self.picker is not None
            return self.picker

    # --- peers come and go

    async def _recruit(self, tasks: asyncio.TaskGroup) -> None:
        while True:
            now_s = _now_s()
            links = [link for link in self.ports.links() if not self.ports.liars.has_peer(link.peer_id)]
            self.ports.chance.shuffle(links)
            for link in sorted(links, key=lambda link: self._failures.get(link.peer_id, 0)):
                peer = link.peer_id
                is_due = peer not in self._at_work and now_s >= self._again_s.get(peer, 0.0)
                if is_due and len(self._at_work) - self._late < NEIGHBOURS:
                    self._at_work.add(peer)
                    task = tasks.create_task(self._employ(link))
                    self._employed.add(task)
                    task.add_done_callback(self._employed.discard)
            await self.change_or(LOOK_EVERY_S)

    @property
    def _late(self) -> int:
        return sum(neighbour.is_late for neighbour in self._neighbours)

    async def _employ(self, link: Link) -> None:
        """One peer, from the first question to whatever ends it."""
        peer = link.peer_id
        try:
            await self._take_from(link)
        except ProtocolViolation as fault:
            self.ports.liars.denounce(link, fault)
        except PeerFault as fault:
            log.debug("no more of %s from %s: %s", self.stock.digest, peer, fault)
        finally:
            failures = self._failures[peer] = self._failures.get(peer, -1) + 1
            self._again_s[peer] = _now_s() + AGAIN_S * 2 ** min(failures, AGAIN_DOUBLINGS)
            self._at_work.discard(peer)
            self.tell()

    async def _take_from(self, link: Link) -> None:
        picker = await self._ask_hashes(link)
        hashes = self.stock.hashes
        assert hashes is not None
        stream = await link.open(TakePieces(object=self.stock.digest))
        neighbour = Neighbour(link, stream, hashes, picker)
        try:
            await neighbour.begin()
            self._neighbours.append(neighbour)
            self._failures.pop(link.peer_id, None)
            try:
                with bare_faults():
                    async with asyncio.TaskGroup() as tasks:
                        tasks.create_task(self._ask(neighbour, picker))
                        await self._read(neighbour)
            finally:
                self._neighbours.remove(neighbour)
                neighbour.leave()
        finally:
            stream.reset("enough")

    # --- pieces

    async def _read(self, neighbour: Neighbour) -> None:
        while True:
            before = neighbour.received_bytes
            came = await neighbour.receive()
            self._came_bytes += neighbour.received_bytes - before
            if came is not None:
                index, data = came
                self.received_bytes += len(data)
                if not await self.take(index, data):
                    raise ProtocolViolation(f"piece {index} of object {self.stock.digest} is wrong")
            if neighbour.has_room:
                self.tell()

    async def take(self, index: int, data: bytes | bytearray) -> bool:
        """Keeps a piece that came; False if it is wrong."""
        picker = self.picker
        assert picker is not None
        if not picker.missing[index]:
            return True
        if not await self.ports.offload(lambda: self.stock.put(index, data)):
            return False
        picker.take(index)
        self.stock.note(index)
        for neighbour in self._neighbours:
            neighbour.drop(index)
        self.tell()
        return True

    async def _ask(self, neighbour: Neighbour, picker: Picker) -> None:
        while True:
            await neighbour.say_drops()
            while neighbour.has_room:
                indexes = picker.choose(neighbour) or self._worth_stealing(neighbour, picker)
                if not indexes or neighbour.will_bring(indexes):
                    break
                await neighbour.ask(indexes)
            await self.change_or(LOOK_EVERY_S)

    def _worth_stealing(self, neighbour: Neighbour, picker: Picker) -> tuple[int, ...]:
        """A piece under way from another peer that this one would bring in less than half the time."""
        now_s = _now_s()
        best: tuple[int, ...] = ()
        latest_s = 2.0 * neighbour.eta_s(len(neighbour.requests), now_s)
        for other in self._neighbours:
            for place, request in enumerate(other.requests.values()):
                index, eta_s = request.index, other.eta_s(place, now_s)
                if index is None or other is neighbour or eta_s <= latest_s:
                    continue
                if picker.missing[index] and picker.has(neighbour, index) and not picker.is_doubled(index):
                    best, latest_s = (index,), eta_s
        return best

    def worth_taking_over(self, piece_s: float, under_way: Container[int]) -> int | None:
        """The piece that will be here last from peers, if a helper that takes so long for one needs less than half of
        that time; none that is `under_way` from helpers."""
        assert self.picker is not None
        now_s = _now_s()
        etas_s: dict[int, float] = {}
        for neighbour in self._neighbours:
            for place, request in enumerate(neighbour.requests.values()):
                index = request.indexes[0] if request.index is None and len(request.indexes) == 1 else request.index
                if index is not None and self.picker.missing[index] and index not in under_way:
                    etas_s[index] = min(neighbour.eta_s(place, now_s), etas_s.get(index, math.inf))
        last = max(etas_s, key=lambda index: etas_s[index], default=None)
        return last if last is not None and etas_s[last] > 2.0 * piece_s else None

    async def _watch(self) -> None:
        """Notices who stalls, and tells how far it is."""
        before = helped_before = looks = 0
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now_s, looks = _now_s(), looks + 1
            weight = max(LOOK_EVERY_S / _SMOOTHING_S, 1 / looks)  # of the first seconds it is the mean
            for neighbour in list(self._neighbours):
                if neighbour.note_silence(now_s):
                    log.info("%s stalls", neighbour.peer_id)
                    self.tell()
            helped_rate = (self.helped_bytes - helped_before) / LOOK_EVERY_S
            self.helped_bytes_per_s += weight * (helped_rate - self.helped_bytes_per_s)
            peers_rate = (self._came_bytes - before) / LOOK_EVERY_S
            self.peers_bytes_per_s += weight * (peers_rate - self.peers_bytes_per_s)
            before, helped_before = self._came_bytes, self.helped_bytes
            donors = len(self._neighbours) - self._late + self.helping
            here = self.blind_bytes if self.picker is None else self.stock.bytes_here
            rate = self.peers_bytes_per_s + self.helped_bytes_per_s
            self.ports.on_progress(FetchProgress(here / self.stock.size_bytes, rate, donors))


def _now_s() -> float:
    return asyncio.get_running_loop().time()
