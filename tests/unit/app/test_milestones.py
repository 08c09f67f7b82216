from datetime import date, timedelta

import pytest

from app.history import Sums
from app.milestones import Kind, milestones

TODAY = date(2026, 11, 21)


def days(*samples: int, until: date = TODAY, training_s: float = 60.0) -> list[tuple[str, Sums]]:
    """Of the days up to `until`; those with none are left out."""
    first = until - timedelta(days=len(samples) - 1)
    return [
        ((first + timedelta(days=n)).isoformat(), Sums(samples=count, training_s=training_s))
        for n, count in enumerate(samples)
        if count
    ]


def test_nothing_yet() -> None:
    found = milestones([], TODAY)
    assert (found.reached, found.streak_days, found.longest_days) == ((), 0, 0)
    assert [(mile.kind, mile.amount, mile.progress) for mile in found.ahead] == [
        (Kind.SAMPLES, 1, 0.0),
        (Kind.HOURS, 1, 0.0),
        (Kind.DAYS_IN_A_ROW, 7, 0.0),
    ]


def test_each_is_reached_on_the_day_that_fills_it() -> None:
    found = milestones(days(1, 998, 1, 500), TODAY)
    samples = {mile.amount: mile.day for mile in found.reached if mile.kind is Kind.SAMPLES}
    assert samples == {1: "2026-11-18", 1_000: "2026-11-20"}
    assert next(mile for mile in found.ahead if mile.kind is Kind.SAMPLES).progress == pytest.approx(0.15)


def test_one_day_may_reach_several() -> None:
    found = milestones(days(20_000, training_s=90_000.0), TODAY)
    assert [mile.amount for mile in found.reached if mile.kind is Kind.SAMPLES] == [10_000, 1_000, 1]
    assert {(mile.kind, mile.amount) for mile in found.reached} == {
        (Kind.SAMPLES, 1),
        (Kind.SAMPLES, 1_000),
        (Kind.SAMPLES, 10_000),
        (Kind.HOURS, 1),
        (Kind.HOURS, 24),
    }


@pytest.mark.parametrize(
    ("samples", "until", "streak", "longest"),
    [
        ((1, 1, 0, 1, 1, 1), TODAY, 3, 3),
        ((1, 1, 1, 1, 0, 1), TODAY, 1, 4),
        ((1, 1), TODAY - timedelta(days=1), 2, 2),  # today may still come
        ((1, 1), TODAY - timedelta(days=2), 0, 2),
    ],
)
def test_days_in_a_row(samples: tuple[int, ...], until: date, streak: int, longest: int) -> None:
    found = milestones(days(*samples, until=until), TODAY)
    assert (found.streak_days, found.longest_days) == (streak, longest)


def test_a_row_that_was_broken_still_counts_as_reached_and_the_next_is_ahead() -> None:
    found = milestones(days(*[1] * 7, 0, 1, 1), TODAY)
    reached = [mile for mile in found.reached if mile.kind is Kind.DAYS_IN_A_ROW]
    assert [(mile.amount, mile.day) for mile in reached] == [(7, "2026-11-18")]
    ahead = next(mile for mile in found.ahead if mile.kind is Kind.DAYS_IN_A_ROW)
    assert (ahead.amount, ahead.progress) == (30, pytest.approx(2 / 30))


def test_a_day_without_samples_that_count_breaks_the_row() -> None:
    given = days(5, 5, 5)
    given[1] = (given[1][0], Sums(samples=0, training_s=60.0))
    assert milestones(given, TODAY).longest_days == 1


def test_the_newest_comes_first_and_the_nearest_is_ahead() -> None:
    found = milestones(days(1, 0, 950), TODAY)
    assert [mile.amount for mile in found.reached] == [1]
    assert found.ahead[0].kind is Kind.SAMPLES
    assert [mile.progress for mile in found.ahead] == sorted((m.progress for m in found.ahead), reverse=True)


def test_when_all_is_reached_nothing_is_ahead_of_that_kind() -> None:
    found = milestones(days(200_000_000), TODAY)
    assert Kind.SAMPLES not in {mile.kind for mile in found.ahead}
