"""Asks the router to let strangers' packets in, and gives the port back in the end."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.nat.gateway import FindRoute, Route, find_route
from core.nat.nat_pmp import NatPmp
from core.nat.pcp import Pcp
from core.nat.router import Grant, PortControl, RouterFault
from core.nat.upnp import Upnp
from core.transport.api import Address
from core.transport.scope import Scope, parse_ip, scope_of

logger = logging.getLogger(__name__)

CHECK_S = 60.0
"""How often the router is asked whether all is as it was: one or two small packets inside the home."""
RETRY_S = 600.0
"""A router that opened nothing is asked again so much later, in case its owner changed its settings."""
FAILED_S = 15.0
FAILURES = 5
"""A router that restarts is away for a minute or two."""
RESTART_S = 30.0
"""How soon it is asked anew after it was away for longer; then twice as late each time, up to RETRY_S."""
GRACE_S = 0.3
"""What a better protocol gets to answer after a worse one has."""
GIVE_BACK_S = 1.0


@dataclass(frozen=True, slots=True)
class Mapping:
    """A port of the router that leads here."""

    protocol: str
    """`pcp`, `nat-pmp` or `upnp`."""
    external: Address
    expires_s: float
    """By the event loop's clock, unless renewed before, as it is at half the time."""

    @property
    def is_public(self) -> bool:
        """False where the router is behind another translator (a second router, the provider's CGN), so that the
        port is open to that network alone and of no use to other peers."""
        address = parse_ip(self.external.host)
        return address is not None and scope_of(address) is Scope.PUBLIC


Speak = Callable[[Route, int], Sequence[PortControl]]
"""The protocols for a route and a port, best first."""


def speak_all(route: Route, port: int) -> Sequence[PortControl]:
    return Pcp(route, port), NatPmp(route.gateway, port), Upnp(route, port)


class PortMapper:
    """Keeps one UDP port open at the default gateway for as long as `run` runs.

    `on_mapped` is called with each new mapping and each changed external address, and with None when the mapping is
    lost; not when it is given back at the end.
    """

    def __init__(
        self, on_mapped: Callable[[Mapping | None], None], *, route: FindRoute = find_route, speak: Speak = speak_all
    ) -> None:
        self._on_mapped = on_mapped
        self._find_route = route
        self._speak = speak
        self._nudge = asyncio.Event()
        self.mapping: Mapping | None = None

    def look_again(self) -> None:
        """The network may have changed: what is held is checked, and what is missing tried, at once."""
        self._nudge.set()

    async def run(self, port: int) -> None:
        """Until cancelled, which gives the port back within a second. Never fails for what routers do."""
        retry_s = RETRY_S
        while True:
            self._nudge.clear()
            route = await self._find_route()
            if route is None:
                logger.info("no router that could be asked to open a port")
            elif await self._hold_at(route, port):
                retry_s = RESTART_S
            else:
                retry_s = min(2 * retry_s, RETRY_S)
            if self.mapping is not None:
                self._tell(None)
            await self._pause(retry_s)

    async def _hold_at(self, route: Route, port: int) -> bool:
        """Until the port is lost or the route is another; False where there was none to hold."""
        granted = await _first_grant(self._speak(route, port), route.gateway)
        if granted is None:
            logger.info("router %s opens no port by itself; one can be forwarded in its settings", route.gateway)
            return False
        control, grant = granted
        try:
            await self._keep(control, grant, route)
        finally:
            await _give_back(control)
        return True

    async def _keep(self, control: PortControl, grant: Grant, route: Route) -> None:
        loop = asyncio.get_running_loop()
        renew_at_s, failures = self._granted(control, grant, loop.time()), 0
        while failures < FAILURES:
            pause_s = FAILED_S if failures else min(CHECK_S, max(renew_at_s - loop.time(), 1.0))
            await self._pause(pause_s)
            if self._nudge.is_set():
                if await self._find_route() != route:
                    return  # `run` begins anew, without a pause
                self._nudge.clear()
                renew_at_s = loop.time()  # another router may have the same address as the last one
            try:
                host = await control.check() if loop.time() < renew_at_s else None
                if host is None:
                    renew_at_s = self._granted(control, await _sound_grant(control), loop.time())
                elif self.mapping is not None and host != self.mapping.external.host:
                    _check_outside(host)
                    self._tell(Mapping(control.name, Address(host, self.mapping.external.port), self.mapping.expires_s))
                failures = 0
            except RouterFault as fault:
                failures += 1
                logger.info("%s: router %s, which had opened a port, %s", control.name, route.gateway, fault)

    def _granted(self, control: PortControl, grant: Grant, now_s: float) -> float:
        """Tells what is new about it. Returns when to renew it, by the event loop's clock."""
        mapping = Mapping(control.name, grant.external, now_s + grant.lifetime_s)
        if self.mapping is None or self.mapping.external != mapping.external:
            self._tell(mapping)
        self.mapping = mapping
        return now_s + grant.lifetime_s / 2

    def _tell(self, mapping: Mapping | None) -> None:
        self.mapping = mapping
        if mapping is not None and mapping.is_public:
            logger.info("%s: the router's port %s leads here", mapping.protocol, mapping.external)
        elif mapping is not None:
            logger.info(
                "%s: the router opened a port, but has no public address itself (%s): there is another translator "
                "before it, and the port is of no use to others",
                mapping.protocol,
                mapping.external,
            )
        self._on_mapped(mapping)

    async def _pause(self, pause_s: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await self._nudge.wait()


async def _first_grant(controls: Sequence[PortControl], gateway: str) -> tuple[PortControl, Grant] | None:
    """All are tried side by side, but only one is opened at a time: routers keep one list for all protocols, so that
    giving one back may take the other away."""
    probes = {asyncio.create_task(_speaks(one, gateway)): one for one in controls}
    pending = set(probes)
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            if pending and any(task.result() for task in done):
                more, pending = await asyncio.wait(pending, timeout=GRACE_S)
                done |= more
            for task in sorted(done, key=lambda one: controls.index(probes[one])):
                if task.result() and (grant := await _opened(probes[task], gateway)) is not None:
                    return probes[task], grant
    finally:
        for task in pending:
            task.cancel()
        if pending:
            await asyncio.wait(pending)
    return None


async def _speaks(control: PortControl, gateway: str) -> bool:
    try:
        await control.probe()
    except RouterFault as fault:
        logger.info("%s: router %s %s", control.name, gateway, fault)
        return False
    return True


async def _opened(control: PortControl, gateway: str) -> Grant | None:
    grant = None
    try:
        grant = await _sound_grant(control)
    except RouterFault as fault:
        logger.info("%s: router %s %s", control.name, gateway, fault)
    finally:
        if grant is None:  # the port may be open, with its address not told
            await _give_back(control)
    return grant


async def _sound_grant(control: PortControl) -> Grant:
    """Raises `RouterFault`."""
    grant = await control.open()
    _check_outside(grant.external.host)
    return grant


def _check_outside(host: str) -> None:
    """Raises `RouterFault` where it is no address, as while a router dials in anew."""
    address = parse_ip(host)
    if address is None or scope_of(address) in {Scope.NONE, Scope.LOOPBACK}:
        raise RouterFault("has no address outside")


async def _give_back(control: PortControl) -> None:
    try:
        async with asyncio.timeout(GIVE_BACK_S):
            await control.shut()
    except (RouterFault, TimeoutError) as fault:
        logger.debug("%s: port not given back: %r", control.name, fault)
