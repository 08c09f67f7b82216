"""One digest for a whole state."""

import hashlib
import struct

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.identity.wire import pack, unpack
from core.training.api import Vector
from core.training.state_digest import CHUNK_BYTES, StateDigest, chunk_spans, digest_state, state_bytes


def state_of(seed: int, elements: int = 1000) -> Vector:
    return np.random.Generator(np.random.Philox(seed)).standard_normal(elements, np.float32)


def test_digest_by_its_definition() -> None:
    state = state_of(1, CHUNK_BYTES // 4 * 2 + 17)
    data = state.astype("<f4").tobytes()
    hashes = [hashlib.sha256(data[at : at + CHUNK_BYTES]).digest() for at in range(0, len(data), CHUNK_BYTES)]
    root = hashlib.sha256(b"idlewild state 1\0" + struct.pack("<QQ", 9, 3) + b"".join(hashes)).digest()
    digest = digest_state(9, state)
    assert [chunk.raw for chunk in digest.chunks] == hashes
    assert digest.root.raw == root


def test_digest_depends_on_step_length_and_each_bit() -> None:
    state = state_of(1, 300_000)
    roots = {digest_state(1, state).root, digest_state(2, state).root, digest_state(1, state[:-1]).root}
    bits = state.view(np.uint32)
    for at in (0, 262_143, 262_144, 299_999):
        bits[at] ^= 1
        roots.add(digest_state(1, state).root)
        bits[at] ^= 1
    assert len(roots) == 7


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 4), st.sampled_from([-1, 0, 1]), st.integers(1, 5))
def test_threads_make_no_difference(chunks: int, more: int, threads: int) -> None:
    elements = max(0, chunks * CHUNK_BYTES // 4 + more)
    state = np.arange(elements, dtype=np.float32)
    digest = digest_state(0, state, threads=threads)
    assert digest == digest_state(0, state, threads=1)
    assert digest.fits(elements)
    assert not digest.fits(elements + CHUNK_BYTES // 4)
    spans = chunk_spans(elements)
    assert sum(span.stop - span.start for span in spans) == 4 * elements
    assert all(digest.is_chunk(i, state_bytes(state)[span]) for i, span in enumerate(spans))


def test_chunk_of_another_place_is_not_taken() -> None:
    state = state_of(1, CHUNK_BYTES // 2)
    digest = digest_state(1, state)
    first, second = (state_bytes(state)[span] for span in chunk_spans(state.size))
    assert digest.is_chunk(0, first)
    assert not digest.is_chunk(1, first)
    assert not digest.is_chunk(1, second[:-1])


def test_state_bytes_are_no_copy() -> None:
    state = np.zeros(4, np.float32)
    view = state_bytes(state)
    state[0] = 1
    assert bytes(view[:4]) == struct.pack("<f", 1)


def test_digest_travels() -> None:
    digest = digest_state(3, state_of(1))
    assert unpack(StateDigest, pack(digest)) == digest
