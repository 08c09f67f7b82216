"""Where this peer is, as far as it knows: for its record, its invitations and the peers that it is linked to."""

from collections.abc import Callable, Iterable, Sequence

from core.nat.facts import Behaviour
from core.nat.household import Household
from core.nat.reachability import Reachability
from core.transport.api import Address, Tunnelled
from core.transport.scope import Scope, scope_of_host

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
        return self._candidates(self._own(self._addresses()))

    def straight(self) -> list[Address]:
        """Those of them at which it may be reached by somebody who has never been in touch with it: not the port that a
        router chose for one other peer alone."""
        addresses = self._addresses()
        own = self._own(addresses)
        open_to_all = {*own, *self._reachability.confirmed(), self._household.mapped}
        is_shared = self._reachability.mapping(addresses) not in _DEPENDENT
        found = [address for address in self._candidates(own) if is_shared or address in open_to_all]
        return found[:STRAIGHT_PLACES]

    def tunnelled(self, straight: Iterable[Address], ports: Sequence[int]) -> list[Tunnelled]:
        """Where it accepts tunnels at those `ports`, when it can be reached at those addresses."""
        hosts = dict.fromkeys(address.host for address in straight if self._is_outside(address))
        return [Tunnelled(Address(host, port)) for host in hosts for port in ports][:TUNNEL_PLACES]

    def _candidates(self, own: Sequence[Address]) -> list[Address]:
        public = [address for address in own if self._is_outside(address)]
        seen = [self._reachability.seen_at(version) for version in (4, 6)]
        found = [*self._reachability.confirmed(), self._household.mapped, *public, *seen, *own]
        return [address for address in dict.fromkeys(found) if address is not None]

    @staticmethod
    def _own(addresses: Sequence[Address]) -> list[Address]:
        """Loopback only where there is nothing else."""
        return [address for address in addresses if not is_loopback(address)] or list(addresses)


def is_public(address: Address) -> bool:
    return scope_of_host(address.host) is Scope.PUBLIC


def is_loopback(address: Address) -> bool:
    return scope_of_host(address.host) is Scope.LOOPBACK
