"""Values computed anew: each state is the one before it moved by the mean of what its commit says was given."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.averaging.codec import Codec
from core.identity.ids import PeerId
from core.swarm.records import Commit
from core.training.api import Vector
from tests.sim.ledger import Ledger, Mask, Values

TOLERANCE = 1e-4
TOLERANCES = {"float16": 2e-3, "bfloat16": 1.6e-2}
"""Of codecs that keep no errors: both a gradient and the average are rounded once."""
SUBSETS_OF = 12
Gradients = Mapping[tuple[PeerId, int], Sequence[Vector]]
"""What each peer has computed for each sample, each time."""


class NeverComputed(Exception):
    """A commit counts a sample that its contributor has no gradient of."""


@dataclass(frozen=True)
class _Given:
    """By one contributor."""

    total: Values
    samples: int
    is_missed: Mask


@dataclass(frozen=True)
class Verdict:
    is_right: bool
    is_partial: bool
    """Whether some part went without somebody."""


def judge(commit: Commit, before: Vector, after: Vector, gradients: Gradients, ledger: Ledger) -> Verdict | None:
    """None where what was given is not known. Where a contributor was late for a part, the mean is that of the others,
    be it told so or not. Raises `NeverComputed`."""
    header = commit.header
    given = [_given(commit, number, gradients, ledger) for number in range(len(commit.contributions))]
    whole = [one for one in given if one is not None]
    if len(whole) < len(given):
        return None
    moved = (before.astype(np.float64) - after) / header.scalars.learning_rate
    rounding = ledger.rounding_of(header)
    is_right = ~rounding.is_known | _is_mean_of(moved, whole, rounding.beside, ledger.codec)
    is_partial = not is_right.all()
    if is_partial and len(whole) > SUBSETS_OF:
        return Verdict(is_right=True, is_partial=True)
    for count in range(len(whole), 0, -1):
        for chosen in itertools.combinations(whole, count) if not is_right.all() else ():
            is_there = ~np.any([one.is_missed for one in chosen], axis=0)
            is_right |= is_there & _is_mean_of(moved, chosen, rounding.beside, ledger.codec)
    return Verdict(bool(is_right.all()), is_partial)


def _given(commit: Commit, number: int, gradients: Gradients, ledger: Ledger) -> _Given | None:
    entry = commit.contributions[number]
    pulls = [gradients.get((entry.peer, s), ()) for r in entry.ranges for s in range(r.start, r.stop)]
    if not all(pulls):
        raise NeverComputed(f"step {commit.header.step} counts a sample that {entry.peer} never computed")
    gift = ledger.gift_of(commit.header, entry.peer)
    if gift is None or any(len(versions) > 1 for versions in pulls):
        return None  # computed anew after a loss, or on two branches: which it was is not known here
    total = np.sum([versions[0] for versions in pulls], axis=0, dtype=np.float64)
    return _Given(total + gift.beside, entry.samples, gift.is_missed)


def _is_mean_of(moved: Values, given: Sequence[_Given], rounding: Values, codec: Codec) -> Mask:
    """Element by element; false where nobody gave anything."""
    inside = [~one.is_missed for one in given]
    samples = np.sum([one.samples * there for one, there in zip(given, inside, strict=True)], axis=0)
    total = np.sum([one.total * there for one, there in zip(given, inside, strict=True)], axis=0) + rounding
    largest = np.max([np.abs(one.total) / one.samples for one in given], axis=0)
    close: Mask = np.abs(total - moved * samples) <= TOLERANCES.get(codec.name, TOLERANCE) * samples * (1 + largest)
    return close & (samples > 0)
