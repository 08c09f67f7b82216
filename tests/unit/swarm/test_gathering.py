"""The coordinator's tables: whatever members do, a sample has one place."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId
from core.swarm.gathering import OVERDUE_FLOOR_S, Gathering

PEERS = [PeerId(bytes([n]) * 32) for n in range(4)]
peers = st.sampled_from(PEERS)


class Members(RuleBasedStateMachine):
    """Members that come, work, give back, die and return, against a plain account of every sample."""

    def __init__(self) -> None:
        super().__init__()
        self.gathering = Gathering(24, [SampleRange(0, 5)])
        self.used = RangeSet([SampleRange(0, 5)])
        self.now = 0.0
        self.gathering.is_open = True

    def leased(self, peer: PeerId) -> list[SampleRange]:
        work = self.gathering.work_of(peer)
        return list(work.leased) if work else []

    @rule(peer=peers)
    def enter(self, peer: PeerId) -> None:
        assert self.gathering.enter(peer, [], 0.0)
        self.gathering.set_ready(peer, True)

    @rule(peer=peers)
    def leave(self, peer: PeerId) -> None:
        self.gathering.leave(peer)

    @rule(peer=peers)
    def return_with_what_it_holds(self, peer: PeerId) -> None:
        work = self.gathering.work_of(peer)
        if work is not None:
            held = list(work.held)
            assert self.gathering.enter(peer, held, work.loss_sum)
            assert list(self.gathering.work_of(peer).held) == held  # type: ignore[union-attr]

    @rule(peer=peers, micro_batch=st.integers(1, 6))
    def want(self, peer: PeerId, micro_batch: int) -> None:
        if self.gathering.work_of(peer) is not None:
            self.gathering.want(peer, micro_batch)
        for grant in self.gathering.grants(self.now):
            assert not self.used.overlaps(grant.samples)

    @rule(peer=peers, count=st.integers(1, 6), seconds=st.floats(0.01, 5))
    def report(self, peer: PeerId, count: int, seconds: float) -> None:
        for piece in self.leased(peer)[:1]:
            done, _ = piece.split(count)
            assert self.gathering.report(peer, done, 1.0 * len(done), seconds, self.now)

    @rule(peer=peers)
    def report_what_was_not_leased(self, peer: PeerId) -> None:
        if self.gathering.work_of(peer) is not None:
            assert not self.gathering.report(peer, SampleRange(1 << 40, (1 << 40) + 1), 1.0, 1.0, self.now)

    @rule(peer=peers)
    def give_back(self, peer: PeerId) -> None:
        for piece in self.leased(peer)[-1:]:
            assert self.gathering.give_back(peer, [piece])

    @rule(peer=peers)
    def lose_gradient(self, peer: PeerId) -> None:
        if self.gathering.work_of(peer) is not None:
            self.gathering.lose_gradient(peer)

    @rule(seconds=st.floats(0, 2 * OVERDUE_FLOOR_S))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def commit(self) -> None:
        held = [p for p in PEERS if (work := self.gathering.work_of(p)) and work.held]
        contributions = [self.gathering.contribution(peer) for peer in held]
        self.gathering.settle(contributions)
        for contribution in contributions:
            for piece in contribution.ranges:
                assert not self.used.overlaps(piece)
                self.used.add(piece)

    @invariant()
    def each_sample_has_one_place(self) -> None:
        places = [*self.used]
        for peer in PEERS:
            work = self.gathering.work_of(peer)
            if work is not None:
                places += [*work.held, *work.leased]
        assert RangeSet(places).samples == sum(map(len, places))

    @invariant()
    def no_more_is_leased_than_the_target_needs(self) -> None:
        fresh = self.gathering.outstanding(self.now)
        assert self.gathering.reported + fresh <= 2 * self.gathering.target_batch


TestMembers = Members.TestCase
TestMembers.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def ready(count: int = 2, target: int = 16) -> Gathering:
    gathering = Gathering(target, [])
    gathering.is_open = True
    for peer in PEERS[:count]:
        gathering.enter(peer, [], 0.0)
        gathering.set_ready(peer, True)
    return gathering


def test_the_target_is_leased_exactly_when_nobody_fails():
    gathering = ready(3, target=64)
    while not gathering.is_full:
        for peer in PEERS[:3]:
            gathering.want(peer, 4)
        grants = gathering.grants(0.0)
        assert grants
        for grant in grants:
            assert gathering.report(grant.peer, grant.samples, 1.0, 0.1, 0.0)
    assert gathering.reported == 64


def test_an_overdue_lease_is_replaced_and_still_counts_when_it_comes():
    gathering = ready(2, target=8)
    gathering.want(PEERS[0], 8)
    [slow] = gathering.grants(0.0)
    gathering.want(PEERS[1], 8)
    assert len(slow.samples) == 8
    assert gathering.grants(1.0) == []
    late = slow.deadline_s + 1
    [replacement] = gathering.grants(late)
    assert not replacement.samples.start < slow.samples.stop
    assert gathering.report(PEERS[0], slow.samples, 1.0, late, late)
    assert gathering.is_full


def test_what_a_dead_member_held_and_leased_is_free_again():
    gathering = ready(2, target=16)
    gathering.want(PEERS[0], 4)
    [grant] = gathering.grants(0.0)
    done, rest = grant.samples.split(2)
    assert rest is not None
    gathering.report(PEERS[0], done, 1.0, 0.1, 0.0)
    gathering.leave(PEERS[0])
    gathering.want(PEERS[1], 4)
    [again] = gathering.grants(0.0)
    assert again.samples.start == grant.samples.start


def test_members_that_are_behind_are_neither_served_nor_waited_for():
    gathering = ready(1, target=8)
    assert gathering.enter(PEERS[1], [SampleRange(100, 108)], 1.0)
    assert not gathering.is_full
    gathering.want(PEERS[1], 4)
    gathering.want(PEERS[0], 4)
    assert [grant.peer for grant in gathering.grants(0.0)] == [PEERS[0]]


def test_nobody_claims_what_is_used_or_more_than_it_can_hold():
    gathering = Gathering(8, [SampleRange(0, 8)])
    assert not gathering.enter(PEERS[0], [SampleRange(4, 12)], 1.0)
    assert not gathering.enter(PEERS[1], [SampleRange(8, 1 << 50)], 1.0)
    assert gathering.enter(PEERS[2], [SampleRange(8, 12)], 1.0)
