"""Averaged parts from whoever holds them: repair after a reducer's death, and the way of those who come late."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Protocol

from core.averaging.assignment import Layout, indexes_of, runs_of
from core.averaging.messages import FetchParts, HeldParts
from core.averaging.part_book import NO_GAPS, Gaps, PartBook
from core.averaging.visiting import LinkTo
from core.errors import PeerFault, PeerTimeout, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.transport.api import Buffer, Stream

logger = logging.getLogger(__name__)

MAX_NAMED = 8192
"""Peers named in one answer, so that it is no longer than a message may be; other parts come in the next answer."""


class BookStore(Protocol):
    """Where part books are found; `AverageHistory` is one."""

    def get(self, step: int) -> PartBook | None: ...


class PartSink(Protocol):
    """Where parts are put; `PartBook` is one."""

    @property
    def layout(self) -> Layout: ...

    def part_bytes(self, index: int) -> int: ...
    def has(self, index: int) -> bool: ...
    def hash_of(self, index: int) -> Digest: ...
    def replace(self, index: int, coded: Buffer, gaps: Gaps = NO_GAPS) -> None: ...


async def fetch_parts(
    link_to: LinkTo,
    peers: Sequence[PeerId],
    step: int,
    expected: Sequence[Digest],
    book: PartSink,
    indexes: Collection[int],
    *,
    patience_s: float = 20.0,
) -> None:
    """Asks `peers` in turn for those parts `indexes` that `book` does not hold with the `expected` hash (one per part
    of the vector), and puts or replaces them. No byte that has another hash gets in. `patience_s`: longest wait for
    one answer or one part. Raises `PeerFault` if some part is to be had from nobody.
    """
    if len(expected) != book.layout.parts:
        raise ValueError(f"{len(expected)} hashes for {book.layout.parts} parts")
    for peer in peers:
        wrong = _wrong_parts(book, expected, indexes)
        before = len(wrong) + 1
        while wrong and len(wrong) < before:  # it may give what it has in several answers
            before = len(wrong)
            try:
                await _fetch_from(link_to, peer, step, expected, book, wrong, patience_s)
            except PeerFault as fault:
                logger.info("fetching parts of step %d from %s: %s", step, peer, fault)
                break
            wrong = _wrong_parts(book, expected, indexes)
    left = _wrong_parts(book, expected, indexes)
    if left:
        raise PeerFault(f"nobody of {len(peers)} peers gave {len(left)} parts of step {step}")


def _wrong_parts(book: PartSink, expected: Sequence[Digest], indexes: Collection[int]) -> list[int]:
    return [i for i in sorted(set(indexes)) if not book.has(i) or book.hash_of(i) != expected[i]]


async def _fetch_from(
    link_to: LinkTo,
    peer: PeerId,
    step: int,
    expected: Sequence[Digest],
    book: PartSink,
    wrong: Sequence[int],
    patience_s: float,
) -> None:
    link = await link_to(peer)
    stream = await link.open(FetchParts(step=step, layout=book.layout.digest, runs=runs_of(wrong)))
    try:
        async with asyncio.timeout(patience_s):
            answer = await stream.receive(HeldParts)
        held, gaps = _checked(answer.runs, wrong), dict(answer.gaps)
        for index in held:
            async with asyncio.timeout(patience_s):
                coded = await stream.receive_payload(book.part_bytes(index))
            if Digest.of(coded) == expected[index]:
                book.replace(index, coded, gaps.get(index, NO_GAPS))
        stream.finish()
    except TimeoutError as error:
        stream.reset("too slow")
        raise PeerTimeout(f"no part within {patience_s:.0f} s") from error
    except ProtocolViolation as fault:
        link.close(str(fault))
        raise
    except BaseException:
        stream.reset("not needed any more")
        raise


def _checked(runs: Sequence[tuple[int, int]], wrong: Sequence[int]) -> tuple[int, ...]:
    try:
        held = indexes_of(runs)
    except ValueError as error:
        raise ProtocolViolation(str(error)) from error
    if not set(held) <= set(wrong):
        raise ProtocolViolation("parts came that were not asked for")
    return held


async def serve_fetch(stream: Stream, request: FetchParts, store: BookStore) -> None:
    """Sends of the parts asked for those that are held. Raises `PeerFault`."""
    try:
        asked = indexes_of(request.runs)
    except ValueError as error:
        raise ProtocolViolation(str(error)) from error
    book = store.get(request.step)
    if book is not None and book.layout.digest != request.layout:
        book = None
    held = [] if book is None else [index for index in asked if book.has(index)]
    gaps: list[tuple[int, Gaps]] = []
    named = 0
    for place, index in enumerate(held):
        assert book is not None
        if book.gaps_of(index) != NO_GAPS:
            gaps.append((index, book.gaps_of(index)))
            named += len(gaps[-1][1].missing) + len(gaps[-1][1].feeders)
        if named > MAX_NAMED:
            held = held[: place + 1]
            break
    await stream.send(HeldParts(runs=runs_of(held), gaps=tuple(gaps)))
    for index in held:
        assert book is not None
        await stream.send_payload(book.coded(index))
