"""What members and the coordinator of a run say to each other.

A member keeps one stream open to the coordinator, whose first message is `Attend`; the messages below travel on it in
both directions until it ends. Questions that need no standing (`AskCoordinator`, `FetchLog`, …) have streams of their
own.
"""

from core.averaging.assignment import Assignment
from core.data.ranges import SampleRange
from core.dht.records import PeerRecord
from core.identity.ids import Digest, PeerId, RunId
from core.swarm.records import Commit
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
    """Samples in this peer's gradient that no commit it knows has accepted."""
    held_loss_sum: float = 0.0
    sealed: SignedSeal | None = None
    """A sealed step that this peer has applied or can apply and for which it has seen no commit."""
    upload_bytes_per_s: float = 0.0
    download_bytes_per_s: float = 0.0


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


class GradientLost(MemberMessage, frozen=True, kw_only=True):
    """The trainer died: everything held and leased goes back to the pool."""


class Frozen(MemberMessage, frozen=True, kw_only=True):
    """Answer to `Freeze`: the gradient holds exactly the samples reported so far."""

    step: int
    samples: int
    unfinished: tuple[SampleRange, ...]


class PartClosed(MemberMessage, frozen=True, kw_only=True):
    """A reducer has averaged a part."""

    step: int
    part: int
    included: tuple[PeerId, ...]
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
    """Answer to `Survey`: parts of the average held here, with their hashes."""

    step: int
    parts: tuple[tuple[int, Digest], ...]


class CannotApply(MemberMessage, frozen=True, kw_only=True):
    """The sealed step cannot be applied here."""

    step: int
    reason: str


class Applied(MemberMessage, frozen=True, kw_only=True):
    """The sealed step is applied here, with this state as the result."""

    step: int
    state: Digest


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


class Elsewhere(CoordinatorMessage, frozen=True, kw_only=True):
    """This peer does not (or no longer) conduct the run; `coordinator` does, if it knows."""

    coordinator: PeerRecord | None


class Lease(CoordinatorMessage, frozen=True, kw_only=True):
    """Do these samples; what is not reported within `deadline_s` is replaced by others."""

    samples: SampleRange
    deadline_s: float


class Forget(CoordinatorMessage, frozen=True, kw_only=True):
    """What this member holds was given to others: clear the gradient."""


class Freeze(CoordinatorMessage, frozen=True, kw_only=True):
    """The target batch is reached: stop at the next micro-batch and say what is in the gradient."""

    step: int


class Available(Message, frozen=True, kw_only=True):
    """A part whose reducer died, and a peer that has it."""

    part: int
    digest: Digest
    holder: PeerId


class Conduct(CoordinatorMessage, frozen=True, kw_only=True):
    """Reduce by this plan; after a survey, fetch what is available."""

    assignment: Assignment
    available: tuple[Available, ...] = ()


class Fetch(CoordinatorMessage, frozen=True, kw_only=True):
    """After a survey that found every part somewhere."""

    step: int
    available: tuple[Available, ...]


class Gone(CoordinatorMessage, frozen=True, kw_only=True):
    """A contributor has died: do not wait for it."""

    step: int
    peer: PeerId


class Survey(CoordinatorMessage, frozen=True, kw_only=True):
    """A reducer has died: take nothing more from it and say which parts you hold."""

    step: int
    dead: tuple[PeerId, ...]


class Sealed(CoordinatorMessage, frozen=True, kw_only=True):
    """The step's content is final: fetch what is missing, apply, say `Applied`."""

    seal: SignedSeal
    holders: tuple[PeerId, ...]
    """Peers that can give missing parts, best first."""


class Skip(CoordinatorMessage, frozen=True, kw_only=True):
    """The step could not be completed: keep the gradient, it counts in the next one."""

    step: int


class Committed(CoordinatorMessage, frozen=True, kw_only=True):
    commit: Commit


class MemberStanding(Message, frozen=True, kw_only=True):
    """One row of `Standing`."""

    record: PeerRecord
    role: str
    samples: int
    samples_per_s: float


class Standing(CoordinatorMessage, frozen=True, kw_only=True):
    """The coordinator's tables in brief: for the window, and so that members know of each other."""

    step: int
    samples: int
    members: tuple[MemberStanding, ...]
    """The coordinator first."""


# --- without standing


class AskCoordinator(Message, frozen=True, kw_only=True):
    """Who conducts this run?"""

    record: PeerRecord


class Coordination(Message, frozen=True, kw_only=True):
    """Answer to `AskCoordinator`."""

    coordinator: PeerRecord | None
    """None while this peer itself is looking for one."""
    total_samples: int
    """In this peer's log."""
    may_conduct: bool
    """Whether it would take the role: reachable, with a state that is at the head."""
    since_ms: int
    """When it started, Unix time: of two that would, the elder does (after the organiser's)."""


class FetchManifest(Message, frozen=True, kw_only=True):
    run: RunId


class ManifestAnswer(Message, frozen=True, kw_only=True):
    content: bytes
    signature: bytes


class FetchLog(Message, frozen=True, kw_only=True):
    """Commits after `after_step`, in order."""

    after_step: int
    limit: int


class LogAnswer(Message, frozen=True, kw_only=True):
    """`count` commits follow, each as one payload."""

    count: int
    head_step: int


class FetchState(Message, frozen=True, kw_only=True):
    """The newest state the peer can serve. Then `FetchChunk`s on the same stream."""


class StateOffer(Message, frozen=True, kw_only=True):
    step: int
    root: Digest
    chunks: tuple[Digest, ...]


class FetchChunk(Message, frozen=True, kw_only=True):
    index: int


class FetchAverage(Message, frozen=True, kw_only=True):
    """Hashes of the coded parts of a past step's average."""

    step: int


class AverageAnswer(Message, frozen=True, kw_only=True):
    parts: tuple[Digest, ...]
