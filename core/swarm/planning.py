"""The plan of one step, from what the coordinator knows of its members."""

from collections.abc import Sequence
from typing import Protocol

from core.averaging import planner
from core.averaging.assignment import part_elements_of
from core.averaging.codec import codec_named
from core.averaging.grouping import GroupedAllocation, plan_groups
from core.averaging.step_plan import StepPlan, first_plan
from core.swarm.gathering import Gathering
from core.swarm.seat import Seat

GRACE_S = 2.0
"""Round trips over poor lines, members that hear of the plan later than others, a busy processor."""
UNKNOWN_BYTES_PER_S = 1_250_000
"""Assumed of lines none of which is known, for the deadlines alone; these adapt."""
PROCESSED_ELEMENTS_PER_S = 20_000_000
"""What a slow processor codes, hashes and adds."""


class NobodyCan(Exception):
    """There is no plan."""


class VectorTerms(Protocol):
    """What planning needs to know of the run."""

    @property
    def target_batch(self) -> int: ...
    @property
    def elements(self) -> int: ...
    @property
    def codec(self) -> str: ...
    @property
    def part_elements(self) -> int:
        """Of a part at most."""
        ...

    @property
    def is_delayed(self) -> bool: ...
    @property
    def group_limit(self) -> int:
        """With more members than this, averaging goes in two levels."""
        ...


def plan_step(
    terms: VectorTerms,
    seats: Sequence[Seat],
    gathering: Gathering,
    *,
    step: int,
    series: int,
    attempt: int,
) -> StepPlan:
    """The first attempt at a step. Raises `NobodyCan`."""
    members = [_member(seat, gathering) for seat in seats]
    samples = {member.peer: member.samples for member in members if member.samples}
    bytes_per_element = codec_named(terms.codec).coded_bytes(1 << 16) / (1 << 16)
    try:
        grouped = plan_groups(
            members,
            elements=terms.elements,
            coded_bytes_per_element=bytes_per_element,
            target_batch=terms.target_batch,
            part_elements=terms.part_elements,
            is_delayed=terms.is_delayed,
            limit=terms.group_limit,
        )
    except ValueError as reason:
        raise NobodyCan(str(reason)) from reason
    return first_plan(
        grouped,
        [seat.peer for seat in seats],
        samples,
        step=step,
        series=series,
        attempt=attempt,
        part_elements=part_elements_of(terms.elements, len(grouped.roots), terms.part_elements),
        codec=terms.codec,
        grace_s=GRACE_S,
        predicted_s=min(_predicted_s(terms, grouped, bytes_per_element), 3600.0),
        is_guess=not grouped.predicted_s,
    )


def _member(seat: Seat, gathering: Gathering) -> planner.Member:
    work = gathering.work_of(seat.peer)
    return planner.Member(
        peer=seat.peer,
        samples=gathering.contribution(seat.peer).samples,
        samples_per_s=work.samples_per_s if work else 0.0,
        upload_bytes_per_s=seat.upload_bytes_per_s,
        download_bytes_per_s=seat.download_bytes_per_s,
        may_reduce=seat.may_reduce,
        left_out=gathering.left_out(seat.peer),
    )


def _predicted_s(terms: VectorTerms, grouped: GroupedAllocation, bytes_per_element: float) -> float:
    on_lines_s = grouped.predicted_s or 2 * terms.elements * bytes_per_element / UNKNOWN_BYTES_PER_S
    return on_lines_s + terms.elements / PROCESSED_ELEMENTS_PER_S
