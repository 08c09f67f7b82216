import random
from statistics import fmean

import pytest

from app.losses import BLOCK, Across, LogPoint, Losses
from core.saying import quote


def points(count: int, seed: int = 0, every: int = 1) -> list[LogPoint]:
    noise = random.Random(seed)
    return [
        LogPoint(step=step * every, time_s=1_000 + 7 * step, loss=noise.uniform(1, 9), total_samples=256 * step)
        for step in range(1, count + 1)
    ]


def filled(count: int, seed: int = 0) -> Losses:
    losses = Losses()
    losses.add(points(count, seed))
    return losses


def test_a_replay_or_disorder_adds_nothing() -> None:
    losses = filled(2)
    assert not losses.add(points(2))
    assert losses.last_step == 2
    assert len(losses) == 2


@pytest.mark.parametrize("count", [1, 2, 3, 40, 127, 1_000])
def test_the_running_mean_is_a_mean_of_neighbours(count: int) -> None:
    losses = filled(count, seed=count)
    assert losses.mean_width % 2 == 1
    for place in range(count):
        reach = min(losses.mean_width // 2, place, count - 1 - place)
        assert losses.mean(place) == pytest.approx(fmean(losses.raw[place - reach : place + reach + 1]), abs=1e-9)


@pytest.mark.parametrize("count", [1, 5, BLOCK - 1, BLOCK, 1_000, 40_000])
@pytest.mark.parametrize("columns", [2, 37, 460])
def test_columns_hold_every_step_once_with_its_extremes(count: int, columns: int) -> None:
    losses = filled(count, seed=columns)
    found = losses.columns(Across.STEPS, 1.0, float(count), columns)
    assert len(found) <= columns
    assert [column.first for column in found] == [0, *(column.end for column in found[:-1])]
    assert found[-1].end == count
    for column in found:
        part = losses.raw[column.first : column.end]
        assert (column.low, column.high) == (min(part), max(part))


def test_columns_of_a_part_hold_that_part_alone() -> None:
    losses = filled(1_000)
    found = losses.columns(Across.STEPS, 200.0, 300.0, 50)
    assert (found[0].first, found[-1].end) == (199, 300)


def test_each_step_is_drawn_within_a_pixel_of_its_place() -> None:
    losses = filled(100_000)
    columns = losses.columns(Across.STEPS, 1.0, 100_000.0, 400)
    width = (100_000 - 1) / 400
    for number, column in enumerate(columns):
        assert abs(losses.steps[column.first] - (1 + number * width)) <= width


def test_steps_that_the_log_leaves_out_leave_their_columns_out() -> None:
    losses = Losses()
    losses.add([LogPoint(step=step, time_s=step, loss=1.0, total_samples=step) for step in (1, 2, 99, 100)])
    found = losses.columns(Across.STEPS, 1, 100, 50)
    assert [(column.first, column.end) for column in found] == [(0, 2), (2, 4)]


def test_time_and_samples_never_go_back() -> None:
    losses = Losses()
    for step, (time_s, samples) in enumerate([(100, 10), (90, 20), (130, 15)], 1):
        losses.add([LogPoint(step=step, time_s=time_s, loss=1.0, total_samples=samples)])
    assert list(losses.seconds) == [0, 0, 30]
    assert list(losses.samples) == [10, 20, 20]


def test_the_nearest_step() -> None:
    losses = Losses()
    losses.add(points(5, every=10))
    assert [losses.nearest(Across.STEPS, value) for value in (-5, 10, 14.9, 15.1, 49, 80)] == [0, 0, 0, 1, 4, 4]


def test_amendments_are_kept_with_their_place() -> None:
    losses = filled(3)
    losses.add([LogPoint(step=4, time_s=2_000, loss=1.0, total_samples=9_999, amendment="more data")])
    assert losses.amendments == [(3, quote("more data"))]


def test_a_loss_that_is_no_number_is_passed_over_and_the_log_goes_on() -> None:
    losses = Losses()
    values = (3.0, None, float("inf"), float("nan"), 1.0)
    losses.add([LogPoint(step=n, time_s=n, loss=loss, total_samples=n) for n, loss in enumerate(values, 1)])
    assert list(losses.steps) == [1, 5]
    assert losses.mean(0) == 3.0
    assert not losses.add([LogPoint(step=5, time_s=9, loss=2.0, total_samples=9)])
    losses.add([LogPoint(step=6, time_s=9, loss=None, total_samples=9)])
    assert losses.last_step == 6
