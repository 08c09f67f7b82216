"""One peer that pieces are taken from: what it owes, and how fast it gives."""

import asyncio
import math
from dataclasses import dataclass, field

from core.data.bitmap import from_bits
from core.data.picking import Picker
from core.data.piece_messages import BLOCK_BYTES, DonorMessage, DropPiece, PieceBlock, PiecesCame, PiecesHere, WantPiece
from core.data.pieces import PieceHashes
from core.errors import PeerTimeout, ProtocolViolation
from core.identity.ids import PeerId
from core.transport.api import Link, Stream

ANSWER_S = 20.0
FIRST_PATIENCE_S = 20.0
SHORTEST_PATIENCE_S, LONGEST_PATIENCE_S = 5.0, 60.0
PATIENCE = 8.0
"""Times as long as a block takes by the mean."""
LEAVE_S = 120.0
"""A donor that owes something and is silent for so long, although its link lives, is left."""
AHEAD_S = 0.5
"""Pieces that come in so long, and in one round trip more, are asked for at a time."""
DEPTH = (2, 16)


@dataclass(slots=True)
class Request:
    """For one of these pieces."""

    indexes: tuple[int, ...]
    dropped: set[int] = field(default_factory=set)
    """Were among them until they came from elsewhere."""
    index: int | None = None
    """Which one comes: known from its first block on where there is a choice."""
    data: bytearray = field(default_factory=bytearray)
    is_booked: bool = True
    """Not once the donor is late: then others are asked for the same."""


class Neighbour:
    """One stream on which pieces come. Whoever reads it is one task, whoever asks another. What is under way is booked
    with the picker, of which it is a donor from `begin` to `leave`."""

    def __init__(self, link: Link, stream: Stream, hashes: PieceHashes, picker: Picker) -> None:
        self.peer_id: PeerId = link.peer_id
        self.requests: dict[int, Request] = {}
        """Under way, the eldest first."""
        self.is_late = False
        """It stalls: what it owes is asked of others too."""
        self.received_bytes = 0
        """Of pieces, needless ones among them."""
        self._link = link
        self._stream = stream
        self._hashes = hashes
        self._picker = picker
        self._number = 0
        self._unsaid: list[int] = []
        """Pieces that need not come, of which it was not told yet."""
        self._piece_s = self._block_s = 0.0
        """How long one takes, smoothed; 0.0 before the first."""
        self._last_s = self._last_piece_s = _now_s()

    async def begin(self) -> None:
        """Hears what it has. Raises `PeerFault`."""
        try:
            async with asyncio.timeout(ANSWER_S):
                here = await self._stream.receive(PiecesHere)
        except TimeoutError:
            raise PeerTimeout(f"no answer within {ANSWER_S:.0f} s") from None
        try:
            self._picker.add(self, from_bits(here.bits, len(self._hashes)))
        except ValueError as error:
            raise ProtocolViolation(f"what is said to be here is not of this object: {error}") from error

    def leave(self) -> None:
        """Nothing that it owes is waited for any more."""
        for number in list(self.requests):
            self._end(number)
        self._picker.remove(self)

    # --- asking

    @property
    def has_room(self) -> bool:
        """Whether it should be asked for another piece."""
        if self.is_late:
            return False
        if not self._piece_s:
            return len(self.requests) < DEPTH[0]
        ahead = 1 + math.ceil((AHEAD_S + self._link.round_trip_s) / self._piece_s)
        return len(self.requests) < min(max(ahead, DEPTH[0]), DEPTH[1])

    def will_bring(self, indexes: tuple[int, ...]) -> bool:
        """Whether requests that leave it a choice are for these pieces already, as many as there are of them."""
        unsettled = (request for request in self.requests.values() if request.index is None)
        return sum(not set(indexes).isdisjoint(request.indexes) for request in unsettled) >= len(indexes)

    async def ask(self, indexes: tuple[int, ...]) -> None:
        if not self.requests:
            self._last_s = self._last_piece_s = _now_s()
        self._number += 1
        self.requests[self._number] = Request(indexes, index=indexes[0] if len(indexes) == 1 else None)
        self._picker.ask(indexes)
        await self._stream.send(WantPiece(number=self._number, indexes=indexes))

    async def say_drops(self) -> None:
        """Tells it what `drop` has noted."""
        while self._unsaid:
            await self._stream.send(DropPiece(index=self._unsaid.pop(0)))

    def drop(self, index: int) -> None:
        """That piece is here: it need not come. A request whose piece has begun ends with it, as it does for the donor;
        another is for the rest of its pieces from now on."""
        for number, request in list(self.requests.items()):
            if index not in request.indexes or request.index not in (index, None):
                continue
            if index not in self._unsaid:
                self._unsaid.append(index)
            rest = tuple(other for other in request.indexes if other != index)
            if request.index is not None or not rest:
                self._end(number)
                continue
            if request.is_booked:
                self._picker.end(request.indexes)
                self._picker.ask(rest)
            request.indexes = rest
            request.dropped.add(index)

    def _end(self, number: int) -> None:
        self._unbook(self.requests.pop(number))

    def _unbook(self, request: Request) -> None:
        if request.is_booked:
            request.is_booked = False
            self._picker.end(request.indexes if request.index is None else (request.index,))

    # --- what comes

    async def receive(self) -> tuple[int, bytearray] | None:
        """A piece and its number, once it is whole; None for anything else that came. Raises `PeerFault`."""
        message = await self._stream.receive(DonorMessage)
        match message:
            case PiecesCame(indexes=indexes):
                if max(indexes, default=0) >= len(self._hashes):
                    raise ProtocolViolation("there is no such piece")
                self._picker.hear(self, indexes)
                return None
            case PieceBlock():
                return self._take(message, await self._stream.receive_payload(BLOCK_BYTES))
        raise ProtocolViolation(f"{type(message).__name__} came in between")

    def _take(self, block: PieceBlock, data: bytes | bytearray) -> tuple[int, bytearray] | None:
        if not 0 < block.number <= self._number or block.index >= len(self._hashes):
            raise ProtocolViolation("a piece came that was not asked for")
        self._note_block()
        self.received_bytes += len(data)
        request = self.requests.get(block.number)
        if request is None:  # it was dropped, and this had left before
            return None
        if block.index in request.dropped and request.index is None:
            self._end(block.number)
            return None
        self._begin_piece(request, block)
        length = self._length(block.index)
        if request.index != block.index or len(request.data) != block.start:
            raise ProtocolViolation("blocks of a piece came out of order")
        if len(data) != min(BLOCK_BYTES, length - block.start):
            raise ProtocolViolation("a block is not of its length")
        request.data += data
        if len(request.data) < length:
            return None
        self._end(block.number)
        self._note_piece()
        return block.index, request.data

    def _begin_piece(self, request: Request, block: PieceBlock) -> None:
        if request.index is None and block.start == 0:
            if block.index not in request.indexes:
                raise ProtocolViolation("another piece came than was asked for")
            if request.is_booked:
                self._picker.settle(request.indexes, block.index)
            request.index = block.index

    def _length(self, index: int) -> int:
        span = self._hashes.span(index)
        return int(span.stop - span.start)

    # --- how fast

    def _note_block(self) -> None:
        now_s = _now_s()
        self._block_s = _smoothed(self._block_s, now_s - self._last_s)
        self._last_s = now_s
        self.is_late = False

    def _note_piece(self) -> None:
        now_s = _now_s()
        self._piece_s = _smoothed(self._piece_s, max(now_s - self._last_piece_s, 1e-3))
        self._last_piece_s = now_s

    def eta_s(self, place: int, now_s: float) -> float:
        """In how many seconds the piece at `place` of its requests will be here."""
        if self.is_late or not self._piece_s:
            return math.inf
        since_s = now_s - self._last_piece_s if self.requests else 0.0
        # A piece that is late already is not nearly there.
        return (place + 1) * self._piece_s + max(0.0, since_s - self._piece_s) - min(since_s, self._piece_s)

    def note_silence(self, now_s: float) -> bool:
        """Whether it has just become late. One that is silent for very long is left: its reader fails."""
        if not self.requests:
            return False
        patience_s = FIRST_PATIENCE_S
        if self._block_s:
            patience_s = min(max(PATIENCE * self._block_s, SHORTEST_PATIENCE_S), LONGEST_PATIENCE_S)
        silence_s = now_s - self._last_s
        if silence_s > LEAVE_S:
            self._stream.reset(f"nothing came for {LEAVE_S:.0f} s")
        if self.is_late or silence_s <= patience_s:
            return False
        self.is_late = True
        for request in self.requests.values():
            self._unbook(request)
        return True


def _smoothed(old: float, new: float) -> float:
    return 0.7 * old + 0.3 * new if old else new


def _now_s() -> float:
    return asyncio.get_running_loop().time()
