"""What is used of what is computed, from the times of commits."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.pace import PACE_STEPS, Committed, Pace, pace_of

NOW_S = 1_760_000_000


def steps(count: int, every_s: float, *, samples: int = 64, mine: int = 16, last_s: float = NOW_S) -> list[Committed]:
    times = [math.floor(last_s - every_s * back) for back in reversed(range(count))]
    return [Committed(time_s, samples, mine) for time_s in times]


def test_it_is_what_is_used_and_not_what_is_computed() -> None:
    """Steps of 64 samples that take 1.3 s, of which 0.58 s are computing at 110 samples per second."""
    pace = pace_of(steps(30, 1.3), NOW_S + 1.0)
    assert pace is not None
    assert pace.all == pytest.approx(64 / 1.3, rel=0.05)
    assert pace.mine == pytest.approx(16 / 1.3, rel=0.05)


@pytest.mark.parametrize("every_s", [1.0, 20.0, 900.0])
def test_within_a_step_it_stands_still_and_after_two_it_falls(every_s: float) -> None:
    log = steps(10, every_s)
    usual = 64 / every_s
    for part in (0.0, 0.5, 1.0, 2.0):
        assert pace_of(log, NOW_S + part * every_s) == Pace(pytest.approx(usual), pytest.approx(usual / 4))
    late = [pace_of(log, NOW_S + 5 + gaps * every_s) for gaps in (4, 10, 100, 100_000)]
    assert [pace.all / usual for pace in late if pace] == pytest.approx([1 / 2, 1 / 5, 1 / 50, 1 / 50_000])


def test_a_night_in_between_does_not_slow_the_morning() -> None:
    night = steps(20, 10.0, last_s=NOW_S - 40_000)
    assert pace_of([*night, *steps(1, 10.0)], NOW_S) is None  # nothing is known of this morning yet
    for count in (2, 5, 15):
        pace = pace_of([*night, *steps(count, 10.0)], NOW_S)
        assert pace is not None
        assert pace.all == pytest.approx(6.4)


def test_one_slow_step_is_no_break() -> None:
    log = [*steps(5, 2.0, last_s=NOW_S - 50), *steps(5, 2.0)]
    pace = pace_of(log, NOW_S)
    assert pace is not None
    assert pace.all == pytest.approx(9 * 64 / 58)


def test_of_less_than_two_steps_nothing_is_said() -> None:
    assert pace_of([], NOW_S) is None
    assert pace_of(steps(1, 1.0), NOW_S) is None


def test_steps_of_amendments_count_as_time_alone() -> None:
    log = [*steps(4, 10.0, last_s=NOW_S - 10), Committed(NOW_S, 0, 0)]
    pace = pace_of(log, NOW_S)
    assert pace is not None
    assert pace.all == pytest.approx(3 * 64 / 40)


def test_many_steps_in_one_second_are_not_infinitely_many() -> None:
    pace = pace_of(steps(5, 0.0), NOW_S)
    assert pace is not None
    assert pace.all == pytest.approx(4 * 64 / 0.5)


@given(
    st.lists(st.builds(Committed, st.integers(0, 1 << 40), st.integers(0, 1 << 30), st.integers(0, 9)), max_size=40),
    st.floats(0, 1e13),
)
def test_no_clock_makes_it_less_than_nothing_or_endless(log: list[Committed], now_s: float) -> None:
    pace = pace_of(log, now_s)
    if pace is not None:
        assert 0 <= pace.all <= sum(step.samples for step in log[-PACE_STEPS:]) / 0.5
        assert math.isfinite(pace.mine)
