"""Which addresses of the internet a volunteer's computer may be sent to by somebody else."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from core.transport.scope import parse_ip

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_6TO4 = ipaddress.IPv6Network("2002::/16")

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a host by its name. Raises `OSError`."""


class NotPublic(OSError):
    """A name leads into somebody's home."""


def is_public(host: str) -> bool:
    """Whether `host` is an address, and one of the whole internet: nobody's home, nobody's neighbour."""
    ip = parse_ip(host)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in _NAT64:
            ip = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        elif ip in _6TO4 or ip.is_site_local:
            return False
    return ip is not None and ip.is_global and not (ip.is_multicast or ip.is_reserved)


async def resolve(host: str, port: int) -> list[str]:
    """As the system does."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in found))


class PublicOnly(AbstractResolver):
    """Leads aiohttp to addresses that are allowed. They are looked at where they are used, so that a name which means
    something else at each question changes nothing."""

    def __init__(self, resolve: Resolve, is_allowed: Callable[[str], bool]) -> None:
        self._resolve = resolve
        self._is_allowed = is_allowed

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._resolve(host, port)
        allowed = [address for address in found if self._is_allowed(address)]
        if not allowed:
            raise NotPublic(_nowhere(host, found))
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=_family(address),
                proto=socket.IPPROTO_TCP,
                flags=socket.AI_NUMERICHOST,
            )
            for address in allowed
        ]

    def socket(self, info: aiohttp.AddrInfoType) -> socket.socket:
        """For one address: here nothing passes that came another way, such as an address that stood for a name."""
        family, kind, protocol, _, address = info
        if not self._is_allowed(str(address[0])):
            raise NotPublic(_nowhere(str(address[0]), [str(address[0])]))
        return socket.socket(family, kind, protocol)

    async def close(self) -> None:
        pass


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _nowhere(host: str, found: list[str]) -> str:
    if not found:
        return f"{host} has no address"
    return f"{host} leads to {found[0]}, which is no address of the public internet"
