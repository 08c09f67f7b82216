"""What peers of a run say to each other about reaching each other. All of it on authenticated links."""

from core.identity.ids import PeerId
from core.transport.api import Message

CHANNEL_BYTES = 8
NONCE_BYTES = 8


# Relays


class Reserve(Message, frozen=True, kw_only=True):
    """Asks a relay to pass on channels to this peer for a while; said again to renew. Answered by `Reserved`."""


class Reserved(Message, frozen=True, kw_only=True):
    lifetime_s: float


class OpenChannel(Message, frozen=True, kw_only=True):
    """Asks a relay for a way to `peer`, which has a reservation there. Answered by `ChannelOpen`."""

    peer: PeerId


class ChannelOpen(Message, frozen=True, kw_only=True):
    channel: bytes
    """Names the channel in each datagram; nobody else can guess it."""


class ChannelWanted(Message, frozen=True, kw_only=True):
    """A relay tells the holder of a reservation that `peer` has opened `channel` to it. Answered by `Heeded`."""

    channel: bytes
    peer: PeerId


class ChannelClosed(Message, frozen=True, kw_only=True):
    """Either end to the relay, or the relay to either end: nothing will travel by it any more. Answered by `Heeded`."""

    channel: bytes


class Heeded(Message, frozen=True, kw_only=True):
    """Answer where there is nothing to say."""


# What others see


class Look(Message, frozen=True, kw_only=True):
    """Asks how the other side sees this one. Answered by `Seen`."""


class Seen(Message, frozen=True, kw_only=True):
    address: str
    """Where this link's datagrams come from, `host:port`; empty where others carry them."""
    unix_s: float
    """The time there."""


class ProbeMe(Message, frozen=True, kw_only=True):
    """Asks to be sent datagrams with `nonce` from where none has ever come: by another port, and by other peers.
    They go to the address that the asked peer sees, nowhere else. Answered by `Probing`."""

    nonce: bytes
    port: int | None = None
    """Another port of the same address: one that a router was asked to open."""
    avoid: tuple[PeerId, ...] = ()
    """Peers that the asking one has been in touch with."""


class Probing(Message, frozen=True, kw_only=True):
    address: str
    """Where the datagrams went."""
    by_another_port: bool
    by_others: int
    """Peers that were asked to send one."""


class SendProbe(Message, frozen=True, kw_only=True):
    """Asks for one datagram with `nonce` to `address`. Answered by `Heeded`."""

    address: str
    nonce: bytes


# Introductions


class Introduce(Message, frozen=True, kw_only=True):
    """Asks a common acquaintance to pass `OpenRouter` on to `peer`. Answered by `Heeded`."""

    peer: PeerId
    candidates: tuple[str, ...]


class OpenRouter(Message, frozen=True, kw_only=True):
    """`peer` is about to dial the receiver, from one of `candidates`: a few datagrams there open the way.
    Answered by `Heeded`."""

    peer: PeerId
    candidates: tuple[str, ...]


MESSAGES: tuple[type[Message], ...] = (
    Reserve,
    Reserved,
    OpenChannel,
    ChannelOpen,
    ChannelWanted,
    ChannelClosed,
    Heeded,
    Look,
    Seen,
    ProbeMe,
    Probing,
    SendProbe,
    Introduce,
    OpenRouter,
)
"""For the union that a transport is built with."""
