"""Where this peer is, as far as it knows: for its record, its invitations and the peers that it is linked to."""

from collections.abc import Callable, Iterable, Sequence

from core.nat.facts import Behaviour
from core.nat.household import Household
from core.nat.reachability import Reachability
from core.transport.api import Address, Tunnelled
from core.transport.scope import Scope, parse_ip, scope_of

STRAIGHT_PLACES = 9
TUNNEL_PLACES = 3
_DEPENDENT = (Behaviour.ADDRESS_DEPENDENT, Behaviour.ADDRESS_AND_PORT_DEPENDENT)


class Whereabouts:
    def __init__(
        self,
        addresses: Callable[[], Sequence[Address]],
        reachability: Reachability,
        household: Household,
        is_outside: Callable[[Address], bool],
    ) -> None:
        """`addresses`: of the socket, on all interfaces. `is_outside`: whether one is of the internet."""
        self._addresses = addresses
        self._reachability = reachability
        self._household = household
        self._is_outside = is_outside

    def candidates(self) -> list[Address]:
        """Where it might be reached straight, best first."""
        own = self._own()
        public = [address for address in own if self._is_outside(address)]
        seen = [self._reachability.seen_at(version) for version in (4, 6)]
        found = [*self._reachability.confirmed(), self._household.mapped, *public, *seen, *own]
        return [address for address in dict.fromkeys(found) if address is not None]

    def straight(self) -> list[Address]:
        """Those of them at which it may be reached by somebody who has never been in touch with it."""
        own = self._own()
        return [address for address in self.candidates() if address in own or self._is_of_use(address)][
            :STRAIGHT_PLACES
        ]

    def tunnelled(self, ports: Iterable[int]) -> list[Tunnelled]:
        """Where it accepts tunnels at those `ports`."""
        hosts = dict.fromkeys(address.host for address in self.straight() if self._is_outside(address))
        return [Tunnelled(Address(host, port)) for host in hosts for port in ports][:TUNNEL_PLACES]

    def _own(self) -> list[Address]:
        """Loopback only where there is nothing else."""
        addresses = self._addresses()
        return [address for address in addresses if not is_loopback(address)] or list(addresses)

    def _is_of_use(self, address: Address) -> bool:
        """Not the port that a router chose for one other peer alone."""
        is_open = address in self._reachability.confirmed() or address == self._household.mapped
        return is_open or self._reachability.mapping(self._addresses()) not in _DEPENDENT


def is_public(address: Address) -> bool:
    ip = parse_ip(address.host)
    return ip is not None and scope_of(ip) is Scope.PUBLIC


def is_loopback(address: Address) -> bool:
    ip = parse_ip(address.host)
    return ip is not None and scope_of(ip) is Scope.LOOPBACK
