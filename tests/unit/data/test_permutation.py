import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.permutation import permute, restore


@given(st.integers(1, 3000), st.binary(max_size=40))
@settings(max_examples=60, deadline=None)
def test_permute_is_a_bijection_and_restore_its_inverse(size: int, key: bytes) -> None:
    images = permute(np.arange(size), size, key)
    assert sorted(images.tolist()) == list(range(size))
    assert restore(images, size, key).tolist() == list(range(size))


def test_permute_does_not_care_how_it_is_asked() -> None:
    whole = permute(np.arange(1000), 1000, b"k")
    assert permute(np.array([999, 3, 3]), 1000, b"k").tolist() == [whole[999], whole[3], whole[3]]
    assert (permute(np.arange(1000), 1000, b"l") != whole).sum() > 950


def test_permute_of_a_large_domain() -> None:
    size = (1 << 61) + 12345
    images = permute(np.arange(1000), size, b"k")
    assert ((images >= 0) & (images < size)).all()
    assert len(set(images.tolist())) == 1000
    assert restore(images, size, b"k").tolist() == list(range(1000))


def test_permute_is_the_same_for_ever() -> None:
    assert permute(np.arange(10), 10, b"idlewild").tolist() == [5, 8, 4, 2, 6, 0, 9, 1, 3, 7]
