"""Calls on a collaboration's peers once, without taking part: who answers, and how."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from core.data.objects import ObjectStore
from core.engine.calling import facts_of
from core.engine.reception import MESSAGES, Reception
from core.errors import PeerFault, PeerTimeout
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.calls import Calls, outcome_of
from core.nat.facts import Greeted, NetworkFacts
from core.paths import Home
from core.transport.api import Address, Place, Relayed, Tunnelled
from core.transport.endpoint import Endpoint, EndpointConfig

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """One place, and who should be there; None: whoever answers."""

    place: Place
    peer: PeerId | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    place: Place
    fault: PeerFault | None = None
    """Why nobody let this peer in; None where somebody did, or, for a tunnel, where TCP got through."""
    peer: PeerId | None = None
    round_trip_s: float = 0.0

    @property
    def outcome(self) -> Greeted:
        if self.fault is not None:
            return outcome_of(self.fault)
        return Greeted.NOT_TRIED if self.peer is None else Greeted.LINKED


@dataclass(frozen=True, slots=True)
class Probe:
    facts: NetworkFacts
    answers: tuple[Answer, ...]


async def probe(
    identity: Identity, home: Home, run: RunId, token: bytes, calls: Sequence[Call], timeout_s: float
) -> Probe:
    """Takes at most about `timeout_s`; nothing is kept. Raises `LocalFault` if no socket can be had."""
    reception = Reception(identity, run, token, ObjectStore(home.objects), time.time)
    endpoint = await Endpoint.open(
        EndpointConfig(
            identity=identity,
            messages=MESSAGES,
            greeting=reception.greeting,
            admit=reception.admit,
            serve=reception.serve,
        )
    )
    try:
        answers = await asyncio.gather(*(_call(endpoint, call, timeout_s) for call in calls))
        noted = Calls()
        for answer in answers:
            if answer.outcome is not Greeted.NOT_TRIED:
                noted.note([answer.place], answer.fault)
        return Probe(facts_of(endpoint, noted, accepts_links=True), tuple(answers))
    finally:
        await endpoint.close()


async def _call(endpoint: Endpoint, call: Call, timeout_s: float) -> Answer:
    try:
        match call.place:
            case Address():
                return await _dial(endpoint, call.place, call.peer, call.place, timeout_s)
            case Relayed(relay, address):
                return await _dial(endpoint, call.place, relay, address, timeout_s)
            case Tunnelled(address):
                return await _knock(call.place, address, timeout_s)
    except PeerFault as fault:
        log.debug("nobody at %s: %s", call.place, fault)
        return Answer(call.place, fault)


async def _dial(endpoint: Endpoint, place: Place, peer: PeerId | None, address: Address, timeout_s: float) -> Answer:
    link = await endpoint.dial(peer, [address], timeout_s=timeout_s)
    return Answer(place, None, link.peer_id, link.round_trip_s)


async def _knock(place: Place, address: Address, timeout_s: float) -> Answer:
    """Whether TCP gets through; who is there is not asked."""
    loop = asyncio.get_running_loop()
    since = loop.time()
    try:
        async with asyncio.timeout(timeout_s):
            _, writer = await asyncio.open_connection(address.host, address.port)
    except (OSError, UnicodeError) as fault:  # a timeout is one of them
        raise PeerTimeout(f"no answer over TCP at {address}: {fault or 'none in time'}") from fault
    writer.close()
    return Answer(place, round_trip_s=loop.time() - since)
