"""Fetches from a shard's mirrors what peers do not give, or give too slowly.

A mirror costs whoever keeps it money, so peers come first: one is asked only while all peers together give little, for
a run of pieces at a time that nobody else was asked for, and another one beside it only if that is not enough either.
Where no peer tells the hashes, the whole file is fetched as it is and hashed then: if it is what the manifest says, so
are its hashes.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from core.data.fetching import Fetch
from core.data.mirror_book import MirrorBook
from core.data.mirrors import Mirror
from core.data.picking import Picker
from core.data.pieces import PIECE_BYTES, piece_count, piece_span
from core.data.web import Opener, Part, WebFault, WrongFile
from core.saying import quote, say
from core.tasks import bare_faults

log = logging.getLogger(__name__)

PATIENCE_S = 3.0
"""So long peers have in the beginning, and each mirror before another is asked beside it."""
ENOUGH_BYTES_PER_S = 1.25e6
"""Peers that give as much together are not helped."""
MOST_OF_LIMIT = 0.75
"""Where the owner allows less than that, so much of it is enough."""
MOST_PIECES = 8
"""By one request."""
RUN_S = 4.0
"""A request is for what comes in about so long: nobody else is asked for it meanwhile."""
LATE_S = 10.0
"""A mirror that needs longer for a piece does not keep others from being asked for it."""
SLOWEST_S = 120.0
"""One that needs so long is left."""
LOOK_EVERY_S = 0.5


@dataclass(frozen=True, slots=True)
class MirrorPorts:
    """What the use of mirrors is plugged into."""

    web: Callable[[], AbstractAsyncContextManager[Opener]]
    """Opened for one fetch."""
    book: MirrorBook
    limit_bytes_per_s: Callable[[], float | None] = lambda: None
    """What the owner allows to come from everywhere."""


class MirrorUse:
    """All mirrors of one shard, in one fetch: a `Helper`."""

    def __init__(self, name: str, mirrors: Callable[[], Sequence[Mirror]], ports: MirrorPorts) -> None:
        """`name`: the shard's file on each of them. `mirrors`: those there are by now."""
        self._name = name
        self._named = mirrors
        self._mirrors: list[Mirror] = []
        """In an order of their own, so that each of them has its share of all peers."""
        self._ports = ports
        self._at_work: set[str] = set()
        self._engaged_s = 0.0
        """When a mirror was last asked to help."""
        self._pieces_s: dict[str, float] = {}
        """How long a mirror takes for a piece, smoothed."""
        self._told: set[str] = set()
        """Mirrors that were seen to give, as the log says."""
        self._under_way: set[int] = set()
        """Pieces."""
        self._blind_from: Mirror | None = None
        """Who gave all that was fetched blind; None if that is not one alone."""

    async def help(self, fetch: Fetch) -> None:
        """Until cancelled. Raises `LocalFault`."""
        began_s = _now_s()
        while not self._named():  # noqa: ASYNC110  # they come with an amendment, of which nothing tells it
            await asyncio.sleep(LOOK_EVERY_S)
        async with self._ports.web() as web:
            with bare_faults():
                async with asyncio.TaskGroup() as tasks:
                    while True:
                        if _now_s() - began_s >= PATIENCE_S and (mirror := self._wanted(fetch)) is not None:
                            self._at_work.add(mirror.text)
                            self._engaged_s = _now_s()
                            tasks.create_task(self._employ(mirror, web, fetch))
                        await asyncio.sleep(LOOK_EVERY_S)

    def _wanted(self, fetch: Fetch) -> Mirror | None:
        """The mirror that should be asked for help now."""
        if self._is_enough(fetch):
            return None
        if self._at_work:
            is_helped = fetch.peers_bytes_per_s + fetch.helped_bytes_per_s >= self._enough_bytes_per_s
            if is_helped or fetch.picker is None or _now_s() - self._engaged_s < PATIENCE_S:
                return None
        for mirror in self._named():
            if mirror not in self._mirrors:
                self._mirrors.insert(fetch.ports.chance.randint(0, len(self._mirrors)), mirror)
        return next((mirror for mirror in self._mirrors if self._may_ask(mirror, fetch)), None)

    def _may_ask(self, mirror: Mirror, fetch: Fetch) -> bool:
        is_free = mirror.text not in self._at_work and not fetch.ports.liars.has_mirror(mirror.text)
        return is_free and self._ports.book.is_due(mirror, _now_s())

    def _is_enough(self, fetch: Fetch) -> bool:
        """Whether peers do it alone."""
        return fetch.peers_bytes_per_s >= self._enough_bytes_per_s

    @property
    def _patience_s(self) -> float:
        """With a mirror, for each piece."""
        return max(SLOWEST_S, 4 * PIECE_BYTES / (self._ports.limit_bytes_per_s() or math.inf))

    @property
    def _enough_bytes_per_s(self) -> float:
        return min(ENOUGH_BYTES_PER_S, MOST_OF_LIMIT * (self._ports.limit_bytes_per_s() or math.inf))

    async def _employ(self, mirror: Mirror, web: Opener, fetch: Fetch) -> None:
        """One mirror, until it fails, is not needed or has nothing to do."""
        job = _Job(mirror, web, fetch, self._name, self._patience_s)
        try:
            while not self._is_enough(fetch) and not fetch.is_done:
                if fetch.picker is None:
                    await self._fetch_blind(job)
                elif not (pieces := self._choose(mirror, fetch, fetch.picker)):
                    return
                else:
                    await self._fetch_pieces(job, fetch.picker, pieces)
                self._ports.book.note_success(mirror)
        except WrongFile as fault:
            fetch.ports.liars.denounce_mirror(mirror.text, str(fault))
            self._ports.book.note_lie(mirror)
        except WebFault as fault:
            self._ports.book.note_failure(mirror, fault, _now_s())
        finally:
            self._tell_of(job)
            job.end()
            self._at_work.discard(mirror.text)

    def _tell_of(self, job: "_Job") -> None:
        mirror = job.mirror.text
        if job.gives and mirror not in self._told and not job.fetch.ports.liars.has_mirror(mirror):
            self._told.add(mirror)
            log.info("the mirror %s helps with %s", job.mirror.place, self._name)

    # --- by pieces

    def _choose(self, mirror: Mirror, fetch: Fetch, picker: Picker) -> range:
        piece_s = self._pieces_s.get(mirror.text, RUN_S / 2)
        pieces = picker.choose_run(min(max(int(RUN_S / piece_s), 1), MOST_PIECES))
        if not pieces and (index := fetch.worth_taking_over(piece_s, self._under_way)) is not None:
            return range(index, index + 1)
        return pieces

    async def _fetch_pieces(self, job: "_Job", picker: Picker, pieces: range) -> None:
        size_bytes = job.fetch.stock.size_bytes
        span = slice(piece_span(size_bytes, pieces[0]).start, piece_span(size_bytes, pieces[-1]).stop)
        booking = _Booking(picker, pieces)
        self._under_way.update(pieces)
        try:
            async with job.open(span) as part:
                if part.start != span.start:  # all of the file comes, and these pieces late
                    booking.end_all()
                await self._take(job, picker, part, booking)
        finally:
            booking.end_all()
            self._under_way.difference_update(pieces)

    async def _take(self, job: "_Job", picker: Picker, part: Part, booking: "_Booking") -> None:
        """Every piece that `part` brings, as long as one of them is missing."""
        fetch, size_bytes = job.fetch, job.fetch.stock.size_bytes
        last = piece_count(part.stop)
        for index in range(part.start // PIECE_BYTES, last):
            if not picker.missing[index:last].any() or (not booking.pieces and self._is_enough(fetch)):
                return
            span, began_s = piece_span(size_bytes, index), _now_s()
            timer = asyncio.get_running_loop().call_later(LATE_S, booking.end_all)
            try:
                data = await job.read(part, span.stop - span.start)
            finally:
                timer.cancel()
            old_s, took_s = self._pieces_s.get(job.mirror.text), max(_now_s() - began_s, 1e-3)
            self._pieces_s[job.mirror.text] = took_s if old_s is None else 0.7 * old_s + 0.3 * took_s
            if not await fetch.take(index, data):
                raise WrongFile(quote(f"piece {index} of {self._name} is wrong"))
            booking.end(index)

    # --- without hashes

    async def _fetch_blind(self, job: "_Job") -> None:
        """The rest of the file, from where it was broken off."""
        fetch, stock = job.fetch, job.fetch.stock
        start = min(stock.unfinished_bytes, stock.size_bytes) // PIECE_BYTES * PIECE_BYTES
        if start == 0:
            self._blind_from = job.mirror
        elif self._blind_from is not job.mirror:
            self._blind_from = None
        fetch.blind_bytes = start
        while start < stock.size_bytes:
            async with job.open(slice(start, stock.size_bytes)) as part:
                at = part.start
                while at < part.stop:
                    data = await job.read(part, min(PIECE_BYTES, part.stop - at))
                    if at >= start and not await fetch.write_blind(at, data):
                        return
                    at += len(data)
            start = at
        await self._learn(job)

    async def _learn(self, job: "_Job") -> None:
        """All of the file is here: these are its hashes, or they are another file's."""
        fetch, stock = job.fetch, job.fetch.stock
        hashes = await fetch.ports.offload(stock.hash_unfinished)
        if stock.fits(hashes):
            await fetch.learn(hashes)
        elif await fetch.forget_blind() and self._blind_from is job.mirror:
            raise WrongFile(quote(f"{self._name} is another file there"))
        else:
            log.info("what came of %s from several places is not what it must be; it is fetched again", self._name)


class _Booking:
    """Pieces that others are not asked for meanwhile."""

    def __init__(self, picker: Picker, pieces: range) -> None:
        self.pieces = set(pieces)
        self._picker = picker
        for index in pieces:
            picker.ask((index,))

    def end(self, index: int) -> None:
        if index in self.pieces:
            self.pieces.remove(index)
            self._picker.end((index,))

    def end_all(self) -> None:
        for index in list(self.pieces):
            self.end(index)


class _Job:
    """One mirror at work."""

    def __init__(self, mirror: Mirror, web: Opener, fetch: Fetch, name: str, patience_s: float) -> None:
        self.mirror = mirror
        self.fetch = fetch
        self._web = web
        self._name = name
        self._patience_s = patience_s
        self.gives = False

    def open(self, span: slice) -> AbstractAsyncContextManager[Part]:
        return self._web.open(self.mirror, self._name, span, self.fetch.stock.size_bytes)

    async def read(self, part: Part, count: int) -> bytearray:
        """Exactly so many bytes. Raises `WebFault`."""
        data = bytearray()
        try:
            async with asyncio.timeout(self._patience_s):
                while len(data) < count:
                    data += (got := await part.read(count - len(data)))
                    self.fetch.helped_bytes += len(got)
        except TimeoutError:
            raise WebFault(
                say("gives less than {pace_bytes_per_s}", pace_bytes_per_s=count / self._patience_s)
            ) from None
        if not self.gives:
            self.gives = True
            self.fetch.helping += 1
        return data

    def end(self) -> None:
        self.fetch.helping -= self.gives
        self.fetch.tell()


def _now_s() -> float:
    return asyncio.get_running_loop().time()
