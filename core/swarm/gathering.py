"""The coordinator's tables while a step gathers samples: who holds, who computes, who wants. Pure: time comes in.

Invariant: each sample is in at most one of {used by a commit, held by one member, leased to one member, free}.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId
from core.swarm.pool import SamplePool
from core.swarm.records import Contribution

LEASE_TARGET_S = 2.0
"""A lease is about this much work, so that little is lost with a peer and little is waited for at the end."""
HELD_BATCHES = 4
"""A gradient of more target batches than this is not believed: it would take samples from everybody."""
OVERDUE_FACTOR = 4.0
OVERDUE_FLOOR_S = 20.0
SPEED_MEMORY = 0.7


@dataclass(slots=True)
class Work:
    """What one member does in this step."""

    held: RangeSet = field(default_factory=RangeSet)
    loss_sum: float = 0.0
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


@dataclass(frozen=True, slots=True)
class Grant:
    """A lease for a member, to be done within `deadline_s`."""

    peer: PeerId
    samples: SampleRange
    deadline_s: float


class Gathering:
    """Leases and reports of one run; lives as long as one coordinator's term."""

    def __init__(self, target_batch: int, used: Iterable[SampleRange]) -> None:
        self.target_batch = target_batch
        self.is_open = False
        """Whether leases are given: not while a step is frozen or reduced."""
        self._pool = SamplePool(used)
        self._work: dict[PeerId, Work] = {}

    @property
    def reported(self) -> int:
        """Samples held by members that are ready."""
        return sum(work.held.samples for work in self._work.values() if work.is_ready)

    @property
    def is_full(self) -> bool:
        return self.reported >= self.target_batch

    def work_of(self, peer: PeerId) -> Work | None:
        return self._work.get(peer)

    def outstanding(self, now: float) -> int:
        """Leased samples that may still be expected in time."""
        return sum(work.leased.samples for work in self._work.values() if work.is_ready and work.due_s > now)

    def enter(self, peer: PeerId, held: Iterable[SampleRange], loss_sum: float) -> bool:
        """A member (re)appears with `held` samples in its gradient: whether it may keep them."""
        self.leave(peer)
        work = self._work[peer] = Work()
        pieces = list(held)
        if sum(map(len, pieces)) > HELD_BATCHES * self.target_batch or not self._pool.claim(pieces):
            return False
        work.held = RangeSet(pieces)
        work.loss_sum = loss_sum
        return True

    def leave(self, peer: PeerId) -> None:
        """A member is gone: what it held or leased is free again."""
        work = self._work.pop(peer, None)
        if work is not None:
            self._pool.give_back(work.held)
            self._pool.give_back(work.leased)

    def lose_gradient(self, peer: PeerId) -> None:
        """The member lives but its gradient does not."""
        old = self._work[peer]
        self.leave(peer)
        self._work[peer] = Work(samples_per_s=old.samples_per_s, is_ready=old.is_ready)

    def set_ready(self, peer: PeerId, is_ready: bool) -> None:
        self._work[peer].is_ready = is_ready

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
        work.held.add(samples)
        work.loss_sum += loss_sum
        speed = len(samples) / max(seconds, 1e-6)
        work.samples_per_s = (
            speed if not work.samples_per_s else (SPEED_MEMORY * work.samples_per_s + (1 - SPEED_MEMORY) * speed)
        )
        work.due_s = now + self._patience(work, work.leased.samples)
        return True

    def give_back(self, peer: PeerId, ranges: Iterable[SampleRange]) -> bool:
        """Part of a lease will not be done. False if it was not leased to this member."""
        work = self._work[peer]
        pieces = list(ranges)
        if not all(work.leased.contains(piece) for piece in pieces):
            return False
        for piece in pieces:
            work.leased.remove(piece)
        self._pool.give_back(pieces)
        return True

    def grants(self, now: float) -> list[Grant]:
        """Leases to send now: to those who want, while the target is not covered. Who has waited longest comes first,
        so that everybody has a turn where a step has less to do than there are members."""
        grants: list[Grant] = []
        if not self.is_open:
            return grants
        for peer, work in sorted(self._work.items(), key=lambda entry: entry[1].granted_s):
            remaining = self.target_batch - self.reported - self.outstanding(now)
            if remaining <= 0:
                break
            if work.wants and work.is_ready:
                grants.append(self._grant(peer, work, remaining, now))
        return grants

    def _grant(self, peer: PeerId, work: Work, remaining: int, now: float) -> Grant:
        wanted = max(work.micro_batch, int(work.samples_per_s * LEASE_TARGET_S))
        fair = max(work.micro_batch, -(-remaining // (2 * len(self._work))))
        samples = self._pool.lease(min(wanted, fair, remaining))
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

    def contribution(self, peer: PeerId) -> Contribution:
        """What `peer` would be credited if the step were sealed now."""
        work = self._work[peer]
        return Contribution(peer=peer, ranges=tuple(work.held), loss_sum=work.loss_sum)

    def settle(self, contributions: Iterable[Contribution]) -> None:
        """A step is sealed: its samples are used for ever and leave the members' tables."""
        for contribution in contributions:
            work = self._work.get(contribution.peer)
            for piece in contribution.ranges:
                self._pool.use(piece)
                if work is not None:
                    work.held.remove(piece)
            if work is not None:
                work.loss_sum = 0.0
