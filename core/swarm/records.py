"""Signed records of a collaboration's history (design §6).

A commit is a *header*, whose hash chains the log, and the list of contributions that the header's hash covers. Two
coordinators that finish the same sealed step write the same header, so that passing the role on makes no fork.
"""

import math
from collections.abc import Sequence

import msgspec

from core.data.ranges import SampleRange
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity, is_signed
from core.identity.wire import pack
from core.training.api import Scalars

Weight = tuple[int, int]
"""Of a history: of two, all follow the one with the greater weight."""

COMMIT_TAG = b"idlewild commit 1\0"


class Contribution(msgspec.Struct, frozen=True, array_like=True):
    """What one peer gave to one step."""

    peer: PeerId
    ranges: tuple[SampleRange, ...]
    loss_sum: float

    @property
    def samples(self) -> int:
        return sum(map(len, self.ranges))


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step of the log."""

    run: RunId
    step: int
    previous: Digest
    """Hash of the header before; of the first, the run id's bytes."""
    time_s: int
    """Unix time by the clock of the coordinator that sealed the step."""
    samples: int
    """Accepted in this step."""
    total_samples: int
    """Accepted since the run began, this step included: the weight of a history."""
    loss_sum: float
    contributions: Digest
    average: Digest
    """Root over the hashes of the averaged vector's coded parts."""
    scalars: Scalars
    state: Digest
    """Of parameters and moments after the step; the same on every peer."""
    term: int = 0
    """Start of the term of the coordinator that sealed the step, Unix time in ms: in one term a peer seals and commits
    one thing for one step, while in a later one (it was started anew, say) it may do so differently."""

    @property
    def digest(self) -> Digest:
        return Digest.of(pack(self))

    @property
    def loss(self) -> float:
        """Mean loss per sample."""
        return self.loss_sum / self.samples


class SignedHeader(msgspec.Struct, frozen=True, kw_only=True):
    """A commit without its list of contributions, whose length grows with the number of members."""

    header: Header
    coordinator: bytes
    """Public key, 32 bytes."""
    signature: bytes


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """A header, its contributions, and the signature of the coordinator that committed it."""

    header: Header
    contributions: tuple[Contribution, ...]
    coordinator: bytes
    """Public key, 32 bytes."""
    signature: bytes

    @property
    def brief(self) -> SignedHeader:
        return SignedHeader(header=self.header, coordinator=self.coordinator, signature=self.signature)

    @staticmethod
    def whole(signed: SignedHeader, contributions: tuple[Contribution, ...]) -> "Commit":
        """Inverse of `brief`."""
        return Commit(
            header=signed.header,
            contributions=contributions,
            coordinator=signed.coordinator,
            signature=signed.signature,
        )


def contributions_digest(contributions: Sequence[Contribution]) -> Digest:
    return Digest.of(pack(tuple(contributions)))


def sign_commit(identity: Identity, header: Header, contributions: tuple[Contribution, ...]) -> Commit:
    signature = identity.sign(COMMIT_TAG + header.digest.raw)
    return Commit(header=header, contributions=contributions, coordinator=identity.public_key, signature=signature)


def fault_of(commit: Commit) -> str:
    """Why `commit` cannot be true by itself; empty if it can. Whether it follows another is `fault_of_link`."""
    header = commit.header
    if contributions_digest(commit.contributions) != header.contributions:
        return "contributions do not match the header"
    if sum(c.samples for c in commit.contributions) != header.samples:
        return "samples do not add up"
    return fault_of_header(commit.brief)


def fault_of_header(signed: SignedHeader) -> str:
    """As `fault_of`, of what can be told without the contributions."""
    header = signed.header
    if header.samples < 1:
        return "samples do not add up"
    if not math.isfinite(header.loss_sum):
        return "its loss is not finite"
    if not is_signed(signed.coordinator, COMMIT_TAG + header.digest.raw, signed.signature):
        return "signature is wrong"
    return ""


def fault_of_link(commit: Commit | SignedHeader, previous: Header | None, run: RunId) -> str:
    """Why `commit` does not follow `previous` (None: the beginning of the run); empty if it does."""
    header = commit.header
    if header.run != run:
        return "it belongs to another run"
    if previous is None:
        follows = (1, Digest(run.raw), header.samples)
    else:
        follows = (previous.step + 1, previous.digest, previous.total_samples + header.samples)
    if (header.step, header.previous, header.total_samples) != follows:
        return f"step {header.step} does not follow the one before it"
    return ""


def weight_of(total_samples: int, head: Digest) -> Weight:
    """More samples weigh more; between equal ones the smaller digest decides, the same everywhere."""
    return total_samples, -int.from_bytes(head.raw)
