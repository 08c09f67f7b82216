"""What a coordinator tells all members: so that one more member costs it the same, however many there are.

Lists whose length grows with the number of members (contributions) go to a bounded number of members; whoever is not
told fetches the list from members that were. Of the standing see `core.swarm.standing`.
"""

import random
from collections.abc import Sequence

import msgspec

from core.identity.ids import PeerId
from core.swarm import messages as say
from core.swarm.records import Commit
from core.swarm.seal import NO_STATE, SignedSeal
from core.swarm.seat import Seat

WHOLE_LIMIT = 32
"""Members that are told the contributions of a step."""
FAN_OUT = 4
HOLDERS_LIMIT = 15


class Announcer:
    """Posts to seats."""

    def __init__(self, me: PeerId) -> None:
        self._me = me
        self._chance = random.Random(me.raw)

    def order(self, members: Sequence[Seat]) -> list[Seat]:
        """Those first that can pass on what they are told."""
        return sorted(members, key=lambda s: (s.peer != self._me, not s.record.is_reachable, s.since_s))

    # --- a step's end

    def post_seal(self, seats: Sequence[Seat], members: Sequence[Seat], signed: SignedSeal) -> None:
        """A step's content is final."""
        whole = self.order(members)[:WHOLE_LIMIT]
        shares = {c.peer: c for c in signed.seal.contributions}
        for seat in seats:
            is_whole = seat in whole
            seat.sealed_whole = signed.seal.header if is_whole else None
            told = signed if is_whole else signed.brief
            seat.post(say.Sealed(seal=told, holders=self._holders_for(seat, members), mine=shares.get(seat.peer)))

    def _holders_for(self, seat: Seat, members: Sequence[Seat]) -> tuple[PeerId, ...]:
        """Who can give parts of the average: this peer first, then some of those that accept links."""
        others = [s.peer for s in members if s.peer not in (self._me, seat.peer) and s.record.is_reachable]
        return (self._me, *self._chance.sample(others, min(HOLDERS_LIMIT, len(others))))

    def post_commit(self, members: Sequence[Seat], commit: Commit) -> None:
        """The sealed step is in the log. Who has the contributions from the seal gets the header alone; of the others
        the first ones are told them, and the rest asks those before it."""
        brief, order = commit.brief, self.order(members)
        sealed = msgspec.structs.replace(commit.header, state=NO_STATE)
        for place, seat in enumerate(order):
            has_list = seat.sealed_whole == sealed
            is_told = not has_list and place < WHOLE_LIMIT
            seat.post(
                say.Committed(
                    signed=brief,
                    contributions=commit.contributions if is_told else (),
                    ask=() if has_list or is_told else self._ask(place, order),
                )
            )

    def _ask(self, place: int, order: Sequence[Seat]) -> tuple[PeerId, ...]:
        """Whom the member at `place` fetches contributions from: each one serves `FAN_OUT` that come after it, as far
        as there are enough that accept links."""
        givers = [seat.peer for seat in order[1:] if seat.record.is_reachable] or [self._me]
        turn = (place - WHOLE_LIMIT) // FAN_OUT
        one, another = givers[turn % len(givers)], givers[turn % min(len(givers), WHOLE_LIMIT - 1)]
        return (one,) if one == another else (one, another)
