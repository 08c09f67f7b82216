"""Which piece to ask of whom: the rarest first, by chance among equals (Cohen, "Incentives Build Robustness in
BitTorrent", 2003, section 2.4), so that pieces spread before their only source is gone.

What nobody but whole donors has, they had better choose themselves: each of them knows what it has given to somebody
already, and gives that to nobody else as long as something else is asked for as well. So a slow host sends each piece
about once, and all peers' lines carry the rest.
"""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from core.data.bitmap import Pieces

CHOICE = 24
"""Pieces at most that a whole donor may choose from."""

Indices = npt.NDArray[np.intp]


class Picker:
    """What one peer lacks of one object, who has it, and what is under way. Pure, save for the chance it is given."""

    def __init__(self, missing: Pieces, chance: random.Random) -> None:
        """`missing` is the picker's from now on."""
        self.missing = missing
        self._chance = chance
        self._have: dict[object, Pieces] = {}
        self._donors = np.zeros(len(missing), np.int32)
        """How many of those who were added have each piece."""
        self._asked = np.zeros(len(missing), np.int32)
        """Requests under way for exactly that piece."""
        self._choices = np.zeros(len(missing), np.int32)
        """Requests under way that leave the choice of several, that one among them."""

    @property
    def is_done(self) -> bool:
        return not self.missing.any()

    # --- who has what

    def add(self, donor: object, have: Pieces) -> None:
        """`donor` (any key that hashes) has these pieces; the array is the picker's from now on."""
        self._have[donor] = have
        self._donors += have

    def remove(self, donor: object) -> None:
        self._donors -= self._have.pop(donor)

    def hear(self, donor: object, indexes: Sequence[int]) -> None:
        """`donor` has got these too."""
        have = self._have[donor]
        for index in indexes:
            self._donors[index] += not have[index]
            have[index] = True

    def has(self, donor: object, index: int) -> bool:
        return bool(self._have[donor][index])

    # --- what is under way

    def ask(self, indexes: Sequence[int]) -> None:
        """A request for one of these is under way."""
        (self._asked if len(indexes) == 1 else self._choices)[list(indexes)] += 1

    def end(self, indexes: Sequence[int]) -> None:
        """That request is under way no more."""
        (self._asked if len(indexes) == 1 else self._choices)[list(indexes)] -= 1

    def settle(self, indexes: Sequence[int], index: int) -> None:
        """Of the request for one of `indexes` it is known now that it brings `index`."""
        self.end(indexes)
        self.ask((index,))

    def take(self, index: int) -> None:
        """It is here."""
        self.missing[index] = False

    def is_doubled(self, index: int) -> bool:
        """Whether more than one request for exactly that piece is under way."""
        return bool(self._asked[index] > 1)

    # --- the choice

    def choose(self, donor: object) -> tuple[int, ...]:
        """What to ask of `donor`: one piece, several of which it may choose one, or nothing."""
        free = self._have[donor] & self.missing & (self._asked == 0)
        found = np.flatnonzero(free)
        if not len(found):
            return ()
        donors = self._donors[found]
        rarest = found[donors == donors.min()]
        if int(donors.min()) == self._whole and self._have[donor].all():
            return self._several(rarest)
        return (self._one_of(rarest),)

    def choose_alone(self) -> int | None:
        """What to ask of somebody who has all of it and was not added: what fewest peers have."""
        found = np.flatnonzero(self.missing & (self._asked == 0) & (self._choices == 0))
        if not len(found):
            found = np.flatnonzero(self.missing & (self._asked == 0))
        if not len(found):
            return None
        donors = self._donors[found]
        return self._one_of(found[donors == donors.min()])

    def choose_run(self, most: int) -> range:
        """What to ask of somebody like that: at most so many pieces in one go, `choose_alone`'s among them. Empty where
        there is nothing."""
        index = self.choose_alone()
        if index is None:
            return range(0)
        free = self.missing & (self._asked == 0)
        if self._choices[index] == 0:
            free &= self._choices == 0
        start, stop = index, index + 1
        while stop - start < most and stop < len(free) and free[stop]:
            stop += 1
        while stop - start < most and start > 0 and free[start - 1]:
            start -= 1
        return range(start, stop)

    @property
    def _whole(self) -> int:
        return sum(bool(have.all()) for have in self._have.values())

    def _several(self, indexes: Indices) -> tuple[int, ...]:
        """Other than what other whole donors may be choosing just now, if there is anything else."""
        unoffered = indexes[self._choices[indexes] == 0]
        among = (unoffered if len(unoffered) else indexes).tolist()
        return tuple(self._chance.sample(among, min(CHOICE, len(among))))

    def _one_of(self, indexes: Indices) -> int:
        return int(self._chance.choice(indexes.tolist()))
