"""Estimates: quick to rise, slow to fall, silent about what was never put to the test."""

import pytest

from core.transport.rates import HALF_LIFE_S, Capacity, Throughput, WindowedMax, WindowedMin


def test_windows_forget_what_is_old() -> None:
    most, least = WindowedMax(3), WindowedMin(3.0)
    for turn, value in enumerate((5.0, 9.0, 4.0, 6.0, 2.0, 1.0)):
        most.add(turn, value)
        least.add(float(turn), -value)
        best = max((5.0, 9.0, 4.0, 6.0, 2.0, 1.0)[max(0, turn - 2) : turn + 1])
        assert most.best == best
    assert least.best == -6.0


def test_an_estimate_rises_at_once_and_falls_slowly() -> None:
    capacity = Capacity()
    assert capacity.read(0.0) == 0.0
    for tenth in range(20):
        capacity.add(tenth / 10, 1e6)
    assert capacity.read(2.0) == pytest.approx(1e6, rel=0.01)
    for tenth in range(20, 30):
        capacity.add(tenth / 10, 1e5)
    assert 0.9e6 < capacity.read(3.0) < 1e6, "a second of a competitor is not the line"
    for tenth in range(30, 1200):
        capacity.add(tenth / 10, 1e5)
    assert capacity.read(120.0) < 1.1e5
    assert capacity.read(120.0 + HALF_LIFE_S) == pytest.approx(capacity.read(120.0) / 2)


def test_throughput_is_the_most_that_was_carried() -> None:
    passed = Throughput()
    for hundredth in range(500):
        passed.count(hundredth / 100, 10_000)
    assert passed.most.read(5.0) == pytest.approx(1e6, rel=0.02)
    assert passed.total_bytes == 5_000_000
    passed.count(60.0, 1_000_000)
    passed.count(60.6, 1)
    passed.count(61.1, 1)
    assert passed.most.read(61.1) < 1.1e6, "one heap is no rate"
