"""What a trainer says of each outcome, so that every sample is accounted for."""

from collections import Counter
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.data.ranges import RangeSet, SampleRange
from core.errors import LocalFault
from core.training import messages as m
from core.training.desk import Desk
from core.training.room import Room
from core.training.verdict import Fate, Verdict


class Reports(list):
    def report(self, report):
        self.append(report)

    def of(self, kind):
        return [report for report in self if isinstance(report, kind)]


class Pretending:
    """Computes nothing: what becomes of samples is said by a function, of those that reach it together."""

    device = "pretended"

    def __init__(self, micro_batch=8):
        self.micro_batch = micro_batch
        self.fate_of = lambda samples: Fate.DONE
        self.parts = 1
        self.is_finite = True
        self.gradient = Counter()
        self.wary = False

    def prepare(self, source, samples):
        return samples

    def accumulate(self, samples, given):
        assert given == samples
        assert len(samples) <= self.micro_batch
        verdicts = []
        size = -(-len(samples) // self.parts)
        for start in range(samples.start, samples.stop, size):
            piece = SampleRange(start, min(start + size, samples.stop))
            fate = self.fate_of(piece)
            if fate is Fate.DONE:
                self.gradient.update(range(piece.start, piece.stop))
            verdicts.append(Verdict(piece, fate, float(len(piece)), 0.1))
        if any(verdict.fate is Fate.NO_ROOM for verdict in verdicts):
            self.micro_batch = max(1, self.micro_batch // 2)
        return verdicts

    def publish(self):
        return self.is_finite

    def clear(self):
        self.gradient.clear()

    def load(self):
        pass

    def beware(self):
        self.wary = True


@contextmanager
def desk_of(computing, patience=8):
    reports = Reports()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.training.desk._REJECTED_MAX", patience)
        desk = Desk(reports, computing, None)
        yield desk, reports
        desk.feed.close()


@pytest.fixture
def bench():
    computing = Pretending()
    with desk_of(computing) as (desk, reports):
        yield desk, computing, reports


def work_off(desk):
    while desk.has_work:
        desk.work()


def test_what_is_done_is_reported(bench):
    desk, _, reports = bench
    desk.assign(SampleRange(0, 20))
    work_off(desk)
    assert [report.samples for report in reports.of(m.Accumulated)] == [
        SampleRange(0, 8), SampleRange(8, 16), SampleRange(16, 20),
    ]  # fmt: skip
    assert len(reports.of(m.Starved)) == 1
    assert desk.publish() == ()


@given(st.sets(st.integers(0, 40)), st.integers(1, 16), st.integers(1, 3))
def test_broken_samples_alone_are_rejected(broken, micro_batch, parts):
    """Wherever they are among the others, and however many work on a round."""
    computing = Pretending(micro_batch)
    computing.parts = parts
    computing.fate_of = lambda samples: Fate.REJECTED if broken & set(range(samples.start, samples.stop)) else Fate.DONE
    with desk_of(computing, patience=100) as (desk, reports):
        desk.assign(SampleRange(0, 41))
        work_off(desk)
    assert {report.samples.start for report in reports.of(m.Rejected)} == broken
    assert all(len(report.samples) == 1 for report in reports.of(m.Rejected))
    done = [n for report in reports.of(m.Accumulated) for n in range(report.samples.start, report.samples.stop)]
    assert sorted(done) == sorted(set(range(41)) - broken)
    assert computing.gradient == Counter(done)


def test_nothing_but_broken_samples_points_to_something_else(bench):
    desk, computing, reports = bench
    computing.fate_of = lambda samples: Fate.REJECTED
    desk.assign(SampleRange(0, 100))
    with pytest.raises(LocalFault, match="not finite, which points to faulty hardware or a model gone astray"):
        work_off(desk)
    assert len(reports.of(m.Rejected)) == 8


def test_what_was_abandoned_or_had_no_room_is_done_again_in_order(bench):
    desk, computing, reports = bench
    computing.parts = 2
    fates = iter([Fate.ABANDONED, Fate.DONE, Fate.NO_ROOM, Fate.NO_ROOM])
    computing.fate_of = lambda samples: next(fates, Fate.DONE)
    desk.assign(SampleRange(0, 16))
    desk.work()
    assert [report.samples for report in reports.of(m.Accumulated)] == [SampleRange(4, 8)]
    desk.work()
    assert reports.of(m.Resized) == [m.Resized(4)]
    assert desk.publish() == (SampleRange(0, 4), SampleRange(8, 16)), "nothing is lost"
    desk.assign(SampleRange(0, 4))
    desk.assign(SampleRange(8, 16))
    work_off(desk)
    done = [report.samples.start for report in reports.of(m.Accumulated)]
    assert done == [4, 0, 2, 8, 10, 12, 14]


@pytest.mark.parametrize("when", ["working", "publishing"])
def test_a_void_gradient_takes_all_with_it_and_what_was_meant_for_it(bench, when):
    desk, computing, reports = bench
    desk.assign(SampleRange(0, 24))
    desk.work()
    if when == "working":
        computing.fate_of = lambda samples: Fate.VOID
        desk.work()
        computing.fate_of = lambda samples: Fate.DONE
    else:
        computing.is_finite = False
        assert desk.publish() == ()
        assert computing.wary
        computing.is_finite = True
    assert len(reports.of(m.Voided)) == 1
    assert not computing.gradient
    desk.assign(SampleRange(24, 32))
    assert not desk.has_work, "it was sent before the engine could know"
    desk.hear()
    desk.assign(SampleRange(40, 48))
    work_off(desk)
    assert reports.of(m.Accumulated)[1:] == [m.Accumulated(SampleRange(40, 48), 8.0, 0.1)]
    assert desk.publish() == ()


@given(st.lists(st.sampled_from(Fate), max_size=60), st.integers(1, 3))
def test_every_sample_is_accounted_for(fates, parts):
    """Assigned is: in the gradient and reported, rejected, given back, or void."""
    computing, left = Pretending(), iter(fates)
    computing.parts = parts
    computing.fate_of = lambda samples: next(left, Fate.DONE)
    with desk_of(computing, patience=100) as (desk, reports):
        desk.assign(SampleRange(0, 50))
        for _ in range(20):
            if desk.has_work:
                desk.work()
        undone = desk.publish()
    if reports.of(m.Voided):
        assert not computing.gradient
        return
    pieces = [report.samples for report in reports if isinstance(report, m.Accumulated | m.Rejected)] + list(undone)
    assert sum(map(len, pieces)) == 50
    assert RangeSet(pieces) == RangeSet([SampleRange(0, 50)])
    assert all(times == 1 for times in computing.gradient.values())
    assert computing.gradient.total() == sum(len(report.samples) for report in reports.of(m.Accumulated))


def test_room_shrinks_at_once_and_grows_with_patience():
    room = Room(12)
    assert not room.note_done()
    assert [room.shrink() for _ in range(4)] == [True, True, True, False]
    assert room.size == 1
    assert [room.note_done() for _ in range(200)] == [False] * 199 + [True]
    assert room.size == 2
    assert room.shrink()
    assert [room.note_done() for _ in range(400)] == [False] * 399 + [True]
    for _ in range(10_000):
        room.note_done()
    assert room.size == 12, "never more than was probed"
