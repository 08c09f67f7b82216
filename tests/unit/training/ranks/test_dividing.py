import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.ranges import SampleRange
from core.training.ranks.dividing import divided, together

SIZES = st.lists(st.integers(1, 300), min_size=1, max_size=9)


@given(SIZES, st.integers(0, 10**9), st.data())
def test_nobody_is_left_out_twice_and_nobody_gets_too_much(sizes, start, data):
    samples = SampleRange(start, start + data.draw(st.integers(1, sum(sizes))))
    parts = divided(samples, sizes)
    assert len(parts) == len(sizes)
    assert parts[0] is not None
    position = samples.start
    for part, size in zip(parts, sizes, strict=True):
        if part is not None:
            assert part.start == position
            assert len(part) <= size
            position = part.stop
    assert position == samples.stop


@given(SIZES, st.integers(0, 10**9))
def test_a_whole_micro_batch_gives_each_its_own(sizes, start):
    parts = divided(SampleRange(start, start + sum(sizes)), sizes)
    assert [len(part) for part in parts if part] == sizes


@given(SIZES, st.integers(1, 2000))
def test_shares_are_in_proportion(sizes, count):
    """To a sample; more of them than all take at once, too."""
    for part, size in zip(divided(SampleRange(0, count), sizes), sizes, strict=True):
        assert abs((len(part) if part else 0) - count * size / sum(sizes)) < 1


def test_one_sample_stays_with_the_first():
    assert divided(SampleRange(7, 8), [4, 400]) == [SampleRange(7, 8), None]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["cpu"], "cpu"),
        (["cpu", "cpu"], "2 × cpu"),
        (["cuda:0", "cuda:1"], "cuda:0 + cuda:1"),
        (["cuda:0", "cuda:1", "cuda:0", "cpu"], "2 × cuda:0 + cuda:1 + cpu"),
    ],
)
def test_a_team_is_named_by_its_devices(names, words):
    assert together(names) == words
