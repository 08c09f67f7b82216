"""Bursts: as long as a coarse timer needs, and at the rate that congestion control allows."""

from core.transport.pacing import BURST_S, RATE_GAIN, TURN_PACKETS, BurstPacer


def test_a_turn_ends_after_its_share() -> None:
    pacer = BurstPacer(max_datagram_size=1200)
    for _ in range(TURN_PACKETS):
        assert pacer.next_send_time(1.0) is None
        pacer.update_after_send(1.0)
    assert pacer.next_send_time(1.0) == 1.0
    pacer.begin_turn()
    assert pacer.next_send_time(1.0) is None


def test_the_rate_over_time_is_the_windows_with_the_gain() -> None:
    pacer = BurstPacer(max_datagram_size=1200)
    pacer.update_rate(congestion_window=1_250_000, smoothed_rtt=0.05)
    sent, now, end = 0, 0.0, 2.0
    while now < end:
        pacer.begin_turn()
        pause_until = pacer.next_send_time(now)
        if pause_until is None:
            pacer.update_after_send(now)
            sent += 1200
        elif pause_until > now:
            now += 0.001  # the timer's grain
    expected = RATE_GAIN * 1_250_000 / 0.05 * end
    assert 0.9 * expected < sent < 1.05 * expected + BURST_S * expected


def test_after_a_pause_no_more_than_a_burst_leaves_at_once() -> None:
    pacer = BurstPacer(max_datagram_size=1200)
    pacer.update_rate(congestion_window=1_250_000, smoothed_rtt=0.05)
    now, sent = 100.0, 0
    pacer.begin_turn()
    while pacer.next_send_time(now) is None or pacer.left_this_turn <= 0:
        pacer.begin_turn()
        if pacer.next_send_time(now) is not None:
            break
        pacer.update_after_send(now)
        sent += 1
    assert 0.8 * BURST_S <= sent * 1200 / (RATE_GAIN * 1_250_000 / 0.05) <= 1.2 * BURST_S
