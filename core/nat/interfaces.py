"""The networks that this computer is in, and a watch on their changing."""

import asyncio
import ipaddress
import logging
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from core.transport.api import Address
from core.transport.scope import IpAddress, Scope, parse_ip, scope_of

logger = logging.getLogger(__name__)

IpInterface = ipaddress.IPv4Interface | ipaddress.IPv6Interface

FAR_V4, FAR_V6 = "198.41.0.4", "2001:503:ba3e::2:30"
"""Far away (a root name server): the way there is the way to the internet. Nothing is ever sent to it."""
SLEPT_S = 10.0
"""A round of the watch that took this much longer than it should means that the computer slept."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What this computer's interfaces look like at one moment."""

    interfaces: frozenset[IpInterface] = frozenset()
    """Addresses of those that are up, each with its network, loopback included, IPv6 link-local ones not: these mean
    nothing on another computer, and come and go with every container."""
    source_v4: IpAddress | None = None
    """The own address that packets to the internet would carry; None where there is no way there."""
    source_v6: IpAddress | None = None

    @property
    def has_network(self) -> bool:
        """Whether any interface besides loopback has an address that others can use."""
        return bool(self.addresses())

    @property
    def has_way_out(self) -> bool:
        """Whether packets to the internet would go anywhere."""
        return self.source_v4 is not None or self.source_v6 is not None

    def leads_to(self, address: Address) -> bool:
        """Whether packets to `address` would leave this computer, or stay in it; not whether they arrive."""
        ip = parse_ip(address.host)
        if ip is None or scope_of(ip) is Scope.LOOPBACK or self.shares_network(address.host):
            return True
        return (self.source_v4 if ip.version == 4 else self.source_v6) is not None

    def addresses(self) -> list[IpAddress]:
        """The own ones at which others could reach this computer, those used towards the internet first."""
        own = {one.ip for one in self.interfaces if _is_usable(one.ip)}
        first = [one for one in (self.source_v6, self.source_v4) if one in own and one is not None]
        rest = sorted(own.difference(first), key=lambda one: (scope_of(one) is not Scope.PUBLIC, -one.version, one))
        return first + rest

    def shares_network(self, host: str) -> bool:
        """Whether `host` lies in a network of one of the interfaces, whatever its scope."""
        address = parse_ip(host)
        return address is not None and any(
            address.version == one.version and address in one.network for one in self.interfaces if _is_usable(one.ip)
        )

    def is_near(self, address: Address) -> bool:
        """Whether an address that is no public one may be of this very network or computer. Two households may
        use the same private network: who answers there has to prove who it is."""
        ip = parse_ip(address.host)
        if ip is None or scope_of(ip) in {Scope.PUBLIC, Scope.NONE}:
            return False
        # An IPv6 link-local address is of use with the name of the interface alone: only this computer writes that.
        is_ours = scope_of(ip) is Scope.LOOPBACK or bool(getattr(ip, "scope_id", None))
        return is_ours or self.shares_network(address.host)


def _is_usable(address: IpAddress) -> bool:
    scope = scope_of(address)
    return scope in {Scope.PRIVATE, Scope.PUBLIC} or (scope is Scope.LINK_LOCAL and address.version == 4)


@dataclass(frozen=True, slots=True)
class Change:
    """What a watch saw happen."""

    before: Surroundings
    now: Surroundings
    has_slept: bool = False
    """The computer was suspended in between: what routers remembered of it may be gone."""

    @property
    def has_moved(self) -> bool:
        """Whether packets to the internet leave from another address than before."""
        return (self.before.source_v4, self.before.source_v6) != (self.now.source_v4, self.now.source_v6)

    @property
    def gained(self) -> frozenset[IpInterface]:
        return self.now.interfaces - self.before.interfaces

    @property
    def lost(self) -> frozenset[IpInterface]:
        return self.before.interfaces - self.now.interfaces

    def __str__(self) -> str:
        words = [f"{one} is new" for one in sorted(map(str, self.gained))]
        words += [f"{one} is gone" for one in sorted(map(str, self.lost))]
        words += [f"the way out is now {self.now.source_v4 or '-'}, {self.now.source_v6 or '-'}"] * self.has_moved
        words += ["the computer slept"] * self.has_slept
        return "; ".join(words)


def change_between(before: Surroundings, now: Surroundings, elapsed_s: float, expected_s: float) -> Change | None:
    """None if all is as before. `elapsed_s` by the wall clock, which goes on where a monotonic one may stand still
    while the computer sleeps; `expected_s`: how long the round should have taken."""
    has_slept = elapsed_s - expected_s > SLEPT_S
    return Change(before, now, has_slept) if has_slept or before != now else None


def look_around() -> Surroundings:
    """As it is now. Takes about a millisecond; raises `OSError` where the system does not tell."""
    stats = psutil.net_if_stats()
    interfaces = set()
    for name, entries in psutil.net_if_addrs().items():
        if name in stats and stats[name].isup:
            for entry in entries:
                if entry.family in (socket.AF_INET, socket.AF_INET6):
                    interfaces |= read_interface(entry.address, entry.netmask)
    interfaces = {one for one in interfaces if _is_usable(one.ip) or scope_of(one.ip) is Scope.LOOPBACK}
    return Surroundings(
        frozenset(interfaces),
        _source_towards(socket.AF_INET, FAR_V4),
        _source_towards(socket.AF_INET6, FAR_V6),
    )


def read_interface(text: str, mask: str | None) -> set[IpInterface]:
    """An address and its mask as the system tells them; empty for what cannot be read."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
        # Windows does not tell IPv6 masks; nearly all networks there are /64.
        prefix = int(ipaddress.ip_address(mask)).bit_count() if mask else 32 if address.version == 4 else 64
        return {ipaddress.ip_interface(f"{address}/{prefix}")}
    except ValueError:
        logger.debug("interface address not understood: %s, %s", text, mask)
        return set()


def _source_towards(family: socket.AddressFamily, far: str) -> IpAddress | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # only chooses the route
            return parse_ip(probe.getsockname()[0])
    except OSError:
        return None


class Watcher:
    """Looks every `every_s` seconds and tells `on_change` what is different."""

    def __init__(
        self,
        on_change: Callable[[Change], None],
        every_s: float = 2.0,
        *,
        look: Callable[[], Surroundings] = look_around,
        unix_time: Callable[[], float] = time.time,
    ) -> None:
        self._on_change = on_change
        self._every_s = every_s
        self._look = look
        self._unix_time = unix_time
        self.surroundings = self._look_or(Surroundings())

    def is_near(self, address: Address) -> bool:
        """See `Surroundings.is_near`."""
        return self.surroundings.is_near(address)

    async def run(self) -> None:
        """Until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            since = self._unix_time()
            await asyncio.sleep(self._every_s)
            now = await loop.run_in_executor(None, self._look_or, self.surroundings)
            change = change_between(self.surroundings, now, self._unix_time() - since, self._every_s)
            self.surroundings = now
            if change is not None:
                logger.info("network: %s", change)
                self._on_change(change)

    def _look_or(self, known: Surroundings) -> Surroundings:
        try:
            return self._look()
        except OSError as fault:  # an interface that vanished while it was looked at
            logger.debug("interfaces cannot be read: %s", fault)
            return known
