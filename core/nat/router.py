"""Asking a router for an open port: what the three protocols for it have in common."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from core.errors import IdlewildError
from core.transport.api import Address

CONTROL_PORT = 5351
"""Of PCP and NAT-PMP alike, at the router."""
LIFETIME_S = 3600
"""Asked for; routers may grant less or more. A program that was killed leaves a port open for so long."""
WAITS_S = (0.25, 0.5, 1.0, 2.0)
"""How long each sending of a request waits for its answer (RFC 6886, section 3.1, cut short: routers that speak the
protocol answer at once, and the others are not to be waited for over a minute)."""

T = TypeVar("T")


class RouterFault(IdlewildError):
    """The router does not speak this protocol, declines, or makes no sense. Never the user's concern by itself."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a router opened."""

    external: Address
    lifetime_s: float


class PortControl(Protocol):
    """One protocol, spoken with one router about one UDP port. All methods raise `RouterFault`."""

    name: str

    async def probe(self) -> None:
        """Returns if the router speaks this protocol. Opens nothing."""
        ...

    async def open(self) -> Grant:
        """Opens the port, or keeps it open for another lifetime."""
        ...

    async def check(self) -> str | None:
        """The router's external address now; None if it has forgotten the port."""
        ...

    async def shut(self) -> None:
        """Gives the port back."""
        ...


class _Asking(asyncio.DatagramProtocol, Generic[T]):
    def __init__(self, understand: Callable[[bytes], T | None], answer: "asyncio.Future[T | RouterFault]") -> None:
        self._understand = understand
        self._answer = answer

    def datagram_received(self, data: bytes, address: object) -> None:
        try:
            self._settle(self._understand(data))
        except RouterFault as fault:
            self._settle(fault)

    def error_received(self, fault: Exception) -> None:
        self._settle(RouterFault(f"nothing listens there ({fault})"))

    def _settle(self, answer: T | RouterFault | None) -> None:
        if answer is not None and not self._answer.done():
            self._answer.set_result(answer)


async def exchange(
    server: Address,
    request: bytes,
    understand: Callable[[bytes], T | None],
    waits_s: Sequence[float] = WAITS_S,
) -> T:
    """The first answer from `server`, and from nobody else, that `understand` reads: it returns None for what is no
    answer to this request, and raises `RouterFault` for a refusal. Sends again after each of `waits_s`; raises
    `RouterFault` after the last."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T | RouterFault] = loop.create_future()
    try:
        transport, _ = await loop.create_datagram_endpoint(
            lambda: _Asking(understand, answer), remote_addr=(server.host, server.port)
        )
    except OSError as fault:
        raise RouterFault(f"cannot be asked ({fault})") from fault
    try:
        for wait_s in waits_s:
            transport.sendto(request)
            await asyncio.wait([answer], timeout=wait_s)
            if answer.done():
                break
        else:
            raise RouterFault("does not answer")
    finally:
        transport.abort()
    result = answer.result()
    if isinstance(result, RouterFault):
        raise result
    return result
