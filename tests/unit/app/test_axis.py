import math
import random

import pytest

from app.widgets.axis import Scale, clock_ticks, decimals, log_ticks, round_step, ticks


@pytest.mark.parametrize("seed", range(200))
def test_ticks_lie_within_are_round_and_not_too_many(seed: int) -> None:
    noise = random.Random(seed)
    low = noise.uniform(-10, 10) * 10 ** noise.randint(-3, 6)
    high = low + noise.uniform(0.01, 10) * 10 ** noise.randint(-3, 6)
    most = noise.randint(2, 9)
    found = ticks(low, high, most)
    step = round_step(high - low, most)
    assert len(found) <= most + 1
    assert all(low - step * 1e-6 <= value <= high + step * 1e-6 for value in found)
    assert step / 10 ** math.floor(math.log10(step) + 1e-9) == pytest.approx(
        min((1, 2, 2.5, 5, 10), key=lambda f: abs(f - step / 10 ** math.floor(math.log10(step) + 1e-9)))
    )


def test_whole_ticks_are_whole() -> None:
    assert ticks(0, 3, 9, whole=True) == [0, 1, 2, 3]
    assert ticks(0, 1, 3, whole=True) == [0, 1]


def test_a_range_without_extent_does_not_hang() -> None:
    assert ticks(5.0, 5.0, 4) == [5.0]


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (1.8, 11.0, 5, [2, 5, 10]),
        (0.8, 1_200.0, 4, [1, 10, 100, 1_000]),
        (2.1, 2.4, 3, [2.1, 2.2, 2.3, 2.4]),
    ],
)
def test_log_ticks(low: float, high: float, most: int, expected: list[float]) -> None:
    assert log_ticks(low, high, most) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("high_s", "expected"),
    [
        (50.0, [0, 15, 30, 45]),
        (7_200.0, [0, 1_800, 3_600, 5_400, 7_200]),
        (86_400.0 * 30, [0, 864_000, 1_728_000, 2_592_000]),
    ],
)
def test_clock_ticks_are_those_of_a_clock(high_s: float, expected: list[float]) -> None:
    assert clock_ticks(high_s, 4) == expected


def test_clock_ticks_of_a_part() -> None:
    assert clock_ticks(7_000.0, 2, 3_000.0) == [3_600]


@pytest.mark.parametrize("is_log", [False, True])
def test_a_scale_and_its_inverse(is_log: bool) -> None:
    scale = Scale(2.0, 32.0, 300.0, 20.0, is_log)
    assert scale.at(2.0) == pytest.approx(300.0)
    assert scale.at(32.0) == pytest.approx(20.0)
    assert scale.at(8.0) == pytest.approx(160.0 if is_log else 244.0)
    for value in (2.0, 5.5, 31.0):
        assert scale.value(scale.at(value)) == pytest.approx(value)
    assert scale.value(1_000.0) == pytest.approx(2.0)


def test_a_loss_of_nothing_can_be_drawn_on_a_log_scale() -> None:
    assert math.isfinite(Scale(1e-9, 1.0, 100.0, 0.0, is_log=True).at(0.0))


@pytest.mark.parametrize(("values", "expected"), [([1.0, 2.0], 0), ([2.5, 5.0], 1), ([2.05, 2.1], 2), ([0.025], 3)])
def test_decimals_tell_ticks_apart(values: list[float], expected: int) -> None:
    assert decimals(values) == expected
