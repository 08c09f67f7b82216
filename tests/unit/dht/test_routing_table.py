"""Buckets: who stays, who waits, who is lost, and who is nearest."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from core.dht.contacts import Contact, position_of
from core.dht.records import PeerRecord
from core.dht.routing_table import LOST_LIMIT, RoutingTable
from core.identity.ids import PeerId, RunId

RUN = RunId(bytes(32))
ME = PeerId(bytes(32))
IDS = st.binary(min_size=32, max_size=32).filter(lambda raw: raw != ME.raw)


def contact(raw: bytes, sequence: int = 1, *, is_member: bool = True) -> Contact:
    record = PeerRecord(key=raw, run=RUN, addresses=("192.0.2.1:1",), sequence=sequence)
    return Contact(record, PeerId(raw), position_of(raw), is_member)


def number(value: int, bit: int = 255) -> Contact:
    """In the bucket of `bit`."""
    return contact(((1 << bit) | value).to_bytes(32, "big"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(IDS, st.booleans()), max_size=80), IDS, st.integers(1, 20))
def test_nearest_is_what_sorting_all_would_give(steps: list[tuple[bytes, bool]], target: bytes, count: int) -> None:
    table = RoutingTable(ME, width=4)
    for now_s, (raw, is_silent) in enumerate(steps):
        if is_silent:
            table.silent(PeerId(raw), now_s)
        else:
            table.heard(contact(raw), now_s)
    contacts = table.contacts()
    position = position_of(target)
    assert table.nearest(position, count) == sorted(contacts, key=lambda c: c.position ^ position)[:count]
    assert len(table) == len(contacts) == len({c.peer for c in contacts})
    assert all(len(bucket.entries) <= 4 for bucket in table.buckets.values())
    assert all(table.index(e.contact.position) == i for i, b in table.buckets.items() for e in b.entries.values())
    assert not {c.peer for c in contacts} & set(table.lost)


def test_in_a_full_bucket_the_eldest_is_asked_and_the_newcomer_waits() -> None:
    table = RoutingTable(ME, width=2)
    first, second, third = number(1), number(2), number(3)
    assert table.heard(first, 1.0) is None
    assert table.heard(second, 2.0) is None
    table.heard(first, 3.0)
    eldest = table.heard(third, 4.0)
    assert eldest is not None
    assert eldest.contact is second
    assert third.peer not in table
    assert table.silent(second.peer, 5.0) is third
    assert table.heard(third, 6.0) is None
    assert third.peer in table


def test_a_silent_contact_is_lost_and_not_forgotten() -> None:
    table = RoutingTable(ME, width=4)
    table.heard(number(1), 0.0)
    table.heard(number(1), 50.0)
    table.silent(number(1).peer, 60.0)
    assert len(table) == 0
    assert [c.peer for c in table.probes_due(3, 70.0)] == [number(1).peer]
    table.heard(number(1), 80.0)
    assert not table.lost
    entry = table.entry(number(1).peer)
    assert entry is not None
    assert entry.since_s == 30.0, "what it was known for before counts"


def test_lost_contacts_take_turns_and_the_longest_known_are_kept() -> None:
    table = RoutingTable(ME, width=1000)
    for n in range(LOST_LIMIT + 5):
        table.heard(number(n), 0.0)
        table.heard(number(n), float(n))
        table.silent(number(n).peer, 100.0 + n)
    assert len(table.lost) == LOST_LIMIT
    assert number(0).peer not in table.lost
    turns = [c.peer for now_s in range(LOST_LIMIT) for c in table.probes_due(1, 1000.0 + now_s)]
    assert len(set(turns)) == LOST_LIMIT
    assert table.probes_due(1, 200_000.0) == []


def test_many_silent_at_once_look_like_a_split() -> None:
    table = RoutingTable(ME)
    for n in range(12):
        table.heard(number(n), 0.0)
    for n in range(4):
        table.silent(number(n).peer, 10.0)
    assert not table.suspects_split(11.0)
    for n in range(4, 7):
        table.silent(number(n).peer, 10.0)
    assert table.suspects_split(11.0)
    assert not table.suspects_split(10.0 + 3600)


def test_neither_this_peer_nor_who_is_no_member_stands_in_the_table() -> None:
    table = RoutingTable(ME)
    table.heard(contact(ME.raw), 0.0)
    table.heard(contact(bytes([9]) * 32, is_member=False), 0.0)
    assert len(table) == 0
    table.heard(contact(bytes([9]) * 32, 1), 0.0)
    assert len(table) == 1
    table.heard(contact(bytes([9]) * 32, 2, is_member=False), 1.0)
    assert len(table) == 0


def test_the_newest_record_is_kept() -> None:
    table = RoutingTable(ME)
    raw = bytes([7]) * 32
    for sequence in (2, 3, 1):
        table.heard(contact(raw, sequence), 0.0)
    assert table.contacts()[0].record.sequence == 3


def test_a_random_target_lies_in_its_bucket() -> None:
    table = RoutingTable(PeerId(bytes(range(32))))
    for index in (0, 1, 7, 200, 255):
        target = table.random_target(index, random.Random(index))
        assert table.index(position_of(target)) == index
