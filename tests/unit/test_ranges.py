"""`RangeSet` against plain sets of integers."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from core.data.ranges import RangeSet, SampleRange

pieces = st.tuples(st.integers(0, 60), st.integers(1, 12)).map(lambda p: SampleRange(p[0], p[0] + p[1]))
changes = st.lists(st.tuples(st.booleans(), pieces), max_size=20)


def members(ranges: RangeSet) -> set[int]:
    return {i for r in ranges for i in range(r.start, r.stop)}


@given(changes, pieces)
def test_behaves_as_a_set_of_integers(steps: list[tuple[bool, SampleRange]], probe: SampleRange) -> None:
    ranges, model = RangeSet(), set[int]()
    for is_added, piece in steps:
        (ranges.add if is_added else ranges.remove)(piece)
        numbers = set(range(piece.start, piece.stop))
        model = model | numbers if is_added else model - numbers
    wanted = set(range(probe.start, probe.stop))
    assert members(ranges) == model
    assert ranges.samples == len(model)
    assert ranges.overlaps(probe) == bool(model & wanted)
    assert ranges.contains(probe) == (wanted <= model)


@given(changes)
def test_is_kept_sorted_and_merged(steps: list[tuple[bool, SampleRange]]) -> None:
    ranges = RangeSet()
    for is_added, piece in steps:
        (ranges.add if is_added else ranges.remove)(piece)
    kept = list(ranges)
    assert all(a.stop < b.start for a, b in itertools.pairwise(kept))


@given(st.lists(pieces, max_size=8), st.integers(1, 20))
def test_take_removes_from_the_front(given_pieces: list[SampleRange], count: int) -> None:
    ranges = RangeSet(given_pieces)
    before = members(ranges)
    taken = ranges.take(count)
    if taken is None:
        assert not before
        return
    assert taken.start == min(before)
    assert len(taken) <= count
    assert members(ranges) | set(range(taken.start, taken.stop)) == before
    assert not ranges.overlaps(taken)
