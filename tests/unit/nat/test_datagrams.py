"""Which datagrams travel by channels, and how a batch of them is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.nat.datagrams import HEAD_BYTES, INNER_BYTES, Run, by_channel, head_of, is_uniform, runs_of

ONE, TWO = head_of(bytes(range(8))), head_of(bytes(range(100, 108)))
QUIC = b"\x40"


def batch(*datagrams: bytes) -> memoryview:
    return memoryview(bytearray(b"".join(datagrams)))


def sealed(head: bytes, length: int, first: bytes = QUIC) -> bytes:
    return head + first + bytes(length - HEAD_BYTES - 1)


def test_one_channels_batch_is_one_run():
    view = batch(*[sealed(ONE, 100)] * 20, sealed(ONE, 30))
    assert is_uniform(view, 100)
    assert runs_of(view, 100) == [Run(ONE, 0, 2030)]


def test_two_channels_in_one_batch_are_told_apart():
    view = batch(sealed(ONE, 100), sealed(ONE, 100), sealed(TWO, 100), sealed(ONE, 50))
    assert runs_of(view, 100) == [Run(ONE, 0, 200), Run(TWO, 200, 300), Run(ONE, 300, 350)]


def test_probes_of_paths_travel_too():
    assert runs_of(batch(sealed(ONE, 60, b"\x02")), 60) == [Run(ONE, 0, 60)]


@pytest.mark.parametrize("first", [b"\x00", b"\x01", b"\x04", b"\x05", b"\x3f"])
def test_what_is_not_sealed_is_left_out(first):
    view = batch(sealed(ONE, 60), sealed(ONE, 60, first), sealed(ONE, 60))
    assert runs_of(view, 60) == [Run(ONE, 0, 60), Run(ONE, 120, 180)]


def test_empty_and_oversized_datagrams_are_left_out():
    assert not is_uniform(batch(b""), 0)
    assert runs_of(batch(b""), 0) == []
    assert runs_of(batch(ONE), HEAD_BYTES) == []
    assert runs_of(batch(ONE[:4]), 4) == []
    most = HEAD_BYTES + INNER_BYTES
    assert runs_of(batch(sealed(ONE, most)), most) == [Run(ONE, 0, most)]
    assert runs_of(batch(sealed(ONE, most + 1)), most + 1) == []


def test_a_batch_with_anything_else_is_not_channel_data():
    assert runs_of(batch(sealed(ONE, 100), b"\x40" + bytes(99)), 100) is None
    assert runs_of(batch(sealed(ONE, 100), sealed(ONE, 100), b"\x40"), 100) is None


def test_single_datagrams_are_grouped_by_channel():
    quic = b"\x40 quic"
    data = [quic, sealed(ONE, 50), sealed(ONE, 60), sealed(ONE, 60, b"\x07"), sealed(TWO, 50), quic, quic]
    grouped = list(by_channel(data))
    assert grouped == [(b"", data[:1]), (ONE, data[1:3]), (TWO, data[4:5]), (b"", data[5:])]


@given(st.lists(st.tuples(st.sampled_from([ONE, TWO, b""]), st.binary(min_size=1, max_size=1)), min_size=1, max_size=9))
def test_the_quick_look_at_a_batch_finds_what_the_slow_one_finds(kinds):
    datagrams = [(head or QUIC + bytes(8)) + first + bytes(20) for head, first in kinds]
    runs = runs_of(batch(*datagrams), 30)
    if is_uniform(batch(*datagrams), 30):
        assert runs == [Run(datagrams[0][:HEAD_BYTES], 0, 30 * len(kinds))]
    if not all(head for head, _ in kinds):
        assert runs is None
        return
    found = [(run.head, at) for run in runs or [] for at in range(run.start, run.stop, 30)]
    may = [(head, 30 * i) for i, (head, first) in enumerate(kinds) if first[0] >= 0x40 or first[0] in (2, 3)]
    assert found == may
