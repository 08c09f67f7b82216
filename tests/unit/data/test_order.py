import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.order import SHARDS_AT_A_TIME, SampleOrder, permute
from core.data.ranges import SampleRange


@given(st.integers(1, 3000), st.binary(max_size=40))
@settings(max_examples=60, deadline=None)
def test_permute_is_a_bijection(size: int, key: bytes) -> None:
    assert sorted(permute(np.arange(size), size, key).tolist()) == list(range(size))


def test_permute_does_not_care_how_it_is_asked() -> None:
    whole = permute(np.arange(1000), 1000, b"k")
    assert permute(np.array([999, 3, 3]), 1000, b"k").tolist() == [whole[999], whole[3], whole[3]]
    assert (permute(np.arange(1000), 1000, b"l") != whole).sum() > 950


def test_permute_of_a_large_domain() -> None:
    size = (1 << 61) + 12345
    images = permute(np.arange(1000), size, b"k")
    assert ((images >= 0) & (images < size)).all()
    assert len(set(images.tolist())) == 1000


def test_permute_is_the_same_for_ever() -> None:
    assert permute(np.arange(10), 10, b"idlewild").tolist() == [5, 8, 4, 2, 6, 0, 9, 1, 3, 7]


@given(st.lists(st.integers(0, 60), min_size=1, max_size=30).filter(any), st.integers(0, 1 << 62), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_a_pass_visits_every_sample_once(sizes: list[int], seed: int, number: int) -> None:
    order = SampleOrder(seed, sizes)
    shards, items = order.locate(SampleRange(number * order.samples, (number + 1) * order.samples))
    expected = [(shard, item) for shard, size in enumerate(sizes) for item in range(size)]
    assert sorted(zip(shards.tolist(), items.tolist(), strict=True)) == expected


@given(st.integers(0, 500), st.integers(1, 300))
@settings(max_examples=60, deadline=None)
def test_a_range_is_its_samples(start: int, length: int) -> None:
    order = SampleOrder(7, [50, 3, 70, 1])
    shards, items = order.locate(SampleRange(start, start + length))
    for k in range(0, length, 37):
        shard, item = order.locate(SampleRange(start + k, start + k + 1))
        assert (shard[0], item[0]) == (shards[k], items[k])


def test_passes_and_seeds_differ() -> None:
    orders = [SampleOrder(1, [200, 300]), SampleOrder(2, [200, 300])]
    seen = {tuple(order.locate(SampleRange(e * 500, (e + 1) * 500))[1].tolist()) for order in orders for e in range(3)}
    assert len(seen) == 6


def test_only_a_few_shards_are_needed_at_a_time_and_they_are_mixed() -> None:
    order = SampleOrder(3, [100] * 40)
    shards, _ = order.locate(SampleRange(0, 4000))
    for start in range(0, 4000, 100 * SHARDS_AT_A_TIME):
        window = shards[start : start + 100 * SHARDS_AT_A_TIME]
        assert len(set(window.tolist())) == SHARDS_AT_A_TIME
        assert len(set(window[:100].tolist())) == SHARDS_AT_A_TIME
