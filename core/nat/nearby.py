"""Looks once for open collaborations that other computers of this network take part in, without having joined any."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from zeroconf import Error, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

from core.nat.interfaces import Surroundings, look_around
from core.nat.lan import (
    SERVICE,
    SERVICE_LIMIT,
    Neighbour,
    close_multicast,
    interfaces_of,
    open_multicast,
    read_announcement,
    run_label,
)
from core.nat.offers import Offer, read_offer

logger = logging.getLogger(__name__)

LOOK_S = 1.8
"""Peers answer within 0.1 s, and what was lost on the way is asked for again after 1 s (RFC 6762, section 5.2)."""
_ASKED_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class Found:
    """A peer that tells of an open collaboration."""

    offer: Offer
    by: Neighbour


async def look_nearby(look_s: float = LOOK_S, *, look: Callable[[], Surroundings] = look_around) -> list[Found]:
    """Takes `look_s`, and a quarter of a second more. Empty where there is no network, or no multicast in it."""
    here = look()
    multicast, fault = await open_multicast(interfaces_of(here))
    if multicast is None:
        logger.info("nobody in this network is looked for: %s", fault)
        return []
    looking = _Look(here)
    try:
        browser = AsyncServiceBrowser(multicast.zeroconf, SERVICE, handlers=[looking.heard])
        await asyncio.sleep(look_s)
        await browser.async_cancel()
    finally:
        await looking.end()
        await close_multicast(multicast)
    return list(looking.found.values())


class _Look:
    def __init__(self, here: Surroundings) -> None:
        self.found: dict[str, Found] = {}
        """By the name of the announcement."""
        self._here = here
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._asking = asyncio.Semaphore(_ASKED_AT_ONCE)

    def heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        """The names of the parameters are zeroconf's."""
        if state_change is ServiceStateChange.Removed:
            self.found.pop(name, None)
        elif name not in self._tasks and len(self._tasks) < SERVICE_LIMIT:
            self._tasks[name] = asyncio.get_running_loop().create_task(self._resolve(zeroconf, service_type, name))

    async def end(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _resolve(self, zeroconf: Zeroconf, service_type: str, name: str) -> None:
        info = AsyncServiceInfo(service_type, name)
        try:
            async with self._asking:
                if not await info.async_request(zeroconf, LOOK_S * 1_000):
                    return
        except (OSError, Error) as fault:
            logger.debug("multicast DNS, %s: %r", name, fault)
            return
        hosts = info.parsed_addresses(IPVersion.V4Only) + info.parsed_addresses(IPVersion.V6Only)
        offer = read_offer(info.properties)
        if offer is None:
            return
        by = read_announcement(info.properties, info.port, hosts, run_label(offer.run), self._here)
        if by is not None:
            self.found[name] = Found(offer, by)
