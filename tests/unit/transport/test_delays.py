"""What of a path's delay is a queue on the way there."""

import pytest

from core.transport.delays import Delays

ONE_WAY_S = 0.02


def feed(delays: Delays, there_s: float, back_s: float, *, at_s: float, clock_s: float | None = None) -> float:
    """A packet that met these queues; `clock_s`: how far the peer's clock is ahead, None where it says nothing."""
    delays.arrived_s = None if clock_s is None else at_s + ONE_WAY_S + there_s + clock_s
    rtt_s = 2 * ONE_WAY_S + there_s + back_s
    return delays.add(at_s + rtt_s, at_s, rtt_s)


@pytest.mark.parametrize("clock_s", [0.0, 12345.6, -5000.0])
def test_a_queue_on_the_way_back_is_none(clock_s: float) -> None:
    delays = Delays()
    feed(delays, 0, 0, at_s=1.0, clock_s=clock_s)
    assert feed(delays, 0, 0.3, at_s=1.1, clock_s=clock_s) == pytest.approx(0, abs=1e-9)
    assert feed(delays, 0.05, 0.3, at_s=1.2, clock_s=clock_s) == pytest.approx(0.05)
    for step in range(100):
        feed(delays, 0.05, 0.3, at_s=2 + step / 10, clock_s=clock_s)
    assert delays.empty_s == pytest.approx(2 * ONE_WAY_S + 0.3, abs=0.01)


def test_where_the_peer_says_nothing_the_round_trip_counts() -> None:
    delays = Delays()
    feed(delays, 0, 0, at_s=1.0)
    assert feed(delays, 0.01, 0.03, at_s=1.1) == pytest.approx(0.04)


def test_a_clock_that_runs_away_makes_no_queue() -> None:
    delays = Delays()
    queues = [feed(delays, 0, 0, at_s=1 + step / 10, clock_s=step * 0.1) for step in range(50)]
    assert max(queues) == pytest.approx(0, abs=1e-9)


def test_an_acknowledgement_kept_back_is_no_queue() -> None:
    delays = Delays()
    feed(delays, 0, 0, at_s=1.0)
    delays.ack_delay_s = 0.008
    assert feed(delays, 0, 0.008, at_s=1.1) == pytest.approx(0)


def test_low_is_when_it_was_shortest_or_looked_for() -> None:
    delays = Delays()
    feed(delays, 0, 0, at_s=1.0, clock_s=0.0)
    feed(delays, 0.1, 0, at_s=2.0, clock_s=0.0)
    assert delays.low_at_s == pytest.approx(1.0 + 2 * ONE_WAY_S)
    delays.begin_round()
    feed(delays, 0.05, 0, at_s=3.0, clock_s=0.0)
    delays.note_low(3.5)
    assert delays.low_at_s == 3.5
    feed(delays, 0.04, 0, at_s=4.0, clock_s=0.0)
    assert delays.low_at_s == pytest.approx(4.0 + 2 * ONE_WAY_S + 0.04)
