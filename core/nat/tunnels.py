"""The tunnels of one peer: those that it opens, and, where it relays, those that it accepts."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from core.errors import LocalFault
from core.transport.api import Address, Tunnelled
from core.transport.meter import Meter
from core.transport.tunnel import Tunnel, TunnelLimits, TunnelServer, open_tunnel

logger = logging.getLogger(__name__)

Take = Callable[[Sequence[bytes], Tunnel], None]


class Tunnels:
    def __init__(self, take: Take, limits: TunnelLimits | None = None, meter: Meter | None = None) -> None:
        """`take` gets what comes out of tunnels; `meter` counts it, and what goes in."""
        self._take = take
        self._limits = limits or TunnelLimits()
        self._meter = meter or Meter()
        self._opened: dict[Address, Tunnel] = {}
        self._opening: dict[Address, asyncio.Lock] = {}
        self._servers: list[TunnelServer] = []

    async def to(self, place: Tunnelled) -> Tunnel:
        """An open one or a new one. Raises `PeerFault`."""
        address = place.address
        async with self._opening.setdefault(address, asyncio.Lock()):
            tunnel = self._opened.get(address)
            if tunnel is None or not tunnel.is_open:
                tunnel = self._opened[address] = await open_tunnel(address, self._take, meter=self._meter)
        return tunnel

    @property
    def ports(self) -> list[int]:
        """TCP ports at which tunnels are accepted."""
        return [server.address.port for server in self._servers]

    @property
    def accepted(self) -> int:
        return sum(server.count for server in self._servers)

    async def listen(self, host: str, ports: Iterable[int]) -> None:
        """Accepts tunnels at those ports of `host` that this program may have."""
        for port in dict.fromkeys(ports):
            try:
                server = await TunnelServer.open(Address(host, port), self._take, self._limits, self._meter)
            except LocalFault as fault:
                logger.info("no tunnels are accepted on port %d: %s", port, fault)
            else:
                self._servers.append(server)
                logger.info("tunnels are accepted on TCP port %d", port)

    def drop_opened(self) -> None:
        """This computer is in another network: what was opened from the old one leads nowhere."""
        for tunnel in self._opened.values():
            tunnel.close()
        self._opened.clear()
        self._opening.clear()

    def forget_closed(self) -> None:
        self._opened = {address: tunnel for address, tunnel in self._opened.items() if tunnel.is_open}
        self._opening = {address: lock for address, lock in self._opening.items() if lock.locked()}

    async def close(self) -> None:
        """Ends all of them."""
        tunnels = list(self._opened.values())
        self.drop_opened()
        await asyncio.gather(*(tunnel.lost for tunnel in tunnels))
        for server in self._servers:
            await server.close()
        self._servers.clear()
