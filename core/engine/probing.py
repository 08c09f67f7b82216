"""Calls on a collaboration's peers once, without taking part: who answers, how, and what they see of this computer."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from core.data.objects import ObjectStore
from core.engine.calling import facts_of
from core.engine.listening import open_everywhere
from core.engine.reception import Reception, record_of_link
from core.errors import PeerFault
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity
from core.nat.calls import Calls, outcome_of
from core.nat.facts import Greeted, NetworkFacts
from core.nat.household import HouseholdSettings
from core.nat.reach import Reach, ReachSettings
from core.nat.relay_client import tunnels_of
from core.paths import Home
from core.tasks import bare_faults
from core.transport.api import Address, Link, Path, Place, Relayed
from core.transport.endpoint import Endpoint

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class Call:
    """One place, and who should be there; None: whoever answers."""

    place: Place
    peer: PeerId | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    places: tuple[Place, ...]
    """The one called on, and by which other ways it was tried."""
    fault: PeerFault | None = None
    """Why nobody let this peer in; None where somebody did."""
    peer: PeerId | None = None
    """Who did."""
    path: Path | None = None
    round_trip_s: float = 0.0

    @property
    def outcome(self) -> Greeted:
        return Greeted.LINKED if self.fault is None else outcome_of(self.fault)


@dataclass(frozen=True, slots=True)
class Probe:
    facts: NetworkFacts
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeTerms:
    call_s: float
    """For an answer to each call."""
    look_s: float
    """For what those who answered say of this computer, after that."""
    port: int = 0
    """Where to listen, if that is free."""
    expects_others: bool = True
    """Somebody should be there; False for who hosts."""


async def probe(
    identity: Identity, home: Home, run: RunId, token: bytes, calls: Sequence[Call], terms: ProbeTerms
) -> Probe:
    """Nothing is kept, nothing is asked of the router. Raises `LocalFault` if no socket can be had."""
    reception = Reception(identity, run, token, ObjectStore(home.objects), time.time)
    household = HouseholdSettings(maps_port=False)
    reach = Reach(ReachSettings(tunnel_ports=(), household=household), record_of_link=record_of_link)
    endpoint = await open_everywhere(identity, terms.port, reception, reach, _ignore)
    try:
        with bare_faults():
            async with asyncio.TaskGroup() as tasks:
                reaching = tasks.create_task(reach.run())
                answers = await asyncio.gather(*(_call(endpoint, call, terms.call_s) for call in calls))
                noted = Calls()
                for answer in answers:
                    noted.note(answer.places, answer.fault)
                facts = await _looked(endpoint, reach, noted, terms)
                reaching.cancel()
        return Probe(facts, tuple(answers))
    finally:
        await endpoint.close()


def _ignore(link: Link) -> None:
    pass


async def _call(endpoint: Endpoint, call: Call, timeout_s: float) -> Answer:
    peer, place = call.peer, call.place
    if isinstance(place, Relayed) and peer is None:  # then at least the relay is called on
        peer, place = place.relay, place.address
    places = (call.place, *(tunnels_of([place]) if isinstance(place, Address) else ()))
    try:
        link = await endpoint.dial(peer, [place, *places[1:]], timeout_s=timeout_s)
    except PeerFault as fault:
        log.debug("nobody at %s: %s", call.place, fault)
        return Answer(places, fault)
    return Answer(places[:1], None, link.peer_id, link.path, link.round_trip_s)


async def _looked(endpoint: Endpoint, reach: Reach, calls: Calls, terms: ProbeTerms) -> NetworkFacts:
    """The facts, as soon as it is known whether strangers get here, or no more can be waited for."""
    loop = asyncio.get_running_loop()
    give_up = loop.time() + terms.look_s
    while True:
        facts = reach.facts(facts_of(endpoint, calls, expects_others=terms.expects_others))
        is_done = not facts.udp_works or facts.is_reachable is not None or loop.time() >= give_up
        if is_done:
            return facts
        await asyncio.sleep(LOOK_EVERY_S)
