"""How fast this computer can send and receive, asked of another peer at joining: a second each way, a few megabytes.

Bursts of growing length go one way, and whoever receives one says how long it took from its first piece to its last.
A burst is begun only if, at the rate known so far, it ends in time: a slow line is never filled for longer than that.
What transfers show later (`core.transport.rates`) replaces what is found here.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable

from core.errors import PeerFault, ProtocolViolation
from core.identity.ids import PeerId
from core.transport.api import Link, Message, Refusal, Stream
from core.transport.rates import Rates

PIECE_BYTES = 16 << 10
PIECES = 256
"""Each way, all bursts together: 4 MiB."""
FIRST_PIECES, GROWTH = 4, 4
WAY_S = 1.0
"""For one way."""
PROBES_AT_A_TIME = 2
PEER_AGAIN_S = 300.0
_PATIENCE_S = 6.0
_REMEMBERED = 1024


class MeasureRates(Message, frozen=True, kw_only=True):
    """Asks for a probe on this stream. Answered by `MayMeasure` or a refusal."""


class MayMeasure(Message, frozen=True, kw_only=True):
    pass


class TakeBurst(Message, frozen=True, kw_only=True):
    """So many payloads follow. Answered by `BurstTook`."""

    pieces: int


class GiveBurst(Message, frozen=True, kw_only=True):
    """Asks for so many payloads."""

    pieces: int


class BurstTook(Message, frozen=True, kw_only=True):
    seconds: float
    """From the first payload's arrival to the last one's."""


MESSAGES: tuple[type[Message], ...] = (MeasureRates, MayMeasure, TakeBurst, GiveBurst, BurstTook)


class RateProbes:
    """Serves probes: a few at a time, and each peer only now and then."""

    def __init__(self) -> None:
        self._running = 0
        self._last_s: dict[PeerId, float] = {}

    async def serve(self, link: Link, stream: Stream, first: MeasureRates) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._running >= PROBES_AT_A_TIME:
            await stream.send(Refusal(reason="too many measure their rates here at the moment"))
            return
        if now - self._last_s.get(link.peer_id, -math.inf) < PEER_AGAIN_S:
            await stream.send(Refusal(reason="rates were measured here a moment ago"))
            return
        self._note(link.peer_id, now)
        self._running += 1
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await stream.send(MayMeasure())
                await _answer(stream)
        except TimeoutError:
            stream.reset("measuring takes too long")
        except ProtocolViolation:
            raise
        except PeerFault:
            pass  # the other side has finished, which is how a probe ends
        finally:
            self._running -= 1

    def _note(self, peer: PeerId, now: float) -> None:
        self._last_s.pop(peer, None)
        self._last_s[peer] = now
        while len(self._last_s) > _REMEMBERED:
            del self._last_s[next(iter(self._last_s))]


async def _answer(stream: Stream) -> None:
    taken = given = 0
    while True:
        asked = await stream.receive(TakeBurst | GiveBurst)  # type: ignore[arg-type]
        if asked.pieces < 1:
            raise ProtocolViolation(f"a burst of {asked.pieces} pieces")
        if isinstance(asked, TakeBurst):
            taken += asked.pieces
        else:
            given += asked.pieces
        if max(taken, given) > PIECES:
            raise ProtocolViolation(f"a probe of more than {PIECES} pieces one way")
        if isinstance(asked, TakeBurst):
            await stream.send(BurstTook(seconds=await _take(stream, asked.pieces)))
        else:
            await _give(stream, asked.pieces)


async def probe_rates(link: Link) -> Rates:
    """Measures over `link`; takes some two seconds. Raises `Refused` where the peer does not want to, `PeerFault`."""
    stream = await link.open(MeasureRates())
    try:
        await stream.receive(MayMeasure)

        async def send(pieces: int) -> float:
            await stream.send(TakeBurst(pieces=pieces))
            await _give(stream, pieces)
            return (await stream.receive(BurstTook)).seconds

        async def receive(pieces: int) -> float:
            await stream.send(GiveBurst(pieces=pieces))
            return await _take(stream, pieces)

        rates = Rates(upload_bytes_per_s=await _measure(send), download_bytes_per_s=await _measure(receive))
    except BaseException:
        stream.reset("the probe was given up")
        raise
    stream.finish()
    return rates


async def _measure(burst: Callable[[int], Awaitable[float]]) -> float:
    """Bytes per second of one way: the last burst's, for routers let short ones through faster than the line is."""
    loop = asyncio.get_running_loop()
    end_s = loop.time() + WAY_S
    pieces, sent = FIRST_PIECES, 0
    while True:
        start_s = loop.time()
        seconds = await burst(pieces)
        sent += pieces
        if not 0 <= seconds <= _PATIENCE_S:
            raise ProtocolViolation(f"a burst that took {seconds:g} seconds")
        whole_s = loop.time() - start_s
        # Never more than the burst's own time here allows: a peer cannot claim what was not sent.
        rate = (pieces - 1) * PIECE_BYTES / max(seconds, whole_s / 50, 1e-6)
        pieces = min(pieces * GROWTH, PIECES - sent)
        left_s = end_s - loop.time()
        if pieces < FIRST_PIECES or whole_s + pieces * PIECE_BYTES / rate > left_s:
            return rate


async def _give(stream: Stream, pieces: int) -> None:
    piece = bytes(PIECE_BYTES)
    for _ in range(pieces):
        await stream.send_payload(piece)


async def _take(stream: Stream, pieces: int) -> float:
    loop = asyncio.get_running_loop()
    first_s = 0.0
    for number in range(pieces):
        await stream.receive_payload(PIECE_BYTES)
        if number == 0:
            first_s = loop.time()
    return loop.time() - first_s
