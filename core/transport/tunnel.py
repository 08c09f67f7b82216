"""Datagrams over TLS/TCP, for networks that let no UDP through.

Each datagram travels behind its length in two bytes. TLS is there for the middleboxes on the way: its certificate means
nothing, and peers prove who they are in the QUIC inside.
"""

import asyncio
import contextlib
import datetime
import ipaddress
import logging
import socket
import ssl
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from core.errors import LinkLost, LocalFault, PeerTimeout
from core.saying import say
from core.transport.api import Address, Path, PathKind
from core.transport.meter import Meter

logger = logging.getLogger(__name__)

TUNNEL_DATAGRAM_BYTES = 9_000
"""There is no datagram on the way that could be too long; but what is lost when a tunnel is full is lost whole."""
BUFFER_BYTES = 256 << 10
"""What waits for TCP at most: more would only be delay. The QUIC inside takes the loss for what it is."""
_UNSENT_BYTES = 128 << 10
_HANDSHAKE_S = 5.0
_ALPN = ["h2", "http/1.1"]
_BACKLOG = 64
_ACCEPT_AGAIN_S = 1.0

Receive = Callable[[Sequence[bytes], "Tunnel"], None]
"""Called with datagrams as they came out of a tunnel."""


@dataclass(frozen=True, slots=True)
class TunnelLimits:
    """How much a relay spends on tunnels."""

    tunnels: int = 256
    per_host: int = 8
    """IPv4 address, or IPv6 network of 64 bits."""
    idle_s: float = 30.0
    """Without a datagram; the QUIC inside says something far more often."""


class Tunnel(asyncio.Protocol):
    """One end of a tunnel: a `core.transport.hops.Carrier`."""

    datagram_bytes = TUNNEL_DATAGRAM_BYTES

    def __init__(self, receive: Receive, idle_s: float, meter: Meter) -> None:
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the tunnel has ended."""
        self.dropped = 0
        """Datagrams for which there was no room."""
        self._receive = receive
        self._idle_s = idle_s
        self._meter = meter
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._path = Path(PathKind.TUNNELLED, Address("", 0))
        self._heard_s = 0.0
        self._watch: asyncio.TimerHandle | None = None

    @property
    def path(self) -> Path:
        return self._path

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def send(self, datagrams: Sequence[bytes]) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if transport.get_write_buffer_size() > BUFFER_BYTES:
            self.dropped += len(datagrams)
            return
        framed = b"".join([piece for data in datagrams for piece in (len(data).to_bytes(2, "big"), data)])
        self._meter.note_stream(sent_bytes=len(framed))
        transport.write(framed)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # What asyncio tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host, port = transport.get_extra_info("peername")[:2]
        self._path = Path(PathKind.TUNNELLED, Address(host.removeprefix("::ffff:"), port))
        _tune(transport.get_extra_info("socket"))
        self._heard_s = asyncio.get_running_loop().time()
        self._look()

    def data_received(self, data: bytes) -> None:
        self._heard_s = asyncio.get_running_loop().time()
        self._meter.note_stream(received_bytes=len(data))
        if self._rest:
            data = self._rest + data
        datagrams, used = split(data)
        self._rest = data[used:]
        if datagrams:
            self._receive(datagrams, self)

    def connection_lost(self, fault: Exception | None) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if not self.lost.done():
            self.lost.set_result(None)

    def _look(self) -> None:
        """Ends a tunnel that nobody uses."""
        loop = asyncio.get_running_loop()
        due_s = self._heard_s + self._idle_s
        if loop.time() >= due_s:
            self.close()
        else:
            self._watch = loop.call_at(due_s, self._look)


def split(data: bytes) -> tuple[list[bytes], int]:
    """The whole datagrams at the beginning of `data`, and how many of its bytes they take."""
    datagrams: list[bytes] = []
    at, end = 0, len(data)
    while end - at >= 2:
        stop = at + 2 + (data[at] << 8 | data[at + 1])
        if stop > end:
            break
        datagrams.append(data[at + 2 : stop])
        at = stop
    return datagrams, at


async def open_tunnel(
    address: Address, receive: Receive, *, idle_s: float = 30.0, timeout_s: float = 5.0, meter: Meter | None = None
) -> Tunnel:
    """A tunnel to the relay that listens at `address` (TCP). Raises `LinkLost` or `PeerTimeout`."""
    loop, counted = asyncio.get_running_loop(), meter or Meter()
    try:
        async with asyncio.timeout(timeout_s):
            _, tunnel = await loop.create_connection(
                lambda: Tunnel(receive, idle_s, counted),
                address.host,
                address.port,
                ssl=_client_context(),
                server_hostname="",
                happy_eyeballs_delay=0.25,
            )
    except TimeoutError:
        raise PeerTimeout(f"no tunnel to {address} within {timeout_s:g} s") from None
    except (OSError, UnicodeError) as fault:  # ssl.SSLError is an OSError
        raise LinkLost(f"no tunnel to {address}: {fault}") from fault
    return tunnel


class TunnelServer:
    """Accepts tunnels at one TCP address."""

    def __init__(self, listener: socket.socket, receive: Receive, limits: TunnelLimits, meter: Meter) -> None:
        """For `open`."""
        self._listener = listener
        self._receive = receive
        self._limits = limits
        self._meter = meter
        self._context = _server_context()
        self._hosts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._spawn(self._accept())

    @classmethod
    async def open(
        cls, listen: Address, receive: Receive, limits: TunnelLimits | None = None, meter: Meter | None = None
    ) -> Self:
        """Raises `LocalFault` if that address cannot be had."""
        try:
            listener = _listen(listen)
        except OSError as fault:
            raise LocalFault(
                say(
                    "TCP port {port} on {host} cannot be listened on: {reason}.",
                    port=str(listen.port),
                    host=listen.host,
                    reason=str(fault),
                )
            ) from fault
        return cls(listener, receive, limits or TunnelLimits(), meter or Meter())

    @property
    def address(self) -> Address:
        host, port = self._listener.getsockname()[:2]
        return Address(host, port)

    @property
    def count(self) -> int:
        """Tunnels, those included whose TLS is not yet there."""
        return self._hosts.total()

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._listener.close()

    def _spawn(self, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                raw, source = await loop.sock_accept(self._listener)
            except OSError as fault:  # out of file descriptors, or a connection that ended before it was accepted
                logger.debug("accepting tunnels: %s", fault)
                await asyncio.sleep(_ACCEPT_AGAIN_S)
                continue
            host = network_of(source[0])
            if self.count >= self._limits.tunnels or self._hosts[host] >= self._limits.per_host:
                raw.close()
                continue
            self._hosts[host] += 1
            self._spawn(self._host(raw, host))

    async def _host(self, raw: socket.socket, host: str) -> None:
        """One tunnel, from its TLS handshake to its end."""
        tunnel: Tunnel | None = None
        try:
            _, tunnel = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: Tunnel(self._receive, self._limits.idle_s, self._meter),
                raw,
                ssl=self._context,
                ssl_handshake_timeout=_HANDSHAKE_S,
            )
            await tunnel.lost
        except OSError as fault:  # whoever knocks here may speak anything
            logger.debug("no tunnel from %s: %s", host, fault)
        finally:
            if tunnel is not None:
                tunnel.close()
            self._hosts[host] -= 1
            if not self._hosts[host]:
                del self._hosts[host]


def _listen(listen: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in listen.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setblocking(False)
        with contextlib.suppress(OSError):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind((listen.host, listen.port))
        listener.listen(_BACKLOG)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


def _tune(raw: socket.socket) -> None:
    """Datagrams leave at once, and the kernel holds few of them."""
    options = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _UNSENT_BYTES))
    for level, option, value in options:
        try:
            raw.setsockopt(level, option, value)
        except OSError as refused:
            logger.debug("tunnel socket keeps its setting: %s", refused)


def network_of(host: str) -> str:
    """Whose tunnels are counted together: an IPv4 address, or an IPv6 network of 64 bits. `host` is numeric."""
    address = ipaddress.ip_address(host.removeprefix("::ffff:").partition("%")[0])
    return str(ipaddress.ip_network(f"{address}/64", strict=False)) if address.version == 6 else str(address)


def _client_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(_ALPN)
    return context


def _server_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(_ALPN)
    with tempfile.TemporaryDirectory() as folder:  # the ssl module takes files only; this user alone can read it
        pair = FilePath(folder) / "pair.pem"
        pair.write_bytes(_self_signed_pair())
        context.load_cert_chain(pair)
    return context


def _self_signed_pair() -> bytes:
    """A new key and a certificate for it, PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365))
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain
    ) + certificate.public_bytes(serialization.Encoding.PEM)
