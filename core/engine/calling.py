"""Calling on whoever was ever known, and what that tells of the network."""

import asyncio
import logging
from collections.abc import Sequence

from core.errors import PeerFault
from core.identity.ids import PeerId, RunId
from core.nat.calls import Calls
from core.nat.diagnosis import Severity, diagnose
from core.nat.facts import Greeted, LinkFacts, NetworkFacts
from core.nat.interfaces import Surroundings, look_around
from core.nat.relay_client import tunnels_of
from core.nat.whereabouts import is_loopback
from core.saying import Saying, say
from core.storage.runs import Runs
from core.transport.api import Link, PathKind, Place
from core.transport.endpoint import Endpoint
from core.transport.link import QuicLink

log = logging.getLogger(__name__)

KNOWN_PEERS = 16
CALL_TIMEOUT_S = 4.0


class Caller:
    """Dials the peers that this home remembers and the places that the collaboration names."""

    def __init__(self, endpoint: Endpoint, calls: Calls, runs: Runs, run: RunId, bootstrap: Sequence[Place]) -> None:
        self._endpoint = endpoint
        self._calls = calls
        self._runs = runs
        self._run = run
        self._bootstrap = tuple(dict.fromkeys(bootstrap))

    async def call_all(self) -> None:
        own: set[Place] = set(self._endpoint.addresses)
        known = self._runs.known_peers(self._run, KNOWN_PEERS)
        calls = [self._call(one.peer, one.addresses) for one in known if one.peer != self._endpoint.peer_id]
        calls += [self._call(None, (place,)) for place in self._bootstrap if place not in own]
        await asyncio.gather(*calls)

    async def _call(self, peer: PeerId | None, places: tuple[Place, ...]) -> None:
        # Where UDP is blocked, a bootstrap peer may be reached all the same.
        tunnels = tunnels_of(places) if peer is None else []
        try:
            await self._endpoint.dial(peer, [*places, *tunnels], timeout_s=CALL_TIMEOUT_S)
        except PeerFault as fault:
            log.debug("nobody at %s: %s", places, fault)
            self._calls.note([*places, *tunnels], fault)
        else:
            self._calls.note(places, None)


def facts_of(
    endpoint: Endpoint, calls: Calls, *, expects_others: bool, surroundings: Surroundings | None = None
) -> NetworkFacts:
    """What the endpoint itself knows of the network. `expects_others`: somebody should be there; for who hosts it is no
    fault of the network that nobody is. `surroundings`: None to look now."""
    surroundings = surroundings or _surroundings()
    links = [link for link in endpoint.links() if surroundings is None or surroundings.leads_to(link.path.address)]
    is_quiet = calls.greeted is Greeted.SILENT and not expects_others
    linked = {address.host for address in (link.path.address for link in links)}
    return NetworkFacts(
        has_network=surroundings.has_network if surroundings is not None else None,
        has_way_out=surroundings.has_way_out if surroundings is not None else None,
        udp_works=_udp_works(links),
        listen=tuple(endpoint.addresses),
        links=tuple(map(_facts_of_link, links)),
        upload_bytes_per_s=endpoint.upload_bytes_per_s,
        download_bytes_per_s=endpoint.download_bytes_per_s,
        lan_peers=len({link.peer_id for link in links if surroundings and _is_neighbour(link, surroundings)}),
        greeted=Greeted.NOT_TRIED if is_quiet else calls.greeted,
        is_older=calls.is_older,
        refusal=calls.refusal,
        # What was silent once may have come by itself since.
        unreached=tuple(place for place in calls.unreached if _host_in(place) not in linked),
    )


def _facts_of_link(link: QuicLink) -> LinkFacts:
    upload, download = link.upload_bytes_per_s, link.download_bytes_per_s
    return LinkFacts(link.peer_id, link.path, link.round_trip_s, upload, download)


def lonely_sentence(facts: NetworkFacts | None, otherwise: Saying) -> Saying:
    """For a peer that is linked to nobody: what keeps it from that and what to do, where it is known."""
    diagnosis = diagnose(facts) if facts is not None else None
    if diagnosis is None or diagnosis.severity is not Severity.BLOCKED:
        return otherwise
    return say("{sentence} {action}", sentence=diagnosis.sentence, action=diagnosis.action)


def _surroundings() -> Surroundings | None:
    try:
        return look_around()
    except OSError:  # an interface that vanished while it was looked at
        return None


def _udp_works(links: Sequence[QuicLink]) -> bool | None:
    """A link that came in by a tunnel says something of the other side's network alone."""
    outside = [link for link in links if not is_loopback(link.path.address)]
    if any(link.path.kind is not PathKind.TUNNELLED for link in outside):
        return True
    return False if any(link.is_dialer for link in outside) else None


def _is_neighbour(link: Link, surroundings: Surroundings) -> bool:
    is_straight = link.path.kind in (PathKind.DIRECT, PathKind.PUNCHED)
    return is_straight and surroundings.is_near(link.path.address) and not is_loopback(link.path.address)


def _host_in(place: str) -> str:
    return place.rpartition("/")[2].rpartition(":")[0].strip("[]")
