import multiprocessing
import threading
import time

import pytest
import torch

from core.data.ranges import SampleRange
from core.training import messages as m
from core.training.gate import ASIDE_LOOK_S, Abandoned, Gate
from core.training.inbox import BEAT_S, Channel, Stopped
from core.training.turns import PERIOD_S
from core.training.vectors import SharedVectors

FREEZE, ASSIGN = m.Freeze(1), m.Assign(SampleRange(0, 4))


@pytest.fixture
def door():
    """A gate, its flag, and a function that lets a command arrive."""
    vectors = SharedVectors.create(1, 2)
    vectors.signals.may_run, vectors.signals.duty = True, 1.0
    ours, theirs = multiprocessing.Pipe()
    channel = Channel(theirs)
    yield Gate(vectors.signals, channel), vectors.signals, channel
    ours.close()
    theirs.close()
    vectors.close()


def arrive(channel, command):
    channel._put(m.decode_command(m.encode(command)))


def test_open_it_lets_everything_pass(door):
    gate, _, channel = door
    arrive(channel, ASSIGN)
    arrive(channel, m.Export(1, "x"))
    gate.pass_forward()
    gate.pass_backward(can_abandon=False)
    assert gate.paused_s == 0


def test_a_freeze_abandons_forward_work_and_lets_backward_work_end(door):
    gate, signals, channel = door
    arrive(channel, FREEZE)
    for may_run in (True, False):
        signals.may_run = may_run
        with pytest.raises(Abandoned):
            gate.pass_forward()
        gate.pass_backward(can_abandon=False)
    assert channel.take() == [FREEZE]
    signals.may_run = True
    gate.pass_forward()


def test_it_says_what_would_be_abandoned_without_waiting(door):
    gate, signals, channel = door
    arrive(channel, ASSIGN)
    arrive(channel, m.Clear(1))
    assert not gate.is_hurried, "what is no freeze waits for the end of a micro-batch"
    signals.may_run = False
    assert gate.is_hurried, "but not for the end of a pause"
    channel.take()
    assert not gate.is_hurried
    arrive(channel, FREEZE)
    signals.may_run = True
    assert gate.is_hurried
    arrive(channel, m.Stop())
    with pytest.raises(Stopped):
        _ = gate.is_hurried


def test_closed_it_opens_for_a_wake_and_not_for_more_work(door):
    gate, signals, channel = door
    signals.may_run = False
    passed = threading.Event()

    def work():
        gate.pass_forward()
        gate.pass_backward(can_abandon=False)
        passed.set()

    thread = threading.Thread(target=work)
    thread.start()
    arrive(channel, ASSIGN)
    assert not passed.wait(0.05)
    signals.may_run = True
    arrive(channel, m.Wake())
    thread.join(10)
    assert passed.is_set()
    assert gate.paused_s > 0
    assert channel.take() == [ASSIGN]


def test_closed_it_gives_way_to_any_command(door):
    gate, signals, channel = door
    signals.may_run = False
    arrive(channel, m.Reload(3))
    with pytest.raises(Abandoned):
        gate.pass_forward()
    gate.pass_backward(can_abandon=False)
    with pytest.raises(Abandoned):
        gate.pass_backward(can_abandon=True)
    signals.may_run = True
    gate.pass_backward(can_abandon=True)


def test_a_stop_ends_work_wherever_it_is(door):
    gate, _, channel = door
    arrive(channel, m.Stop())
    with pytest.raises(Stopped):
        gate.pass_forward()
    with pytest.raises(Stopped):
        gate.pass_backward(can_abandon=False)
    value = torch.ones(1, requires_grad=True) * 2
    value.register_hook(lambda _: gate.pass_backward(can_abandon=True))
    with pytest.raises(Stopped):
        value.sum().backward()


class Clock:
    """Time passes when something says so: work, or rest."""

    def __init__(self):
        self.now_s, self.worked_s, self.rests = 1000.0, 0.0, []
        self.freeze_waits = self.command_waits = self.stop_waits = False
        self.is_cut_short = False

    def __call__(self):
        return self.now_s

    def work(self, seconds):
        self.now_s += seconds
        self.worked_s += seconds

    def rest(self, seconds):
        self.rests.append(seconds)
        self.now_s += seconds / 2 if self.is_cut_short else seconds

    def wait(self):
        raise AssertionError("nothing is paused")


class Signs:
    may_run, stands_aside, is_busy, passes = True, False, False, 0

    def __init__(self, duty):
        self.duty = duty


@pytest.mark.parametrize("duty", [0.05, 0.3, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("stage_s", [0.001, 0.02, 0.11, 0.4])
def test_the_duty_is_kept_in_turns_of_a_fraction_of_a_second(duty, stage_s):
    clock = Clock()
    gate = Gate(Signs(duty), clock, clock)
    for _ in range(20):
        with gate.at_work():
            while clock.now_s % 60 < 50:
                gate.pass_forward()
                clock.work(stage_s)
                gate.pass_backward(can_abandon=True)
        clock.now_s += 10.0 + stage_s  # nothing to do for a while, which is no work and owes nothing
    share = clock.worked_s / (clock.now_s - 1000.0 - 20 * (10.0 + stage_s))
    assert share == pytest.approx(duty, rel=0.03)
    assert gate.paused_s == 0.0
    if duty == 1.0:
        assert clock.rests == []
    elif stage_s <= duty * PERIOD_S:
        assert max(clock.rests) + duty * PERIOD_S <= 2 * PERIOD_S + stage_s / duty


def test_a_card_rests_only_when_it_has_done_what_was_begun():
    clock = Clock()
    gate = Gate(Signs(0.5), clock, clock)
    gate.settle = lambda: clock.work(0.2)
    with gate.at_work():
        clock.work(0.2)
        gate.pass_forward()
    assert clock.rests == [pytest.approx(0.4)], "as long as the card has worked, not as long as it was given work"


def test_nobody_waits_for_a_rest():
    clock, signs = Clock(), Signs(0.1)
    gate = Gate(signs, clock, clock)
    with gate.at_work():
        clock.work(0.1)
        clock.command_waits = True
        gate.pass_backward(can_abandon=True)
        assert clock.rests == []
        clock.command_waits, clock.is_cut_short = False, True
        gate.pass_forward()
        assert clock.rests == [pytest.approx(0.9)]
        gate.pass_forward()
        assert clock.rests[1:] == [pytest.approx(0.45)], "what was not rested is still owed"
        signs.duty = 1.0
        gate.pass_forward()
        assert len(clock.rests) == 2, "and forgotten when everything may be had"


@pytest.mark.parametrize("forward", [True, False])
def test_it_stands_aside_as_long_as_others_need_the_computer(forward):
    clock, signs, seen = Clock(), Signs(1.0), []
    gate = Gate(signs, clock, clock)
    gate.settle = lambda: clock.work(0.2)
    goes_on = gate.pass_forward if forward else lambda: gate.pass_backward(can_abandon=True)

    def rest(seconds):
        seen.append((signs.is_busy, seconds))
        signs.stands_aside = len(seen) < 3

    clock.rest, signs.stands_aside = rest, True
    with gate.at_work():
        goes_on()
        assert signs.is_busy
    assert seen == [(False, ASIDE_LOOK_S)] * 3
    assert clock.worked_s == 0.2, "it waits for what was begun"
    assert gate.paused_s == 0.0, "it belongs to this computer's pace"


def test_whoever_stands_aside_obeys_and_can_be_paused():
    clock, signs = Clock(), Signs(1.0)
    gate = Gate(signs, clock, clock)
    signs.stands_aside = True

    def come(seconds):
        clock.command_waits = True

    clock.rest = come
    with gate.at_work():
        gate.pass_backward(can_abandon=True)
        gate.pass_forward()
        signs.may_run = False
        with pytest.raises(Abandoned):
            gate.pass_forward()


def test_whoever_rests_or_waits_is_not_taken_for_busy():
    clock, signs, seen = Clock(), Signs(0.5), []
    gate = Gate(signs, clock, clock)
    clock.rest = lambda seconds: seen.append(signs.is_busy)
    with gate.at_work():
        assert signs.is_busy
        clock.work(1.0)
        gate.pass_forward()
        assert signs.is_busy
    assert (seen, signs.is_busy, signs.passes) == ([False], False, 1)


def test_a_computer_that_slept_owes_no_long_rest():
    clock = Clock()
    gate = Gate(Signs(0.5), clock, clock)
    with gate.at_work():
        clock.work(3600.0)
        gate.pass_forward()
    assert clock.rests == [pytest.approx(2.0)]


def test_a_rest_of_the_channel_ends_with_what_is_to_be_obeyed_and_not_with_more_work(door):
    _, _, channel = door
    begun = time.monotonic()
    arrive(channel, ASSIGN)
    channel.rest(0.02)
    assert time.monotonic() - begun >= 0.02
    arrive(channel, FREEZE)
    channel.rest(1000)


class Ended(Exception):
    pass


class QuietPipe:
    """Nothing comes for three looks, then one command, then the test is over."""

    def __init__(self):
        self.polls = iter([False, False, False, True])

    def poll(self, seconds):
        assert seconds == BEAT_S
        if (is_there := next(self.polls, None)) is None:
            raise Ended
        return is_there

    def recv_bytes(self):
        return m.encode(ASSIGN)


def test_the_channel_beats_while_nobody_speaks():
    channel, beats = Channel(QuietPipe()), []
    channel.beat = lambda: beats.append(1)
    with pytest.raises(Ended):
        channel._listen()
    assert len(beats) == 4
    assert channel.take() == [ASSIGN]
