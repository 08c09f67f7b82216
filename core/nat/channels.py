"""This peer's own ends of channels: sealed datagrams to another peer by way of a relay."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from core.identity.ids import PeerId
from core.nat.datagrams import HEAD_BYTES, INNER_BYTES, head_of
from core.transport.api import Address, Path, PathKind
from core.transport.hops import Hop


class RelayLink(Protocol):
    """What a channel needs of the link to its relay."""

    @property
    def hop(self) -> Hop: ...

    @property
    def remote_address(self) -> Address: ...


class Mouth(Protocol):
    """Where datagrams go out and come in: the endpoint."""

    def send_to(self, hop: Hop, datagrams: Sequence[bytes]) -> None: ...

    def receive(self, datagrams: Sequence[tuple[bytes, Hop]]) -> None: ...


CHANNELS_LIMIT = 512
"""Of all kinds at a time; a relay cannot make this peer remember more."""

LinkTo = Callable[[PeerId], RelayLink | None]


class Channel:
    """A `core.transport.hops.Carrier`: works while this peer has a link to the relay, and the other one too."""

    datagram_bytes = INNER_BYTES

    def __init__(self, peer: PeerId, relay: PeerId, channel: bytes, mouth: Mouth, link_to: LinkTo) -> None:
        self.peer = peer
        self.relay = relay
        self.channel = channel
        self.is_open = True
        self.used_s = 0.0
        """When something last came by it."""
        self._head = head_of(channel)
        self._mouth = mouth
        self._link_to = link_to
        self._address = Address("", 0)

    @property
    def head(self) -> bytes:
        return self._head

    @property
    def path(self) -> Path:
        link = self._link_to(self.relay)
        if link is None:
            return Path(PathKind.RELAYED, self._address, self.relay)
        self._address = link.remote_address
        kind = PathKind.RELAYED if isinstance(link.hop, tuple) else PathKind.TUNNELLED
        return Path(kind, self._address, self.relay)

    @property
    def hop(self) -> Hop | None:
        """Where its datagrams come from and go to; None without a link to the relay."""
        link = self._link_to(self.relay)
        return link.hop if link is not None and self.is_open else None

    def send(self, datagrams: Sequence[bytes]) -> None:
        hop = self.hop
        if hop is not None:
            self._mouth.send_to(hop, [self._head + data for data in datagrams if len(data) <= INNER_BYTES])

    def __repr__(self) -> str:
        return f"<channel to {self.peer} through {self.relay}>"


class Channels:
    """All of this peer's channels, by the head of their datagrams."""

    def __init__(self, mouth: Mouth, link_to: LinkTo, clock: Callable[[], float]) -> None:
        self._mouth = mouth
        self._link_to = link_to
        self._clock = clock
        self._by_head: dict[bytes, Channel] = {}

    def __contains__(self, head: bytes) -> bool:
        return head in self._by_head

    def __iter__(self) -> Iterator[Channel]:
        return iter(list(self._by_head.values()))

    def __len__(self) -> int:
        return len(self._by_head)

    def add(self, peer: PeerId, relay: PeerId, channel: bytes) -> Channel:
        made = Channel(peer, relay, channel, self._mouth, self._link_to)
        made.used_s = self._clock()
        self._by_head[made.head] = made
        return made

    def remove(self, channel: bytes, relay: PeerId) -> Channel | None:
        """Only a channel through that relay: nobody else has a say in it."""
        found = self._by_head.get(head_of(channel))
        if found is None or found.relay != relay:
            return None
        del self._by_head[found.head]
        found.is_open = False
        return found

    def of(self, *, peer: PeerId | None = None, relay: PeerId | None = None) -> list[Channel]:
        return [
            channel
            for channel in self._by_head.values()
            if (peer is None or channel.peer == peer) and (relay is None or channel.relay == relay)
        ]

    # --- datagrams that come in

    def take_in(self, head: bytes, view: memoryview, size_bytes: int, source: Hop) -> None:
        """Datagrams as the kernel gave them: `size_bytes` each but the last."""
        content = bytes(view)
        cut = [content[at + HEAD_BYTES : at + size_bytes] for at in range(0, len(content), size_bytes)]
        self._receive(head, cut, source)

    def take_in_each(self, head: bytes, datagrams: Sequence[bytes], source: Hop) -> None:
        self._receive(head, [data[HEAD_BYTES:] for data in datagrams], source)

    def _receive(self, head: bytes, datagrams: Sequence[bytes], source: Hop) -> None:
        channel = self._by_head.get(head)
        if channel is not None and channel.hop == source:
            channel.used_s = self._clock()
            self._mouth.receive([(data, channel) for data in datagrams])
