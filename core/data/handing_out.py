"""Giving pieces to others: whole objects, and what is verified of those that are on their way here."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import numpy as np

from core.data.bitmap import to_bits
from core.data.piece_messages import (
    BLOCK_BYTES,
    AskHashes,
    DropPiece,
    Hashes,
    PieceBlock,
    PiecesCame,
    PiecesHere,
    TakePieces,
    TakerMessage,
    WantPiece,
)
from core.data.stock import Rotten, Stock
from core.data.turns import Turns
from core.errors import LinkLost, ProtocolViolation
from core.identity.ids import Digest, PeerId
from core.tasks import bare_faults
from core.transport.api import Refusal, Stream

log = logging.getLogger(__name__)

TAKERS = 12
"""At a time, of all objects together. More than that learn from those where else pieces are."""
TAKERS_PER_PEER = 4
WANTS = 64
"""Requests of one taker that may wait."""
IDLE_S = 30.0
"""A taker that asked for nothing for so long makes room for another."""

FindStock = Callable[[Digest], Awaitable[Stock | None]]
"""What is here of an object that this peer shares, hashes included; None for any other object, whether here or not."""
ReadPiece = Callable[[Callable[[], bytes]], Awaitable[bytes]]
"""Does the work, which blocks, elsewhere."""


class PieceDonor:
    """Of one peer."""

    def __init__(
        self,
        find: FindStock,
        offload: ReadPiece,
        on_rotten: Callable[[Stock], None],
        upload_bytes_per_s: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`on_rotten` is told of objects whose bytes on disk are not what they were; `upload_bytes_per_s`: of this
        computer's line, 0.0 while unknown."""
        self._find = find
        self._offload = offload
        self._on_rotten = on_rotten
        self._turns = Turns(upload_bytes_per_s)
        self._given: dict[Digest, list[int]] = {}
        """How often each piece was given, or is being given."""
        self._handouts: list[Handout] = []

    async def serve(self, stream: Stream, first: AskHashes | TakePieces) -> None:
        stock = await self._find(first.object)
        if stock is None or stock.hashes is None:
            await stream.send(Refusal(reason="this object is not here"))
        elif isinstance(first, AskHashes):
            await stream.send(Hashes(size_bytes=stock.hashes.size_bytes, raw=stock.hashes.raw))
        elif not (stock.have.any() or stock.is_growing):
            await stream.send(Refusal(reason="no piece of this object is here"))
        elif not self._make_room(stream.peer_id):
            await stream.send(Refusal(reason="enough others take from this peer"))
        else:
            await self._hand_out(stream, stock)

    def _make_room(self, peer: PeerId) -> bool:
        if sum(one.peer_id == peer for one in self._handouts) >= TAKERS_PER_PEER:
            return False
        if len(self._handouts) < TAKERS:
            return True
        idlest = min(self._handouts, key=lambda one: one.busy_s)
        if _now_s() - idlest.busy_s < IDLE_S:
            return False
        idlest.end("others wait")
        self._handouts.remove(idlest)
        return True

    async def _hand_out(self, stream: Stream, stock: Stock) -> None:
        given = self._given.setdefault(stock.digest, [0] * len(stock.have))
        handout = Handout(stream, stock, given, self._turns, self._offload)
        self._handouts.append(handout)
        try:
            await handout.run()
        except Rotten as fault:
            log.warning("no more of that is given: %s", fault)
            self._on_rotten(stock)
            stream.reset("it cannot be read")
        finally:
            if handout in self._handouts:
                self._handouts.remove(handout)


class Handout:
    """One taker and one object, until the taker has enough."""

    def __init__(self, stream: Stream, stock: Stock, given: list[int], turns: Turns, offload: ReadPiece) -> None:
        self.peer_id = stream.peer_id
        self.busy_s = _now_s()
        """When the taker last wanted something."""
        self._stream = stream
        self._stock = stock
        self._given = given
        self._turns = turns
        self._offload = offload
        self._pieces = 0
        """Sent to this taker."""
        self._told = stock.have.copy()
        self._wants: deque[WantPiece] = deque()
        self._dropped: set[int] = set()
        self._changed = asyncio.Event()
        self._speaking = asyncio.Lock()
        """A block and its bytes stand together."""

    def end(self, reason: str) -> None:
        self._stream.reset(reason)

    async def run(self) -> None:
        """Raises `PeerFault`, or `Rotten` for this peer's own disk."""
        await self._stream.send(PiecesHere(bits=to_bits(self._told)))
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                helpers = [tasks.create_task(self._give()), tasks.create_task(self._watch())]
                await self._listen()
                for task in helpers:
                    task.cancel()

    async def _listen(self) -> None:
        """Until the taker leaves."""
        while True:
            try:
                message = await self._stream.receive(TakerMessage)
            except LinkLost:
                return
            match message:
                case WantPiece():
                    self._want(message)
                case DropPiece(index=index):
                    self._dropped.add(index)
            self._changed.set()

    def _want(self, want: WantPiece) -> None:
        if len(self._wants) >= WANTS:
            raise ProtocolViolation(f"more than {WANTS} pieces are asked for at a time")
        if max(want.indexes) >= len(self._told) or not self._told[list(want.indexes)].all():
            raise ProtocolViolation("a piece is asked for that was not offered")
        self._dropped.difference_update(want.indexes)
        self._wants.append(want)
        self.busy_s = _now_s()

    async def _watch(self) -> None:
        while True:
            if not await self._tell():
                await self._stock.changed()

    async def _give(self) -> None:
        while True:
            self._changed.clear()
            if self._wants:
                async with self._turns.turn(self._rank):
                    await self._answer(self._wants.popleft())
            else:
                await self._changed.wait()

    def _rank(self) -> tuple[int, ...]:
        """What was given least goes first, so that others can pass it on; then whoever got least."""
        left = self._left_of(self._wants[0])
        return min(map(self._given.__getitem__, left), default=0), self._pieces

    def _left_of(self, want: WantPiece) -> list[int]:
        return [index for index in want.indexes if index not in self._dropped]

    async def _tell(self) -> bool:
        """Whether there was something to tell."""
        have = self._stock.have
        if self._told.any() and not have.any():
            raise LinkLost("the object was removed here")
        new = np.flatnonzero(have & ~self._told)
        if len(new):
            self._told[new] = True
            async with self._speaking:
                await self._stream.send(PiecesCame(indexes=tuple(new.tolist())))
        return len(new) > 0

    async def _answer(self, want: WantPiece) -> None:
        left = self._left_of(want)
        if not left:
            return
        index = min(left, key=self._given.__getitem__)
        self._given[index] += 1
        is_whole = False
        try:
            data = await self._offload(lambda: self._stock.read(index))
            is_whole = await self._send(want.number, index, data)
            await self._stream.drain()
        finally:
            self._given[index] -= not is_whole
        self._pieces += 1
        self.busy_s = _now_s()

    async def _send(self, number: int, index: int, data: bytes) -> bool:
        for start in range(0, len(data), BLOCK_BYTES):
            if index in self._dropped:
                return False
            async with self._speaking:
                await self._stream.send(PieceBlock(number=number, index=index, start=start))
                await self._stream.send_payload(memoryview(data)[start : start + BLOCK_BYTES])
        return True


def _now_s() -> float:
    return asyncio.get_running_loop().time()
