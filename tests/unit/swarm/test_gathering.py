"""The coordinator's tables: whatever members do, a sample has one place."""

from collections import Counter
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId
from core.swarm.gathering import LEFT_OUT_STEPS, OVERDUE_FLOOR_S, Gathering
from core.swarm.records import Contribution
from core.swarm.rejected import TRIES

PEERS = [PeerId(bytes([n]) * 32) for n in range(4)]
peers = st.sampled_from(PEERS)


@dataclass
class Hands:
    """What a member really has, whatever the coordinator believes."""

    held: RangeSet = field(default_factory=RangeSet)
    carried: RangeSet = field(default_factory=RangeSet)
    is_here: bool = False

    def lose(self, *, carried: bool) -> None:
        self.held = RangeSet()
        if carried:
            self.carried = RangeSet()

    def take_out(self) -> None:
        self.carried = RangeSet([*self.carried, *self.held])
        self.held = RangeSet()


class Members(RuleBasedStateMachine):
    """Members that come, work, give, die and return while steps are averaged, against a plain account of every
    sample."""

    def __init__(self) -> None:
        super().__init__()
        self.gathering = Gathering(24, [SampleRange(0, 5)], is_delayed=True)
        self.used = RangeSet([SampleRange(0, 5)])
        self.hands = {peer: Hands() for peer in PEERS}
        self.given: list[PeerId] = []
        """Whose gradients are being averaged."""
        self.now = 0.0
        self.resting = RangeSet()
        """Rejected since the last step."""
        self.times: Counter[int] = Counter()
        """How often each sample was rejected."""
        self.gathering.is_open = True

    def leased(self, peer: PeerId) -> list[SampleRange]:
        work = self.gathering.work_of(peer)
        return list(work.leased) if work else []

    @rule(peer=peers)
    def come(self, peer: PeerId) -> None:
        """For the first time, or again: with what it has, if that is still its."""
        hands = self.hands[peer]
        self.gathering.enter(peer)
        if not self.gathering.claim(peer, hands.carried, 1.0, is_carried=True):
            hands.carried = RangeSet()
        if not self.gathering.claim(peer, hands.held, 1.0):
            hands.held = RangeSet()
        self.gathering.set_ready(peer, True)
        hands.is_here = True

    @rule(peer=peers, is_dead=st.booleans())
    def leave(self, peer: PeerId, is_dead: bool) -> None:
        self.gathering.leave(peer)
        self.hands[peer].is_here = False
        if is_dead:
            self.hands[peer].lose(carried=True)

    @rule(peer=peers, micro_batch=st.integers(1, 6))
    def want(self, peer: PeerId, micro_batch: int) -> None:
        if self.hands[peer].is_here:
            self.gathering.want(peer, micro_batch)
        for grant in self.gathering.grants(self.now):
            assert not self.used.overlaps(grant.samples)
            assert not self.resting.overlaps(grant.samples)

    @rule(peer=peers, count=st.integers(1, 6), seconds=st.floats(0.01, 5))
    def report(self, peer: PeerId, count: int, seconds: float) -> None:
        for piece in self.leased(peer)[:1]:
            done, _ = piece.split(count)
            assert self.gathering.report(peer, done, 1.0 * len(done), seconds, self.now)
            self.hands[peer].held.add(done)

    @rule(peer=peers)
    def report_what_was_not_leased(self, peer: PeerId) -> None:
        if self.hands[peer].is_here:
            assert not self.gathering.report(peer, SampleRange(1 << 40, (1 << 40) + 1), 1.0, 1.0, self.now)

    @rule(peer=peers)
    def give_back(self, peer: PeerId) -> None:
        for piece in self.leased(peer)[-1:]:
            assert self.gathering.give_back(peer, [piece])

    @rule(peer=peers, count=st.integers(1, 3))
    def reject(self, peer: PeerId, count: int) -> None:
        """What could not be done is not leased again before a step is made, and not for ever."""
        for piece in self.leased(peer)[:1]:
            tried, _ = piece.split(count)
            assert self.gathering.give_back(peer, [tried], are_rejected=True)
            self.resting.add(tried)
            for sample in range(tried.start, tried.stop):
                self.times[sample] += 1
                assert self.times[sample] <= TRIES

    @rule(peer=peers, is_carried_kept=st.booleans())
    def lose_gradient(self, peer: PeerId, is_carried_kept: bool) -> None:
        if self.hands[peer].is_here:
            self.gathering.lose_gradient(peer, is_carried_kept=is_carried_kept)
            self.hands[peer].lose(carried=not is_carried_kept)

    @rule(seconds=st.floats(0, 2 * OVERDUE_FLOOR_S))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: not self.given)
    @rule(late=st.sets(peers))
    def freeze(self, late: set[PeerId]) -> None:
        """All answer, the `late` ones after the plan is made."""
        here = [peer for peer in PEERS if self.hands[peer].is_here]
        self.gathering.ask(here)
        assert self.gathering.reported == 0
        for peer in here:
            if peer not in late:
                self.hands[peer].take_out()
                self.gathering.give(peer)
                assert self.gathering.contribution(peer).samples == self.hands[peer].carried.samples
                self.given += [peer] * bool(self.hands[peer].carried)
        self.gathering.ask_no_more()

    @rule(peer=peers)
    def answer_late(self, peer: PeerId) -> None:
        if self.hands[peer].is_here and peer not in self.given:
            self.hands[peer].take_out()
            self.gathering.put_aside(peer)

    @rule()
    def skip(self) -> None:
        self.gathering.skip()
        self.given.clear()

    @precondition(lambda self: self.given)
    @rule(missing=st.sets(peers))
    def seal(self, missing: set[PeerId]) -> None:
        contributions = [self.gathering.contribution(p) for p in self.given if p not in missing]
        stale = self.gathering.settle(contributions)
        self.given.clear()
        self.resting = RangeSet()
        for contribution in contributions:
            hands = self.hands[contribution.peer]
            for piece in contribution.ranges:
                assert not self.used.overlaps(piece)
                self.used.add(piece)
                hands.carried.remove(piece)
        for peer in stale:
            assert self.gathering.left_out(peer) >= LEFT_OUT_STEPS
            if self.hands[peer].is_here:
                self.gathering.lose_gradient(peer)
                self.hands[peer].lose(carried=True)

    @invariant()
    def each_sample_has_one_place(self) -> None:
        places = [*self.used]
        for peer in PEERS:
            work = self.gathering.work_of(peer)
            places += self.gathering.contribution(peer).ranges
            if work is not None:
                places += [*work.held.ranges, *work.carried.ranges, *work.leased]
        places += self.resting
        assert RangeSet(places).samples == sum(map(len, places))

    @invariant()
    def members_have_what_is_thought(self) -> None:
        for peer, hands in self.hands.items():
            work = self.gathering.work_of(peer)
            if work is not None:
                given = self.gathering.contribution(peer).ranges if peer in self.given and hands.carried else ()
                assert RangeSet([*work.held.ranges]) == hands.held
                assert RangeSet([*work.carried.ranges, *given]) == hands.carried

    @invariant()
    def no_more_is_leased_than_the_target_needs(self) -> None:
        fresh = self.gathering.outstanding(self.now)
        assert self.gathering.reported + fresh <= 6 * self.gathering.target_batch


TestMembers = Members.TestCase
TestMembers.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def ready(count: int = 2, target: int = 16, *, is_delayed: bool = False) -> Gathering:
    gathering = Gathering(target, [], is_delayed=is_delayed)
    gathering.is_open = True
    for peer in PEERS[:count]:
        gathering.enter(peer)
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


def test_a_broken_sample_keeps_nobody_and_leaves_a_gap():
    """Whoever tries it: each step is full without it, and in the end it is not tried any more."""
    gathering, tried = ready(2, target=8), 0
    for step in range(TRIES + 2):
        while not gathering.is_full:
            peer = PEERS[step % 2]
            gathering.want(peer, 4)
            [grant] = gathering.grants(0.0)
            for sample in range(grant.samples.start, grant.samples.stop):
                one = SampleRange(sample, sample + 1)
                if sample == 3:
                    assert gathering.give_back(peer, [one], are_rejected=True)
                    tried += 1
                else:
                    assert gathering.report(peer, one, 1.0, 0.1, 0.0)
        gathering.ask(PEERS[:2])
        for peer in PEERS[:2]:
            gathering.give(peer)
        gathering.ask_no_more()
        given = [gathering.contribution(peer) for peer in PEERS[:2]]
        assert sum(contribution.samples for contribution in given) == 8
        gathering.settle(given)
    assert tried == TRIES


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


def claims(gathering: Gathering, peer: PeerId, piece: SampleRange, *, is_carried: bool = False) -> bool:
    gathering.enter(peer)
    return gathering.claim(peer, [piece], 1.0, is_carried=is_carried)


def work_off(gathering: Gathering, peer: PeerId, samples: int) -> None:
    """`peer` is leased `samples` and does them."""
    while samples > 0:
        gathering.want(peer, samples)
        [grant] = gathering.grants(0.0)
        assert gathering.report(peer, grant.samples, 1.0 * len(grant.samples), 0.1, 0.0)
        samples -= len(grant.samples)


def test_members_that_are_behind_are_neither_served_nor_waited_for():
    gathering = ready(1, target=8)
    assert claims(gathering, PEERS[1], SampleRange(100, 108))
    assert not gathering.is_full
    gathering.want(PEERS[1], 4)
    gathering.want(PEERS[0], 4)
    assert [grant.peer for grant in gathering.grants(0.0)] == [PEERS[0]]


def test_nobody_claims_what_is_used_or_more_than_it_can_hold():
    gathering = Gathering(8, [SampleRange(0, 8)])
    assert not claims(gathering, PEERS[0], SampleRange(4, 12))
    assert not claims(gathering, PEERS[1], SampleRange(8, 1 << 50))
    assert claims(gathering, PEERS[2], SampleRange(8, 12))


def test_what_a_dead_member_gave_stays_spoken_for_until_the_step_is_decided():
    for is_sealed in (True, False):
        gathering = ready(2, target=8, is_delayed=True)
        work_off(gathering, PEERS[0], 8)
        gathering.ask(PEERS[:2])
        gathering.give(PEERS[0])
        gathering.ask_no_more()
        given = gathering.contribution(PEERS[0])
        gathering.leave(PEERS[0])
        gathering.want(PEERS[1], 8)
        [fresh] = gathering.grants(0.0)
        assert fresh.samples.start >= 8, "the step under way may still count them"
        assert gathering.settle([given] if is_sealed else []) == []
        assert gathering.report(PEERS[1], fresh.samples, 1.0, 0.1, 0.0)
        gathering.want(PEERS[1], 8)
        assert (gathering.grants(0.0)[0].samples.start >= 8) == is_sealed


def test_whoever_comes_back_keeps_what_is_being_averaged():
    gathering = ready(1, target=8, is_delayed=True)
    work_off(gathering, PEERS[0], 8)
    gathering.ask(PEERS[:1])
    gathering.give(PEERS[0])
    assert claims(gathering, PEERS[0], SampleRange(0, 8), is_carried=True)
    assert not claims(gathering, PEERS[1], SampleRange(0, 8), is_carried=True)
    gathering.skip()
    gathering.set_ready(PEERS[0], True)
    assert gathering.reported == 8, "a skipped step's gradient counts in the next"


def test_the_next_step_gathers_while_one_is_averaged_and_no_further():
    gathering = ready(1, target=8, is_delayed=True)
    work_off(gathering, PEERS[0], 8)
    gathering.is_averaging = True
    gathering.ask(PEERS[:1])
    gathering.want(PEERS[0], 8)
    assert [len(grant.samples) for grant in gathering.grants(0.0)] == [8], "before the freeze is answered"
    gathering.give(PEERS[0])
    gathering.ask_no_more()
    assert gathering.report(PEERS[0], SampleRange(8, 16), 8.0, 0.1, 0.0)
    gathering.want(PEERS[0], 8)
    assert gathering.is_full
    assert gathering.grants(0.0) == []
    gathering.settle([gathering.contribution(PEERS[0])])
    gathering.is_averaging = False
    assert len(gathering.grants(0.0)) == 1, "nobody rests while the next freeze is on its way"


def test_who_was_left_out_does_not_make_up_the_batch_and_gives_up_after_four_steps():
    """It counts again once it was in a step; what is too old is to be cleared."""
    gathering = ready(2, target=8)
    work_off(gathering, PEERS[1], 4)
    for step in range(1, LEFT_OUT_STEPS + 1):
        work_off(gathering, PEERS[0], 8 if step > 1 else 4)
        assert gathering.is_full
        gathering.is_open = False
        gathering.ask(PEERS[:2])
        gathering.give(PEERS[0])
        gathering.give(PEERS[1])
        gathering.ask_no_more()
        stale = gathering.settle([gathering.contribution(PEERS[0])])
        gathering.is_open = True
        assert gathering.left_out(PEERS[1]) == step
        assert stale == ([PEERS[1]] if step == LEFT_OUT_STEPS else [])
        gathering.want(PEERS[0], 8)
        assert gathering.reported == 0
        [grant] = gathering.grants(0.0)
        assert gathering.give_back(PEERS[0], [grant.samples])
    gathering.lose_gradient(PEERS[1])
    assert gathering.left_out(PEERS[1]) == 0
    gathering.want(PEERS[0], 8)
    assert gathering.grants(0.0)[0].samples == SampleRange(0, 4), "the first free ones again"


def test_what_an_inherited_step_has_of_others_samples_is_not_theirs():
    """The second member did samples of which the former coordinator never heard; the first was given them."""
    gathering = Gathering(8, [])
    for peer, ranges in zip(PEERS, ([(0, 6)], [(4, 8)], [(8, 10)], [(2, 4)]), strict=True):
        gathering.enter(peer)
        assert gathering.claim(peer, [SampleRange(*one) for one in ranges], 1.0) == (peer in (PEERS[0], PEERS[2]))
    gathering.enter(PEERS[0])
    assert gathering.claim(PEERS[1], [SampleRange(4, 8)], 1.0)
    sealed = [Contribution(PEERS[0], (SampleRange(0, 6),), 1.0), Contribution(PEERS[2], (SampleRange(8, 10),), 1.0)]
    assert gathering.dispossess(sealed) == [PEERS[1]]
    gathering.settle(sealed)
    assert [gathering.work_of(peer).samples for peer in PEERS] == [0, 0, 0, 0]
    gathering.is_open = True
    gathering.set_ready(PEERS[3], True)
    gathering.want(PEERS[3], 2)
    assert gathering.grants(0.0)[0].samples == SampleRange(6, 8), "what nobody gave is free again"


def test_leases_are_whole_micro_batches_while_there_are_enough_samples():
    gathering = ready(1, target=100)
    gathering.want(PEERS[0], 19)
    sizes: list[int] = []
    now = 0.0
    while grants := gathering.grants(now):
        [grant] = grants
        sizes.append(len(grant.samples))
        assert gathering.report(
            PEERS[0], grant.samples, 1.0, len(grant.samples) / 30, now
        )  # 30 a second: 60 in a lease
        gathering.want(PEERS[0], 19)
        now += 1.0
    assert sum(sizes) == 100
    assert max(sizes) == 38, "57 would be more than a fair share"
    assert [size % 19 for size in sizes[:-1]] == [0] * (len(sizes) - 1)
