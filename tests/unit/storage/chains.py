"""Logs to put in a database."""

from collections.abc import Sequence

from core.data.ranges import SampleRange
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.swarm.records import Commit, Contribution, Header, contributions_digest, sign_commit
from core.training.api import Scalars


class Chain:
    """Writes commits that follow one another. Peers are numbered; `salt` makes branches differ."""

    def __init__(self) -> None:
        self.run = RunId(Digest.of(b"run").raw)
        self.coordinator = Identity.from_seed(bytes(32))
        self.commits: list[Commit] = []

    @staticmethod
    def peer(number: int) -> PeerId:
        return PeerId(Digest.of(b"peer %d" % number).raw)

    def branch(self, after_step: int) -> "Chain":
        """A chain with the same beginning."""
        other = Chain()
        other.commits = self.commits[:after_step]
        return other

    def add(
        self, shares: Sequence[tuple[int, Sequence[tuple[int, int]]]], *, salt: bytes = b"", time_s: int | None = None
    ) -> Commit:
        """`shares`: number of each peer and the ranges it did."""
        contributions = tuple(
            Contribution(self.peer(number), tuple(SampleRange(*r) for r in ranges), 2.0 * sum(b - a for a, b in ranges))
            for number, ranges in shares
        )
        previous = self.commits[-1].header if self.commits else None
        samples = sum(c.samples for c in contributions)
        header = Header(
            run=self.run,
            step=previous.step + 1 if previous else 1,
            previous=previous.digest if previous else Digest(self.run.raw),
            time_s=1_760_000_000 + 60 * len(self.commits) if time_s is None else time_s,
            samples=samples,
            total_samples=samples + (previous.total_samples if previous else 0),
            loss_sum=sum(c.loss_sum for c in contributions),
            contributions=contributions_digest(contributions),
            average=Digest.of(b"average" + salt),
            scalars=Scalars(1e-3, 1.0, 1.0),
            state=Digest.of(b"state %d" % len(self.commits) + salt),
        )
        self.commits.append(sign_commit(self.coordinator, header, contributions))
        return self.commits[-1]

    def grow(self, steps: int, peers: int = 2, salt: bytes = b"") -> None:
        """Each peer does four samples in each step."""
        for _ in range(steps):
            done = self.commits[-1].header.total_samples if self.commits else 0
            self.add([(i, [(done + 4 * i, done + 4 * i + 4)]) for i in range(peers)], salt=salt)
