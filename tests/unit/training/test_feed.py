import threading

import pytest

from core.data.ranges import RangeSet, SampleRange
from core.training.feed import Feed


@pytest.fixture
def feed():
    made = Feed(lambda samples: samples, 4)
    yield made
    made.close()


def test_pieces_come_in_order_and_are_no_longer_than_a_micro_batch(feed):
    feed.add(SampleRange(0, 10))
    feed.add(SampleRange(20, 22))
    taken = []
    while feed.samples:
        samples, prepared = feed.take()
        assert prepared == samples
        taken.append((samples.start, samples.stop))
    assert taken == [(0, 4), (4, 8), (8, 10), (20, 22)]


def test_dropping_returns_the_prepared_piece_too(feed):
    feed.add(SampleRange(0, 10))
    first, _ = feed.take()
    assert feed.samples == 6
    assert RangeSet([first, *feed.drop()]) == RangeSet([SampleRange(0, 10)])
    assert feed.samples == 0
    assert feed.drop() == []


def test_what_is_given_back_comes_next_and_a_new_size_counts_at_once(feed):
    feed.add(SampleRange(0, 10))
    first, _ = feed.take()
    feed.resize(2)
    feed.give_back(first)
    assert [feed.take()[0] for _ in range(3)] == [SampleRange(0, 2), SampleRange(2, 4), SampleRange(4, 6)]


def test_the_next_piece_is_prepared_while_this_one_is_worked_on():
    prepared = threading.Event()

    def prepare(samples):
        if samples.start == 4:
            prepared.set()
        return samples

    feed = Feed(prepare, 4)
    feed.add(SampleRange(0, 8))
    feed.take()
    assert prepared.wait(10)
    feed.close()


def test_a_fault_of_the_data_is_raised_where_the_piece_is_taken():
    def prepare(samples):
        raise OSError("gone")

    feed = Feed(prepare, 4)
    feed.add(SampleRange(0, 8))
    with pytest.raises(OSError, match="gone"):
        feed.take()
    feed.close()
