"""How many send to this computer."""

from core.transport.budget import Budget
from core.transport.crowd import RECENT_S, Crowd
from core.transport.line import Line
from core.transport.rates import Rates


def test_who_was_heard_lately_counts_once() -> None:
    crowd = Crowd()
    assert crowd.hear(10.0, 1) == 1
    for number in range(20):
        crowd.hear(10.0 + 0.01 * number, number % 4)
    assert crowd.hear(10.2, 1) == 4
    assert crowd.hear(10.21 + RECENT_S, 1) == 1


def test_one_alone_is_no_crowd() -> None:
    line = Line(Budget(), lambda: 10.0)
    line.note(Rates(download_bytes_per_s=1e6))
    assert line.crowd_s(10.0, 1) == 0.0
    line.crowd_s(10.01, 2)
    assert 0.008 < line.crowd_s(10.1, 1) < 0.016, "two windows of four packets"


def test_a_line_of_which_nothing_is_known_says_nothing() -> None:
    line = Line(Budget(), lambda: 10.0)
    for number in range(5):
        assert line.crowd_s(10.0 + 0.03 * number, number) == 0.0
