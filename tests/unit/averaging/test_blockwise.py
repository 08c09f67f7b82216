import hashlib

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.averaging.blockwise import CHUNK_ELEMENTS, Blockwise
from core.averaging.codec import CODECS
from core.errors import ProtocolViolation

SMALL = [Blockwise("eight", 8, 16), Blockwise("four", 4, 16)]
REAL = [CODECS["int8"], CODECS["int4"]]
BLOCK = {"eight": 16, "four": 16, "int8": 256, "int4": 64}
LOWEST = {"eight": 128, "four": 8, "int8": 128, "int4": 8}
VANISHING = 2.0**-117

finite = hnp.arrays(np.float32, st.integers(0, 70), elements=st.floats(width=32, allow_nan=False, allow_infinity=False))
alike = st.builds(
    lambda values, power: np.ldexp(values, power).astype(np.float32),
    hnp.arrays(np.float32, st.integers(0, 70), elements=st.floats(-1, 1, width=32)),
    st.integers(-120, 100),
)
"""Of one size, so that all of them count."""


def recoded(codec: Blockwise, values: np.ndarray) -> np.ndarray:
    return codec.decode(codec.encode(values), values.size)


def blocks(codec: Blockwise, values: np.ndarray) -> list[np.ndarray]:
    return [values[start : start + BLOCK[codec.name]] for start in range(0, values.size, BLOCK[codec.name])]


def check_errors(codec: Blockwise, values: np.ndarray) -> None:
    """Half a scale; of values about as large as the peak and of the other sign, what is beyond the last number."""
    for given_, got in zip(blocks(codec, values), blocks(codec, recoded(codec, values)), strict=True):
        peak, lowest = np.abs(given_.astype(np.float64)).max(), LOWEST[codec.name]
        largest, smallest = peak / lowest * (1 + 2.0**-8), peak / lowest * (1 - 2.0**-8)
        if peak > 0.98 * 2.0**128:
            smallest *= 0.98  # the largest scale is held down
        beyond = np.abs(given_) - (lowest - 1) * smallest
        errors = np.abs(got - given_.astype(np.float64))
        assert (errors <= np.maximum(beyond, largest / 2) * (1 + 2.0**-20) + VANISHING).all()


@pytest.mark.parametrize("codec", SMALL, ids=lambda codec: codec.name)
class TestSmallBlocks:
    @settings(max_examples=200, deadline=None)
    @given(values=finite | alike)
    def test_errors_are_bounded_block_by_block(self, codec: Blockwise, values: np.ndarray) -> None:
        check_errors(codec, values)

    @settings(max_examples=300, deadline=None)
    @given(values=finite | alike)
    def test_what_was_decoded_codes_to_the_same_bytes(self, codec: Blockwise, values: np.ndarray) -> None:
        coded = bytes(codec.encode(values))
        assert bytes(codec.encode(codec.decode(coded, values.size))) == coded

    @settings(max_examples=300, deadline=None)
    @given(data=st.data(), elements=st.integers(0, 70))
    def test_any_bytes_give_finite_values_or_are_refused(
        self, codec: Blockwise, data: st.DataObject, elements: int
    ) -> None:
        size = codec.coded_bytes(elements)
        coded = data.draw(st.binary(min_size=size, max_size=size))
        out = np.full(elements, 7, np.float32)
        try:
            codec.decode_into(coded, out)
        except ProtocolViolation:
            assert (out == 7).all()
        else:
            assert np.isfinite(out).all()
            codec.encode(out)

    @pytest.mark.parametrize("bits", [0x7E80, 0x7F7F, 0x7F80, 0x7FC0, 0xFF80, 0x0001, 0x00FF, 0x8000])
    def test_scales_that_no_encoder_makes_are_refused(self, codec: Blockwise, bits: int) -> None:
        coded = bytearray(codec.encode(np.ones(40, np.float32)))
        coded[2:4] = bits.to_bytes(2, "little")
        with pytest.raises(ProtocolViolation, match="scale"):
            codec.decode(bytes(coded), 40)

    @pytest.mark.parametrize("largest", [1e-20, 1e-30, 1e-35, 1.0, 3.3e38])
    @pytest.mark.parametrize("sign", [-1, 1])
    def test_values_of_any_size_survive(self, codec: Blockwise, largest: float, sign: int) -> None:
        values = np.linspace(-1, 0.9, 48, dtype=np.float32) * np.float32(sign * largest)
        got = recoded(codec, values)
        assert np.abs(got - values.astype(np.float64)).max() <= largest / LOWEST[codec.name]
        assert got[0] == pytest.approx(values[0], rel=2**-8)

    @pytest.mark.parametrize("peak", [0.0, -0.0, 1e-44, 2.0**-126, 1e-37])
    def test_nothing_and_next_to_nothing_is_zero(self, codec: Blockwise, peak: float) -> None:
        """Whether or not this process keeps subnormal numbers, and without a negative zero."""
        coded = bytes(codec.encode(np.full(20, peak, np.float32)))
        assert coded == bytes(len(coded))

    def test_the_largest_floats_stay_finite(self, codec: Blockwise) -> None:
        largest = np.finfo(np.float32).max
        got = recoded(codec, np.array([largest, -largest, largest / 2], np.float32))
        assert np.isfinite(got).all()
        assert got == pytest.approx([largest, -largest, largest / 2], rel=0.14)

    def test_both_ends_of_a_block(self, codec: Blockwise) -> None:
        lowest = LOWEST[codec.name]
        assert recoded(codec, np.array([-lowest, lowest, 1], np.float32)).tolist() == [1 - lowest, lowest, 1]
        assert recoded(codec, np.array([-lowest, lowest - 1, 1], np.float32)).tolist() == [-lowest, lowest - 1, 1]

    def test_a_small_block_beside_a_large_one(self, codec: Blockwise) -> None:
        values = np.concatenate([np.full(16, 1e6), np.full(16, 1e-6), np.full(3, -1e-12)]).astype(np.float32)
        assert recoded(codec, values) == pytest.approx(values, rel=2**-7)


@pytest.mark.parametrize("codec", REAL, ids=lambda codec: codec.name)
@pytest.mark.parametrize("elements", [1, 63, 64, 65, 257, CHUNK_ELEMENTS, 2 * CHUNK_ELEMENTS + 1, 131_071])
def test_parts_of_any_length(codec: Blockwise, elements: int) -> None:
    values = np.random.default_rng(elements).standard_normal(elements, dtype=np.float32) * np.float32(1e-9)
    coded = codec.encode(values)
    assert memoryview(coded).nbytes == codec.coded_bytes(elements)
    check_errors(codec, values)
    got = codec.decode(coded, elements)
    assert bytes(codec.encode(got)) == bytes(coded)
    shifted = np.empty(elements + 1, np.float32)[1:]  # parts begin anywhere in the average
    codec.decode_into(b"".join([bytes(coded)]), shifted)
    assert shifted.tobytes() == got.tobytes()


def test_the_format_is_what_it_says() -> None:
    four, eight = SMALL[1], SMALL[0]
    values = np.array([8, -2, 1, 0, -7] + [0] * 11 + [0, -4, 0.5], np.float32)
    scales = (-1.0, 0.5)
    expected = np.array(scales, np.float32).view(np.uint32) >> 16
    assert bytes(four.encode(values)) == expected.astype("<u2").tobytes() + bytes(
        [0x28, 0x0F, 0x07, 0, 0, 0, 0, 0, 0x80, 0x01]
    )
    coded = bytes(eight.encode(values))
    assert coded[4:9] == bytes([0x80, 32, 256 - 16, 0, 112])
    assert coded[4 + 16 :] == bytes([0, 0x80, 16])


@pytest.mark.parametrize("name", CODECS)
def test_a_process_without_subnormal_numbers_makes_the_same_codes(name: str) -> None:
    """Libraries switch them off for all of a thread's arithmetic."""
    sizes = np.random.default_rng(3).integers(-150, 10, 5000)
    values = np.ldexp(np.random.default_rng(4).uniform(-1, 1, 5000), np.sort(sizes)).astype(np.float32)
    coded = bytes(CODECS[name].encode(values))
    decoded = CODECS[name].decode(coded, 5000).tobytes()
    assert torch.set_flush_denormal(True)
    try:
        assert np.float32(2.0**-140) * np.float32(1) == 0
        assert bytes(CODECS[name].encode(values)) == coded
        assert CODECS[name].decode(coded, 5000).tobytes() == decoded
    finally:
        torch.set_flush_denormal(False)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("int8", "68cb654884936a54bb2750c5ae9c0686651085c655ea78203d6597a11f3c053f"),
        ("int4", "0a60eedd024ef1fde51da6de275e7eb3dd8ac91815c70624e3541d64523f1a41"),
        ("bfloat16", "23efff59830af04415cb890309236b3d74166886d179fff01ae99981d6dc4cc8"),
        ("float16", "eddcf228ecb5b9ff006dd4f66f10af9d6b79742e3bb84699c7d0c2acdf19c9bb"),
    ],
)
def test_codes_are_those_of_every_other_machine(name: str, digest: str) -> None:
    """They are part of the protocol: if they change, old and new peers cannot train together."""
    integers = np.random.Generator(np.random.Philox(7)).integers(-(2**30), 2**30, 100_003, dtype=np.int32)
    values = np.ldexp(integers.astype(np.float64), -40 - integers % 23).astype(np.float32)
    assert hashlib.sha256(CODECS[name].encode(values)).hexdigest() == digest
