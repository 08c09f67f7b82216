"""What a plan of one step says of time."""

from dataclasses import dataclass
from typing import cast

import pytest

from core.data.ranges import SampleRange
from core.identity.ids import PeerId
from core.swarm.gathering import Gathering
from core.swarm.planning import plan_step
from core.swarm.records import Contribution
from core.swarm.seat import Seat

PEERS = [PeerId(bytes([n]) * 32) for n in range(4)]


@dataclass(frozen=True, slots=True)
class Terms:
    target_batch = 64
    elements = 5_000_000
    codec = "float32"
    part_elements = 1 << 16
    is_delayed = False
    group_limit = 128


@dataclass(frozen=True, slots=True)
class Sitting:
    """What planning reads of a seat."""

    peer: PeerId
    upload_bytes_per_s: float
    download_bytes_per_s: float
    may_reduce: bool = True


class Gathered:
    """Each has given a fourth."""

    def work_of(self, peer: PeerId) -> None:
        return None

    def contribution(self, peer: PeerId) -> Contribution:
        return Contribution(peer, (SampleRange(0, 16),), 1.0)

    def left_out(self, peer: PeerId) -> int:
        return 0


@pytest.mark.parametrize(("rate", "is_guess"), [(0.0, True), (2e6, False)])
def test_nobody_keeps_to_the_pace_of_a_plan_that_knows_no_rate(rate: float, is_guess: bool) -> None:
    """Peers in one house, whose lines nobody has measured, would else send at the pace that was assumed."""
    seats = cast(list[Seat], [Sitting(peer, rate, rate) for peer in PEERS])
    plan = plan_step(Terms(), seats, cast(Gathering, Gathered()), step=1, series=1, attempt=1)
    assert plan.predicted_s > 10  # deadlines are patient in both cases
    assert plan.is_guess is is_guess
    assert {told.is_guess for _, told in plan.assignments()} == {is_guess}
