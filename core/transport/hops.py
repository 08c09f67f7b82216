"""Where datagrams go: to an address through this engine's socket, or to somebody who carries them further."""

from collections.abc import Sequence
from typing import Protocol

from core.identity.ids import PeerId
from core.transport.api import Address, Path, Relayed, Tunnelled
from core.transport.udp import SocketAddress


class Carrier(Protocol):
    """Takes datagrams where the socket alone cannot: a relay's channel, a tunnel. Hashable by identity."""

    @property
    def path(self) -> Path:
        """What a link that uses it is said to use."""
        ...

    @property
    def datagram_bytes(self) -> int:
        """The longest datagram that it takes."""
        ...

    def send(self, datagrams: Sequence[bytes]) -> None:
        """Datagrams that it does not take are lost, as datagrams are."""
        ...


Hop = SocketAddress | Carrier
"""Source or next stop of a datagram: as the socket gives it, or whoever brought it."""


class Guide(Protocol):
    """What an endpoint asks of those who know the surroundings (`core.nat`). All methods may be called at any time."""

    def candidates(self) -> Sequence[Address]:
        """Where this peer might be reached straight, best first: seen from outside, mapped, of its interfaces."""
        ...

    def is_near(self, address: Address) -> bool:
        """Whether a private address may be one of this peer's own network."""
        ...

    async def channel_to(self, place: Relayed, peer: PeerId) -> Carrier:
        """A way to `peer` through that relay. Raises `PeerFault`."""
        ...

    async def tunnel_to(self, place: Tunnelled) -> Carrier:
        """Raises `PeerFault`."""
        ...

    def on_dial(self, peer: PeerId) -> None:
        """`peer` is about to be dialed: common acquaintances may tell it to open its router for this one."""
        ...
