"""Several addresses, one link: attempts start one after the other and run side by side; the first to succeed wins."""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from core.errors import LinkLost, PeerFault, Refused
from core.transport.api import Address
from core.transport.udp import SocketAddress

T = TypeVar("T")
R = TypeVar("R")

STAGGER_S = 0.25
"""RFC 8305, section 8: the time an address has before the next one is tried beside it."""


async def race(candidates: Sequence[T], attempt: Callable[[T], Awaitable[R]], *, stagger_s: float = STAGGER_S) -> R:
    """What the first successful attempt returns; the others are cancelled.

    If all fail: the most telling of their faults, a refusal before anything else.
    """
    running: set[asyncio.Future[R]] = set()
    faults: list[PeerFault] = []
    waiting = list(candidates)
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.ensure_future(attempt(waiting.pop(0))))
            done, running = await asyncio.wait(
                running, timeout=stagger_s if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                fault = task.exception()
                if fault is None:
                    return task.result()
                if not isinstance(fault, PeerFault):
                    raise fault
                faults.append(fault)
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    refusals = [fault for fault in faults if isinstance(fault, Refused)]
    raise (refusals or faults or [LinkLost("there is no address to dial")])[0]


async def resolve(address: Address, family: socket.AddressFamily) -> list[SocketAddress]:
    """Where a socket of `family` can reach `address`; raises `LinkLost` if nowhere."""
    loop = asyncio.get_running_loop()
    flags = socket.AI_V4MAPPED if family == socket.AF_INET6 else 0
    if _is_numeric(address.host):
        flags |= socket.AI_NUMERICHOST
        if family == socket.AF_INET and ":" in address.host:
            raise LinkLost(f"{address} cannot be reached over IPv4")
    try:
        found = await loop.getaddrinfo(address.host, address.port, family=family, type=socket.SOCK_DGRAM, flags=flags)
    except (OSError, UnicodeError) as fault:
        raise LinkLost(f"{address} cannot be resolved: {fault}") from fault
    return list(dict.fromkeys(entry[4] for entry in found))


def _is_numeric(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(address: SocketAddress) -> bool:
    host = str(address[0]).removeprefix("::ffff:").partition("%")[0]
    return _is_numeric(host) and ipaddress.ip_address(host).is_loopback
