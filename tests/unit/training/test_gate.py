import multiprocessing
import threading

import pytest
import torch

from core.data.ranges import SampleRange
from core.training import messages as m
from core.training.gate import Abandoned, Gate
from core.training.inbox import Channel, Stopped
from core.training.vectors import SharedVectors

GRADIENT = torch.zeros(1)
FREEZE, ASSIGN = m.Freeze(1), m.Assign(SampleRange(0, 4))


@pytest.fixture
def door():
    """A gate, its flag, and a function that lets a command arrive."""
    vectors = SharedVectors.create(1, 2)
    vectors.may_run = True
    ours, theirs = multiprocessing.Pipe()
    channel = Channel(theirs)
    yield Gate(vectors, channel), vectors, channel
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
    gate.pass_backward(GRADIENT)
    assert gate.paused_s == 0


def test_a_freeze_abandons_forward_work_and_lets_backward_work_end(door):
    gate, vectors, channel = door
    arrive(channel, FREEZE)
    for may_run in (True, False):
        vectors.may_run = may_run
        with pytest.raises(Abandoned):
            gate.pass_forward()
        gate.pass_backward(GRADIENT)
    assert channel.take() == [FREEZE]
    vectors.may_run = True
    gate.pass_forward()


def test_it_says_what_would_be_abandoned_without_waiting(door):
    gate, vectors, channel = door
    arrive(channel, ASSIGN)
    arrive(channel, m.Clear(1))
    assert not gate.is_hurried, "what is no freeze waits for the end of a micro-batch"
    vectors.may_run = False
    assert gate.is_hurried, "but not for the end of a pause"
    channel.take()
    assert not gate.is_hurried
    arrive(channel, FREEZE)
    vectors.may_run = True
    assert gate.is_hurried
    arrive(channel, m.Stop())
    with pytest.raises(Stopped):
        _ = gate.is_hurried


def test_closed_it_opens_for_a_wake_and_not_for_more_work(door):
    gate, vectors, channel = door
    vectors.may_run = False
    passed = threading.Event()

    def work():
        gate.pass_forward()
        gate.pass_backward(GRADIENT)
        passed.set()

    thread = threading.Thread(target=work)
    thread.start()
    arrive(channel, ASSIGN)
    assert not passed.wait(0.05)
    vectors.may_run = True
    arrive(channel, m.Wake())
    thread.join(10)
    assert passed.is_set()
    assert gate.paused_s > 0
    assert channel.take() == [ASSIGN]


def test_closed_it_gives_way_to_any_command(door):
    gate, vectors, channel = door
    vectors.may_run = False
    arrive(channel, m.Reload(3))
    with pytest.raises(Abandoned):
        gate.pass_forward()
    gate.pass_backward(GRADIENT)


def test_a_stop_ends_work_wherever_it_is(door):
    gate, _, channel = door
    arrive(channel, m.Stop())
    with pytest.raises(Stopped):
        gate.pass_forward()
    with pytest.raises(Stopped):
        gate.pass_backward(GRADIENT)
    value = torch.ones(1, requires_grad=True) * 2
    value.register_hook(gate.pass_backward)
    with pytest.raises(Stopped):
        value.sum().backward()
