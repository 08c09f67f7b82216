"""NAT Port Mapping Protocol (RFC 6886): what many home routers speak besides UPnP."""

import asyncio
import ipaddress
import struct
from dataclasses import dataclass

from core.nat.router import CONTROL_PORT, LIFETIME_S, Grant, RouterFault, exchange
from core.transport.api import Address

VERSION = 0
_ADDRESS, _MAP_UDP, _ANSWER = 0, 1, 128
_ADDRESS_ANSWER = struct.Struct("!BBHI4s")
_MAP_REQUEST = struct.Struct("!BBHHHI")
_MAP_ANSWER = struct.Struct("!BBHIHHI")
_RESULTS = {
    1: "speaks another version",
    2: "is set to refuse",
    3: "has no address from its provider",
    4: "has no room for another port",
    5: "does not know this request",
}
_CLOCK_SLACK_S = 2.0


@dataclass(frozen=True, slots=True)
class ExternalAddress:
    epoch_s: int
    """Since the router forgot its mappings last."""
    host: str


@dataclass(frozen=True, slots=True)
class MappedPort:
    epoch_s: int
    internal: int
    external: int
    lifetime_s: int


def address_request() -> bytes:
    return bytes([VERSION, _ADDRESS])


def map_request(internal: int, external: int, lifetime_s: int) -> bytes:
    """For a UDP port; a lifetime of 0 gives the port back (then `external` is 0)."""
    return _MAP_REQUEST.pack(VERSION, _MAP_UDP, 0, internal, external, lifetime_s)


def read_address(data: bytes) -> ExternalAddress | None:
    """None for what is no answer to an address request; raises `RouterFault` for a refusal."""
    if not _is_answer(data, _ADDRESS) or len(data) < _ADDRESS_ANSWER.size:
        return None
    _, _, _, epoch_s, packed = _ADDRESS_ANSWER.unpack_from(data)
    return ExternalAddress(epoch_s, str(ipaddress.IPv4Address(packed)))


def read_mapped(data: bytes, internal: int) -> MappedPort | None:
    """None for what is no answer about the port `internal`; raises `RouterFault` for a refusal."""
    if not _is_answer(data, _MAP_UDP) or len(data) < _MAP_ANSWER.size:
        return None
    _, _, _, epoch_s, answered, external, lifetime_s = _MAP_ANSWER.unpack_from(data)
    return MappedPort(epoch_s, answered, external, lifetime_s) if answered == internal else None


def _is_answer(data: bytes, request: int) -> bool:
    if len(data) < 4 or data[1] != request + _ANSWER:
        return False
    result = data[3] if data[0] else int.from_bytes(data[2:4], "big")  # newer versions keep the result in one byte
    if result:
        raise RouterFault(_RESULTS.get(result, f"refuses with code {result}"))
    return data[0] == VERSION


class NatPmp:
    """See `PortControl`."""

    name = "nat-pmp"

    def __init__(self, gateway: str, port: int, *, control_port: int = CONTROL_PORT) -> None:
        self._server = Address(gateway, control_port)
        self._port = port
        self._external = port
        self._epoch: tuple[int, float] | None = None

    async def probe(self) -> None:
        await exchange(self._server, address_request(), read_address)

    async def open(self) -> Grant:
        request = map_request(self._port, self._external, LIFETIME_S)
        mapped = await exchange(self._server, request, lambda data: read_mapped(data, self._port))
        if not mapped.external or not mapped.lifetime_s:
            raise RouterFault("opened nothing")
        self._external = mapped.external
        seen = await exchange(self._server, address_request(), read_address)
        self._epoch = (seen.epoch_s, asyncio.get_running_loop().time())
        return Grant(Address(seen.host, mapped.external), mapped.lifetime_s)

    async def check(self) -> str | None:
        seen = await exchange(self._server, address_request(), read_address)
        now_s = asyncio.get_running_loop().time()
        before, self._epoch = self._epoch, (seen.epoch_s, now_s)
        if before is not None and has_restarted(before[0], seen.epoch_s, now_s - before[1]):
            return None
        return seen.host

    async def shut(self) -> None:
        request = map_request(self._port, 0, 0)
        await exchange(self._server, request, lambda data: read_mapped(data, self._port))


def has_restarted(before_s: int, now_s: int, elapsed_s: float) -> bool:
    """Whether a router whose epoch was `before_s` and is `now_s`, `elapsed_s` later, began anew in between; its clock
    may be an eighth slow (RFC 6886, section 3.6)."""
    return now_s + _CLOCK_SLACK_S < before_s + elapsed_s * 7 / 8
