"""What the layers above know of the network: links between authenticated peers, and streams of typed messages on them.

`core.transport.endpoint.Endpoint` fulfils `Transport` over QUIC; `tests/sim` fulfils it in memory and virtual time.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Protocol, Self, TypeVar

import msgspec

from core.identity.ids import PeerId

Buffer = bytes | bytearray | memoryview


class Message(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Base of everything peers say to each other; the class's name travels as its tag.

    A transport is built with the union of all messages its engine understands; whatever else arrives is a
    `ProtocolViolation`. A message is at most `MESSAGE_BYTES` long; what is larger travels as payload. Subclasses
    repeat `frozen=True` (mypy asks for it).
    """


MESSAGE_BYTES = 1 << 20
PAYLOAD_BYTES = 1 << 22
"""Longest single payload; a tensor travels as many."""
REMEMBERED_PLACES = 8192
"""The same texts stand in every copy of a peer's record."""

M = TypeVar("M", bound=Message)


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """Where a UDP datagram can be sent: a numeric IPv4 or IPv6 address, or a host name before it is resolved."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """`host:port` or `[v6]:port`; raises `ValueError`."""
        host, separator, port = text.strip().rpartition(":")
        if not separator or not host or not port.isascii() or not port.isdigit() or not 0 <= int(port) < 65536:
            raise ValueError(f"{text!r} is not an address of the form host:port")
        if host.startswith("[") != host.endswith("]") or (":" in host and not host.startswith("[")):
            raise ValueError(f"{text!r} is not an address of the form host:port")
        return cls(host.strip("[]"), int(port))


@dataclass(frozen=True, slots=True, order=True)
class Tunnelled:
    """A relay that can be reached over TLS/TCP at `address`, from where UDP is blocked."""

    address: Address

    def __str__(self) -> str:
        return f"tls/{self.address}"


@dataclass(frozen=True, slots=True, order=True)
class Relayed:
    """A peer that can be reached through `relay`, which listens at `address`."""

    relay: PeerId
    address: Address

    def __str__(self) -> str:
        return f"via/{self.relay.text}/{self.address}"


Place = Address | Tunnelled | Relayed
"""Where a peer can be reached. In records and invitations a place is its text."""


@lru_cache(REMEMBERED_PLACES)
def parse_place(text: str) -> Place:
    """`host:port`, `tls/host:port` or `via/<peer id>/host:port`; raises `ValueError`."""
    kind, _, rest = text.strip().partition("/")
    match kind if rest else "":
        case "tls":
            return Tunnelled(Address.parse(rest))
        case "via":
            relay, _, address = rest.partition("/")
            return Relayed(PeerId.parse(relay), Address.parse(address))
    return Address.parse(text)


class PathKind(StrEnum):
    """How a link's datagrams travel, best first."""

    DIRECT = "direct"
    """Straight to an address at which the peer accepts links."""
    PUNCHED = "punched"
    """Straight, through a hole that both sides made in their routers."""
    RELAYED = "relayed"
    """Sealed, through a relay."""
    TUNNELLED = "tunnelled"
    """Over TLS/TCP to a relay, because UDP is blocked here; the peer is the relay or lies behind it."""


@dataclass(frozen=True, slots=True)
class Path:
    """The way that a link takes now."""

    kind: PathKind
    address: Address
    """Of the peer where the path is straight, else of the relay."""
    relay: PeerId | None = None


class Stream(Protocol):
    """One ordered exchange of messages and payloads with one peer, with back-pressure in both directions.

    Sending waits while the receiver has not read what was sent before (at most a few MiB are under way).
    All methods raise `LinkLost` once the link or stream has ended.
    """

    @property
    def peer_id(self) -> PeerId: ...

    async def send(self, message: Message) -> None: ...

    async def receive(self, kind: type[M]) -> M:
        """Next message. Raises `ProtocolViolation` if it is not a `kind` (a base class or union is fine),
        `LinkLost` if the stream ended before it."""
        ...

    async def send_payload(self, data: Buffer) -> None:
        """`data` is read until this returns and is the caller's again after it; at most `PAYLOAD_BYTES`."""
        ...

    async def drain(self) -> None:
        """Returns when all that was sent has left this computer, whether or not it has arrived."""
        ...

    async def receive_payload(self, limit_bytes: int) -> bytes | bytearray:
        """Next payload, owned by the caller; `ProtocolViolation` if longer than `limit_bytes` or a message."""
        ...

    def finish(self) -> None:
        """Nothing more will be sent; what was sent still arrives. Receiving goes on."""
        ...

    def reset(self, reason: str = "") -> None:
        """Ends the stream at once in both directions; the other side sees `LinkLost` with `reason`."""
        ...


class Link(Protocol):
    """One authenticated connection to one peer."""

    @property
    def peer_id(self) -> PeerId: ...

    @property
    def public_key(self) -> bytes:
        """The peer's proven Ed25519 key, 32 bytes; `PeerId.of_key` of it is `peer_id`."""
        ...

    @property
    def greeting(self) -> Message:
        """What the peer said of itself when the link was made."""
        ...

    @property
    def remote_address(self) -> Address: ...

    @property
    def path(self) -> Path:
        """May change while the link lives: to a straight path when one is found, to a relay when that breaks."""
        ...

    @property
    def is_open(self) -> bool: ...

    @property
    def round_trip_s(self) -> float:
        """Smoothed round-trip time; 0.0 while unknown."""
        ...

    async def open(self, first: Message) -> Stream:
        """A new stream whose first message is `first`; the other side's `Serve` is called with it."""
        ...

    async def request(self, message: Message, reply: type[M], *, timeout_s: float = 10.0) -> M:
        """One message out, one back. Raises `PeerTimeout`, `Refused`, `LinkLost` or `ProtocolViolation`."""
        ...

    def close(self, reason: str = "") -> None: ...

    async def wait_closed(self) -> str:
        """Returns the reason once the link has ended."""
        ...


class Refusal(Message, frozen=True):
    """Answer of a peer that declines; `Link.request` and `Stream.receive` raise it as `Refused`."""

    reason: str


Serve = Callable[[Link, Stream, Message], Awaitable[None]]
"""Called in a task of its own for each stream a peer opens, with the stream's first message. When it returns,
the stream is finished. A `PeerFault` from it resets the stream; `ProtocolViolation` closes the link."""


Greeting = Callable[[], Message]
"""What this peer says of itself on a new link: asked anew for each one."""

Admit = Callable[[PeerId, Message], str]
"""Judges an authenticated peer by its greeting, on both sides of each new link: an empty string lets it in, anything
else is the reason that the other side is told before the link is closed. Nothing else is read from it before."""


class Transport(Protocol):
    """Makes and accepts links."""

    @property
    def addresses(self) -> Sequence[Address]:
        """Where this peer listens, best first."""
        ...

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], *, timeout_s: float = 10.0) -> Link:
        """A link to exactly `peer_id`: an open one if there is one (in whichever direction it was made),
        else a new one. Concurrent dials of one peer share one attempt. With None (an invitation's bootstrap
        address) it is whoever answers there, authenticated all the same.
        Raises `PeerTimeout`, `LinkLost` or `Refused` (with the other side's reason)."""
        ...

    def link_to(self, peer_id: PeerId) -> Link | None:
        """The open link to `peer_id`, if any."""
        ...

    def links(self) -> Sequence[Link]: ...

    async def close(self) -> None: ...
