import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.bitmap import from_bits, to_bits


@given(st.lists(st.booleans(), max_size=100))
def test_there_and_back(pieces: list[bool]) -> None:
    array = np.array(pieces, np.bool_)
    bits = to_bits(array)
    assert len(bits) == -(-len(pieces) // 8)
    assert from_bits(bits, len(pieces)).tolist() == pieces


def test_the_form_on_the_wire() -> None:
    assert to_bits(np.array([True, False, False, False, False, False, False, True, True])) == b"\x81\x80"


@pytest.mark.parametrize(("bits", "count"), [(b"", 1), (b"\0\0", 8), (b"\x01", 7), (b"\0", 9)])
def test_what_does_not_fit(bits: bytes, count: int) -> None:
    with pytest.raises(ValueError, match="bits"):
        from_bits(bits, count)
