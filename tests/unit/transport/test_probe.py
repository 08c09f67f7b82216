import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transport.probe import PROBE_BYTES, Probe, ProbeKind, decode, encode, key_id, key_id_of, new_key

KEY = bytes(range(32))
probes = st.builds(
    Probe,
    kind=st.sampled_from(ProbeKind),
    nonce=st.binary(min_size=8, max_size=8),
    from_dialer=st.booleans(),
    length_bytes=st.integers(PROBE_BYTES, 16_000),
)


@given(probes)
def test_what_was_sealed_is_read(probe: Probe):
    datagram = encode(probe, KEY)
    assert decode(datagram, KEY) == probe
    assert key_id_of(datagram) == key_id(KEY)
    assert len(datagram) == (probe.length_bytes if probe.kind is ProbeKind.PROBE else PROBE_BYTES)


@given(probes, st.data())
def test_one_changed_byte_of_the_head_or_a_lost_end_is_noticed(probe: Probe, data: st.DataObject):
    datagram = encode(probe, KEY)
    place = data.draw(st.integers(0, PROBE_BYTES - 1))
    changed = bytearray(datagram)
    changed[place] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(changed), KEY) is None
    assert decode(datagram[: data.draw(st.integers(0, len(datagram) - 1))], KEY) is None
    assert decode(datagram + b"\0", KEY) is None


@given(st.binary(max_size=200))
def test_nothing_else_is_read(data: bytes):
    assert decode(data, KEY) is None


def test_another_key_reads_nothing():
    datagram = encode(Probe(ProbeKind.PROBE, bytes(8), True, 100), KEY)
    other = new_key()
    assert decode(datagram, other) is None
    assert key_id_of(datagram) != key_id(other)


@pytest.mark.parametrize("length", [0, 1, PROBE_BYTES - 1])
def test_what_is_too_short_names_no_key(length: int):
    assert key_id_of(b"\x02" * length) == b""


def test_an_answer_is_no_longer_than_the_shortest_probe():
    asked = encode(Probe(ProbeKind.PROBE, bytes(8), True, PROBE_BYTES), KEY)
    answered = encode(Probe(ProbeKind.ANSWER, bytes(8), False, 16_000), KEY)
    assert len(answered) <= len(asked)
