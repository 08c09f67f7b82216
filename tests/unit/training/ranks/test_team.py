"""A team's side of its ranks: what is asked of whom, in which order, and what becomes of those who fail."""

import itertools
from collections import deque
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from core.data.ranges import SampleRange
from core.training.inbox import Stopped
from core.training.ranks import messages as r
from core.training.ranks import team as team_module
from core.training.ranks.mate import Mate, MateLost
from core.training.ranks.orders import Orders
from core.training.ranks.team import Team
from core.training.ranks.wires import NOTHING
from core.training.tasks.causal_lm.recipe import PackedBatch
from core.training.verdict import Fate, Verdict

ELEMENTS = 5


class Numbered:
    def batch(self, samples):
        return PackedBatch(np.arange(samples.start, samples.stop).reshape(-1, 1))


class Own:
    """In the place of rank 0's learner and its buffers."""

    device, micro_batch = "cuda:0", 4

    def __init__(self, heard):
        self._heard = heard
        self.gradient = torch.zeros(ELEMENTS)
        self.fate = Fate.DONE

    def prepare(self, source, samples):
        return samples

    def accumulate(self, samples, given):
        assert given == samples
        self._heard.append(("own", samples))
        return [Verdict(samples, self.fate, 1.0, 99.0)]

    def publish(self):
        return self.gradient

    def take_back(self):
        self._heard.append(("own", "take back"))

    @property
    def is_finite(self):
        return bool(torch.isfinite(self.gradient.sum()))

    def clear(self):
        self.gradient.zero_()

    def load(self):
        self._heard.append(("own", "load"))


class Opposite:
    """Another rank: it answers as it is told, or says nothing."""

    lost = Mate.lost

    def __init__(self, number, heard, micro_batch=4, *, shares_memory=True):
        self.name, self.device, self.micro_batch = f"rank {number}", f"cuda:{number}", micro_batch
        self.shares_memory = shares_memory
        self.has_gradient = False
        self._heard, self._answers = heard, deque()
        self.fate, self.next_size, self.is_silent, self.dies = Fate.DONE, micro_batch, False, False
        self.gradient = np.full(ELEMENTS, 10.0**number, np.float32)

    def order(self, order, content=NOTHING):
        self._heard.append((self.name, order))
        match order:
            case r.Accumulate():
                self._answers.append((r.Judged(self.fate, 2.0, self.next_size), NOTHING))
            case r.Publish():
                self._answers.append((r.Published(), self.gradient.view(np.uint8)))
            case r.Load():
                self._heard.append((self.name, len(content)))
                self._answers.append((r.Loaded(), NOTHING))
            case r.Abandon():
                self.is_silent = False

    def answer(self, kind, timeout_s):
        if self.dies:
            raise self.lost("its process ended")
        if self.is_silent or not self._answers:
            return None
        return self._answers.popleft()


class Door:
    is_open, is_stopped, paused_s, hurries_after = True, False, 0.0, None

    @property
    def is_hurried(self):
        if self.is_stopped:
            raise Stopped
        if self.hurries_after is None:
            return False
        self.hurries_after -= 1
        return self.hurries_after < 0


class Bench:
    def __init__(self, *others):
        self.heard, self.door = [], Door()
        self.own = Own(self.heard)
        self.others = [Opposite(number, self.heard, *sizes) for number, sizes in enumerate(others, 1)]
        self.team = Team(self.own, self.own, self.others, self.door, np.zeros(4 * ELEMENTS, np.uint8))

    def do(self, samples):
        return self.team.accumulate(samples, self.team.prepare(Numbered(), samples))

    def orders(self, kind):
        return [(name, order) for name, order in self.heard if isinstance(order, kind)]


@pytest.fixture
def bench():
    return Bench((4,), (8,))


@pytest.fixture
def clock(monkeypatch):
    """Each look at it is a second later."""
    monkeypatch.setattr(team_module, "time", SimpleNamespace(monotonic=itertools.count(0.0).__next__))


def test_a_team_is_the_sum_of_its_ranks(bench):
    assert (bench.team.device, bench.team.micro_batch) == ("cuda:0 + cuda:1 + cuda:2", 16)


def test_all_have_their_share_before_the_own_one_is_computed(bench, clock):
    verdicts = bench.do(SampleRange(0, 16))
    assert [name for name, _ in bench.heard] == ["rank 1", "rank 2", "own"]
    assert [verdict.samples for verdict in verdicts] == [SampleRange(0, 4), SampleRange(4, 8), SampleRange(8, 16)]
    assert [verdict.loss_sum for verdict in verdicts] == [1.0, 2.0, 2.0]
    assert [verdict.seconds for verdict in verdicts] == pytest.approx(in_parts(verdicts))


def in_parts(verdicts):
    """By their samples, of what they took together."""
    whole = sum(verdict.seconds for verdict in verdicts)
    assert whole > 0
    return [whole * len(verdict.samples) / 16 for verdict in verdicts]


def test_a_rank_that_ran_out_of_memory_shrinks_alone(bench):
    bench.others[1].fate, bench.others[1].next_size = Fate.NO_ROOM, 2
    fates = [verdict.fate for verdict in bench.do(SampleRange(0, 16))]
    assert fates == [Fate.DONE, Fate.DONE, Fate.NO_ROOM]
    assert bench.team.micro_batch == 4 + 4 + 2
    bench.team.publish()
    assert [name for name, _ in bench.orders(r.Publish)] == ["rank 1"], "who has added nothing is not asked"


def test_gradients_are_added_once_and_belong_to_the_whole(bench):
    bench.do(SampleRange(0, 16))
    bench.own.gradient += 1
    assert bench.team.publish()
    assert bench.own.gradient.tolist() == [111.0] * ELEMENTS
    assert bench.heard[-1] == ("own", "take back")
    assert bench.team.publish()
    assert bench.own.gradient.tolist() == [111.0] * ELEMENTS, "nothing has come since"


def test_while_a_gradient_is_added_the_next_is_on_its_way(bench):
    bench.do(SampleRange(0, 16))
    gradients = bench.team._gradients()
    next(gradients)
    assert [name for name, _ in bench.orders(r.Publish)] == ["rank 1", "rank 2"]


def test_one_gradient_that_is_not_finite_spoils_the_whole_until_all_are_cleared(bench):
    bench.do(SampleRange(0, 16))
    bench.others[0].gradient[3] = np.inf
    assert not bench.team.publish()
    bench.do(SampleRange(0, 16))
    bench.team.clear()
    assert [name for name, _ in bench.orders(r.Clear)] == ["rank 1", "rank 2"]
    before = len(bench.orders(r.Publish))
    assert bench.team.publish()
    assert len(bench.orders(r.Publish)) == before, "what is cleared is not asked for"


def test_a_gradient_of_another_length_is_nobodys(bench):
    bench.do(SampleRange(0, 16))
    bench.others[0].gradient = np.ones(ELEMENTS - 1, np.float32)
    with pytest.raises(MateLost, match="4 values instead of 5"):
        bench.team.publish()


def test_parameters_go_to_those_who_cannot_see_them(bench):
    bench.others[1].shares_memory = False
    bench.team.load()
    assert [(name, size) for name, size in bench.heard if isinstance(size, int)] == [("rank 1", 0), ("rank 2", 20)]


def test_what_hurries_here_hurries_all(bench):
    for other in bench.others:
        other.is_silent = True
        other.fate = Fate.ABANDONED
    bench.door.hurries_after = 3
    fates = [verdict.fate for verdict in bench.do(SampleRange(0, 16))]
    assert fates == [Fate.DONE, Fate.ABANDONED, Fate.ABANDONED]
    assert {name for name, _ in bench.orders(r.Abandon)} == {"rank 1", "rank 2"}


def test_the_end_is_not_kept_waiting(bench):
    bench.others[0].is_silent = bench.door.is_stopped = True
    with pytest.raises(Stopped):
        bench.do(SampleRange(0, 16))


def test_a_rank_that_dies_is_named(bench):
    bench.others[1].dies = True
    with pytest.raises(MateLost, match=r"^cuda:2 \(rank 2\) was lost: its process ended$"):
        bench.do(SampleRange(0, 16))


def test_a_rank_that_hangs_is_lost_after_a_while_of_work(bench, clock):
    bench.others[0].is_silent = True
    with pytest.raises(MateLost, match=r"cuda:1 .* does not answer"):
        bench.do(SampleRange(0, 16))


def test_a_pause_is_nobodys_time(bench, clock):
    """It neither counts as work nor tries anybody's patience."""
    rank, looks = bench.others[0], itertools.count()
    answer = rank.answer

    def late(kind, timeout_s):
        bench.door.is_open = next(looks) > 1000
        return answer(kind, timeout_s) if bench.door.is_open else None

    rank.answer = late
    assert sum(verdict.seconds for verdict in bench.do(SampleRange(0, 16))) < 10


def test_an_abandon_that_comes_too_late_does_not_meet_the_next():
    orders = Orders(None)
    given, late = r.Accumulate(SampleRange(0, 4)), r.Abandon()
    orders._put(given, NOTHING)
    assert not orders.freeze_waits
    orders._put(late, NOTHING)
    assert orders.freeze_waits
    assert orders.command_waits
    assert orders.take()[0] is given
    orders._put(given, NOTHING)
    assert not orders.freeze_waits
