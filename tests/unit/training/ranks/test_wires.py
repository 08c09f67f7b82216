"""A pipe as a wire, and a rank at its other end, played by the test."""

import logging
import multiprocessing
import threading

import numpy as np
import pytest

from core.saying import quote
from core.training.messages import Logged
from core.training.ranks import messages as r
from core.training.ranks.mate import Mate, MateLost
from core.training.ranks.wires import NOTHING, PipeWire, WireLost
from core.training.verdict import Fate

ANSWER_S = 10.0


@pytest.fixture
def ends():
    ours, theirs = multiprocessing.Pipe()
    yield PipeWire(ours), PipeWire(theirs), theirs
    ours.close()
    theirs.close()


@pytest.mark.parametrize("size", [0, 1, 5_000_000], ids=["nothing", "a byte", "in several pieces"])
def test_a_message_and_what_belongs_to_it(ends, size):
    one, other, _ = ends
    content = np.random.default_rng(0).integers(0, 256, size, np.uint8)
    sending = threading.Thread(target=one.send, args=(b"message", content))
    sending.start()
    message, arrived = other.receive()
    sending.join()
    assert message == b"message"
    np.testing.assert_array_equal(arrived, content)
    assert arrived.flags.writeable


def test_the_end_of_one_is_the_others(ends):
    one, _, theirs = ends
    theirs.close()
    with pytest.raises(WireLost):
        one.receive()
    with pytest.raises(WireLost):
        one.send(b"message", NOTHING)


@pytest.fixture
def mate(ends):
    return Mate("rank 1", "cuda:1", ends[0], shares_memory=True)


def say(wire, *answers):
    for answer in answers:
        wire.send(r.encode(answer), NOTHING)


def test_answers_come_in_order_and_log_records_go_to_the_log(ends, mate, caplog):
    _, rank, _ = ends
    mate.order(r.Follow(3))
    assert r.decode_order(rank.receive()[0]) == r.Follow(3)
    assert mate.answer(r.Loaded, 0.0) is None
    judged = r.Judged(Fate.DONE, 1.5, 4)
    with caplog.at_level(logging.INFO):
        say(rank, Logged(logging.INFO, "core.x", "memory ran out"), r.Loaded(), judged)
        assert mate.answer(r.Loaded, ANSWER_S)[0] == r.Loaded()
    assert mate.answer(r.Judged, ANSWER_S)[0] == judged
    assert [(record.name, record.getMessage()) for record in caplog.records] == [("core.x", "rank 1: memory ran out")]


def test_last_words_come_before_the_end(ends, mate):
    _, rank, theirs = ends
    say(rank, r.Failing(quote("the card is gone")))
    theirs.close()
    mate.order(r.Clear())
    with pytest.raises(MateLost, match=r"^cuda:1 \(rank 1\) was lost: the card is gone$"):
        mate.answer(r.Judged, ANSWER_S)
    with pytest.raises(MateLost, match="its process ended"):
        mate.answer(r.Judged, ANSWER_S)


def test_another_answer_than_asked_for_is_no_answer(ends, mate):
    say(ends[1], r.Loaded())
    with pytest.raises(MateLost, match="said Loaded when asked for Judged"):
        mate.answer(r.Judged, ANSWER_S)
