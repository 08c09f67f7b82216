"""What a donor does when a taker asks for what it must not, and a taker when a donor sends what it must not."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from core.data.bitmap import to_bits
from core.data.handing_out import TAKERS_PER_PEER, PieceDonor
from core.data.neighbour import Neighbour
from core.data.objects import ObjectStore
from core.data.picking import Picker
from core.data.piece_messages import (
    BLOCK_BYTES,
    AskHashes,
    DropPiece,
    Hashes,
    PieceBlock,
    PiecesCame,
    PiecesHere,
    TakePieces,
    WantPiece,
)
from core.data.pieces import PIECE_BYTES, PieceHashes, hash_pieces
from core.data.stock import Stock
from core.errors import LinkLost, PeerFault, ProtocolViolation, Refused
from core.identity.ids import Digest, PeerId
from core.transport.api import Stream
from core.transport.local import local_streams

T = TypeVar("T")
ME, OTHER = PeerId(bytes(32)), PeerId(bytes([1]) * 32)
CONTENT = random.Random(0).randbytes(2 * PIECE_BYTES + 1000)


async def inline(work: Callable[[], T]) -> T:
    return work()


@pytest.fixture
def stock(tmp_path: Path) -> Stock:
    store = ObjectStore(tmp_path)
    digest = store.add_bytes(CONTENT)
    made = Stock(store, digest, len(CONTENT), hash_pieces(store.path(digest)).root)
    made.recall()
    return made


async def with_donor(stock: Stock, taker: Callable[[Stream], Awaitable[None]], first: Any = None) -> Exception | None:
    """What the donor ends with."""

    async def find(digest: Digest) -> Stock | None:
        return stock if digest == stock.digest else None

    donor = PieceDonor(find, inline, lambda stock: None)
    near, far = local_streams(ME, OTHER)

    async def serve() -> Exception | None:
        try:
            await donor.serve(far, first or TakePieces(object=stock.digest))
        except PeerFault as fault:  # as links do
            far.reset(str(fault))
            return fault
        return None

    serving = asyncio.ensure_future(serve())
    async with asyncio.timeout(10):
        await taker(near)
        near.reset("the end")
        return await serving


def test_pieces_come_as_blocks_and_dropped_ones_do_not(stock: Stock) -> None:
    async def taker(stream: Stream) -> None:
        assert await stream.receive(PiecesHere) == PiecesHere(bits=b"\xe0")
        await stream.send(DropPiece(index=1))
        await stream.send(WantPiece(number=1, indexes=(2, 0)))
        await stream.send(WantPiece(number=2, indexes=(2, 0)))
        await stream.send(WantPiece(number=3, indexes=(2,)))
        came = {}
        for number, length in ((1, 1000), (2, PIECE_BYTES), (3, 1000)):
            data = b""
            while len(data) < length:
                block = await stream.receive(PieceBlock)
                assert (block.number, block.start) == (number, len(data))
                data += await stream.receive_payload(BLOCK_BYTES)
            came[number] = (block.index, data)
        assert came[1] == (2, CONTENT[2 * PIECE_BYTES :])
        assert came[2] == (0, CONTENT[:PIECE_BYTES])
        assert came[3] == came[1]

    assert asyncio.run(with_donor(stock, taker)) is None


@pytest.mark.parametrize(
    "wants",
    [
        [WantPiece(number=1, indexes=(3,))],
        [WantPiece(number=1, indexes=(0, 9999))],
        [WantPiece(number=n, indexes=(0,)) for n in range(1, 100)],
    ],
)
def test_a_taker_that_asks_for_too_much(stock: Stock, wants: list[WantPiece]) -> None:
    async def taker(stream: Stream) -> None:
        await stream.receive(PiecesHere)
        for want in wants:
            await stream.send(want)
        await asyncio.sleep(0.05)

    assert isinstance(asyncio.run(with_donor(stock, taker)), ProtocolViolation)


def test_what_is_not_here_or_not_shared_is_refused_alike(stock: Stock) -> None:
    reasons = []

    async def taker(stream: Stream) -> None:
        with pytest.raises(Refused) as caught:
            await stream.receive(PiecesHere)
        reasons.append(str(caught.value))

    asyncio.run(with_donor(stock, taker, TakePieces(object=Digest(bytes(32)))))
    asyncio.run(with_donor(stock, taker, AskHashes(object=Digest(bytes(32)))))
    assert len(set(reasons)) == 1


def test_hashes_are_told_even_where_no_piece_is(stock: Stock) -> None:
    async def hashes(stream: Stream) -> None:
        told = await stream.receive(Hashes)
        assert PieceHashes(told.size_bytes, told.raw).root == stock.root

    async def refused(stream: Stream) -> None:
        with pytest.raises(Refused, match="no piece"):
            await stream.receive(PiecesHere)

    stock.remove()
    stock.forget()
    asyncio.run(with_donor(stock, hashes, AskHashes(object=stock.digest)))
    asyncio.run(with_donor(stock, refused))
    stock.is_growing = True

    async def empty(stream: Stream) -> None:
        assert await stream.receive(PiecesHere) == PiecesHere(bits=b"\0")

    asyncio.run(with_donor(stock, empty))


def test_what_comes_is_told_and_what_goes_ends_it(stock: Stock) -> None:
    async def taker(stream: Stream) -> None:
        assert await stream.receive(PiecesHere) == PiecesHere(bits=b"\x80")
        stock.note(1)
        assert await stream.receive(PiecesCame) == PiecesCame(indexes=(1,))
        stock.forget()
        with pytest.raises(LinkLost):
            await stream.receive(PiecesCame)

    stock.have[1:] = False
    assert "removed" in str(asyncio.run(with_donor(stock, taker)))


def test_one_peer_takes_so_much_at_a_time(stock: Stock) -> None:
    async def main() -> None:
        async def find(digest: Digest) -> Stock | None:
            return stock

        donor = PieceDonor(find, inline, lambda stock: None)
        serving, nears = [], []
        for _ in range(TAKERS_PER_PEER + 1):
            near, far = local_streams(ME, OTHER)
            serving.append(asyncio.ensure_future(donor.serve(far, TakePieces(object=stock.digest))))
            nears.append(near)
        for near in nears[:-1]:
            await near.receive(PiecesHere)
        with pytest.raises(Refused, match="enough"):
            await nears[-1].receive(PiecesHere)
        for near in nears:
            near.reset("the end")
        await asyncio.gather(*serving)

    asyncio.run(main())


# --- the other side


class Line:
    """A link of no speed worth mentioning."""

    peer_id = OTHER
    round_trip_s = 0.0


async def with_neighbour(stock: Stock, donor: Callable[[Stream], Awaitable[None]], asks: list[tuple[int, ...]]) -> Any:
    """All pieces that come, until the donor ends it."""
    near, far = local_streams(ME, OTHER)
    picker = Picker(np.ones(3, np.bool_), random.Random(0))
    link: Any = Line()
    assert stock.hashes is not None
    neighbour = Neighbour(link, near, stock.hashes, picker)
    giving = asyncio.ensure_future(donor(far))
    came = []
    async with asyncio.timeout(10):
        await neighbour.begin()
        for indexes in asks:
            await neighbour.ask(indexes)
        try:
            while True:
                if (piece := await neighbour.receive()) is not None:
                    came.append(piece)
        except LinkLost:
            return came
        finally:
            await giving
            neighbour.leave()
            assert not picker._asked.any()
            assert not picker._choices.any()


HERE = PiecesHere(bits=to_bits(np.ones(3, np.bool_)))
PIECE = CONTENT[:PIECE_BYTES]


def sends(*items: Any) -> Callable[[Stream], Awaitable[None]]:
    async def donor(stream: Stream) -> None:
        for item in items:
            await (stream.send_payload(item) if isinstance(item, bytes) else stream.send(item))
        await asyncio.sleep(0.05)
        stream.reset("the end")

    return donor


def blocks(number: int, index: int, data: bytes) -> list[Any]:
    found: list[Any] = []
    for start in range(0, len(data), BLOCK_BYTES):
        found += [PieceBlock(number=number, index=index, start=start), data[start : start + BLOCK_BYTES]]
    return found


def test_a_piece_is_put_together(stock: Stock) -> None:
    last = CONTENT[2 * PIECE_BYTES :]
    donor = sends(HERE, *blocks(1, 2, last), PiecesCame(indexes=(0,)), *blocks(2, 0, PIECE))
    assert asyncio.run(with_neighbour(stock, donor, [(0, 2), (0,)])) == [(2, last), (0, PIECE)]


@pytest.mark.parametrize(
    "items",
    [
        [PiecesHere(bits=b"")],
        [PiecesHere(bits=b"\xff")],
        [HERE, PiecesCame(indexes=(3,))],
        [HERE, HERE],
        [HERE, *blocks(2, 0, PIECE)],
        [HERE, *blocks(0, 0, PIECE)],
        [HERE, *blocks(1, 1, PIECE)],
        [HERE, *blocks(1, 5, PIECE)],
        [HERE, *blocks(1, 0, PIECE)[2:]],
        [HERE, *blocks(1, 0, PIECE)[:2], *blocks(1, 0, PIECE)[:2]],
        [HERE, *blocks(1, 0, PIECE)[:2], *blocks(1, 2, PIECE)[2:4]],
        [HERE, PieceBlock(number=1, index=0, start=0), PIECE[: BLOCK_BYTES - 1]],
        [HERE, PieceBlock(number=1, index=0, start=0), PIECE[: BLOCK_BYTES + 1]],
        [HERE, PieceBlock(number=1, index=2, start=0), PIECE[:1001]],
        [HERE, PieceBlock(number=1, index=2, start=0), PIECE[:999]],
        [HERE, PieceBlock(number=1, index=0, start=0), HERE],
        [HERE, PIECE[:1000]],
    ],
)
def test_a_donor_that_breaks_the_rules(stock: Stock, items: list[Any]) -> None:
    with pytest.raises(ProtocolViolation):
        asyncio.run(with_neighbour(stock, sends(*items), [(0, 2)]))


def test_what_left_before_it_was_dropped_is_let_pass(stock: Stock) -> None:
    async def main() -> None:
        near, far = local_streams(ME, OTHER)
        picker = Picker(np.ones(3, np.bool_), random.Random(0))
        link: Any = Line()
        assert stock.hashes is not None
        neighbour = Neighbour(link, near, stock.hashes, picker)
        await far.send(HERE)
        await neighbour.begin()
        await neighbour.ask((0,))
        await neighbour.ask((0, 1))
        await neighbour.ask((1, 2))
        neighbour.drop(0)
        await neighbour.say_drops()
        for item in (*blocks(1, 0, PIECE), *blocks(2, 0, PIECE), *blocks(3, 2, CONTENT[2 * PIECE_BYTES :])):
            await (far.send_payload(item) if isinstance(item, bytes) else far.send(item))
        came = [await neighbour.receive() for _ in range(9)]
        assert [piece[0] for piece in came if piece is not None] == [2]
        assert not neighbour.requests
        heard = [await far.receive(WantPiece) for _ in range(3)]
        assert [want.indexes for want in heard] == [(0,), (0, 1), (1, 2)]
        assert await far.receive(DropPiece) == DropPiece(index=0)

    asyncio.run(main())


def test_a_late_donor_is_no_reason_to_wait(stock: Stock) -> None:
    async def main() -> None:
        near, far = local_streams(ME, OTHER)
        picker = Picker(np.ones(3, np.bool_), random.Random(0))
        link: Any = Line()
        assert stock.hashes is not None
        neighbour = Neighbour(link, near, stock.hashes, picker)
        await far.send(HERE)
        await neighbour.begin()
        picker.add("other", np.ones(3, np.bool_))
        await neighbour.ask((0,))
        assert 0 not in picker.choose("other")
        now_s = asyncio.get_running_loop().time()
        assert not neighbour.note_silence(now_s + 10)
        assert neighbour.note_silence(now_s + 30)
        assert not neighbour.has_room
        assert 0 in picker.choose("other")
        await far.send(PieceBlock(number=1, index=0, start=0))
        await far.send_payload(PIECE[:BLOCK_BYTES])
        await neighbour.receive()
        assert neighbour.has_room
        neighbour.note_silence(now_s + 1000)
        with pytest.raises(LinkLost):
            await neighbour.receive()
        neighbour.leave()

    asyncio.run(main())
