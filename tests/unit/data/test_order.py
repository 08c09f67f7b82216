from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.mixture import BLOCK
from core.data.order import Arrival, SampleOrder
from core.data.passes import MOST_AT_ONCE, MOST_ITEMS, SHARDS_AT_A_TIME
from core.data.ranges import SampleRange
from tests.unit.data.plain_order import Item, plain_order

SAHAJBERT = (230_000, 770_000)


def located(order: SampleOrder, start: int, stop: int) -> list[Item]:
    shards, items = order.locate(SampleRange(start, stop))
    return list(zip(shards.tolist(), items.tolist(), strict=True))


def order_of(seed: int, arrivals: list[Arrival]) -> SampleOrder:
    first, *others = arrivals
    return SampleOrder(seed, first.samples, sources=first.sources, weights=first.weights, arrivals=others)


@st.composite
def histories(draw: st.DrawFn) -> list[Arrival]:
    """A manifest and up to four appends: to sources that exist, or with new ones, with weights that change."""
    arrivals: list[Arrival] = []
    stocked: set[int] = set()
    first = count = 0
    for _ in range(draw(st.integers(1, 5))):
        count = draw(st.integers(max(1, count), min(4, count + 2)))
        shards = draw(st.lists(st.tuples(st.integers(0, 60), st.integers(0, count - 1)), max_size=9))
        stocked |= {source for size, source in shards if size}
        if not stocked:
            shards, stocked = [*shards, (5, 0)], {0}
        weights = [draw(st.integers(0, 9)) if source in stocked else 0 for source in range(count)]
        if not any(weights):
            weights[min(stocked)] = 1
        sizes, sources = tuple(size for size, _ in shards), tuple(source for _, source in shards)
        arrivals.append(Arrival(first, sizes, sources, tuple(weights)))
        first += draw(st.integers(0, 700))
    return arrivals


@given(histories(), st.integers(0, 1 << 62), st.integers(0, 2600), st.integers(1, 1500))
@settings(max_examples=60, deadline=None)
def test_it_is_what_is_meant(arrivals: list[Arrival], seed: int, start: int, length: int) -> None:
    assert (
        located(order_of(seed, arrivals), start, start + length) == plain_order(seed, arrivals, start + length)[start:]
    )


@given(histories(), st.integers(0, 3000), st.integers(1, 400))
@settings(max_examples=50, deadline=None)
def test_what_joins_changes_nothing_before_it(arrivals: list[Arrival], start: int, length: int) -> None:
    whole = order_of(5, arrivals)
    for count in range(1, len(arrivals)):
        stop = arrivals[count].first_sample
        start = min(start, stop - length)
        if start >= 0:
            assert located(order_of(5, arrivals[:count]), start, start + length) == located(
                whole, start, start + length
            )


@given(histories(), st.integers(0, 2500))
@settings(max_examples=25, deadline=None)
def test_upcoming_is_the_order_of_first_need(arrivals: list[Arrival], start: int) -> None:
    order = order_of(3, arrivals)
    needed = list(dict.fromkeys(order.locate(SampleRange(start, start + 1500))[0].tolist()))
    assert list(order.upcoming(start))[: len(needed)] == needed


def test_upcoming_finds_tiny_shards_and_misses_used_ones() -> None:
    order = SampleOrder(2, [2000, 1, 3000, 2, 700, 1, 1, 900, 4])
    for start in range(0, order.samples, 531):
        following = located(order, start, start + 2 * order.samples)
        assert list(order.upcoming(start)) == list(dict.fromkeys(shard for shard, _ in following))


def test_upcoming_leaves_out_what_no_sample_needs_any_more() -> None:
    order = SampleOrder(1, [40, 50], sources=[0, 1], weights=[1, 1], arrivals=[Arrival(100, (), (), (0, 1))])
    assert list(order.upcoming(99)) == list(dict.fromkeys([located(order, 99, 100)[0][0], 1]))
    assert list(order.upcoming(100)) == [1]


def test_upcoming_is_lazy() -> None:
    order = SampleOrder(1, [1 << 40] * 8, sources=[0, 1] * 4, weights=[1, 1])
    shards = order.upcoming(10**12)
    assert next(shards) == located(order, 10**12, 10**12 + 1)[0][0]
    assert len(set(shards)) == 7


@given(st.lists(st.integers(0, 60), min_size=1, max_size=30).filter(any), st.integers(0, 1 << 62), st.integers(0, 5))
@settings(max_examples=30, deadline=None)
def test_a_pass_visits_every_sample_once(sizes: list[int], seed: int, number: int) -> None:
    order = SampleOrder(seed, sizes)
    expected = [(shard, item) for shard, size in enumerate(sizes) for item in range(size)]
    assert sorted(located(order, number * order.samples, (number + 1) * order.samples)) == expected


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=6), st.integers(0, 6000))
@settings(max_examples=30, deadline=None)
def test_weights_are_exact(weights: list[int], sample: int) -> None:
    weights = [weight + 5 for weight in weights]
    order = SampleOrder(1, [10] * len(weights), sources=range(len(weights)), weights=weights)
    block = sample // BLOCK * BLOCK
    for drawn, weight in zip(order.drawn(block), weights, strict=True):
        assert abs(drawn * sum(weights) - block * weight) < sum(weights)
    assert sum(order.drawn(sample)) == sample
    if sample:
        shards = Counter(shard for shard, _ in located(order, 0, sample))
        assert order.drawn(sample) == tuple(shards[source] for source in range(len(weights)))


def test_each_source_passes_by_itself() -> None:
    sizes = [300, 200, 900, 1100]
    order = SampleOrder(9, sizes, sources=[0, 0, 1, 1], weights=SAHAJBERT)
    seen = located(order, 0, 20 * BLOCK)
    for shards, items in (((0, 1), 500), ((2, 3), 2000)):
        drawn = [item for item in seen if item[0] in shards]
        for number in range(len(drawn) // items):
            assert len(set(drawn[number * items : (number + 1) * items])) == items


@given(st.integers(0, 2), st.integers(1, 799), st.integers(0, 520), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_after_appends_what_is_left_and_what_is_new_come_once(passes: int, made: int, later: int, seed: int) -> None:
    old, new, newer = [90, 200, 310, 40, 160], (70, 250), (33, 1, 120)
    everything = [(shard, item) for shard, size in enumerate((*old, *new, *newer)) for item in range(size)]
    first = 800 * passes + made
    later = min(later, 800 - made + 320 - 1)
    arrivals = [Arrival(first, new, (0, 0), (1,)), Arrival(first + later, newer, (0, 0, 0), (1,))]
    order = SampleOrder(seed, old, arrivals=arrivals)
    begin = 800 * passes
    assert sorted(located(order, begin, begin + len(everything))) == everything
    assert sorted(located(order, begin + len(everything), begin + 2 * len(everything))) == everything
    assert located(order, begin, first) == located(SampleOrder(seed, old), begin, first)


def test_old_and_new_end_together() -> None:
    order = SampleOrder(4, [1000] * 4, arrivals=[Arrival(2500, (300, 200), (0, 0), (1,))])
    mixed = [shard >= 4 for shard, _ in located(order, 2500, 4500)]
    for part in range(1, 5):
        assert sum(mixed[: part * 500]) == part * 125
    assert not any(shard >= 4 for shard, _ in located(order, 0, 2500))


def test_an_append_where_a_pass_begins_needs_no_mixing() -> None:
    order = SampleOrder(4, [60, 40], arrivals=[Arrival(200, (50,), (0,), (1,))])
    assert len(set(located(order, 200, 350))) == 150


def test_a_source_may_come_later_and_another_end() -> None:
    arrivals = [Arrival(1000, (500,), (1,), (1, 3)), Arrival(3048, (), (), (0, 1))]
    order = SampleOrder(4, [400], arrivals=arrivals)
    assert order.drawn(1000) == (1000, 0)
    assert order.drawn(3048) == (1512, 1536)
    assert order.drawn(4000) == (1512, 1536 + 952)
    assert order.samples == 900


def test_many_appends_within_one_pass() -> None:
    arrivals = [Arrival(10 * n, (3,), (0,), (1,)) for n in range(1, 400)]
    order = SampleOrder(1, [10_000], arrivals=arrivals)
    seen = located(order, 0, 10_000 + 3 * 399)
    assert len(set(seen)) == len(seen)
    assert len(list(order.upcoming(3995))) == 400


def test_a_range_is_its_parts_however_long() -> None:
    order = SampleOrder(7, [50_000, 3, 70_000, 1], sources=[0, 0, 1, 1], weights=SAHAJBERT)
    whole = located(order, 100, 200 + MOST_AT_ONCE)
    assert whole[:700] + whole[700:] == located(order, 100, 800) + located(order, 800, 200 + MOST_AT_ONCE)
    assert located(order, 777, 778) == [whole[677]]
    assert order.needed(SampleRange(100, 140)).tolist() == sorted({shard for shard, _ in whole[:40]})


def test_the_largest_sources_do_not_overflow() -> None:
    half = MOST_ITEMS // 2
    order = SampleOrder(7, [half - 9], arrivals=[Arrival(5, (half - 9,), (0,), (1,))])
    seen = located(order, 10**12, 10**12 + 4096)
    assert Counter(shard for shard, _ in seen) == {0: 2048, 1: 2048}
    assert all(0 <= item < half for _, item in seen)
    with pytest.raises(ValueError, match="samples"):
        SampleOrder(1, [MOST_ITEMS, 1])


def test_passes_and_seeds_differ() -> None:
    orders = [SampleOrder(1, [200, 300]), SampleOrder(2, [200, 300])]
    seen = {tuple(located(order, e * 500, (e + 1) * 500)) for order in orders for e in range(3)}
    assert len(seen) == 6


def test_only_a_few_shards_are_needed_at_a_time_and_they_are_mixed() -> None:
    order = SampleOrder(3, [100] * 40)
    span = 100 * SHARDS_AT_A_TIME
    shards = [shard for shard, _ in located(order, 0, 4000)]
    for start in range(0, 4000, span):
        assert len(set(shards[start : start + span])) == SHARDS_AT_A_TIME
        assert len(set(shards[start : start + 40])) == SHARDS_AT_A_TIME


def test_windows_are_even() -> None:
    order = SampleOrder(3, [100] * 9)
    assert [len(set(order.needed(SampleRange(start, start + 300)).tolist())) for start in (0, 300, 600)] == [3, 3, 3]


def test_the_order_is_the_same_for_ever() -> None:
    order = SampleOrder(
        2026,
        [50, 30, 80, 20, 90, 10],
        sources=[0, 0, 1, 1, 1, 1],
        weights=SAHAJBERT,
        arrivals=[Arrival(40, (25, 15), (0, 2), (200_000, 700_000, 100_000))],
    )
    assert located(order, 35, 47) == [
        (4, 50),
        (1, 2),
        (4, 12),
        (4, 4),
        (2, 61),
        (4, 52),
        (7, 13),
        (6, 10),
        (4, 48),
        (2, 11),
        (4, 60),
        (5, 9),
    ]


@pytest.mark.parametrize(
    ("samples", "sources", "weights"),
    [
        ([], [], []),
        ([0], [], []),
        ([5, 5], [0, 1], [1, 0, 1]),
        ([5, 5], [0, 2], [1, 1]),
        ([5, 5], [0, 1], [0, 0]),
        ([5, 5], [0, 1], [2, -1]),
        ([5, 5], [0, 1], [1, 1024]),
        ([5, 5], [0], [1]),
    ],
)
def test_what_cannot_be_ordered(samples: list[int], sources: list[int], weights: list[int]) -> None:
    with pytest.raises(ValueError, match=r"sample|weight|source"):
        SampleOrder(1, samples, sources=sources, weights=weights)


def test_arrivals_that_do_not_fit() -> None:
    for arrivals in (
        [Arrival(50, (5,), (0,), (1,)), Arrival(40, (5,), (0,), (1,))],
        [Arrival(50, (5,), (1,), (1,))],
        [Arrival(50, (5,), (0,), ())],
    ):
        with pytest.raises(ValueError, match=r"later|weight"):
            SampleOrder(1, [5], arrivals=arrivals)
