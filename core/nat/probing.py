"""Tests of other peers' routers, at their request: tiny datagrams to where this peer sees them, and nowhere else."""

import asyncio
import contextlib
import logging
import random
import socket
from collections.abc import Callable, Sequence

from core.errors import PeerFault, Refused
from core.identity.ids import PeerId
from core.nat.datagrams import FILTER_PROBE
from core.nat.messages import NONCE_BYTES, Heeded, ProbeMe, Probing, SendProbe
from core.nat.relay_service import is_straight
from core.nat.turnstile import Turnstile
from core.transport.api import Address, Link

logger = logging.getLogger(__name__)

OTHERS = 2
ASK_S = 2.0
_TESTS_PER_PEER, _TESTS_IN_ALL = 8, 60
_SENT_PER_PEER, _SENT_IN_ALL = 20, 120
_WITHIN_S = 60.0


class Prober:
    """Serves `ProbeMe` and `SendProbe`."""

    def __init__(
        self,
        links: Callable[[], Sequence[Link]],
        is_outside: Callable[[Address], bool],
        clock: Callable[[], float],
    ) -> None:
        """`is_outside`: whether an address is one of the internet."""
        self._links = links
        self._is_outside = is_outside
        self._tests = Turnstile(_TESTS_PER_PEER, _WITHIN_S, clock)
        self._all_tests = Turnstile(_TESTS_IN_ALL, _WITHIN_S, clock)
        self._sent = Turnstile(_SENT_PER_PEER, _WITHIN_S, clock)
        self._all_sent = Turnstile(_SENT_IN_ALL, _WITHIN_S, clock)

    async def probe(self, link: Link, request: ProbeMe) -> Probing:
        """Raises `Refused`."""
        target = self._target(link, request)
        others = self._others(link.peer_id, target, request.avoid)
        asked = await asyncio.gather(*(self._ask(other, target, request.nonce) for other in others))
        by_another_port = send_from_another_port(target, probe_of(request.nonce))
        return Probing(address=str(target), by_another_port=by_another_port, by_others=sum(asked))

    def send_probe(self, link: Link, request: SendProbe) -> None:
        """Raises `Refused`."""
        try:
            target = Address.parse(request.address)
        except ValueError:
            raise Refused("that is no address") from None
        if len(request.nonce) != NONCE_BYTES or not target.port or not self._is_outside(target):
            raise Refused("no datagram is sent there")
        if not self._sent.admits(link.peer_id) or not self._all_sent.admits(None):
            raise Refused("too many tests")
        # Not by this peer's own port: its router would let the other one in from then on, and a test of this peer with
        # that one's help would tell nothing.
        send_from_another_port(target, probe_of(request.nonce))

    def _target(self, link: Link, request: ProbeMe) -> Address:
        seen = link.remote_address
        port = seen.port if request.port is None else request.port
        if len(request.nonce) != NONCE_BYTES or not 0 < port < 65536:
            raise Refused("a test that cannot be")
        if not is_straight(link.path) or not self._is_outside(seen):
            raise Refused("this peer does not see where the asking one is")
        if not self._tests.admits(link.peer_id) or not self._all_tests.admits(None):
            raise Refused("too many tests")
        return Address(seen.host, port)

    def _others(self, requester: PeerId, target: Address, avoid: Sequence[PeerId]) -> list[Link]:
        """Peers at other hosts, of the same IP version, that the asking one has not been in touch with."""
        excluded = {requester, *avoid}
        found: dict[PeerId, Link] = {}
        for link in self._links():
            host = link.remote_address.host
            is_apt = is_straight(link.path) and host != target.host and (":" in host) == (":" in target.host)
            if link.peer_id not in excluded and is_apt:
                found[link.peer_id] = link
        return random.sample(list(found.values()), min(OTHERS, len(found)))

    @staticmethod
    async def _ask(link: Link, target: Address, nonce: bytes) -> bool:
        try:
            await link.request(SendProbe(address=str(target), nonce=nonce), Heeded, timeout_s=ASK_S)
        except PeerFault as fault:
            logger.debug("%s sends no probe: %s", link.peer_id, fault)
            return False
        return True


def probe_of(nonce: bytes) -> bytes:
    return bytes((FILTER_PROBE,)) + nonce


def send_from_another_port(target: Address, datagram: bytes) -> bool:
    """By a socket of its own; whether it left."""
    family = socket.AF_INET6 if ":" in target.host else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as spare:
        spare.setblocking(False)
        spare.sendto(datagram, (target.host, target.port))
        return True
    return False
