import pytest

from core.throttle.latch import EMPTY, Latch, Mean, Pull, turned

ON, OFF, NEITHER = (
    Pull(on=on, off=off, on_after_s=3.0, off_after_s=10.0) for on, off in ((True, False), (False, True), (False, False))
)


def course(latch: Latch | None, pulls: list[Pull], passed_s: float = 1.0) -> list[bool]:
    states = []
    for pull in pulls:
        latch = turned(latch, pull, passed_s)
        states.append(latch.is_on)
    return states


def test_it_turns_after_its_opposite_has_held() -> None:
    assert course(Latch(), [ON] * 5) == [False, False, False, True, True]
    assert course(Latch(True), [OFF] * 12) == [True] * 10 + [False] * 2


def test_a_break_begins_the_wait_anew() -> None:
    assert not any(course(Latch(), [ON, ON, ON, NEITHER] * 10))
    assert all(course(Latch(True), [*[OFF] * 9, ON] * 5))


def test_between_its_limits_it_stays() -> None:
    assert not any(course(Latch(), [NEITHER] * 50))
    assert all(course(Latch(True), [NEITHER] * 50))


def test_without_a_past_facts_count_at_once() -> None:
    assert [course(None, [pull])[0] for pull in (ON, OFF, NEITHER)] == [True, False, False]


def test_a_clock_that_stands_or_goes_back_delays_and_does_not_hang() -> None:
    latch = turned(Latch(True), OFF, 1.0)
    for _ in range(100):
        latch = turned(latch, OFF, 0.0)
    assert latch.is_on
    assert course(latch, [OFF] * 11)[-1] is False


@pytest.mark.parametrize("step_s", [0.25, 0.5, 1.0, 3.0])
def test_a_mean_is_of_the_last_three_seconds(step_s: float) -> None:
    mean = EMPTY
    for _ in range(20):
        mean = mean.joined(90.0, step_s)
    assert mean.value == pytest.approx(90.0)
    for _ in range(round(3 / step_s)):
        mean = mean.joined(0.0, step_s)
    assert mean.value == 0.0
    assert 3.0 <= mean.span_s < 3.0 + step_s


def test_a_mean_weighs_by_time() -> None:
    assert EMPTY.joined(100.0, 1.0).joined(0.0, 3.0).value == 0.0
    assert EMPTY.joined(100.0, 0.5).joined(0.0, 1.5).value == 25.0
    assert EMPTY.joined(100.0, 0.0) == EMPTY == Mean()
    assert not EMPTY.joined(100.0, 2.9).is_whole
