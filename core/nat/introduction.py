"""Hole punching before there is a link: a common acquaintance tells the peer that is dialed to open its router.

The dialer's first packets open its own router, and are lost at the other's; a few datagrams from there to the
dialer's addresses open that one too, and the dialer's repeated packets come through (RFC 5128, section 3.3).
"""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

from core.errors import PeerFault, Refused
from core.identity.ids import PeerId
from core.nat.messages import Heeded, Introduce, OpenRouter
from core.nat.relay_service import is_straight
from core.nat.turnstile import Turnstile
from core.transport.api import Address, Link

logger = logging.getLogger(__name__)

ASKED = 4
"""Acquaintances that are asked about one dial."""
CANDIDATES = 4
ROUNDS_S = (0.0, 0.2)
"""When after it was told a peer sends one datagram to each candidate: 8 in all."""
PASS_S = 3.0
_WITHIN_S = 10.0
_PASSED_PER_DIALER = 40
_PASSED_PER_TARGET = 60
_OBEYED_PER_INTRODUCER = 40
_OBEYED_PER_DIALER = 4


class Acquaintances(Protocol):
    """What is needed of the endpoint."""

    def link_to(self, peer_id: PeerId) -> Link | None: ...

    def links(self) -> Sequence[Link]: ...


class Introductions:
    """All three parts: who asks, who passes on, and who opens its router."""

    def __init__(
        self, transport: Acquaintances, may_open: Callable[[Address], bool], clock: Callable[[], float]
    ) -> None:
        """`may_open`: whether a datagram may be sent to an address that somebody has named."""
        self._transport = transport
        self._may_open = may_open
        self._by_dialer = Turnstile(_PASSED_PER_DIALER, _WITHIN_S, clock)
        self._by_target = Turnstile(_PASSED_PER_TARGET, _WITHIN_S, clock)
        self._by_introducer = Turnstile(_OBEYED_PER_INTRODUCER, _WITHIN_S, clock)
        self._for_dialer = Turnstile(_OBEYED_PER_DIALER, _WITHIN_S, clock)

    # --- who dials

    def acquaintances(self, peer: PeerId, relays: Collection[PeerId]) -> list[Link]:
        """Links to those that may have one to `peer`: its relays, then peers that others can reach straight."""
        links = {link.peer_id: link for link in self._transport.links() if link.peer_id != peer}
        likely = [link for other, link in links.items() if other in relays]
        others = [link for other, link in links.items() if other not in relays and is_straight(link.path)]
        return [*likely, *others][:ASKED]

    async def ask(self, link: Link, peer: PeerId, candidates: Iterable[Address]) -> bool:
        """Whether the acquaintance passed it on."""
        texts = tuple(map(str, candidates))[:CANDIDATES]
        try:
            await link.request(Introduce(peer=peer, candidates=texts), Heeded, timeout_s=PASS_S)
        except PeerFault as fault:
            logger.debug("%s did not introduce this peer to %s: %s", link.peer_id, peer, fault)
            return False
        return True

    # --- who knows both

    async def pass_on(self, link: Link, request: Introduce) -> None:
        """Raises `Refused`."""
        target = self._transport.link_to(request.peer)
        if target is None or request.peer == link.peer_id:
            raise Refused(f"this peer has no link to {request.peer}")
        if not self._by_dialer.admits(link.peer_id) or not self._by_target.admits(request.peer):
            raise Refused("too many introductions")
        texts = request.candidates[:CANDIDATES]
        if is_straight(link.path) and str(link.remote_address) not in texts:
            # It may not know yet how it is seen, which this peer does.
            texts = (*texts[: CANDIDATES - 1], str(link.remote_address))
        try:
            await target.request(OpenRouter(peer=link.peer_id, candidates=texts), Heeded, timeout_s=PASS_S)
        except PeerFault as fault:
            raise Refused(f"{request.peer} does not open its router: {fault}") from fault

    # --- who is dialed

    def targets(self, link: Link, request: OpenRouter) -> list[Address]:
        """Where to send a few datagrams. Raises `Refused`."""
        if not self._by_introducer.admits(link.peer_id) or not self._for_dialer.admits(request.peer):
            raise Refused("too many introductions")
        return [address for address in addresses_in(request.candidates[:CANDIDATES]) if self._may_open(address)]


def addresses_in(texts: Iterable[str]) -> list[Address]:
    """Those that can be read, each once."""
    found: dict[Address, None] = {}
    for text in texts:
        try:
            found[Address.parse(text)] = None
        except ValueError:
            continue
    return list(found)
