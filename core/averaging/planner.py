"""Who reduces what in one step: a pure function of who is there and how fast their lines are (design §7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.identity.ids import PeerId


@dataclass(frozen=True, slots=True)
class Member:
    """One peer as the planner sees it. A rate of 0 is unknown."""

    peer: PeerId
    samples: int
    """In its gradient now; 0 means that it contributes nothing to this step."""
    samples_per_s: float
    upload_bytes_per_s: float
    download_bytes_per_s: float
    may_reduce: bool
    """False for client-mode peers, which accept no connections."""


@dataclass(frozen=True, slots=True)
class Span:
    """Elements `start` up to and without `stop` of the vector, averaged by `reducer` for all."""

    reducer: PeerId
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Allocation:
    """Spans tile the vector in order of `reducer`; nobody reduces two."""

    spans: tuple[Span, ...]
    contributors: tuple[PeerId, ...]
    """In order of id."""
    predicted_s: float
    """Time the busiest known line needs for the exchange; 0 where no rate is known."""


def plan(
    members: Sequence[Member], *, elements: int, coded_bytes_per_element: float, target_batch: int, part_elements: int
) -> Allocation:
    """Spans and contributors for one step; the same for equal arguments in whatever order `members` come.

    This is the place of design §7's linear program (DeDLOC, section 3.2): with s_i, u_i, d_i and r_i from `members`,
    P = elements · coded_bytes_per_element and B = target_batch it maximises min(Σ s_i c_i / B, min_i Σ_j g_ji / P) and
    gives reducer j a span in proportion to min_i g_ji. Until rates are measured, spans are uniform among those who may
    reduce, cut at multiples of `part_elements`, and everyone who has samples contributes; `predicted_s` is what the
    program's upload and download constraints say about that choice.

    Raises `ValueError` if nobody may reduce, nobody has samples, or a peer is listed twice.
    """
    if elements < 1 or part_elements < 1 or target_batch < 1 or coded_bytes_per_element <= 0:
        raise ValueError("elements, part_elements, target_batch and coded_bytes_per_element must be positive")
    ordered = sorted(members, key=lambda member: member.peer)
    if len({member.peer for member in ordered}) != len(ordered):
        raise ValueError("a peer is listed twice")
    reducers = [member.peer for member in ordered if member.may_reduce]
    contributors = tuple(member.peer for member in ordered if member.samples > 0)
    if not reducers:
        raise ValueError("nobody may reduce")
    if not contributors:
        raise ValueError("nobody has samples to contribute")
    spans = _uniform_spans(reducers, elements, part_elements)
    predicted_s = _exchange_s(ordered, spans, coded_bytes_per_element)
    return Allocation(spans, contributors, predicted_s)


def _uniform_spans(reducers: Sequence[PeerId], elements: int, part_elements: int) -> tuple[Span, ...]:
    parts = -(-elements // part_elements)
    share, longer = divmod(parts, len(reducers))
    spans: list[Span] = []
    first = 0
    for rank, reducer in enumerate(reducers):
        stop = first + share + (rank < longer)
        if stop > first:
            spans.append(Span(reducer, first * part_elements, min(stop * part_elements, elements)))
        first = stop
    return tuple(spans)


def _exchange_s(members: Sequence[Member], spans: Sequence[Span], bytes_per_element: float) -> float:
    """Longest time that any member's line needs, each direction by itself (the program's constraints on u_i, d_i)."""
    own_bytes = {span.reducer: (span.stop - span.start) * bytes_per_element for span in spans}
    vector_bytes = sum(own_bytes.values())
    senders = sum(member.samples > 0 for member in members)
    longest_s = 0.0
    for member in members:
        own = own_bytes.get(member.peer, 0.0)
        is_sender = member.samples > 0
        up_bytes = (vector_bytes - own) * is_sender + (len(members) - 1) * own
        down_bytes = (senders - is_sender) * own + vector_bytes - own
        if member.upload_bytes_per_s > 0:
            longest_s = max(longest_s, up_bytes / member.upload_bytes_per_s)
        if member.download_bytes_per_s > 0:
            longest_s = max(longest_s, down_bytes / member.download_bytes_per_s)
    return longest_s
