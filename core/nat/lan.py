"""Finds peers of the same run in the same home or office by multicast DNS (RFC 6762, RFC 6763)."""

import asyncio
import hashlib
import ipaddress
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import final

from zeroconf import Error, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from core.identity.ids import PeerId, RunId
from core.nat.interfaces import Surroundings, look_around
from core.nat.offers import Offer, texts_of
from core.transport.api import Address
from core.transport.scope import IpAddress, Scope, parse_ip, scope_of

logger = logging.getLogger(__name__)
# It warns, traceback and all, of every interface that carries no multicast.
logging.getLogger("zeroconf").setLevel(logging.ERROR)

SERVICE = "_idlewild._udp.local."
ADDRESS_LIMIT = 8
"""Of one peer."""
SERVICE_LIMIT = 256
"""Instances that are followed at a time; whoever announces more has other things in mind than training."""
_ASKED_AT_ONCE = 16
_RESOLVE_MS = 3000
_CLOSE_S = 1.0
_LOOPBACK = ipaddress.IPv4Address("127.0.0.1")


def run_label(run: RunId) -> str:
    """16 characters by which peers of one run know each other, and from which nobody else learns the run id."""
    return hashlib.sha256(b"idlewild lan 1\0" + run.raw).digest()[:8].hex()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What an announcement says, before the peer has proven anything."""

    peer: PeerId
    addresses: tuple[Address, ...]


def read_announcement(
    properties: Mapping[bytes, bytes | None], port: int | None, hosts: Sequence[str], label: str, here: Surroundings
) -> Neighbour | None:
    """None for a peer of another run or what is no announcement of a peer. Of its addresses those are kept that lie
    in a network of this computer, so that nobody can send peers of a whole home after a stranger."""
    try:
        if (properties.get(b"run") or b"").decode() != label or not port:
            return None
        peer = PeerId.parse((properties.get(b"peer") or b"").decode())
    except ValueError:
        return None
    near = [host for host in hosts if _is_credible(host, here)]
    return Neighbour(peer, tuple(Address(host, port) for host in near[:ADDRESS_LIMIT])) if near else None


def _is_credible(host: str, here: Surroundings) -> bool:
    address = parse_ip(host)
    if address is not None and scope_of(address) is Scope.LOOPBACK:
        return not here.has_network  # two engines on one computer that is offline
    return here.shares_network(host)


@final
class LanDiscovery:
    """Announces this peer and listens for others, from `start` to `stop`.

    `on_found` is called with each new peer and whenever the addresses of one change; `on_lost` when one says goodbye
    or has not been heard of for over an hour. Where multicast cannot be had, `fault` says why and nobody is found.
    """

    def __init__(
        self,
        peer_id: PeerId,
        run: RunId,
        port: int,
        on_found: Callable[[PeerId, tuple[Address, ...]], None],
        on_lost: Callable[[PeerId], None],
        *,
        look: Callable[[], Surroundings] = look_around,
    ) -> None:
        self._peer_id = peer_id
        self._label = run_label(run)
        self._port = port
        self._on_found = on_found
        self._on_lost = on_lost
        self._look = look
        self._here = Surroundings()
        self._announced: Sequence[IpAddress] = ()
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._info: AsyncServiceInfo | None = None
        self._lock = asyncio.Lock()
        self._asking = asyncio.Semaphore(_ASKED_AT_ONCE)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._known: dict[str, Neighbour] = {}
        self._offer: Offer | None = None
        self.fault = "not started"

    @property
    def works(self) -> bool:
        """Whether announcements can be sent and heard, as far as this computer knows."""
        return not self.fault

    @property
    def neighbours(self) -> dict[PeerId, tuple[Address, ...]]:
        """All that are known now."""
        return {one.peer: one.addresses for one in self._known.values()}

    async def start(self) -> None:
        async with self._lock:
            await self._open()

    async def stop(self) -> None:
        """Says goodbye, which takes a quarter of a second."""
        async with self._lock:
            await self._shut()
            self.fault = "stopped"

    async def networks_changed(self) -> None:
        """To be called when interfaces or their addresses have changed."""
        async with self._lock:
            if self.fault == "stopped":
                return
            here = self._look()
            if self._zeroconf is None or not here.addresses():
                await self._shut()
                await self._open()
                return
            try:
                await self._follow(self._zeroconf, here)
            except (OSError, RuntimeError, Error) as fault:
                logger.debug("multicast DNS begins anew: %s", fault)
                await self._shut()
                await self._open()

    async def show(self, offer: Offer | None) -> None:
        """Tells everybody in this network from now on of a collaboration that is open to them; None: of none."""
        async with self._lock:
            if offer == self._offer:
                return
            self._offer = offer
            if self._zeroconf is not None and self._info is not None:
                self._info = self._announcement(self._info.name)
                self._own_task("announce", partial(_announce, self._zeroconf, self._info))

    async def _open(self) -> None:
        self._here = self._look()
        self._zeroconf, self.fault = await open_multicast(interfaces_of(self._here))
        if self._zeroconf is None:
            logger.info("peers in this network are not looked for, multicast is not available: %s", self.fault)
            return
        self._listen(self._zeroconf)
        self._info = self._announcement(f"{self._peer_id.text}.{SERVICE}")
        self._own_task("announce", partial(_announce, self._zeroconf, self._info))

    async def _shut(self) -> None:
        tasks, self._tasks = list(self._tasks.values()), {}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
        if self._zeroconf is not None:
            await close_multicast(self._zeroconf)
        self._zeroconf = self._browser = self._info = None
        self._known.clear()

    async def _follow(self, zeroconf: AsyncZeroconf, here: Surroundings) -> None:
        before, self._here = self._here, here
        if before.interfaces == self._here.interfaces:
            return
        wanted = interfaces_of(self._here)
        version = IPVersion.All if any(":" in one for one in wanted) else IPVersion.V4Only
        self._own_task("interfaces", partial(zeroconf.async_update_interfaces, wanted, version))
        if self._info is not None and self._announced != self._own_addresses():
            self._info = self._announcement(self._info.name)
            self._own_task("announce", partial(_announce, zeroconf, self._info))
        if self._browser is not None:
            await self._browser.async_cancel()
        self._listen(zeroconf)  # anew, so that the new networks are asked

    def _listen(self, zeroconf: AsyncZeroconf) -> None:
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[self._heard])

    def _own_addresses(self) -> list[IpAddress]:
        return self._here.addresses()[:ADDRESS_LIMIT] or [_LOOPBACK]

    def _announcement(self, name: str) -> AsyncServiceInfo:
        self._announced = self._own_addresses()
        return AsyncServiceInfo(
            SERVICE,
            name,
            port=self._port,
            properties={
                b"peer": self._peer_id.text.encode(),
                b"run": self._label.encode(),
                **(texts_of(self._offer) if self._offer is not None else {}),
            },
            # Another host name for each set of addresses: those of one name add up in the others' caches for a while.
            server=f"{secrets.token_hex(8)}.local.",
            parsed_addresses=[str(one) for one in self._announced],
        )

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """The names of the parameters are zeroconf's."""
        if state_change is ServiceStateChange.Removed:
            self._forget(name)
        elif name in self._known or len(self._known) + len(self._tasks) < SERVICE_LIMIT:
            self._own_task(name, partial(self._resolve, zeroconf, service_type, name))

    async def _resolve(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        async with self._asking:
            if not await info.async_request(zeroconf, _RESOLVE_MS):
                return
        hosts = info.parsed_addresses(IPVersion.V4Only) + info.parsed_addresses(IPVersion.V6Only)
        found = read_announcement(info.properties, info.port, hosts, self._label, self._here)
        if found is None or found.peer == self._peer_id:
            self._forget(name)
        elif self._known.get(name) != found:
            self._known[name] = found
            logger.info("peer %s is in this network at %s", found.peer, ", ".join(map(str, found.addresses)))
            self._on_found(found.peer, found.addresses)

    def _forget(self, name: str) -> None:
        if name in self._tasks and self._tasks[name] is not asyncio.current_task():
            self._tasks.pop(name).cancel()
        lost = self._known.pop(name, None)
        if lost is not None and lost.peer not in self.neighbours:
            logger.info("peer %s has left this network", lost.peer)
            self._on_lost(lost.peer)

    def _own_task(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """In place of an earlier one of that name."""
        if (earlier := self._tasks.pop(name, None)) is not None:
            earlier.cancel()
        self._tasks[name] = task = asyncio.get_running_loop().create_task(_best_effort(name, work))
        task.add_done_callback(partial(self._done, name))

    def _done(self, name: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(name) is task:
            del self._tasks[name]


def interfaces_of(here: Surroundings) -> list[str]:
    """Addresses at which to announce and listen; loopback where there is nothing else, for engines beside this."""
    own = [str(one) for one in here.addresses()]
    return own or [str(_LOOPBACK)] * any(one.ip == _LOOPBACK for one in here.interfaces)


async def open_multicast(wanted: Sequence[str]) -> tuple[AsyncZeroconf | None, str]:
    """Multicast DNS at those addresses of this computer; None with the reason where there is none."""
    reason = "" if wanted else "no network"
    # Where IPv6 is half there, IPv4 alone may do.
    for interfaces in filter(None, (wanted, [one for one in wanted if ":" not in one])):
        opened: AsyncZeroconf | None = None
        try:
            opened = AsyncZeroconf(interfaces=interfaces)
            await opened.zeroconf.async_wait_for_start()
        except (OSError, RuntimeError, Error) as fault:
            logger.debug("multicast DNS at %s: %s", interfaces, fault)
            reason = str(fault) or repr(fault)
            if opened is not None:
                await close_multicast(opened)
        else:
            return opened, ""
    return None, reason


async def close_multicast(opened: AsyncZeroconf) -> None:
    """Says goodbye for what is announced, which takes a quarter of a second."""
    try:
        async with asyncio.timeout(_CLOSE_S):
            await opened.async_close()
    except (OSError, TimeoutError, Error) as fault:
        logger.debug("multicast DNS ends: %r", fault)


async def _best_effort(name: str, work: Callable[[], Awaitable[None]]) -> None:
    try:
        await work()
    except (OSError, Error) as fault:
        logger.debug("multicast DNS, %s: %r", name, fault)


async def _announce(zeroconf: AsyncZeroconf, info: AsyncServiceInfo) -> None:
    if zeroconf.zeroconf.registry.async_get_info_name(info.name) is not None:
        await (await zeroconf.async_update_service(info))
    else:
        # A name that is taken (an earlier self that did not say goodbye) gets a number; the identity is in the text.
        await (await zeroconf.async_register_service(info, allow_name_change=True))
