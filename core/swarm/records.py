"""Signed records of a collaboration's history (design §6).

A commit is a *header*, whose hash chains the log, and the list of contributions that the header's hash covers. Two
coordinators that finish the same sealed step write the same header, so that passing the role on makes no fork.

An *amending* step has no contributions: it carries what the organiser changes in the run from there on.
"""

import math
from collections.abc import Sequence

import msgspec

from core.data.ranges import SampleRange
from core.identity.amendment import SignedAmendment, open_amendment
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity, is_signed
from core.identity.wire import pack
from core.training.api import Scalars

Weight = tuple[int, int, int]
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
    amendments: int = 0
    """How many have taken effect up to this step."""
    amendment: Digest | None = None
    """Of an amending step: hash of the amendment that it carries. `loss_sum` then repeats the last step's mean."""
    first_sample: int = 0
    """Of a step that appends data: the first sample to which that makes a difference."""

    @property
    def digest(self) -> Digest:
        return Digest.of(pack(self))

    @property
    def loss(self) -> float:
        """Mean loss per sample."""
        return self.loss_sum / max(self.samples, 1)


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
    amendment: SignedAmendment | None = None
    """Of an amending step."""

    @property
    def brief(self) -> SignedHeader:
        return SignedHeader(header=self.header, coordinator=self.coordinator, signature=self.signature)

    @staticmethod
    def whole(
        signed: SignedHeader, contributions: tuple[Contribution, ...], amendment: SignedAmendment | None = None
    ) -> "Commit":
        """Inverse of `brief`."""
        return Commit(
            header=signed.header,
            contributions=contributions,
            coordinator=signed.coordinator,
            signature=signed.signature,
            amendment=amendment,
        )


def contributions_digest(contributions: Sequence[Contribution]) -> Digest:
    return Digest.of(pack(tuple(contributions)))


def sign_commit(
    identity: Identity,
    header: Header,
    contributions: tuple[Contribution, ...],
    amendment: SignedAmendment | None = None,
) -> Commit:
    signature = identity.sign(COMMIT_TAG + header.digest.raw)
    return Commit(
        header=header,
        contributions=contributions,
        coordinator=identity.public_key,
        signature=signature,
        amendment=amendment,
    )


def fault_of(commit: Commit) -> str:
    """Why `commit` cannot be true by itself; empty if it can. Whether it follows another is `fault_of_link`."""
    header = commit.header
    if contributions_digest(commit.contributions) != header.contributions:
        return "contributions do not match the header"
    if sum(c.samples for c in commit.contributions) != header.samples:
        return "samples do not add up"
    if (commit.amendment.digest if commit.amendment else None) != header.amendment:
        return "the amendment does not match the header"
    return fault_of_header(commit.brief)


def fault_of_header(signed: SignedHeader) -> str:
    """As `fault_of`, of what can be told without the contributions."""
    header = signed.header
    if (header.samples < 1) != (header.amendment is not None):
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
    amendments = (previous.amendments if previous else 0) + (header.amendment is not None)
    if (header.step, header.previous, header.total_samples) != follows or header.amendments != amendments:
        return f"step {header.step} does not follow the one before it"
    return ""


def fault_of_amendment(commit: Commit, organiser: PeerId) -> str:
    """Why what an amending commit carries does not count; empty if it does, and for other commits."""
    header, signed = commit.header, commit.amendment
    if signed is None:
        return ""
    try:
        amendment = open_amendment(signed, header.run, organiser)
    except ValueError as fault:
        return str(fault)
    has_turn = amendment.number == header.amendments and amendment.from_step <= header.step
    return "" if has_turn else "the amendment's turn has not come"


def weight_of(total_samples: int, step: int, head: Digest) -> Weight:
    """More samples weigh more; with equally many more steps do, of which some carry amendments; between equal ones
    the smaller digest decides, the same everywhere."""
    return total_samples, step, -int.from_bytes(head.raw)
