"""What an endpoint is told when it is opened."""

import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.packet import QuicProtocolVersion
from aioquic.tls import CipherSuite
from cryptography import x509

from core.identity.keys import Identity
from core.transport.api import Address, Admit, Greeting, Message, Serve
from core.transport.budget import Budget
from core.transport.congestion import NAME as CONSIDERATE
from core.transport.hops import Guide, Hop
from core.transport.link import QuicLink
from core.transport.udp import Divert, OpenUdp, open_udp

ALPN = "idlewild/1"
_ON_LOOPBACK = "cubic"
"""Where packets never leave this computer there is nobody to be considerate to, and a busy processor, which delays them
like a queue would, is no reason to step back. aioquic's own."""
ID_BYTES = 8
"""Of the connection ids that this peer gives out."""
QUIC_VERSIONS = (QuicProtocolVersion.VERSION_1,)


Plain = Callable[[bytes, Hop], None]


def _ignore_link(link: QuicLink) -> None:
    pass


def _ignore_loss(link: QuicLink, reason: str) -> None:
    pass


def _ignore_bug(bug: Exception) -> None:
    pass


def in_turn(*callbacks: Callable[..., None]) -> Callable[..., None]:
    """One callback that tells all of `callbacks`, in that order."""

    def tell(*arguments: object) -> None:
        for callback in callbacks:
            callback(*arguments)

    return tell


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointConfig:
    """What an endpoint is and whom it tells."""

    identity: Identity
    messages: Sequence[type[Message]]
    """All messages that this engine understands."""
    greeting: Greeting
    admit: Admit
    serve: Serve
    listen: Address | None = None
    """Numeric; port 0 takes any free one. None: any port of all IPv4 interfaces."""
    on_link: Callable[[QuicLink], None] = _ignore_link
    """A link is open. One peer may have several for a while; `Endpoint.link_to` names the newest."""
    on_link_lost: Callable[[QuicLink, str], None] = _ignore_loss
    """That link has ended, for this reason. The peer is gone if `Endpoint.link_to` has no other."""
    on_bug: Callable[[Exception], None] = _ignore_bug
    """An unexpected exception in `serve`, `admit`, a callback or below, after it was logged. Tests fail on it."""
    idle_timeout_s: float = 6.0
    """A peer that is silent for so long is gone; it is asked for a sign of life four times as often."""
    handshake_timeout_s: float = 10.0
    datagram_bytes: int = 1200
    """What every path carries (RFC 9000, section 14)."""
    loopback_datagram_bytes: int = 16_000
    """At most 16,383, which is as long as a frame's 2-byte length field can say."""
    pending_links: int = 64
    """Peers that are not yet admitted at a time; more are not answered."""
    retry_from: int = 16
    """From so many on, a new one must first show that its address is not forged (RFC 9000, section 8.1.2)."""
    congestion_control: str = CONSIDERATE
    budget: Budget = field(default_factory=Budget)
    """The user's caps. They may be changed while the endpoint is open; no two endpoints share one unless meant to."""
    fast_path: bool = True
    """Bulk data bypasses the slower parts of aioquic (`core.transport.fast_path`)."""
    udp: OpenUdp = open_udp
    guide: Guide | None = None
    """Whoever knows ways that are not straight. None: addresses are all there is."""
    on_path: Callable[[QuicLink], None] = _ignore_link
    """That link takes another path than before."""
    plain: Mapping[int, Plain] = field(default_factory=dict)
    """Who gets datagrams that are not QUIC, by their first byte."""
    divert: Divert | None = None
    """Who gets datagrams that are to be forwarded, before they are cut apart (`core.transport.udp`)."""

    def for_quic(self, certificate: x509.Certificate, *, is_client: bool, size: int) -> QuicConfiguration:
        """For one connection; `size`: longest datagram to send, in bytes."""
        return QuicConfiguration(
            is_client=is_client,
            alpn_protocols=[ALPN],
            certificate=certificate,
            private_key=self.identity.private_key,
            # Certificates prove a key and nothing else; whose key it must be is checked above TLS.
            verify_mode=ssl.CERT_NONE,
            cipher_suites=[CipherSuite.AES_128_GCM_SHA256, CipherSuite.CHACHA20_POLY1305_SHA256],
            congestion_control_algorithm=self.congestion_control if size <= self.datagram_bytes else _ON_LOOPBACK,
            connection_id_length=ID_BYTES,
            # Silence is judged by the endpoint; this one is the net below it.
            idle_timeout=2 * self.idle_timeout_s,
            max_datagram_size=size,
            supported_versions=list(QUIC_VERSIONS),
        )
