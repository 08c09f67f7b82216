"""Links of one endpoint take turns at the pace of their line, where there is reason to."""

from itertools import pairwise

import pytest

from core.transport.budget import Budget
from core.transport.congestion import CROWDED, NAME, SMALLEST_WINDOW, TARGET_S, Considerate
from core.transport.line import Line
from core.transport.pacing import BurstPacer
from core.transport.rates import Rates
from core.transport.shaping import (
    BURST_S,
    CLEAR,
    CREEP,
    DEEPEST_STEP,
    EASE,
    FASTEST,
    GROWTH,
    LEAST,
    RECEIVERS_S,
    ROUND_S,
    TARGET_BYTES,
    TURN_BYTES,
    Pace,
    Shaper,
)
from core.transport.stamps import StampedRecovery

RATE = 500_000.0
LONG_QUEUE_S = 0.2
"""Far more than is wanted at `RATE`."""


def test_turns_come_in_the_order_of_asking_and_at_the_pace() -> None:
    pace = Pace()
    pace.bytes_per_s = RATE
    turns = [pace.reserve(10.0) for _ in range(20)]
    begins = [begins_s for begins_s, _ in turns]
    assert begins == sorted(begins)
    assert begins[0] == 10.0 - BURST_S
    assert begins[-1] - begins[0] == pytest.approx(sum(size for _, size in turns[:-1]) / RATE)


def test_what_leaves_out_of_turn_delays_the_next_one() -> None:
    pace = Pace()
    pace.bytes_per_s = RATE
    pace.reserve(10.0)
    due_s = pace.reserve(10.0)[0]
    pace.charge(5000)
    assert pace.reserve(10.0)[0] == pytest.approx(due_s + (TURN_BYTES + 5000) / RATE)


def test_no_turn_is_made_up_for_that_nobody_wanted() -> None:
    pace = Pace()
    pace.bytes_per_s = RATE
    pace.reserve(10.0)
    assert pace.reserve(20.0)[0] == 20.0 - BURST_S


def shaped(queues_s: list[float], most: float = RATE) -> Shaper:
    """After a round with each of these as its shortest queue."""
    shaper = Shaper()
    now = 100.0
    for queue_s in queues_s:
        now += ROUND_S
        shaper.note_queue(now, queue_s)
        shaper.end_round(now, most)
    return shaper


def test_a_line_of_which_nothing_is_known_has_no_pace() -> None:
    assert shaped([LONG_QUEUE_S] * 5, most=0.0).pace.bytes_per_s is None


def test_the_pace_is_what_the_line_carries_and_less_while_there_is_a_queue() -> None:
    wanted_s = TARGET_BYTES / RATE
    assert shaped([wanted_s, wanted_s]).pace.bytes_per_s == pytest.approx(RATE)
    assert shaped([wanted_s, RECEIVERS_S]).pace.bytes_per_s == pytest.approx((1 - EASE) * RATE)
    assert shaped([wanted_s, *[RECEIVERS_S] * 20]).pace.bytes_per_s == pytest.approx((1 + LEAST) * RATE)
    deeper = shaped([wanted_s, LONG_QUEUE_S]).pace.bytes_per_s
    assert deeper is not None
    assert (1 - DEEPEST_STEP) * RATE < deeper < (1 - 4 * EASE) * RATE
    assert shaped([wanted_s, 9.0]).pace.bytes_per_s == pytest.approx((1 - EASE - DEEPEST_STEP) * RATE)


def test_after_a_long_queue_the_pace_is_what_it_was_before() -> None:
    wanted_s = TARGET_BYTES / RATE
    assert shaped([wanted_s, 9.0, wanted_s]).pace.bytes_per_s == pytest.approx((1 - EASE) * RATE)


def test_the_pace_settles_where_the_queue_comes_and_goes() -> None:
    """The most that was delivered is more than what the line carries all the time."""
    carried = 0.985 * RATE
    shaper, now, queue_s, paces = Shaper(), 100.0, 0.0, []
    for _ in range(200):
        now += ROUND_S
        shaper.note_queue(now, queue_s)
        shaper.end_round(now, RATE)
        paces.append(shaper.pace.bytes_per_s or carried)
        queue_s = min(RECEIVERS_S, max(0.0, queue_s + ROUND_S * (paces[-1] / carried - 1)))
    settled = paces[40:]
    assert sum(settled) / len(settled) == pytest.approx(carried, rel=0.01)
    assert max(settled) < 1.02 * carried
    assert min(settled) > 0.97 * carried


def test_one_link_that_sees_no_queue_does_not_speak_for_all() -> None:
    """It may never have seen the path without."""
    shaper = shaped([RECEIVERS_S])
    for queue_s in (0.0, *[RECEIVERS_S] * int(1 / CLEAR)):
        shaper.note_queue(101.0, queue_s)
    shaper.end_round(100.0 + 2 * ROUND_S, RATE)
    assert shaper.pace.bytes_per_s == pytest.approx(RATE)


def test_a_line_that_has_become_faster_is_found_the_sooner_the_longer_it_is_empty() -> None:
    paces = [shaped([LONG_QUEUE_S, RECEIVERS_S, *[0.0] * n]).pace.bytes_per_s or 0.0 for n in range(1, 16)]
    steps = [later / earlier - 1 for earlier, later in pairwise([(1 - EASE) * RATE, *paces])]
    assert steps[0] == pytest.approx(CREEP, rel=0.1)
    assert paces[5] == pytest.approx((1 + GROWTH) * RATE)
    assert steps[6] > 3 * CREEP
    assert paces[-1] == pytest.approx(RATE * (1 + FASTEST))


def test_a_line_of_which_no_queue_was_seen_yet_is_found_at_once() -> None:
    paces = [shaped([LONG_QUEUE_S, *[0.0] * n]).pace.bytes_per_s for n in (1, 2, 3)]
    assert paces == pytest.approx([RATE * (1 + GROWTH * 2**n) for n in (1, 2, 3)])


def test_links_that_begin_again_keep_to_what_left_the_queue_short() -> None:
    shaper = shaped([LONG_QUEUE_S, RECEIVERS_S])
    shaper.pace.bytes_per_s = None
    shaper.begin(2 * RATE)
    assert shaper.pace.bytes_per_s == pytest.approx(2 * (1 - EASE) * RATE)


@pytest.mark.parametrize("length_s", [ROUND_S, 100.0])
def test_where_nothing_was_heard_and_after_a_pause_the_pace_stays(length_s: float) -> None:
    shaper = shaped([LONG_QUEUE_S, LONG_QUEUE_S])
    before = shaper.pace.bytes_per_s
    if length_s > ROUND_S:
        shaper.note_queue(100.0 + length_s, 0.0)
    shaper.end_round(100.0 + 2 * ROUND_S + length_s, RATE)
    assert shaper.pace.bytes_per_s == before


def test_links_that_begin_together_keep_to_what_was_measured() -> None:
    line = Line(Budget(), lambda: 100.0)
    line.note(Rates(RATE, RATE))
    assert line.shaper.pace.bytes_per_s == pytest.approx(RATE)


def test_links_that_wait_for_their_turn_do_not_wait_for_their_own_share_too() -> None:
    """What one has no use for now, another one takes."""
    pace = Pace()
    pace.bytes_per_s = RATE
    pacers = [BurstPacer(max_datagram_size=1200) for _ in range(3)]
    for pacer in pacers:
        pacer.pace = pace
        pacer.update_rate(congestion_window=4800, smoothed_rtt=10.0)  # a share that would last for seconds
    sent, due_s = dict.fromkeys(pacers, 0), dict.fromkeys(pacers[:2], 10.0)  # the third has nothing to send
    while (now := min(due_s.values())) < 11.0:
        pacer = min(due_s, key=due_s.__getitem__)
        pacer.begin_turn()
        while (pause_until := pacer.next_send_time(now)) is None:
            pacer.update_after_send(now)
            pacer.settle_budget(now, 1200)
            sent[pacer] += 1200
        due_s[pacer] = pause_until
    assert sum(sent.values()) == pytest.approx(RATE, rel=0.05)
    assert sent[pacers[0]] == pytest.approx(sent[pacers[1]], rel=0.05)


def line_of(links: int, most: float = RATE) -> tuple[Line, list[Considerate]]:
    line = Line(Budget(), lambda: 100.0)
    line.delivered.most.raise_to(100.0, most)
    controls = [Considerate(max_datagram_size=1200) for _ in range(links)]
    for control in controls:
        control.bytes_in_flight = 1200
        line.welcome(control)
    return line, controls


def paced(line: Line) -> bool:
    for number in range(5):
        line.on_delivered(100.0 + 1.1 * number * ROUND_S, 0, LONG_QUEUE_S)
    return line.shaper.pace.bytes_per_s is not None


def test_one_link_keeps_to_its_own_pace_and_several_share_one() -> None:
    alone, _one = line_of(1)
    shared, _two = line_of(2)
    assert not paced(alone)
    assert paced(shared)


def test_a_queue_that_the_smallest_windows_make_is_nobody_elses() -> None:
    """Of many links on a slow line no look could empty it."""
    line, controls = line_of(8)
    assert line.floor_s(4800) == pytest.approx(8 * 4800 / RATE)
    control = controls[0]
    for queue_s, is_strange in [(0.06, False), (0.2, True)]:
        control._be_alone()
        control._is_joint = True
        control._judge(100.0, queue_s)
        assert control.is_sharing == is_strange


@pytest.mark.parametrize("most", [RATE / 8, RATE, 100 * RATE])
def test_the_queue_kept_is_what_links_that_are_many_for_their_line_cannot_go_below(most: float) -> None:
    _line, controls = line_of(8, most)
    controls[0]._begin_round(100.0)
    assert controls[0]._target_s == pytest.approx(max(TARGET_S, CROWDED * 8 * 1200 / most))


def test_links_that_begin_together_take_turns_from_their_first_packets() -> None:
    line, controls = line_of(3)
    for sending, pace in [(3, RATE), (1, RATE), (0, None)]:
        line.shaper.pace.bytes_per_s = None
        for control in controls[sending:]:
            control.bytes_in_flight = 0
        line.on_begin(100.0)
        assert line.shaper.pace.bytes_per_s == pace


def test_a_chat_is_no_pace() -> None:
    """Links that then begin to send in earnest would creep up from it."""
    chat, _ = line_of(3, 1000.0)
    chat.on_begin(100.0)
    assert chat.shaper.pace.bytes_per_s is None
    assert not paced(chat)
    chat.note(Rates(1000.0, 1000.0))  # a line that is really as slow as that
    assert chat.shaper.pace.bytes_per_s == pytest.approx(1000.0)
    assert paced(chat)


def test_beside_somebody_else_there_is_no_pace() -> None:
    """It would be what the other leaves."""
    line, controls = line_of(3)
    for control in controls[:2]:
        control._be_alone()
        control._is_joint = True
        control._judge(100.0, 1.0)
    assert not paced(line)


def test_where_links_are_many_for_their_line_timeouts_are_patient() -> None:
    """Links that begin together meet in queues that no round trip before them tells of."""
    waits_s = []
    for links in (1, 8):
        _line, controls = line_of(links)
        recovery = StampedRecovery(
            congestion_control_algorithm=NAME,
            initial_rtt=0.01,
            max_datagram_size=1200,
            peer_completed_address_validation=True,
            send_probe=lambda: None,
        )
        recovery._cc = controls[0]
        waits_s.append(recovery.get_probe_timeout())
    assert waits_s[1] - waits_s[0] == pytest.approx(7 * SMALLEST_WINDOW * 1200 / RATE)


def test_a_window_that_is_not_used_shrinks_beside_a_queue() -> None:
    control = Considerate(max_datagram_size=1200)
    control._be_alone()
    for queue_s, datagrams in [(0.0, 20), (2 * TARGET_S, 7)]:
        control._set_window(20 * 1200)
        control._begin_round(1.0)
        control._most_bytes = 6 * 1200
        control.delays.queue_s = queue_s
        control._end_round(2.0)
        assert control.congestion_window == datagrams * 1200
