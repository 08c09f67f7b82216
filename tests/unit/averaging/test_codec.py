import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.averaging.codec import CODECS, FLOAT16_MAX, codec_named
from core.errors import ProtocolViolation

BFLOAT16_MAX = (2 - 2**-7) * 2.0**127

finite = hnp.arrays(
    np.float32, st.integers(1, 200), elements=st.floats(width=32, allow_nan=False, allow_infinity=False)
)


@settings(deadline=None)
@given(finite)
def test_float32_is_exact_and_little_endian(values: np.ndarray) -> None:
    codec = CODECS["float32"]
    coded = codec.encode(values)
    assert bytes(coded) == values.astype("<f4").tobytes()
    assert codec.decode(coded, values.size).tobytes() == values.tobytes()


def test_float32_makes_no_copy() -> None:
    values = np.arange(8, dtype=np.float32)
    coded = CODECS["float32"].encode(values)
    assert np.shares_memory(np.frombuffer(coded, np.float32), values)
    assert np.shares_memory(CODECS["float32"].decode(coded, 8), values)


@settings(deadline=None)
@given(finite)
def test_float16_is_finite_and_nearest(values: np.ndarray) -> None:
    codec = CODECS["float16"]
    decoded = codec.decode(codec.encode(values), values.size)
    assert np.isfinite(decoded).all()
    nearest = np.clip(values, -FLOAT16_MAX, FLOAT16_MAX).astype(np.float64)
    assert (np.abs(decoded - nearest) <= np.maximum(np.abs(nearest) * 2**-11, 2**-25)).all()
    assert bytes(codec.encode(decoded)) == bytes(codec.encode(values))


def test_float16_rounds_ties_to_even_and_saturates() -> None:
    values = np.array([1 + 2**-11, 1 + 3 * 2**-11, 65520, -1e30, 3e38], np.float32)
    decoded = CODECS["float16"].decode(CODECS["float16"].encode(values), 5)
    assert decoded.tolist() == [1.0, 1 + 2**-9, FLOAT16_MAX, -FLOAT16_MAX, FLOAT16_MAX]


def halves(values: np.ndarray) -> bytes:
    return (values.view(np.uint32) >> 16).astype("<u2").tobytes()


def three(value: float) -> np.ndarray:
    return np.array([1, value, 2], np.float32)


CORRUPT = {
    "float32": lambda _, value: three(value).astype("<f4").tobytes(),
    "float16": lambda _, value: three(value).astype("<f2").tobytes(),
    "bfloat16": lambda _, value: halves(three(value)),
    "int8": lambda codec, value: halves(three(value)[1:2]) + bytes(codec.coded_bytes(3) - 2),
    "int4": lambda codec, value: halves(three(value)[1:2]) + bytes(codec.coded_bytes(3) - 2),
}
"""Codes of three values of which one, or their scale, is not finite."""


@pytest.mark.parametrize("name", CODECS)
class TestEvery:
    def test_length_is_as_announced(self, name: str) -> None:
        codec = codec_named(name)
        assert memoryview(codec.encode(np.ones(77, np.float32))).nbytes == codec.coded_bytes(77)

    @pytest.mark.parametrize("excess", [-7, -1, 1, 2, 4])
    def test_wrong_length_is_the_peers_fault(self, name: str, excess: int) -> None:
        codec = codec_named(name)
        coded = bytes(codec.coded_bytes(10) + excess)
        with pytest.raises(ProtocolViolation):
            codec.decode(coded, 10)
        with pytest.raises(ProtocolViolation):
            codec.decode_into(coded, np.empty(10, np.float32))

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_values_that_are_not_finite_neither_leave_nor_enter(self, name: str, value: float) -> None:
        codec = codec_named(name)
        values = np.array([1, value, 2], np.float32)
        with pytest.raises(ValueError, match="finite"):
            codec.encode(values)
        coded = CORRUPT[name](codec, value)
        out = np.full(3, 7, np.float32)
        with pytest.raises(ProtocolViolation):
            codec.decode_into(coded, out)
        assert out.tolist() == [7, 7, 7]

    def test_nothing_is_coded_as_nothing(self, name: str) -> None:
        codec = codec_named(name)
        assert memoryview(codec.encode(np.empty(0, np.float32))).nbytes == codec.coded_bytes(0) == 0
        assert codec.decode(b"", 0).size == 0

    def test_values_are_left_alone(self, name: str) -> None:
        values = np.linspace(-3, 3, 5000, dtype=np.float32)
        values.flags.writeable = False
        codec_named(name).encode(values)

    def test_decode_into_is_decode(self, name: str) -> None:
        codec = codec_named(name)
        coded = codec.encode(np.linspace(-3, 3, 50, dtype=np.float32))
        out = np.empty(50, np.float32)
        codec.decode_into(bytearray(coded), out)
        assert out.tobytes() == codec.decode(coded, 50).tobytes()


@settings(deadline=None)
@given(finite)
def test_bfloat16_is_finite_and_nearest(values: np.ndarray) -> None:
    codec = CODECS["bfloat16"]
    decoded = codec.decode(codec.encode(values), values.size)
    assert np.isfinite(decoded).all()
    assert (decoded.view(np.uint32) & 0xFFFF == 0).all()
    nearest = np.clip(values.astype(np.float64), -BFLOAT16_MAX, BFLOAT16_MAX)
    assert (np.abs(decoded - nearest) <= np.maximum(np.abs(nearest) * 2**-8, 2.0**-134)).all()
    assert bytes(codec.encode(decoded)) == bytes(codec.encode(values))


def test_bfloat16_rounds_ties_to_even_and_saturates() -> None:
    values = np.array([1 + 2**-8, 1 + 3 * 2**-8, -(1 + 2**-8 + 2**-20), -3.4e38, 3.4e38], np.float32)
    decoded = CODECS["bfloat16"].decode(CODECS["bfloat16"].encode(values), 5)
    assert decoded.tolist() == [1.0, 1 + 2**-6, -(1 + 2**-7), -BFLOAT16_MAX, BFLOAT16_MAX]


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="float32"):
        codec_named("pickle")
