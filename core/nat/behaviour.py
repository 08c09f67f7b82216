"""What routers do with this peer's datagrams, concluded from what other peers saw. Pure functions."""

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Flag, auto

from core.nat.facts import Behaviour
from core.transport.api import Address


@dataclass(frozen=True, slots=True)
class Sighting:
    """Another peer's answer to how it sees this one."""

    observer: Address
    """Where this peer sent to."""
    seen: Address
    """Where that came from."""
    is_inbound: bool = False
    """The observer had dialed `seen`: it tells that the address is good, and nothing of how this peer's own datagrams
    are mapped."""


@dataclass(frozen=True, slots=True)
class ClockSample:
    asked_s: float
    """Unix time here."""
    answered_s: float
    """Unix time here."""
    theirs_s: float
    """Unix time there, when it answered."""

    @property
    def ahead_s(self) -> float:
        """How far this clock is ahead, if both ways take equally long (RFC 5905, section 8)."""
        return (self.asked_s + self.answered_s) / 2 - self.theirs_s


class Heard(Flag):
    """Which of the datagrams came that a peer had sent on request (RFC 4787, section 5)."""

    NOTHING = 0
    ANOTHER_PORT = auto()
    """From a host that this peer was in touch with, but by a port that it had never sent to."""
    STRANGER = auto()
    """From a host that it had never sent to."""


@dataclass(frozen=True, slots=True)
class FilterTest:
    """One test's outcome."""

    by_another_port: bool
    """Whether such a datagram was sent at all, and below, by how many others."""
    by_strangers: int
    heard: Heard


def public_address(sightings: Iterable[Sighting], *, version: int) -> Address | None:
    """As most observers see this peer, over IPv4 or IPv6."""
    seen = Counter(s.seen for s in sightings if is_version(s.seen, version))
    return seen.most_common(1)[0][0] if seen else None


def is_version(address: Address, version: int) -> bool:
    return (":" in address.host) == (version == 6)


def mapping_of(sightings: Sequence[Sighting], own: Collection[Address]) -> Behaviour:
    """RFC 4787, section 4.1, from sightings of one IP version; `own`: the addresses of this peer's socket.

    One observer alone cannot tell apart more than NAT and no NAT.
    """
    if not sightings:
        return Behaviour.UNKNOWN
    if all(sighting.seen in own for sighting in sightings):
        return Behaviour.NONE
    by_host: dict[str, dict[int, Address]] = {}
    for sighting in sightings:
        if not sighting.is_inbound:
            by_host.setdefault(sighting.observer.host, {})[sighting.observer.port] = sighting.seen
    if any(len(set(seen.values())) > 1 for seen in by_host.values()):
        return Behaviour.ADDRESS_AND_PORT_DEPENDENT
    if len(by_host) < 2:
        return Behaviour.UNKNOWN
    if len({address for seen in by_host.values() for address in seen.values()}) == 1:
        return Behaviour.ENDPOINT_INDEPENDENT
    # That two ports of one host share a mapping is known only where one host has seen this peer by two ports.
    has_two_ports = any(len(seen) > 1 for seen in by_host.values())
    return Behaviour.ADDRESS_DEPENDENT if has_two_ports else Behaviour.ADDRESS_AND_PORT_DEPENDENT


def filtering_of(tests: Iterable[FilterTest]) -> Behaviour:
    """RFC 4787, section 5. What was heard once is proof; silence is believed when two tests agree, for datagrams
    get lost."""
    tests = list(tests)
    if any(test.heard & Heard.STRANGER for test in tests):
        return Behaviour.ENDPOINT_INDEPENDENT
    if sum(test.by_strangers > 0 for test in tests) < 2:
        return Behaviour.UNKNOWN
    if any(test.heard & Heard.ANOTHER_PORT for test in tests):
        return Behaviour.ADDRESS_DEPENDENT
    if sum(test.by_another_port for test in tests) < 2:
        return Behaviour.UNKNOWN
    return Behaviour.ADDRESS_AND_PORT_DEPENDENT


def clock_ahead_s(samples: Iterable[ClockSample]) -> float | None:
    """How far this clock is ahead of the others' (median)."""
    ahead = [sample.ahead_s for sample in samples]
    return statistics.median(ahead) if ahead else None
