"""Joined collaborations, known peers, settings."""

from dataclasses import replace

import pytest

from core.identity.ids import Digest, PeerId, RunId
from core.identity.manifest import SignedManifest
from core.storage.database import Database
from core.storage.history import History
from core.storage.log_store import LogStore
from core.storage.runs import KNOWN_ADDRESSES, KNOWN_PEERS, KnownPeer, RunRecord, Runs
from core.transport.api import Address
from tests.unit.storage.chains import Chain


def record(name: str, joined_s: int = 0) -> RunRecord:
    signed = SignedManifest(content=b'{"name":"%s","later":[1]}' % name.encode(), signature=bytes(64))
    return RunRecord(signed.run, signed, is_host=False, token=None, draft=None, joined_s=joined_s)


def test_records_read_back(database: Database) -> None:
    runs = Runs(database)
    first = replace(record("বাংলা", 5), is_host=True, token=b"secret", draft=Digest(bytes(32)))
    second = record("second", 3)
    for added in (first, second):
        runs.add(added)
    assert runs.get(first.run) == first
    assert runs.all() == [second, first]
    assert runs.get(RunId(bytes(32))) is None


def test_one_is_active(database: Database) -> None:
    runs = Runs(database)
    one, two = record("one"), record("two")
    assert runs.active() is None
    runs.add(one)
    runs.add(two)
    assert runs.active() is None
    runs.set_active(one.run)
    runs.set_active(two.run)
    assert runs.active() == two
    with pytest.raises(ValueError, match="not joined"):
        runs.set_active(RunId(bytes(32)))
    assert runs.active() == two
    runs.set_active(None)
    assert runs.active() is None


def test_joining_again_changes_the_record_and_not_what_is_active(database: Database) -> None:
    runs = Runs(database)
    one = record("one")
    runs.add(one)
    runs.set_active(one.run)
    changed = replace(one, token=b"new", joined_s=9)
    runs.add(changed)
    assert runs.active() == changed
    assert runs.all() == [changed]


def test_manifest_of_another_run_is_refused(database: Database) -> None:
    with pytest.raises(ValueError, match="another run"):
        Runs(database).add(replace(record("one"), run=RunId(bytes(32))))


def test_history_shows_the_manifests_name(database: Database, chain: Chain) -> None:
    one = record("one")
    chain.run = one.run
    chain.grow(1)
    LogStore(database, one.run).append(chain.commits[0], chain.peer(0))
    assert History(database).rows()[0].name == one.run.short
    Runs(database).add(one)
    assert History(database).rows()[0].name == "one"


def test_known_peers_by_time(database: Database) -> None:
    runs, run = Runs(database), RunId(bytes(32))
    here, there = Address("10.0.0.1", 7000), Address("fe80::1", 7001)
    runs.remember_peer(run, Chain.peer(1), [here, there], 10)
    runs.remember_peer(run, Chain.peer(2), [there], 20)
    runs.remember_peer(run, Chain.peer(3), [], 30)
    first, second = KnownPeer(Chain.peer(2), (there,), 20), KnownPeer(Chain.peer(1), (here, there), 10)
    assert runs.known_peers(run, 9) == [first, second]
    assert runs.known_peers(run, 1) == [first]
    assert runs.known_peers(RunId(b"\1" * 32), 9) == []
    runs.remember_peer(run, Chain.peer(1), [there], 5)
    assert runs.known_peers(run, 9) == [first, second]
    runs.remember_peer(run, Chain.peer(1), [there], 40)
    assert runs.known_peers(run, 1) == [KnownPeer(Chain.peer(1), (there,), 40)]


def test_known_peers_are_bounded(database: Database) -> None:
    runs, run = Runs(database), RunId(bytes(32))
    many = [Address("10.0.0.1", port) for port in range(1, 40)]
    for number in range(KNOWN_PEERS + 5):
        runs.remember_peer(run, Chain.peer(number), many if number == 6 else many[:1], number)
    found = runs.known_peers(run, 10_000)
    assert [peer.seen_s for peer in found] == list(range(KNOWN_PEERS + 4, 4, -1))
    assert found[-2].addresses == tuple(many[:KNOWN_ADDRESSES])


def test_address_that_cannot_be_read_is_left_out(database: Database) -> None:
    runs, run = Runs(database), RunId(bytes(32))
    runs.remember_peer(run, Chain.peer(1), [Address("a\nb]:", 7), Address("[x", 8), Address("10.0.0.1", 9)], 1)
    assert Address("10.0.0.1", 9) in runs.known_peers(run, 1)[0].addresses
    assert len(runs.known_peers(run, 1)[0].addresses) < 3


def test_a_run_that_is_left_is_gone_but_for_its_name(database: Database) -> None:
    runs = Runs(database)
    mine = replace(record("mine"), is_host=True, token=b"m")
    theirs = replace(record("theirs"), token=b"t")
    for one in (mine, theirs):
        runs.add(one)
        runs.remember_peer(one.run, PeerId(bytes(32)), [Address("192.0.2.1", 7)], 1)
    runs.set_share(theirs.run, 30)
    runs.set_active(theirs.run)
    for one in (mine, theirs):
        runs.leave(one.run, 99)
    assert runs.all() == []
    assert runs.stakes() == []
    assert runs.active() is None
    assert runs.get(theirs.run) is None
    assert runs.known_peers(theirs.run, 9) == []
    assert [one.name for one in runs.left()] == [one.name for one in runs.all(also_left=True)]
    assert runs.get(mine.run, also_left=True) == mine, "who hosts it keeps what opens its door"
    found = runs.get(theirs.run, also_left=True)
    assert found is not None
    assert found.token is None
    assert database.rows("SELECT name FROM runs ORDER BY name") == [("mine",), ("theirs",)]
    runs.add(theirs)
    assert runs.all() == [theirs]
    assert runs.active() is None
    assert [(stake.share, stake.given_s) for stake in runs.stakes()] == [(100, 0.0)]


def test_shares_outlast_what_is_added_anew(database: Database) -> None:
    runs = Runs(database)
    one = record("one")
    runs.add(one)
    runs.set_share(one.run, 7)
    runs.set_given(one.run, 3.5, 1e9)
    runs.add(one)
    (stake,) = runs.stakes()
    assert (stake.run, stake.share, stake.given_s, stake.given_at_s) == (one.run, 7, 3.5, 1e9)
