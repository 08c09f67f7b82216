"""The considerate controller on a simulated line: what it holds, what it leaves, whom it yields to."""

import pytest
from aioquic.quic.congestion.base import QuicCongestionControl
from aioquic.quic.congestion.cubic import CubicCongestionControl
from aioquic.quic.congestion.reno import RenoCongestionControl

from core.transport.budget import Budget
from core.transport.congestion import SMALLEST_WINDOW, Considerate
from core.transport.line import Line as Household
from tests.unit.transport.bottleneck import PACKET_BYTES, Line, Sender

MBIT_20 = 2.5e6
MBIT_10 = 1.25e6


def ours() -> Considerate:
    return Considerate(max_datagram_size=PACKET_BYTES)


def together(count: int) -> list[Considerate]:
    household = Household(Budget(), lambda: 0.0)
    controls = [ours() for _ in range(count)]
    for control in controls:
        household.welcome(control)
    return controls


@pytest.mark.parametrize(("round_trip_s", "loss"), [(0.005, 0.0), (0.04, 0.01), (0.2, 0.0), (0.2, 0.01), (0.1, 0.05)])
def test_a_line_is_held_whole_with_a_short_queue(round_trip_s: float, loss: float) -> None:
    line = Line(MBIT_20, 0.2, loss=loss)
    sender = line.add(Sender(ours(), round_trip_s))
    line.run(12)
    assert sender.rate(6, 12) > 0.9 * (1 - loss) * line.rate
    assert line.delay(6, 12, 0.95) < 0.025


def test_reno_does_not_hold_it() -> None:
    """That the line of these tests is one on which it matters."""
    line = Line(MBIT_20, 0.2, loss=0.01)
    sender = line.add(Sender(RenoCongestionControl(max_datagram_size=PACKET_BYTES), 0.04))
    line.run(12)
    assert sender.rate(6, 12) < 0.4 * line.rate


def test_a_queue_shorter_than_the_target_is_no_obstacle() -> None:
    line = Line(MBIT_20, 0.004)
    sender = line.add(Sender(ours(), 0.04))
    line.run(12)
    assert sender.rate(6, 12) > 0.9 * line.rate


def test_many_links_of_one_household_keep_the_queue_as_short_as_one_does() -> None:
    line = Line(MBIT_20, 0.2)
    for number, control in enumerate(together(8)):
        line.add(Sender(control, 0.02 + 0.01 * number, start_s=0.3 * number))
    line.run(25)
    assert line.delay(10, 25, 0.95) < 0.03
    assert sum(sender.rate(10, 25) for sender in line.senders) > 0.9 * line.rate
    assert not any(sender.control.is_sharing for sender in line.senders if isinstance(sender.control, Considerate))


def test_links_of_one_household_become_equal() -> None:
    line = Line(MBIT_20, 0.06)
    for number, control in enumerate(together(2)):
        line.add(Sender(control, 0.04, start_s=4.0 * number))
    line.run(40)
    rates = [sender.rate(25, 40) / line.rate for sender in line.senders]
    assert min(rates) > 0.25, rates


@pytest.mark.parametrize("are_told", [True, False])
def test_peers_that_send_to_one_slow_line_are_not_strangers_to_each_other(*, are_told: bool) -> None:
    line = Line(MBIT_10 / 2, 1.0)
    controls = [ours() for _ in range(10)]
    for number, control in enumerate(controls):
        smallest_bytes = SMALLEST_WINDOW * PACKET_BYTES
        control.delays.crowd_s = len(controls) * smallest_bytes / line.rate if are_told else 0.0
        line.add(Sender(control, 0.02 + 0.002 * number, start_s=0.1 * number))
    line.run(20)
    assert any(control.is_sharing for control in controls) != are_told
    assert (line.delay(10, 20, 0.9) < 0.2) == are_told, "or else they fill the queue"


def test_somebody_on_the_own_line_is_found_though_receivers_are_crowded() -> None:
    line = Line(MBIT_20, 0.1)
    controls = together(3)
    for number, control in enumerate(controls):
        control.delays.crowd_s = 0.02
        line.add(Sender(control, 0.02, start_s=0.1 * number))
    line.add(Sender(CubicCongestionControl(max_datagram_size=PACKET_BYTES), 0.02, start_s=3))
    seen = 0
    for second in range(4, 30):
        line.run(second)
        seen += any(control.is_sharing for control in controls)
    assert seen > 5
    assert sum(sender.rate(5, 29) for sender in line.senders[:3]) > 0.2 * line.rate


@pytest.mark.parametrize("kind", [RenoCongestionControl, CubicCongestionControl])
def test_two_links_and_a_tcp_do_not_starve_each_other(kind: type[QuicCongestionControl]) -> None:
    line = Line(MBIT_20, 0.06)
    for number, control in enumerate(together(2)):
        line.add(Sender(control, 0.04, start_s=1.0 * number))
    line.add(Sender(kind(max_datagram_size=PACKET_BYTES), 0.04, start_s=4.0))
    line.run(40)
    fair = line.rate / 3
    rates = [sender.rate(15, 40) / fair for sender in line.senders]
    assert min(rates) > 1 / 3, rates


def test_the_line_is_taken_back_with_a_short_queue_when_the_other_has_gone() -> None:
    line = Line(MBIT_20, 0.2)
    sender = line.add(Sender(ours(), 0.02))
    line.add(Sender(CubicCongestionControl(max_datagram_size=PACKET_BYTES), 0.02, start_s=3, end_s=15))
    line.run(14)
    assert line.delay(10, 14, 0.5) > 0.1, "the other fills the queue"
    line.run(35)
    assert sender.rate(28, 35) > 0.95 * line.rate
    assert line.delay(28, 35, 0.95) < 0.025


def test_a_line_that_becomes_faster_or_slower_is_followed() -> None:
    line = Line(MBIT_10, 0.2)
    sender = line.add(Sender(ours(), 0.03))
    line.run(6)
    line.rate *= 4
    line.run(16)
    assert sender.rate(12, 16) > 0.9 * line.rate
    line.rate /= 4
    line.run(26)
    assert sender.rate(20, 26) > 0.9 * line.rate
    assert line.delay(20, 26, 0.95) < 0.025


def test_an_application_with_little_to_send_gives_no_estimate_of_the_line() -> None:
    line = Line(MBIT_20, 0.2)
    control = ours()
    line.add(Sender(control, 0.03, wants=lambda now: 50_000.0))
    line.run(5)
    assert control.capacity.read(line.now) == 0.0
    full = ours()
    line.add(Sender(full, 0.03, start_s=5))
    line.run(17)
    assert 0.8 * line.rate < full.capacity.read(line.now) < 1.1 * line.rate


def test_a_new_path_is_measured_anew() -> None:
    line = Line(MBIT_20, 0.2)
    sender = line.add(Sender(control := ours(), 0.01))
    line.run(5)
    sender.delay_s = 0.09
    control.on_path_changed(line.now)
    line.run(14)
    assert sender.rate(10, 14) > 0.9 * line.rate
    assert not control.is_sharing
