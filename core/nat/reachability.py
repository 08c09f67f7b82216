"""How other peers see this one, and whether those reach it that it has never sent anything to."""

import logging
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass

from core.nat.behaviour import (
    ClockSample,
    FilterTest,
    Heard,
    Sighting,
    clock_ahead_s,
    filtering_of,
    is_version,
    mapping_of,
    public_address,
)
from core.nat.facts import Behaviour
from core.transport.api import Address

logger = logging.getLogger(__name__)

TRUSTED_S = 1500.0
"""How long a sighting, a test or a confirmation counts. All are made anew every ten minutes."""
CONTACT_S = 600.0
"""How long a router may remember whom this peer has sent to."""
SIGHTINGS = 32
SAMPLES = 31
TESTS = 6
CONTACTS = 4096


@dataclass(slots=True)
class Test:
    """One that is under way."""

    nonce: bytes
    heard: Heard = Heard.NOTHING


class Reachability:
    """What is known. Sans-IO; `clock` is the event loop's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sightings: dict[Address, tuple[float, Sighting]] = {}
        self._samples: deque[ClockSample] = deque(maxlen=SAMPLES)
        self._tests: deque[tuple[float, FilterTest]] = deque(maxlen=TESTS)
        self._confirmed: dict[Address, float] = {}
        self._contacts: dict[str, float] = {}
        self._under_way: dict[bytes, Test] = {}
        self._helped_s = clock()
        """When somebody last helped to find out whether strangers reach this peer, or when it came to be here."""

    # --- what happens

    def on_seen(self, sighting: Sighting) -> None:
        self._sightings.pop(sighting.observer, None)
        self._sightings[sighting.observer] = (self._clock(), sighting)
        while len(self._sightings) > SIGHTINGS:
            del self._sightings[next(iter(self._sightings))]

    def on_clock(self, sample: ClockSample) -> None:
        self._samples.append(sample)

    def on_contact(self, host: str) -> None:
        """This peer sends something to that host."""
        self._contacts.pop(host, None)
        self._contacts[host] = self._clock()
        while len(self._contacts) > CONTACTS:
            del self._contacts[next(iter(self._contacts))]

    def was_contacted(self, host: str) -> bool:
        return self._clock() - self._contacts.get(host, -CONTACT_S) < CONTACT_S

    def on_reached(self, address: Address) -> None:
        """Somebody to whom this peer had sent nothing reached it at `address`."""
        if address not in self._confirmed:
            logger.info("this peer can be reached from outside at %s", address)
        self._confirmed[address] = self._helped_s = self._clock()

    def begin(self, nonce: bytes) -> None:
        """A test of the router's filtering."""
        self._under_way[nonce] = Test(nonce)

    def on_probe(self, nonce: bytes, source: Address) -> None:
        """A datagram that was asked for, perhaps."""
        test = self._under_way.get(nonce)
        if test is not None:
            test.heard |= Heard.ANOTHER_PORT if self.was_contacted(source.host) else Heard.STRANGER

    def end(self, nonce: bytes, probed: Address | None, *, by_another_port: bool, by_others: int) -> FilterTest:
        """All that was sent has arrived or never will. `probed`: where it went; None if nothing was sent."""
        heard = self._under_way.pop(nonce).heard
        test = FilterTest(by_another_port, by_others, heard)
        if by_others > 0:
            self._helped_s = self._clock()
        if probed is not None:
            self._tests.append((self._clock(), test))
            if heard & Heard.STRANGER:
                self.on_reached(probed)
        return test

    def forget(self) -> None:
        """This computer is in another network."""
        self._sightings.clear()
        self._tests.clear()
        self._confirmed.clear()
        self._contacts.clear()
        self._helped_s = self._clock()

    # --- what follows

    def seen_at(self, version: int) -> Address | None:
        """This peer's address as most see it; None while it is unknown."""
        return public_address(self._fresh_sightings(), version=version)

    def mapping(self, own: Collection[Address]) -> Behaviour:
        """The IPv4 router's, or if there is no IPv4, of IPv6."""
        sightings = self._fresh_sightings()
        over_v4 = [sighting for sighting in sightings if is_version(sighting.seen, 4)]
        return mapping_of(over_v4 or sightings, own)

    @property
    def filtering(self) -> Behaviour:
        return Behaviour.ENDPOINT_INDEPENDENT if self.confirmed() else filtering_of(self._fresh_tests())

    def confirmed(self) -> list[Address]:
        """Where strangers have reached this peer, the newest first."""
        now = self._clock()
        self._confirmed = {a: at for a, at in self._confirmed.items() if now - at < TRUSTED_S}
        return sorted(self._confirmed, key=lambda address: self._confirmed[address], reverse=True)

    @property
    def is_reachable(self) -> bool | None:
        if self._denials() >= 2:
            return False
        return True if self.confirmed() else None

    @property
    def unknown_s(self) -> float:
        """For how long nobody has come who could tell whether strangers reach this peer; 0.0 once it is known."""
        return self._clock() - self._helped_s if self.is_reachable is None else 0.0

    @property
    def clock_ahead_s(self) -> float | None:
        return clock_ahead_s(self._samples)

    def _denials(self) -> int:
        """Tests by strangers in vain, since one last came through."""
        count = 0
        for test in reversed(self._fresh_tests()):
            if test.heard & Heard.STRANGER:
                break
            count += test.by_strangers > 0
        last_s = max(self._confirmed.values(), default=None)
        newest_s = self._tests[-1][0] if self._tests else 0.0
        return 0 if last_s is not None and last_s >= newest_s else count

    def _fresh_sightings(self) -> list[Sighting]:
        now = self._clock()
        return [sighting for at, sighting in self._sightings.values() if now - at < TRUSTED_S]

    def _fresh_tests(self) -> list[FilterTest]:
        now = self._clock()
        return [test for at, test in self._tests if now - at < TRUSTED_S]
