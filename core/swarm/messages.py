"""What members and the coordinator of a run say to each other.

A member keeps one stream open to the coordinator, whose first message is `Attend`; the messages below travel on it in
both directions until it ends. Questions that need no standing (`AskCoordinator`, `FetchLog`, …) have streams of their
own.
"""

import msgspec

from core.averaging.assignment import Assignment, Run
from core.averaging.part_book import Gaps
from core.data.ranges import SampleRange
from core.dht.records import PeerRecord
from core.identity.amendment import SignedAmendment
from core.identity.ids import Digest, PeerId, RunId
from core.swarm.equivocation import Proof
from core.swarm.records import Contribution, SignedHeader
from core.swarm.seal import SignedSeal
from core.transport.api import Message


class Greeting(Message, frozen=True, kw_only=True):
    """Said on every new link, before anything else."""

    run: RunId
    record: PeerRecord
    software: str
    token: bytes = b""


class MemberMessage(Message, frozen=True, kw_only=True):
    """From a member to its coordinator."""


class CoordinatorMessage(Message, frozen=True, kw_only=True):
    """From the coordinator to a member."""


# --- from the member


class Attend(MemberMessage, frozen=True, kw_only=True):
    """Opens the stream to the coordinator."""

    record: PeerRecord
    head_step: int
    head: Digest
    total_samples: int
    contributes: bool
    """False for auxiliaries and hosts that do not train."""
    may_reduce: bool
    held: tuple[SampleRange, ...] = ()
    """Samples in the trainer's gradient that no commit this peer knows has accepted."""
    held_loss_sum: float = 0.0
    carried: tuple[SampleRange, ...] = ()
    """The same of the gradient that was taken out of the trainer (delayed averaging): being averaged, or left from a
    step that was skipped or went without it."""
    carried_loss_sum: float = 0.0
    sealed: SignedSeal | None = None
    """A sealed step that this peer has applied or can apply and for which it has seen no commit."""
    upload_bytes_per_s: float = 0.0
    download_bytes_per_s: float = 0.0
    attempt: int = 0
    """Of the latest plan that this peer has followed: it follows none that is not newer, whoever's clock made it."""


class Offer(MemberMessage, frozen=True, kw_only=True):
    """Corrects what `Attend` said of this peer; counts from the next plan on."""

    contributes: bool
    may_reduce: bool
    upload_bytes_per_s: float
    download_bytes_per_s: float


class Ready(MemberMessage, frozen=True, kw_only=True):
    """This member's log and state are at `head`: count it in."""

    head_step: int
    head: Digest


class Want(MemberMessage, frozen=True, kw_only=True):
    """The trainer will soon have nothing to do."""

    micro_batch: int


class Report(MemberMessage, frozen=True, kw_only=True):
    """These samples are in the gradient."""

    samples: SampleRange
    loss_sum: float
    seconds: float


class GiveBack(MemberMessage, frozen=True, kw_only=True):
    """Leased samples that this member will not do (it pauses, say)."""

    ranges: tuple[SampleRange, ...]
    are_rejected: bool = False
    """They were tried, and have no finite loss or gradient there: not to be leased again at once."""


class GradientLost(MemberMessage, frozen=True, kw_only=True):
    """The trainer died, or its gradient is too old: everything held and leased goes back to the pool."""

    is_carried_kept: bool = False
    """Whether what was taken out of the trainer is still there, being averaged or carried."""


class Frozen(MemberMessage, frozen=True, kw_only=True):
    """Answer to `Freeze`: the gradient to be averaged holds exactly the samples reported so far, and those carried."""

    step: int
    turn: int
    samples: int
    unfinished: tuple[SampleRange, ...]


class PartClosed(MemberMessage, frozen=True, kw_only=True):
    """A reducer has averaged a part for all."""

    step: int
    part: int
    gaps: Gaps
    digest: Digest


class PartLost(MemberMessage, frozen=True, kw_only=True):
    """Nobody delivered this part to its reducer."""

    step: int
    part: int


class ReducerLost(MemberMessage, frozen=True, kw_only=True):
    """This member cannot get through to a reducer."""

    step: int
    reducer: PeerId


class Collected(MemberMessage, frozen=True, kw_only=True):
    """Every part of the average is here."""

    step: int


class Holding(MemberMessage, frozen=True, kw_only=True):
    """Answer to `Survey`: of the parts asked for those held here, with their hashes and who is not in them."""

    step: int
    parts: tuple[tuple[int, Digest, Gaps], ...]


class CannotApply(MemberMessage, frozen=True, kw_only=True):
    """The sealed step cannot be applied here."""

    step: int
    reason: str


class Applied(MemberMessage, frozen=True, kw_only=True):
    """The sealed step is applied here, with this state as the result."""

    step: int
    state: Digest


class Rumour(MemberMessage, frozen=True, kw_only=True):
    """Another peer conducts this run, on a heavier history."""

    coordinator: PeerRecord


class Petition(MemberMessage, frozen=True, kw_only=True):
    """The organiser wants this change; it takes effect when the coordinator puts it into the log."""

    amendment: SignedAmendment


class Leave(MemberMessage, frozen=True, kw_only=True):
    """This member goes in order; its samples go back to the pool unless they are committed."""


# --- from the coordinator


class Welcome(CoordinatorMessage, frozen=True, kw_only=True):
    """Answer to `Attend`. A member whose head differs catches up and says `Ready`."""

    head_step: int
    head: Digest
    total_samples: int
    keep: bool
    """Whether the held gradient is taken over; else the member clears it."""
    keep_carried: bool = True
    """The same of what is carried."""


class Elsewhere(CoordinatorMessage, frozen=True, kw_only=True):
    """This peer does not (or no longer) conduct the run; `coordinator` does, if it knows."""

    coordinator: PeerRecord | None


class Lease(CoordinatorMessage, frozen=True, kw_only=True):
    """Do these samples; what is not reported within `deadline_s` is replaced by others."""

    samples: SampleRange
    deadline_s: float
    amendments: int = 0
    """How many the receiver must know of to tell what the samples are."""


class Forget(CoordinatorMessage, frozen=True, kw_only=True):
    """What this member has was given to others, or is too old: clear it."""

    held: bool = True
    """The trainer's gradient."""
    carried: bool = False
    """What was taken out of it; without delayed averaging the same thing."""


class Freeze(CoordinatorMessage, frozen=True, kw_only=True):
    """The target batch is reached: stop at the next micro-batch and say what is in the gradient."""

    step: int
    turn: int
    """Grows with each freeze of a term: a step that was skipped is frozen anew, and late answers are not for that."""


class Available(Message, frozen=True, kw_only=True):
    """A part whose reducer died, and peers that have it, to be asked in this order."""

    part: int
    digest: Digest
    holders: tuple[PeerId, ...]


class Conduct(CoordinatorMessage, frozen=True, kw_only=True):
    """Reduce by this plan."""

    assignment: Assignment
    records: tuple[PeerRecord, ...] = ()
    """Of those whom the receiver will have to find and has not been told of before."""


class Fetch(CoordinatorMessage, frozen=True, kw_only=True):
    """Parts that do not come from where they were to come from."""

    step: int
    available: tuple[Available, ...]


class Gone(CoordinatorMessage, frozen=True, kw_only=True):
    """A contributor has died or cannot get through to you: do not wait for it."""

    step: int
    peer: PeerId


class Survey(CoordinatorMessage, frozen=True, kw_only=True):
    """Something is amiss: say which of these parts you hold. From the dead nothing more is taken."""

    step: int
    dead: tuple[PeerId, ...]
    runs: tuple[Run, ...]


class Sealed(CoordinatorMessage, frozen=True, kw_only=True):
    """The step's content is final: fetch what is missing, apply, say `Applied`."""

    seal: SignedSeal
    """Without the contributions for members beyond a bounded number."""
    holders: tuple[PeerId, ...]
    """Peers that can give missing parts, best first."""
    mine: Contribution | None
    """The receiver's entry among the contributions."""


class Skip(CoordinatorMessage, frozen=True, kw_only=True):
    """The step could not be completed: keep the gradient, it counts in the next one."""

    step: int


class Committed(CoordinatorMessage, frozen=True, kw_only=True):
    """The step is in the log. Contributions come with the seal, with this, or are fetched (`FetchCommit`)."""

    signed: SignedHeader
    contributions: tuple[Contribution, ...] = ()
    amendment: SignedAmendment | None = None
    """Of an amending step."""
    ask: tuple[PeerId, ...] = ()
    """Who has the contributions, or will in a moment; in this order."""
    records: tuple[PeerRecord, ...] = ()
    """Of these, as far as the receiver has not been told of them before."""


class MemberStanding(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """One row of `Standing`."""

    peer: PeerId
    role: str
    samples: int
    samples_per_s: float


class Standing(CoordinatorMessage, frozen=True, kw_only=True):
    """The coordinator's tables in brief: for the window, and so that members know of each other."""

    step: int
    samples: int
    members: tuple[MemberStanding, ...]
    """The coordinator first, then those who would conduct next, then others in turn; the receiver is among them."""
    size: int
    """Number of members, those included that have no row here."""
    samples_per_s: float
    """Of all members."""
    records: tuple[PeerRecord, ...] = ()
    """Of members that the receiver has not been told of before."""


# --- without standing


class AskCoordinator(Message, frozen=True, kw_only=True):
    """Who conducts this run?"""

    record: PeerRecord


class Coordination(Message, frozen=True, kw_only=True):
    """Answer to `AskCoordinator`."""

    coordinator: PeerRecord | None
    """None while this peer itself is looking for one."""
    head_step: int
    """The last step of this peer's log that it can show a state for, as below."""
    head: Digest
    total_samples: int
    may_conduct: bool
    """Whether it would take the role: reachable, with a state that is at the head."""
    since_ms: int
    """When it started, Unix time: of two that would, the elder does (after the organiser's)."""


class Accuse(Message, frozen=True, kw_only=True):
    """These coordinators have signed two different things for one step. Needs no answer."""

    proofs: tuple[Proof, ...]


class FetchManifest(Message, frozen=True, kw_only=True):
    run: RunId


class ManifestAnswer(Message, frozen=True, kw_only=True):
    content: bytes
    signature: bytes


class FetchLog(Message, frozen=True, kw_only=True):
    """Commits after `after_step`, in order."""

    after_step: int
    limit: int
    headers: bool = False
    """Only signed headers: to see what a history weighs."""
    wait_s: float = 0.0
    """How long the answer may take where there is none yet."""


class LogAnswer(Message, frozen=True, kw_only=True):
    """`count` commits follow, each as one payload; signed headers where those were asked for."""

    count: int
    head_step: int


class FetchCommit(Message, frozen=True, kw_only=True):
    """One commit, which follows as a payload as soon as it is in the log of the peer that is asked."""

    step: int
    head: Digest
    """Of its header."""


class CommitAnswer(Message, frozen=True, kw_only=True):
    """The commit follows as one payload."""
