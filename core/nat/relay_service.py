"""The relay: reservations and channels for the peers of a run, whose datagrams the switchboard then forwards."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from core.errors import PeerFault, Refused
from core.identity.ids import PeerId
from core.nat.messages import (
    ChannelClosed,
    ChannelOpen,
    ChannelWanted,
    Heeded,
    OpenChannel,
    Reserve,
    Reserved,
)
from core.nat.switchboard import Outlet, RelayLimits, Switchboard
from core.transport.api import Link, Path, PathKind
from core.transport.budget import Budget
from core.transport.hops import Hop
from core.transport.tunnel import network_of

logger = logging.getLogger(__name__)

ANSWER_S = 3.0
"""How long the holder of a reservation may take to answer a channel."""


class HopLink(Link, Protocol):
    """A link that tells where its datagrams go, and who made it."""

    @property
    def hop(self) -> Hop: ...

    @property
    def is_dialer(self) -> bool:
        """Whether this peer is."""
        ...


LinksOf = Callable[[PeerId], Sequence[HopLink]]
"""Open links to a peer, the newest first."""


class RelayService:
    """Serves peers as long as `is_on`."""

    def __init__(
        self,
        out: Outlet,
        links_of: LinksOf,
        limits: RelayLimits,
        clock: Callable[[], float],
        budget: Budget | None = None,
    ) -> None:
        self.switchboard = Switchboard(out, limits, clock, budget)
        self._links_of = links_of
        self._limits = limits
        self._clock = clock
        self._reservations: dict[PeerId, tuple[float, str]] = {}
        """Until when, and for which network of addresses it is counted."""

    @property
    def reservations(self) -> int:
        return len(self._reservations)

    # --- what peers ask

    def reserve(self, link: Link, request: Reserve) -> Reserved:
        """Raises `Refused`."""
        self._forget_expired()
        limits = self._limits
        if not is_unrelayed(link.path):
            raise Refused("a relay is reached straight, not through another")
        network = network_of(link.remote_address.host)
        others = [held for peer, (_, held) in self._reservations.items() if peer != link.peer_id]
        if len(others) >= limits.reservations:
            raise Refused("this relay is full")
        if others.count(network) >= limits.reservations_per_host:
            raise Refused("too many peers of one address hold reservations at this relay")
        self._reservations[link.peer_id] = (self._clock() + limits.lifetime_s, network)
        return Reserved(lifetime_s=limits.lifetime_s)

    async def open_channel(self, link: Link, request: OpenChannel) -> ChannelOpen:
        """Raises `Refused`."""
        self._forget_expired()
        opener, target = link.peer_id, request.peer
        links = self._links_of(target)
        if target == opener or target not in self._reservations or not links:
            raise Refused(f"{target} holds no reservation here")
        if not is_unrelayed(link.path):
            raise Refused("a relay is reached straight, not through another")
        channel = self.switchboard.connect(opener, self._hops(opener), target, self._hops(target))
        try:
            await links[0].request(ChannelWanted(channel=channel, peer=opener), Heeded, timeout_s=ANSWER_S)
        except PeerFault as fault:
            self.switchboard.cut(channel)
            raise Refused(f"{target} cannot be reached from this relay: {fault}") from fault
        except asyncio.CancelledError:  # the opener is gone
            self.switchboard.cut(channel)
            raise
        return ChannelOpen(channel=channel)

    def close_channel(self, link: Link, request: ChannelClosed) -> PeerId | None:
        """Returns the peer at the other end, who is to be told."""
        ends = self.switchboard.ends_of(request.channel)
        if ends is None or link.peer_id not in ends:
            return None
        self.switchboard.cut(request.channel)
        return ends[0] if ends[1] == link.peer_id else ends[1]

    # --- what happens to links

    def on_links_changed(self, peer: PeerId) -> list[tuple[bytes, PeerId]]:
        """A link came, took another way, or went. Returns channels that ended with it, and whom to tell."""
        hops = self._hops(peer)
        self.switchboard.seat(peer, hops)
        if hops:
            return []
        self._reservations.pop(peer, None)
        return self._cut(self.switchboard.channels_of(peer), gone=peer)

    def sweep(self) -> list[tuple[bytes, PeerId]]:
        """What has run out of time: channels that ended, and whom to tell."""
        self._forget_expired()
        return self._cut(self.switchboard.idle(self._clock()))

    def _cut(self, channels: Sequence[bytes], gone: PeerId | None = None) -> list[tuple[bytes, PeerId]]:
        told = []
        for channel in channels:
            ends = self.switchboard.cut(channel) or ()
            told += [(channel, peer) for peer in ends if peer != gone]
        return told

    def _hops(self, peer: PeerId) -> list[Hop]:
        return [link.hop for link in self._links_of(peer) if is_unrelayed(link.path)]

    def _forget_expired(self) -> None:
        now = self._clock()
        self._reservations = {peer: held for peer, held in self._reservations.items() if held[0] > now}


def is_unrelayed(path: Path) -> bool:
    """Whether no other peer carries its datagrams."""
    return path.relay is None


def is_straight(path: Path) -> bool:
    """Whether it goes over UDP, and nobody carries its datagrams."""
    return path.kind in (PathKind.DIRECT, PathKind.PUNCHED)
