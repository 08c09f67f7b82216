"""What is kept for others: the newest, for no longer than agreed, within every limit."""

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dht.contacts import Notary
from core.dht.messages import VALUE_LIMIT, VALUES_BYTES
from core.dht.store import OVERHEAD_BYTES, Allowance, StoreLimits, ValueStore, batches, sample
from core.dht.values import HEADS, PEER, PEERS, Value, fault_of, make_value, newest
from core.identity.ids import PeerId, RunId
from core.identity.keys import Identity

RUN = RunId(bytes(range(32)))
ME = PeerId(bytes(32))
WRITERS = [Identity.from_seed(bytes([n + 1]) * 32) for n in range(8)]
KEYS = [bytes([n]) * 32 for n in range(5)]
LIMITS = StoreLimits(total_bytes=20 * OVERHEAD_BYTES, values_per_key=4, values_per_writer=3, life_s=100, copy_life_s=10)


def value(writer: int = 0, sequence: int = 1, content: bytes = b"") -> Value:
    return Value(kind="peers", writer=WRITERS[writer].public_key, sequence=sequence, expires_s=0, content=content)


PUTS = st.tuples(
    st.sampled_from(KEYS),
    st.builds(value, st.integers(0, 7), st.integers(0, 3), st.sampled_from([b"", b"x" * 300])),
    st.integers(-5, 300),
    st.integers(0, 30),
    st.booleans(),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(PUTS, max_size=60))
def test_no_limit_is_ever_passed(puts: list[tuple[bytes, Value, int, int, bool]]) -> None:
    store, now_s = ValueStore(ME, LIMITS), 0
    best: dict[tuple[bytes, bytes], int] = {}
    for key, one, life_s, wait_s, is_copy in puts:
        now_s += wait_s
        if store.put(key, one, life_s, now_s, is_copy=is_copy):
            assert one in store.get(key, now_s), "what is said to be held is held"
            best[key, one.writer] = max(one.sequence, best.get((key, one.writer), 0))
        held = {key: store.get(key, now_s) for key in KEYS}
        for key_, values in held.items():
            assert len(values) <= 4
            assert all(v.sequence <= best[key_, v.writer] for v in values)
        everything = [v for values in held.values() for v in values]
        assert all(sum(v.writer == w.public_key for v in everything) <= 3 for w in WRITERS)
        assert store.bytes_held <= LIMITS.total_bytes
    store.sweep(now_s + 1000)
    assert (len(store), store.bytes_held) == (0, 0)


def test_the_newer_sequence_wins_and_the_same_twice_is_one() -> None:
    store = ValueStore(ME, StoreLimits())
    assert store.put(KEYS[1], value(sequence=2), 50, 0.0)
    assert not store.put(KEYS[1], value(sequence=1), 50, 0.0)
    assert store.put(KEYS[1], value(sequence=2), 50, 0.0)
    assert not store.put(KEYS[1], value(sequence=2, content=b"other"), 50, 0.0)
    assert store.put(KEYS[1], value(sequence=3), 50, 0.0)
    assert [v.sequence for v in store.get(KEYS[1], 1.0)] == [3]


def test_life_is_measured_here_and_bounded() -> None:
    store = ValueStore(ME, LIMITS)
    store.put(KEYS[1], value(0), 1e9, 1000.0)
    store.put(KEYS[2], value(0), 1e9, 1000.0, is_copy=True)
    assert store.get(KEYS[2], 1009.0)
    assert not store.get(KEYS[2], 1011.0)
    assert store.get(KEYS[1], 1099.0)
    assert not store.get(KEYS[1], 1101.0)


def test_a_copy_never_prolongs_the_life_of_what_is_held() -> None:
    store = ValueStore(ME, LIMITS)
    store.put(KEYS[1], value(0), 5, 0.0)
    store.put(KEYS[1], value(0), 100, 4.0, is_copy=True)
    assert not store.get(KEYS[1], 6.0)


def test_memory_that_is_full_keeps_what_is_near() -> None:
    store = ValueStore(ME, StoreLimits(total_bytes=10 * OVERHEAD_BYTES))
    for first in (9, 3, 200, 1, 77, 50, 8, 7, 6, 5, 4, 2, 250):
        store.put(bytes([first]) * 32, value(first % 8, content=b""), 50, 0.0)
    kept = [first for first in range(256) if store.get(bytes([first]) * 32, 1.0)]
    assert kept == [1, 2, 3, 4, 5, 6, 7, 8, 9, 50]


def test_holders_bring_again_what_nobody_brought_for_long() -> None:
    store = ValueStore(ME, StoreLimits())
    store.put(KEYS[1], value(0), 5000, 0.0)
    store.put(KEYS[2], value(1), 5000, 900.0)
    store.put(KEYS[3], value(2), 5000, 0.0, is_copy=True)
    assert store.untold(1000.0, 1000.0, 10) == {KEYS[1]: [value(0)]}
    assert store.untold(1000.0, 1001.0, 10) == {}
    assert set(store.untold(1000.0, 3000.0, 1)) < {KEYS[1], KEYS[2]}


def test_values_are_their_writers_own() -> None:
    one = make_value(WRITERS[0], RUN, HEADS, b"head", 1000.0, 60.0)
    assert not fault_of(one, RUN)
    assert fault_of(one, RunId(bytes(32)))
    for change in ({"content": b"x"}, {"sequence": 5}, {"expires_s": 9**9}, {"kind": "peers"}, {"kind": "songs"}):
        assert fault_of(msgspec.structs.replace(one, **change), RUN), change
    assert fault_of(msgspec.structs.replace(one, writer=WRITERS[1].public_key), RUN)
    assert fault_of(make_value(WRITERS[0], RUN, HEADS, bytes(HEADS.content_bytes + 1), 1000.0, 60.0), RUN)
    assert PEER.key(RUN, WRITERS[0].peer_id) != PEER.key(RUN, WRITERS[1].peer_id)
    assert PEERS.key(RUN, WRITERS[0].peer_id) == PEERS.key(RUN, WRITERS[1].peer_id)


def test_a_check_that_was_made_is_remembered_by_content() -> None:
    notary = Notary(RUN, limit=2)
    ones = [make_value(w, RUN, HEADS, b"head", 1000.0, 60.0) for w in WRITERS[:4]]
    assert all(notary.is_genuine(one) for one in ones for _ in range(2))
    forged = msgspec.structs.replace(ones[3], content=b"other")
    assert not notary.is_genuine(forged), "the signature alone is no proof"


def test_messages_stay_within_their_limits() -> None:
    values = [value(n % 8, n, bytes(3000)) for n in range(300)]
    parts = batches(values)
    assert [v for part in parts for v in part] == values
    assert all(len(p) <= VALUE_LIMIT and sum(len(v.content) for v in p) <= VALUES_BYTES for p in parts)
    chosen = sample(values, random.Random(1))
    assert set(chosen) <= set(values)
    assert sum(len(v.content) for v in chosen) <= VALUES_BYTES
    assert sample([], random.Random(1)) == ()


def test_newest_per_writer() -> None:
    best = newest([value(0, 1), value(0, 3), value(1, 2), value(0, 2)])
    assert sorted(v.sequence for v in best.values()) == [2, 3]


def test_an_allowance_is_used_up_and_comes_back() -> None:
    allowance = Allowance(burst=10, per_s=1.0, limit=2)
    assert allowance.take(ME, 8, 0.0)
    assert not allowance.take(ME, 3, 0.0)
    assert allowance.take(ME, 3, 1.5)
    assert not allowance.take(ME, 100, 1000.0)
