"""Averaged parts from whoever holds them: repair after a reducer's death, and the way of those who come late."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Protocol

from core.averaging.assignment import indexes_of, runs_of
from core.averaging.messages import FetchParts, HeldParts
from core.averaging.part_book import PartBook
from core.averaging.round import LinkTo
from core.errors import PeerFault, PeerTimeout, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.transport.api import Stream

logger = logging.getLogger(__name__)


class BookStore(Protocol):
    """Where part books are found; `AverageHistory` is one."""

    def get(self, step: int) -> PartBook | None: ...


async def fetch_parts(
    link_to: LinkTo,
    peers: Sequence[PeerId],
    step: int,
    expected: Sequence[Digest],
    book: PartBook,
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
        if not wrong:
            return
        try:
            await _fetch_from(link_to, peer, step, expected, book, wrong, patience_s)
        except PeerFault as fault:
            logger.info("fetching parts of step %d from %s: %s", step, peer, fault)
    left = _wrong_parts(book, expected, indexes)
    if left:
        raise PeerFault(f"nobody of {len(peers)} peers gave {len(left)} parts of step {step}")


def _wrong_parts(book: PartBook, expected: Sequence[Digest], indexes: Collection[int]) -> list[int]:
    return [i for i in sorted(set(indexes)) if not book.has(i) or book.hash_of(i) != expected[i]]


async def _fetch_from(
    link_to: LinkTo,
    peer: PeerId,
    step: int,
    expected: Sequence[Digest],
    book: PartBook,
    wrong: Sequence[int],
    patience_s: float,
) -> None:
    link = await link_to(peer)
    stream = await link.open(FetchParts(step=step, runs=runs_of(wrong)))
    try:
        async with asyncio.timeout(patience_s):
            held = _checked((await stream.receive(HeldParts)).runs, wrong)
        for index in held:
            async with asyncio.timeout(patience_s):
                coded = await stream.receive_payload(book.part_bytes(index))
            if Digest.of(coded) == expected[index]:
                book.replace(index, coded)
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
    held = [index for index in asked if book is not None and book.has(index)]
    await stream.send(HeldParts(runs=runs_of(held)))
    for index in held:
        assert book is not None
        await stream.send_payload(book.coded(index))
