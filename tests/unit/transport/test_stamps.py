"""Delay and time of arrival in one field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.transport.stamps import GRAIN_S, STAMP_S, STAMPS, stamped, unstamped


def on_the_wire(field_s: float) -> float:
    """As aioquic writes and reads it: whole 8 microseconds, after two differences of times of day."""
    now = 987_654.321
    field_s = now - (now - field_s)
    return float((int(field_s * 1_000_000) >> 3 << 3) / 1_000_000)


@given(delay_s=st.floats(0, 1), arrived_s=st.floats(GRAIN_S, 4e7))
def test_both_come_through(delay_s: float, arrived_s: float) -> None:
    delay, arrived = unstamped(on_the_wire(stamped(delay_s, arrived_s)))
    assert delay == pytest.approx(min(max(delay_s, 2e-5), 0.9 * STAMP_S), abs=1e-5)
    expected = int(arrived_s / GRAIN_S) % STAMPS
    assert arrived == (pytest.approx(expected * GRAIN_S, abs=1e-9, rel=1e-12) if expected else None)


def test_a_plain_delay_has_no_time_of_arrival() -> None:
    assert unstamped(0.008) == (0.008, None)
