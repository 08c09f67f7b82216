"""Delay, time of arrival and crowd in one field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transport.stamps import CROWD_S, CROWDS, GRAIN_S, STAMP_S, STAMPS, Stamp, stamped, unstamped


def on_the_wire(field_s: float) -> float:
    """As aioquic writes and reads it: whole 8 microseconds, after two differences of times of day."""
    now = 987_654.321
    field_s = now - (now - field_s)
    return float((int(field_s * 1_000_000) >> 3 << 3) / 1_000_000)


@given(delay_s=st.floats(0, 1), arrived_s=st.floats(GRAIN_S, 4e7), crowd_s=st.floats(0, 10))
def test_all_three_come_through(delay_s: float, arrived_s: float, crowd_s: float) -> None:
    stamp = unstamped(on_the_wire(stamped(delay_s, arrived_s, crowd_s)))
    assert stamp.delay_s == pytest.approx(min(max(delay_s, 2e-5), 0.9 * STAMP_S), abs=1e-5)
    expected = int(arrived_s / GRAIN_S) % STAMPS
    assert stamp.arrived_s == (pytest.approx(expected * GRAIN_S, abs=1e-9, rel=1e-12) if expected else None)
    most_s = CROWD_S * 2 ** ((CROWDS - 2) / 2)
    assert stamp.crowd_s == (pytest.approx(min(crowd_s, most_s), rel=0.2) if crowd_s >= CROWD_S else 0.0)


def test_a_plain_delay_has_nothing_else() -> None:
    assert unstamped(0.008) == Stamp(0.008)


def test_no_crowd_is_greater_than_can_be_told() -> None:
    assert unstamped((1 << 62) * 8e-6).crowd_s < 1
