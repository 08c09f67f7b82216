"""What a peer that catches up and those that help it say to each other."""

from core.averaging.assignment import Layout
from core.identity.ids import Digest
from core.transport.api import Message


class AskState(Message, frozen=True, kw_only=True):
    """Which state can be had? `StateOffer` is the answer: the one named, if the peer has it, else the newest. It is
    kept for a while."""

    step: int = 0
    root: Digest | None = None
    at_least: int = 0
    """Older ones are of no use: what leads on from them is gone."""


class FetchState(Message, frozen=True, kw_only=True):
    """The state of `step` with this digest, and no other. `StateOffer` is the answer, perhaps after a moment in which
    the peer gets there; then, on the same stream, `FetchHashes` and `FetchChunk`s."""

    step: int
    root: Digest


class StateOffer(Message, frozen=True, kw_only=True):
    step: int
    root: Digest


class StateRequest(Message, frozen=True, kw_only=True):
    """What may be asked for on the stream of a download."""


class FetchHashes(StateRequest, frozen=True, kw_only=True):
    """Of all chunks."""


class StateHashes(Message, frozen=True, kw_only=True):
    chunks: tuple[Digest, ...]


class FetchChunk(StateRequest, frozen=True, kw_only=True):
    """It comes as one payload; several are answered in the order in which they were asked for."""

    index: int


class FetchAverage(Message, frozen=True, kw_only=True):
    """Hashes of the coded parts of a past step's average."""

    step: int
    average: Digest
    """What the asker's log says of it: whoever holds the step of another history has it not."""


class AverageAnswer(Message, frozen=True, kw_only=True):
    layout: Layout
    parts: tuple[Digest, ...]
