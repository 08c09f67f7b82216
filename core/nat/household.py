"""What is around this computer: its networks, its router, and peers of the run in the same home."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.identity.ids import PeerId, RunId
from core.nat.interfaces import Change, Surroundings, Watcher
from core.nat.lan import LanDiscovery
from core.nat.offers import Offer
from core.nat.port_mapping import Mapping, PortMapper
from core.transport.api import Address

LOOK_EVERY_S = 1.0
"""So that whoever looks at the window sees within two seconds that a network is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseholdSettings:
    maps_port: bool = True
    """Asks the router to open a port."""
    lan_name: tuple[PeerId, RunId] | None = None
    """As whom this peer announces itself in its network; None: it does not, and looks for nobody."""


class Household:
    def __init__(
        self,
        settings: HouseholdSettings,
        on_network: Callable[[Change], None],
        on_mapped: Callable[[Mapping | None], None],
        on_neighbour: Callable[[PeerId, Sequence[Address]], None],
    ) -> None:
        self._settings = settings
        self._on_network = on_network
        self._on_neighbour = on_neighbour
        self._watcher = Watcher(self._on_change, LOOK_EVERY_S)
        self._mapper = PortMapper(on_mapped)
        self._lan: LanDiscovery | None = None
        self._lan_changed = asyncio.Event()
        self._offer: Offer | None = None

    @property
    def mapping(self) -> Mapping | None:
        return self._mapper.mapping

    @property
    def mapped(self) -> Address | None:
        """An open port of the router that peers in the internet can reach."""
        mapping = self._mapper.mapping
        return mapping.external if mapping is not None and mapping.is_public else None

    @property
    def neighbours(self) -> int:
        return len(self._lan.neighbours) if self._lan is not None else 0

    def show(self, offer: Offer | None) -> None:
        """Tells the home network of a collaboration that anybody may join; None: of none."""
        self._offer = offer
        self._lan_changed.set()

    @property
    def surroundings(self) -> Surroundings:
        """As they were at most a second ago, while this runs."""
        return self._watcher.surroundings

    def is_near(self, address: Address) -> bool:
        return self._watcher.is_near(address)

    async def run(self, port: int) -> None:
        """`port`: of this peer's UDP socket. Until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watcher.run())
            if self._settings.maps_port:
                tasks.create_task(self._mapper.run(port))
            if self._settings.lan_name is not None:
                tasks.create_task(self._discover(*self._settings.lan_name, port))

    def _on_change(self, change: Change) -> None:
        self._mapper.look_again()
        self._lan_changed.set()
        self._on_network(change)

    async def _discover(self, me: PeerId, run: RunId, port: int) -> None:
        self._lan = LanDiscovery(me, run, port, self._on_neighbour, lambda _: None)
        try:
            await self._lan.show(self._offer)
            await self._lan.start()
            while True:
                await self._lan_changed.wait()
                self._lan_changed.clear()
                await self._lan.show(self._offer)
                await self._lan.networks_changed()
        finally:
            await self._lan.stop()
