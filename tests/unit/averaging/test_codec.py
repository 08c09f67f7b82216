import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from core.averaging.codec import CODECS, FLOAT16_MAX, codec_named
from core.errors import ProtocolViolation

finite = hnp.arrays(
    np.float32, st.integers(1, 200), elements=st.floats(width=32, allow_nan=False, allow_infinity=False)
)


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


@pytest.mark.parametrize("name", CODECS)
class TestEvery:
    def test_length_is_as_announced(self, name: str) -> None:
        codec = codec_named(name)
        assert memoryview(codec.encode(np.ones(77, np.float32))).nbytes == codec.coded_bytes(77)

    @pytest.mark.parametrize("size", [0, 9, 11])
    def test_wrong_length_is_the_peers_fault(self, name: str, size: int) -> None:
        codec = codec_named(name)
        coded = bytes(codec.coded_bytes(size))
        with pytest.raises(ProtocolViolation):
            codec.decode(coded, 10)
        with pytest.raises(ProtocolViolation):
            codec.decode(coded + b"x", 10)

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_values_that_are_not_finite_neither_leave_nor_enter(self, name: str, value: float) -> None:
        codec = codec_named(name)
        values = np.array([1, value, 2], np.float32)
        with pytest.raises(ValueError, match="finite"):
            codec.encode(values)
        coded = values.astype("<f4" if name == "float32" else "<f2").tobytes()
        out = np.full(3, 7, np.float32)
        with pytest.raises(ProtocolViolation):
            codec.decode_into(coded, out)
        assert out.tolist() == [7, 7, 7]

    def test_decode_into_is_decode(self, name: str) -> None:
        codec = codec_named(name)
        coded = codec.encode(np.linspace(-3, 3, 50, dtype=np.float32))
        out = np.empty(50, np.float32)
        codec.decode_into(bytearray(coded), out)
        assert out.tobytes() == codec.decode(coded, 50).tobytes()


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="float32"):
        codec_named("pickle")
