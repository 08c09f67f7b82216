"""What a relay does with datagrams: those of a channel's one end go to the other, unread and unchanged.

Whoever sends has to be where one of the channel's two ends is known to be, so a forged source gets nothing out of it;
and for each datagram in, at most one goes out, of the same length.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from core.errors import Refused
from core.identity.ids import PeerId
from core.nat.datagrams import HEAD_BYTES, head_of
from core.nat.messages import CHANNEL_BYTES
from core.transport.budget import Budget
from core.transport.hops import Hop
from core.transport.udp import SocketAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class RelayLimits:
    """What the owner of a relay gives to others."""

    reservations: int = 256
    reservations_per_host: int = 16
    """Of peers that come from one IPv4 address, or one IPv6 network of 64 bits."""
    lifetime_s: float = 300.0
    """Of a reservation."""
    channels: int = 2048
    channels_per_peer: int = 64
    """That it has opened; and as many that others have opened to it."""
    idle_s: float = 300.0
    """Channels that carry nothing for so long are closed."""
    peer_bytes_per_s: float = 32e6
    bytes_per_s: float = 125e6
    burst_s: float = 0.25


class Outlet(Protocol):
    """How datagrams leave."""

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None: ...

    def forward(self, address: SocketAddress, datagrams: memoryview, size_bytes: int) -> None: ...


class Allowance:
    """A token bucket: so many bytes per second, and no more than a burst at once."""

    __slots__ = ("_burst_bytes", "_bytes_per_s", "_left_bytes", "_since_s")

    def __init__(self, bytes_per_s: float, burst_s: float, now: float) -> None:
        self._bytes_per_s = bytes_per_s
        self._burst_bytes = max(bytes_per_s * burst_s, 65_536.0)  # what the kernel hands over at once must fit
        self._left_bytes = self._burst_bytes
        self._since_s = now

    def take(self, count_bytes: int, now: float) -> bool:
        """Whether so much is left; if so, it is less now."""
        left = self._left_bytes + (now - self._since_s) * self._bytes_per_s
        left = min(left, self._burst_bytes)
        self._since_s = now
        if left < count_bytes:
            self._left_bytes = left
            return False
        self._left_bytes = left - count_bytes
        return True


@dataclass(slots=True, eq=False)
class Seat:
    """A peer at this relay."""

    peer: PeerId
    allowance: Allowance
    hop: Hop | None = None
    """Where its datagrams go: none while it is gone."""
    sources: frozenset[Hop] = frozenset()
    """Where they may come from: it may have several links for a while."""
    opened: int = 0
    invited: int = 0


@dataclass(slots=True, eq=False)
class Channel:
    """Between the peer that opened it and the one that it was opened to."""

    opener: Seat
    target: Seat
    used_s: float
    carried_bytes: int = field(default=0)

    @property
    def ends(self) -> tuple[PeerId, PeerId]:
        return self.opener.peer, self.target.peer


class Switchboard:
    """All channels through this relay."""

    def __init__(
        self, out: Outlet, limits: RelayLimits, clock: Callable[[], float], budget: Budget | None = None
    ) -> None:
        """`budget`: the owner's, of which all that is passed on is a part, both up and down."""
        self.carried_bytes = 0
        """Since this peer started."""
        self._budget = budget or Budget()
        self._out = out
        self._limits = limits
        self._clock = clock
        self._total = Allowance(limits.bytes_per_s, limits.burst_s, clock())
        self._seats: dict[PeerId, Seat] = {}
        self._channels: dict[bytes, Channel] = {}

    def __len__(self) -> int:
        return len(self._channels)

    def __contains__(self, head: bytes) -> bool:
        return head in self._channels

    # --- who is where

    def seat(self, peer: PeerId, hops: Sequence[Hop]) -> None:
        """`peer` is now at `hops`, and wants its datagrams at the first of them."""
        seat = self._seats.get(peer)
        if seat is not None:
            seat.hop = hops[0] if hops else None
            seat.sources = frozenset(hops)

    def connect(self, opener: PeerId, opener_hops: Sequence[Hop], target: PeerId, target_hops: Sequence[Hop]) -> bytes:
        """A new channel's id. Raises `Refused` where a quota is used up."""
        limits = self._limits
        if len(self._channels) >= limits.channels:
            raise Refused("this relay has no channel to spare")
        one, other = self._seat_of(opener), self._seat_of(target)
        if one.opened >= limits.channels_per_peer or other.invited >= limits.channels_per_peer:
            self._leave(one)
            self._leave(other)
            raise Refused("no more channels for one peer at this relay")
        one.opened += 1
        other.invited += 1
        channel = secrets.token_bytes(CHANNEL_BYTES)
        self._channels[head_of(channel)] = Channel(one, other, self._clock())
        self.seat(opener, opener_hops)
        self.seat(target, target_hops)
        return channel

    def cut(self, channel: bytes) -> tuple[PeerId, PeerId] | None:
        """Ends a channel; returns its ends, or None if there is none of that id."""
        gone = self._channels.pop(head_of(channel), None)
        if gone is None:
            return None
        gone.opener.opened -= 1
        gone.target.invited -= 1
        self._leave(gone.opener)
        self._leave(gone.target)
        return gone.ends

    def ends_of(self, channel: bytes) -> tuple[PeerId, PeerId] | None:
        found = self._channels.get(head_of(channel))
        return found.ends if found else None

    def channels_of(self, peer: PeerId) -> list[bytes]:
        return [head[1:] for head, channel in self._channels.items() if peer in channel.ends]

    def idle(self, now: float) -> list[bytes]:
        """Channels that are to be cut."""
        return [head[1:] for head, channel in self._channels.items() if now - channel.used_s > self._limits.idle_s]

    def _seat_of(self, peer: PeerId) -> Seat:
        seat = self._seats.get(peer)
        if seat is None:
            allowance = Allowance(self._limits.peer_bytes_per_s, self._limits.burst_s, self._clock())
            seat = self._seats[peer] = Seat(peer, allowance)
        return seat

    def _leave(self, seat: Seat) -> None:
        if not seat.opened and not seat.invited:
            self._seats.pop(seat.peer, None)

    # --- datagrams

    def pass_on(self, head: bytes, view: memoryview, size_bytes: int, source: SocketAddress) -> None:
        """Datagrams of one channel as the kernel gave them: `size_bytes` each but the last. What is beyond an
        allowance, or not from either end, is lost."""
        hop = self._admit(head, len(view), source)
        if hop is None:
            return
        if isinstance(hop, tuple):
            self._out.forward(hop, view, size_bytes)
        else:
            count = len(view)
            hop.send([bytes(view[at : min(at + size_bytes, count)]) for at in range(0, count, size_bytes)])

    def pass_on_each(self, head: bytes, datagrams: Sequence[bytes], source: Hop) -> None:
        """The same for datagrams that came one by one, or out of a tunnel."""
        hop = self._admit(head, sum(map(len, datagrams)), source)
        if hop is not None:
            self._out.send_to(hop, datagrams)

    def _admit(self, head: bytes, count_bytes: int, source: Hop) -> Hop | None:
        """Where it goes; None if it does not. Done for every batch, so as plain as can be."""
        channel = self._channels.get(head)
        if channel is None:
            return None
        sender, receiver = channel.opener, channel.target
        if source not in sender.sources:
            sender, receiver = receiver, sender
            if source not in sender.sources:
                return None
        hop = receiver.hop
        now = self._clock()
        if hop is None or not sender.allowance.take(count_bytes, now) or not self._total.take(count_bytes, now):
            return None
        up, down = self._budget.upload, self._budget.download
        if up.ready_at(now) is not None or down.ready_at(now) is not None:
            return None
        up.take(now, count_bytes)
        down.take(now, count_bytes)
        channel.used_s = now
        channel.carried_bytes += count_bytes - HEAD_BYTES
        self.carried_bytes += count_bytes
        return hop
