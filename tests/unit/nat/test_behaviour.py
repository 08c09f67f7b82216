"""Conclusions about routers, in the terms of RFC 4787."""

import pytest
from nat_doubles import at

from core.nat.behaviour import (
    ClockSample,
    FilterTest,
    Heard,
    Sighting,
    clock_ahead_s,
    filtering_of,
    mapping_of,
    public_address,
)
from core.nat.facts import Behaviour

OWN = [at("10.0.0.2")]
SEEN, OTHER = at("203.0.113.7", 50000), at("203.0.113.7", 50001)
X1, X2, Y1 = at("198.51.100.1", 1), at("198.51.100.1", 2), at("198.51.100.2", 1)


@pytest.mark.parametrize(
    ("sightings", "expected"),
    [
        ([], Behaviour.UNKNOWN),
        ([Sighting(X1, OWN[0])], Behaviour.NONE),
        ([Sighting(X1, SEEN)], Behaviour.UNKNOWN),
        ([Sighting(X1, SEEN), Sighting(X2, SEEN)], Behaviour.UNKNOWN),
        ([Sighting(X1, SEEN), Sighting(Y1, SEEN)], Behaviour.ENDPOINT_INDEPENDENT),
        ([Sighting(X1, SEEN), Sighting(X2, SEEN), Sighting(Y1, OTHER)], Behaviour.ADDRESS_DEPENDENT),
        ([Sighting(X1, SEEN), Sighting(Y1, OTHER)], Behaviour.ADDRESS_AND_PORT_DEPENDENT),
        ([Sighting(X1, SEEN), Sighting(X2, OTHER)], Behaviour.ADDRESS_AND_PORT_DEPENDENT),
        # Who has dialed the open port of a router tells nothing of how it maps what goes out.
        ([Sighting(X1, SEEN), Sighting(Y1, OTHER, is_inbound=True)], Behaviour.UNKNOWN),
        ([Sighting(X1, OWN[0], is_inbound=True)], Behaviour.NONE),
    ],
)
def test_mapping(sightings, expected):
    assert mapping_of(sightings, OWN) is expected


ALL, PORT_ONLY, NONE = Heard.STRANGER | Heard.ANOTHER_PORT, Heard.ANOTHER_PORT, Heard.NOTHING


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ([], Behaviour.UNKNOWN),
        ([FilterTest(True, 2, NONE)], Behaviour.UNKNOWN),
        ([FilterTest(True, 2, NONE), FilterTest(True, 1, Heard.STRANGER)], Behaviour.ENDPOINT_INDEPENDENT),
        ([FilterTest(True, 2, ALL)], Behaviour.ENDPOINT_INDEPENDENT),
        ([FilterTest(True, 2, PORT_ONLY)] * 2, Behaviour.ADDRESS_DEPENDENT),
        ([FilterTest(True, 0, PORT_ONLY)] * 2, Behaviour.UNKNOWN),
        ([FilterTest(True, 2, NONE)] * 2, Behaviour.ADDRESS_AND_PORT_DEPENDENT),
        ([FilterTest(False, 2, NONE)] * 2, Behaviour.UNKNOWN),
    ],
)
def test_filtering(tests, expected):
    assert filtering_of(tests) is expected


def test_the_public_address_is_what_most_see():
    sightings = [Sighting(X1, OTHER), Sighting(X2, SEEN), Sighting(Y1, SEEN), Sighting(Y1, at("2001:db8::1"))]
    assert public_address(sightings, version=4) == SEEN
    assert public_address(sightings, version=6) == at("2001:db8::1")
    assert public_address([], version=4) is None


def test_the_clock_is_judged_by_the_median_without_the_time_on_the_way():
    samples = [ClockSample(100.0, 100.4, 40.2), ClockSample(200.0, 200.2, 140.1), ClockSample(300.0, 300.0, 9e9)]
    assert clock_ahead_s(samples) == pytest.approx(60.0)
    assert clock_ahead_s([]) is None
