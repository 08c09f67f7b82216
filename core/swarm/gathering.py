"""The coordinator's tables while a step gathers samples: who holds, who computes, who wants. Pure: time comes in.

Invariant: each sample is in at most one of {used by a commit, given to the step being averaged, carried or held by one
member, leased to one member, free}. What is given stays so until the step is decided, whatever becomes of its giver.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId
from core.swarm.pool import Heap, SamplePool
from core.swarm.records import Contribution
from core.swarm.rejected import Rejected

LEASE_TARGET_S = 2.0
"""A lease is about this much work, so that little is lost with a peer and little is waited for at the end."""
HELD_BATCHES = 4
"""A gradient of more target batches than this is not believed: it would take samples from everybody."""
OVERDUE_FACTOR = 4.0
OVERDUE_FLOOR_S = 20.0
SPEED_MEMORY = 0.7
LEFT_OUT_STEPS = 4
"""A gradient that so many steps went without is too old: its samples go back to the pool."""


@dataclass(slots=True)
class Work:
    """What one member does in this step."""

    held: Heap = field(default_factory=Heap)
    """Done since the last freeze."""
    carried: Heap = field(default_factory=Heap)
    """Done before it, and not accepted: the step was skipped, or went without this member."""
    leased: RangeSet = field(default_factory=RangeSet)
    due_s: float = 0.0
    """When the lease counts as overdue."""
    micro_batch: int = 1
    samples_per_s: float = 0.0
    wants: bool = False
    granted_s: float = 0.0
    """When the last lease was given."""
    is_ready: bool = False
    """Whether the member is at the log's head. What others hold is kept for them but not waited for."""
    is_asked: bool = False
    """Being frozen: what it holds counts in the step that begins to be averaged, not in the next."""
    was_due: bool = False
    """Had something to give at the last freeze."""
    left_out: int = 0
    """Steps sealed in a row without this member, though it had something to give."""

    @property
    def samples(self) -> int:
        """In the gradients that it can give."""
        return self.held.ranges.samples + self.carried.ranges.samples

    @property
    def is_at_work(self) -> bool:
        return self.wants or bool(self.leased) or self.samples > 0


@dataclass(slots=True)
class Given:
    """A gradient that is being averaged."""

    contribution: Contribution
    is_kept: bool = True
    """Whether the member could still give it in another step."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A lease for a member, to be done within `deadline_s`."""

    peer: PeerId
    samples: SampleRange
    deadline_s: float


class Gathering:
    """Leases and reports of one run; lives as long as one coordinator's term."""

    def __init__(self, target_batch: int, used: Iterable[SampleRange], *, is_delayed: bool = False) -> None:
        self.target_batch = target_batch
        self.is_open = False
        """Whether leases are given; without delayed averaging not while a step is frozen or averaged."""
        self.is_averaging = False
        """Whether a step is being averaged. Where the next one gathers meanwhile, it does not gather more than that."""
        self._is_delayed = is_delayed
        self._pool = SamplePool(used)
        self._rejected = Rejected()
        self._work: dict[PeerId, Work] = {}
        self._given: dict[PeerId, Given] = {}
        self._absent: dict[PeerId, tuple[float, Work]] = {}
        """Whose link broke: they may come back, until some time, and find what they have still theirs."""

    @property
    def end(self) -> int:
        """One more than the highest sample that anybody was ever given."""
        return self._pool.end

    @property
    def reported(self) -> int:
        """Samples that count towards the target batch."""
        return _reported_of(self._counting())

    @property
    def is_full(self) -> bool:
        return self.reported >= self.target_batch

    def _counting(self) -> Sequence[Work]:
        """Who makes up the target batch: those at the head who were not left out last time, for who was may be left
        out again. They count only where nobody else is at work."""
        ready = [work for work in self._work.values() if work.is_ready]
        return [work for work in ready if not work.left_out and work.is_at_work] or ready

    def work_of(self, peer: PeerId) -> Work | None:
        return self._work.get(peer)

    def outstanding(self, now: float) -> int:
        """Leased samples that may still be expected in time."""
        return _outstanding_of(self._counting(), now)

    # --- members come and go

    def enter(self, peer: PeerId) -> None:
        """A member (re)appears; what it had before is free, unless it `claim`s that."""
        self.leave(peer)
        self._release(self._absent.pop(peer, None))
        self._work[peer] = Work()

    def claim(self, peer: PeerId, ranges: Iterable[SampleRange], loss_sum: float, *, is_carried: bool = False) -> bool:
        """Whether a member that has just entered may keep these samples, which are in its trainer's gradient, or with
        `is_carried` in what it took out of that."""
        pieces = list(ranges)
        heap = self._work[peer].carried if is_carried else self._work[peer].held
        given = self._given.get(peer)
        if given is not None and pieces and RangeSet(pieces) == RangeSet(given.contribution.ranges):
            given.is_kept = True
            return True
        samples = self._work[peer].samples + sum(map(len, pieces))
        if samples > HELD_BATCHES * self.target_batch or not self._pool.claim(pieces):
            return False
        heap.add(pieces, loss_sum)
        return True

    def leave(self, peer: PeerId, until_s: float = 0.0) -> None:
        """A member is gone: what it leased is free again, what it carried or held from `until_s` on, or when it enters
        anew and does not claim it."""
        work = self._work.pop(peer, None)
        self._release(self._absent.pop(peer, None))
        if work is not None:
            self._pool.give_back(work.leased)
            self._absent[peer] = (until_s, work)
        if peer in self._given:
            self._given[peer].is_kept = False

    def _release(self, absent: tuple[float, Work] | None) -> None:
        if absent is not None:
            for heap in (absent[1].held, absent[1].carried):
                self._pool.give_back(heap.take_all()[0])

    def _release_the_absent(self, now: float) -> None:
        for peer in [peer for peer, (until_s, _) in self._absent.items() if until_s <= now]:
            self._release(self._absent.pop(peer))

    def lose_gradient(self, peer: PeerId, *, is_carried_kept: bool = False) -> None:
        """The member lives but its trainer's gradient does not; `is_carried_kept`: what was taken out of it does."""
        work = self._work[peer]
        self._pool.give_back(work.held.take_all()[0])
        self._pool.give_back(work.leased)
        work.leased, work.wants = RangeSet(), False
        if not is_carried_kept:
            self.lose_carried(peer)
            if peer in self._given:
                self._given[peer].is_kept = False

    def lose_carried(self, peer: PeerId) -> None:
        """The member clears what it took out of its trainer for a step that went without it."""
        work = self._work[peer]
        self._pool.give_back(work.carried.take_all()[0])
        work.left_out = 0

    def set_ready(self, peer: PeerId, is_ready: bool) -> None:
        self._work[peer].is_ready = is_ready

    # --- work

    def want(self, peer: PeerId, micro_batch: int) -> None:
        work = self._work[peer]
        work.wants = True
        work.micro_batch = max(1, micro_batch)

    def report(self, peer: PeerId, samples: SampleRange, loss_sum: float, seconds: float, now: float) -> bool:
        """Part of a lease is done. False if it was not leased to this member (it must then forget its gradient)."""
        work = self._work[peer]
        if not work.leased.contains(samples):
            return False
        work.leased.remove(samples)
        work.held.add([samples], loss_sum)
        speed = len(samples) / max(seconds, 1e-6)
        work.samples_per_s = (
            speed if not work.samples_per_s else (SPEED_MEMORY * work.samples_per_s + (1 - SPEED_MEMORY) * speed)
        )
        work.due_s = now + self._patience(work, work.leased.samples)
        return True

    def give_back(self, peer: PeerId, ranges: Iterable[SampleRange], *, are_rejected: bool = False) -> bool:
        """Part of a lease will not be done, or with `are_rejected` could not be. False if it was not leased to this
        member."""
        work = self._work[peer]
        pieces = list(ranges)
        if not all(work.leased.contains(piece) for piece in pieces):
            return False
        for piece in pieces:
            work.leased.remove(piece)
        if are_rejected:
            self._rejected.add(pieces)
        else:
            self._pool.give_back(pieces)
        return True

    def grants(self, now: float) -> list[Grant]:
        """Leases to send now: to those who want, while the target is not covered. Who has waited longest comes first,
        so that everybody has a turn where a step has less to do than there are members."""
        grants: list[Grant] = []
        if not self.is_open:
            return grants
        self._release_the_absent(now)
        waiting = [(peer, work) for peer, work in self._work.items() if work.wants and work.is_ready]
        if not waiting:
            return grants
        counting = self._counting()
        room = self._wanted() - _reported_of(counting) - _outstanding_of(counting, now)
        counted = {id(work) for work in counting}
        for peer, work in sorted(waiting, key=lambda entry: entry[1].granted_s):
            counts = id(work) in counted
            limit = room if counts else self.target_batch - work.samples - work.leased.samples
            if limit > 0:
                grants.append(self._grant(peer, work, limit, now))
                room -= counts * len(grants[-1].samples)
        return grants

    def _wanted(self) -> int:
        """Samples to be leased for now. Where gathering goes on through a freeze, they reach into the next step: so
        nobody rests while the last ones of this step are done and the freeze is on its way."""
        return self.target_batch * (2 if self._is_delayed and not self.is_averaging else 1)

    def _grant(self, peer: PeerId, work: Work, limit: int, now: float) -> Grant:
        wanted = min(int(work.samples_per_s * LEASE_TARGET_S), -(-limit // (2 * len(self._work))))
        # A rest of a few samples would be a micro-batch of its own, which takes nearly as long as a whole one.
        whole = max(1, wanted // work.micro_batch) * work.micro_batch
        samples = self._pool.lease(min(whole, limit))
        work.leased.add(samples)
        work.wants = False
        work.granted_s = now
        patience = self._patience(work, work.leased.samples)
        work.due_s = now + patience
        return Grant(peer, samples, patience)

    @staticmethod
    def _patience(work: Work, samples: int) -> float:
        expected = samples / work.samples_per_s if work.samples_per_s else 0.0
        return max(OVERDUE_FLOOR_S, OVERDUE_FACTOR * expected)

    def next_due(self, now: float) -> float | None:
        """When the next lease will turn overdue, if any is under way."""
        dues = [work.due_s for work in self._work.values() if work.leased and work.due_s > now]
        return min(dues, default=None)

    # --- a step is averaged

    def ask(self, peers: Iterable[PeerId]) -> None:
        """A freeze begins: these members are asked what they give."""
        for work in self._work.values():
            work.was_due = work.samples > 0
        for peer in peers:
            self._work[peer].is_asked = True

    def ask_no_more(self) -> None:
        """Who has not answered keeps what it holds, for the next step."""
        for work in self._work.values():
            work.is_asked = False

    def give(self, peer: PeerId) -> None:
        """All that the member has becomes its contribution to the step about to be averaged."""
        self.put_aside(peer)
        work = self._work[peer]
        ranges, loss_sum = work.carried.take_all()
        self._given[peer] = Given(Contribution(peer=peer, ranges=tuple(ranges), loss_sum=loss_sum))

    def put_aside(self, peer: PeerId) -> None:
        """The member took its gradient out too late for the step: it carries it."""
        work = self._work[peer]
        work.carried.add(*work.held.take_all())
        work.is_asked = False

    def contribution(self, peer: PeerId) -> Contribution:
        """What `peer` gives to a step whose averaging begins now: nothing, where it was lost since the freeze."""
        given = self._given.get(peer)
        is_there = given is not None and given.is_kept
        return given.contribution if given and is_there else Contribution(peer=peer, ranges=(), loss_sum=0.0)

    def left_out(self, peer: PeerId) -> int:
        """How many steps in a row went without `peer` though it had something to give."""
        work = self._work.get(peer)
        return work.left_out if work is not None else 0

    def skip(self) -> None:
        """The step being averaged comes to nothing: its gradients count in the next."""
        for peer, given in self._given.items():
            work = self._work.get(peer)
            if given.is_kept and work is not None:
                work.carried.add(given.contribution.ranges, given.contribution.loss_sum)
            else:
                self._pool.give_back(given.contribution.ranges)
        self._given.clear()

    def settle(self, contributions: Iterable[Contribution]) -> list[PeerId]:
        """A step is sealed: its samples are used for ever and leave the members' tables. Returns whose gradients are
        too old by now: they must clear them (what was taken out, or if nothing was, the trainer's)."""
        self.skip()
        for contribution in contributions:
            for piece in contribution.ranges:
                self._pool.use(piece)
                self._rejected.use(piece)
            work = self._work.get(contribution.peer) or self._absent.get(contribution.peer, (0.0, None))[1]
            if work is not None:
                work.carried.remove(contribution)
                work.held.remove(contribution)
                work.was_due, work.left_out = False, 0
        self._pool.give_back(self._rejected.wake())
        return self._age()

    def dispossess(self, contributions: Sequence[Contribution]) -> list[PeerId]:
        """Of a step that another coordinator had sealed: what these contributions have of samples that other members
        say they hold is the contributors'. Those members, which are returned, lose all that they hold.

        It happens where a member did samples whose report its coordinator never got, and which that gave to others."""
        for peer in [peer for peer, (_, work) in self._absent.items() if _is_robbed(peer, work, contributions)]:
            self._release(self._absent.pop(peer))
        robbed = [peer for peer, work in self._work.items() if _is_robbed(peer, work, contributions)]
        for peer in robbed:
            self.lose_gradient(peer)
        return robbed

    def _age(self) -> list[PeerId]:
        stale: list[PeerId] = []
        for peer, work in self._work.items():
            if work.was_due:
                work.was_due = False
                work.left_out += 1
            if work.left_out >= LEFT_OUT_STEPS:
                stale.append(peer)
        return stale


def _reported_of(counting: Sequence[Work]) -> int:
    return sum([work.samples for work in counting if not work.is_asked])


def _outstanding_of(counting: Sequence[Work], now: float) -> int:
    return sum([work.leased.samples for work in counting if work.leased and work.due_s > now])


def _is_robbed(peer: PeerId, work: Work, contributions: Sequence[Contribution]) -> bool:
    others = [contribution for contribution in contributions if contribution.peer != peer]
    return any(heap.overlaps(other) for heap in (work.held, work.carried) for other in others)
