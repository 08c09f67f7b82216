"""Several places, one link: attempts start one after the other and run side by side; the first to succeed wins."""

import asyncio
import itertools
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from core.errors import LinkLost, PeerFault, PeerTimeout, Refused
from core.identity.ids import PeerId
from core.transport.api import Address, Place, Relayed, Tunnelled
from core.transport.hops import Guide, Hop
from core.transport.link import QuicLink
from core.transport.scope import Scope, is_local, parse_ip, scope_of_host
from core.transport.udp import SocketAddress

T = TypeVar("T")
R = TypeVar("R")

STAGGER_S = 0.25
"""RFC 8305, section 8: the time an address has before the next one is tried beside it."""
TUNNEL_AFTER_S = 1.0
"""UDP has this long for an answer before TCP is tried as well."""

Attempt = Callable[[Hop, PeerId | None], Awaitable[QuicLink]]
"""One connection by one hop."""


@dataclass(slots=True)
class _Dial:
    task: asyncio.Task[QuicLink]
    waiting: int = 0


class Dialer:
    """Finds a way to a peer among the places where it may be."""

    def __init__(self, family: socket.AddressFamily, attempt: Attempt, guide: Guide | None) -> None:
        """`family`: of this peer's own socket."""
        self._family = family
        self._attempt = attempt
        self._guide = guide
        self._dials: dict[PeerId, _Dial] = {}
        self._tasks: set[asyncio.Task[QuicLink]] = set()
        self._arrivals: dict[PeerId, asyncio.Future[QuicLink]] = {}
        self._is_closed = False

    async def dial(self, peer_id: PeerId | None, places: Sequence[Place], timeout_s: float) -> QuicLink:
        """Concurrent dials of one peer share one attempt. Raises `PeerTimeout`, `LinkLost` or `Refused`."""
        shared = self._dials.get(peer_id) if peer_id is not None else None
        if shared is None:
            shared = _Dial(asyncio.create_task(self._dial(peer_id, places), name=f"dial {peer_id}"))
            self._tasks.add(shared.task)
            shared.task.add_done_callback(self._tasks.discard)
            if peer_id is not None:
                self._dials[peer_id] = shared
        try:
            async with asyncio.timeout(timeout_s):
                return await self._share(shared)
        except TimeoutError:
            tried = ", ".join(map(str, places))
            raise PeerTimeout(f"{peer_id or 'nobody'} did not answer at {tried} within {timeout_s:g} s") from None
        finally:
            if not shared.waiting and peer_id is not None and self._dials.get(peer_id) is shared:
                del self._dials[peer_id]

    def on_link(self, link: QuicLink) -> None:
        """A link is open, whoever made it."""
        arrival = self._arrivals.get(link.peer_id)
        if arrival is not None and not arrival.done():
            arrival.set_result(link)

    def close(self) -> set[asyncio.Task[QuicLink]]:
        """Gives all dials up; the tasks to wait for."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        return set(self._tasks)

    async def _share(self, shared: _Dial) -> QuicLink:
        """The outcome of a dial that others may wait for too; it is given up when nobody does any more."""
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        except asyncio.CancelledError:
            if shared.task.cancelled() and self._is_closed:
                raise LinkLost("this endpoint was closed") from None
            raise
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                shared.task.cancel()

    async def _dial(self, peer_id: PeerId | None, places: Sequence[Place]) -> QuicLink:
        if peer_id is None:
            return await self._reach(None, places)
        # The peer may dial this one at the same moment: whichever link is there first will do.
        arrival = self._arrivals[peer_id] = asyncio.get_running_loop().create_future()
        try:
            reaching = asyncio.ensure_future(self._reach(peer_id, places))
            try:
                if self._guide is not None:
                    self._guide.on_dial(peer_id)
                await asyncio.wait((reaching, arrival), return_when=asyncio.FIRST_COMPLETED)
                return arrival.result() if arrival.done() else reaching.result()
            finally:
                reaching.cancel()
                await asyncio.gather(reaching, return_exceptions=True)
        finally:
            self._arrivals.pop(peer_id, None)

    async def _reach(self, peer_id: PeerId | None, places: Sequence[Place]) -> QuicLink:
        """Straight at first; through relays a little later, since what is straight may be behind a router; by TCP when
        UDP has had its time."""
        ways: list[Callable[[], Awaitable[QuicLink]]] = []
        straight = [place for place in places if isinstance(place, Address) and is_sensible(place, self._guide)]
        relayed = [place for place in places if isinstance(place, Relayed)]
        tunnelled = [place for place in places if isinstance(place, Tunnelled)]
        if straight:
            ways.append(lambda: race(straight, lambda address: self._straight(address, peer_id)))
        if relayed and peer_id is not None:
            ways.append(lambda: race(relayed, lambda place: self._relayed(place, peer_id)))
        if tunnelled:
            wait_s = TUNNEL_AFTER_S if straight else 0.0
            ways.append(partial(self._later, wait_s, lambda: race(tunnelled, lambda p: self._tunnelled(p, peer_id))))
        return await race(ways, lambda way: way())

    async def _straight(self, address: Address, peer_id: PeerId | None) -> QuicLink:
        targets = await resolve(address, self._family)
        return await race(targets, lambda target: self._attempt(target, peer_id))

    async def _relayed(self, place: Relayed, peer_id: PeerId) -> QuicLink:
        if self._guide is None:
            raise LinkLost("relays are not used here")
        return await self._attempt(await self._guide.channel_to(place, peer_id), peer_id)

    async def _tunnelled(self, place: Tunnelled, peer_id: PeerId | None) -> QuicLink:
        if self._guide is None:
            raise LinkLost("tunnels are not used here")
        return await self._attempt(await self._guide.tunnel_to(place), peer_id)

    @staticmethod
    async def _later(wait_s: float, way: Callable[[], Awaitable[QuicLink]]) -> QuicLink:
        await asyncio.sleep(wait_s)
        return await way()


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
    raise _most_telling(faults)


def _most_telling(faults: Sequence[PeerFault]) -> PeerFault:
    for kind in (Refused, PeerTimeout):
        for fault in faults:
            if isinstance(fault, kind):
                return fault
    return faults[0] if faults else LinkLost("there is no address to dial")


async def resolve(address: Address, family: socket.AddressFamily) -> list[SocketAddress]:
    """Where a socket of `family` can reach `address`, IPv6 and IPv4 in turns (RFC 8305, section 4); raises `LinkLost`
    if nowhere."""
    numeric = socket_address(address, family)
    if numeric is not None:
        return [numeric]
    if parse_ip(address.host) is not None:
        raise LinkLost(f"{address} cannot be reached over IPv4")
    loop = asyncio.get_running_loop()
    wanted = socket.AF_UNSPEC if family == socket.AF_INET6 else family
    try:
        found = await loop.getaddrinfo(address.host, address.port, family=wanted, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError) as fault:
        raise LinkLost(f"{address} cannot be resolved: {fault}") from fault
    by_family = [
        [socket_address(Address(str(entry[4][0]), address.port), family) for entry in found if entry[0] == kind]
        for kind in (socket.AF_INET6, socket.AF_INET)
    ]
    in_turns = itertools.chain.from_iterable(itertools.zip_longest(*by_family))
    return list(dict.fromkeys(target for target in in_turns if target is not None))


def socket_address(address: Address, family: socket.AddressFamily) -> SocketAddress | None:
    """Of a numeric `address`, as a socket of `family` names it; None for a host name, or what it cannot reach."""
    if parse_ip(address.host.partition("%")[0]) is None:
        return None
    is_v6 = ":" in address.host
    if family == socket.AF_INET:
        return None if is_v6 else (address.host, address.port)
    host, _, scope = address.host.partition("%")
    if not is_v6:
        host = f"::ffff:{host}"
    return (host, address.port, 0, int(scope) if scope.isdigit() else 0)


def address_of(hop: SocketAddress) -> Address:
    """Inverse of `socket_address`, whatever the socket's family."""
    return Address(str(hop[0]).removeprefix("::ffff:"), int(hop[1]))


def is_loopback(address: SocketAddress) -> bool:
    return scope_of_host(str(address[0])) is Scope.LOOPBACK


def is_sensible(address: Address, guide: Guide | None) -> bool:
    """Whether it is of use to send to `address`: another home's private address is somebody else's in this one."""
    return guide is None or not is_local(address.host) or guide.is_near(address)
