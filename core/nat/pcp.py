"""Port Control Protocol (RFC 6887), the successor of NAT-PMP; providers' own translators (CGN) speak it too."""

import ipaddress
import secrets
import struct
from dataclasses import dataclass

from core.nat.gateway import Route
from core.nat.router import CONTROL_PORT, LIFETIME_S, Grant, RouterFault, exchange
from core.transport.api import Address
from core.transport.scope import parse_ip

VERSION = 2
_ANNOUNCE, _MAP, _ANSWER = 0, 1, 128
_UDP = 17
_ANY = "0.0.0.0"  # noqa: S104  # nothing is bound to it
_REQUEST = struct.Struct("!BBHI16s")
_ANSWER_HEAD = struct.Struct("!BBBBII12x")
_MAPPING = struct.Struct("!12sB3xHH16s")
_RESULTS = {
    1: "speaks another version",
    2: "is set to refuse",
    3: "finds the request malformed",
    4: "does not know this request",
    5: "does not know this option",
    6: "finds the option malformed",
    7: "has no network just now",
    8: "has no room for another port",
    9: "does not know UDP",
    10: "lets this computer open no more ports",
    11: "cannot give the external port asked for",
    12: "sees another address of this computer: there is a translator in between",
    13: "allows no such filter",
}
_SPEAKS_BUT = frozenset({4, 7})
"""Results that only something that speaks PCP gives."""


@dataclass(frozen=True, slots=True)
class MappedPort:
    epoch_s: int
    external: Address
    lifetime_s: int


def _packed(host: str) -> bytes:
    """16 bytes; IPv4 addresses are mapped into IPv6 (section 5)."""
    address = ipaddress.ip_address(host)
    return address.packed if address.version == 6 else b"\0" * 10 + b"\xff\xff" + address.packed


def announce_request(source: str) -> bytes:
    """Asks for the router's epoch and nothing else (section 14.1)."""
    return _REQUEST.pack(VERSION, _ANNOUNCE, 0, 0, _packed(source))


def map_request(source: str, nonce: bytes, internal: int, suggested: Address, lifetime_s: int) -> bytes:
    """For a UDP port (section 11.1); a lifetime of 0 gives it back. `nonce`: 12 bytes that make the mapping ours."""
    head = _REQUEST.pack(VERSION, _MAP, 0, lifetime_s, _packed(source))
    return head + _MAPPING.pack(nonce, _UDP, internal, suggested.port, _packed(suggested.host))


def read_announce(data: bytes) -> int | None:
    """The router's epoch; None for what is no answer to this request. Raises `RouterFault` for a refusal."""
    head = _read_head(data, _ANNOUNCE, _SPEAKS_BUT)
    return None if head is None else head[1]


def read_mapped(data: bytes, nonce: bytes, internal: int) -> MappedPort | None:
    """None for what is no answer about this mapping; raises `RouterFault` for a refusal."""
    if not _is_about(data, nonce, internal):
        return None
    head = _read_head(data, _MAP)
    if head is None or len(data) < _ANSWER_HEAD.size + _MAPPING.size:
        return None
    *_, port, packed = _MAPPING.unpack_from(data, _ANSWER_HEAD.size)
    host = parse_ip(str(ipaddress.IPv6Address(packed)))
    return MappedPort(head[1], Address(str(host), port), head[0])


def _is_about(data: bytes, nonce: bytes, internal: int) -> bool:
    """False only for what speaks of another mapping: an answer too short to speak of any may still be a refusal."""
    if len(data) < _ANSWER_HEAD.size + _MAPPING.size or data[0] != VERSION:
        return True
    answered, protocol, port, *_ = _MAPPING.unpack_from(data, _ANSWER_HEAD.size)
    return bool((answered, protocol, port) == (nonce, _UDP, internal))


def _read_head(data: bytes, request: int, also_fine: frozenset[int] = frozenset()) -> tuple[int, int] | None:
    """(lifetime, epoch), both in seconds."""
    if len(data) < 4 or not data[1] & _ANSWER:
        return None
    if data[0] != VERSION:
        raise RouterFault(f"speaks version {data[0]}")  # 0 is NAT-PMP (appendix A)
    if data[1] != request + _ANSWER or len(data) < _ANSWER_HEAD.size:
        return None
    _, _, _, result, lifetime_s, epoch_s = _ANSWER_HEAD.unpack_from(data)
    if result and result not in also_fine:
        raise RouterFault(_RESULTS.get(result, f"refuses with code {result}"))
    return lifetime_s, epoch_s


class Pcp:
    """See `PortControl`."""

    name = "pcp"

    def __init__(self, route: Route, port: int, *, control_port: int = CONTROL_PORT) -> None:
        self._server = Address(route.gateway, control_port)
        self._source = route.source
        self._port = port
        self._nonce = secrets.token_bytes(12)
        # Later the one that was granted, so that a router that restarted gives the same again (section 11.2.1).
        self._external = Address(_ANY, port)

    async def probe(self) -> None:
        await exchange(self._server, announce_request(self._source), read_announce)

    async def open(self) -> Grant:
        mapped = await self._map(self._external, LIFETIME_S)
        if not mapped.external.port or not mapped.lifetime_s:
            raise RouterFault("opened nothing")
        self._external = mapped.external
        return Grant(mapped.external, mapped.lifetime_s)

    async def check(self) -> str | None:
        # There is no smaller question whose answer tells the external address, and asking again harms nothing.
        before = self._external
        grant = await self.open()
        return grant.external.host if grant.external.port == before.port else None

    async def shut(self) -> None:
        await self._map(Address(_ANY, 0), 0)  # section 15.1 with erratum 3621

    async def _map(self, suggested: Address, lifetime_s: int) -> MappedPort:
        request = map_request(self._source, self._nonce, self._port, suggested, lifetime_s)
        return await exchange(self._server, request, lambda data: read_mapped(data, self._nonce, self._port))
