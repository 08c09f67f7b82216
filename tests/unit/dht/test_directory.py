"""Peer records and gossip: only the peer itself says where it is, and the newest word holds."""

import msgspec

from core.dht.directory import RECORD_LIMIT, Gossip
from core.dht.records import PeerRecord, is_genuine, make_record
from core.identity.ids import RunId
from core.identity.keys import Identity
from core.transport.api import Address

RUN = RunId(bytes(range(32)))
ME = Identity.from_seed(bytes([1]) * 32)
OTHER = Identity.from_seed(bytes([2]) * 32)
PLACE = Address("192.0.2.7", 4000)


def record(identity: Identity = OTHER, now_s: float = 1000.0, run: RunId = RUN) -> PeerRecord:
    return make_record(identity, run, (PLACE,), now_s)


def gossip(learned: list[PeerRecord] | None = None) -> Gossip:
    sink = learned if learned is not None else []
    return Gossip(ME.peer_id, RUN, transport=None, on_learned=sink.append)  # type: ignore[arg-type]


def test_a_record_is_its_peers_own():
    one = record()
    assert is_genuine(one, RUN)
    assert one.places() == [PLACE]
    assert not is_genuine(one, RunId(bytes(32)))
    assert not is_genuine(msgspec.structs.replace(one, addresses=("198.51.100.1:1",)), RUN)
    assert not is_genuine(msgspec.structs.replace(one, key=ME.public_key), RUN)
    assert not is_genuine(msgspec.structs.replace(one, sequence=one.sequence + 1), RUN)


def test_addresses_that_cannot_be_read_are_passed_over():
    strange = msgspec.structs.replace(record(), addresses=("nonsense", "192.0.2.7:4000", ":::"))
    assert strange.places() == [PLACE]


def test_the_newest_word_holds_and_forgeries_do_not_count():
    learned: list[PeerRecord] = []
    directory = gossip(learned)
    old, new = record(now_s=1000.0), record(now_s=2000.0)
    forged = msgspec.structs.replace(new, sequence=new.sequence + 1, addresses=("198.51.100.1:1",))
    directory.learn([old, forged, new, old])
    assert directory.record_of(OTHER.peer_id) == new
    assert learned == [old, new]


def test_nobody_tells_a_peer_about_itself_or_about_another_run():
    directory = gossip()
    directory.learn([record(ME), record(run=RunId(bytes(32)))])
    assert directory.known() == []


def test_the_oldest_records_make_room():
    directory = gossip()
    identities = [Identity.generate() for _ in range(RECORD_LIMIT + 3)]
    directory.learn(record(identity, now_s=1000.0 + n) for n, identity in enumerate(identities))
    known = {r.peer for r in directory.known()}
    assert len(known) == RECORD_LIMIT
    assert identities[0].peer_id not in known
    assert identities[-1].peer_id == directory.known()[0].peer


def test_a_record_is_renewed_when_old_or_when_the_clock_was_set_back():
    one = record(now_s=1000.0)
    assert one.is_fresh(1001.0)
    assert not one.is_fresh(5000.0)
    assert not one.is_fresh(999.0)
