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
        whole = {seat.peer for seat in self.order(members)[:WHOLE_LIMIT]}
        shares = {c.peer: c for c in signed.seal.contributions}
        brief, reachable = signed.brief, [s.peer for s in members if s.peer != self._me and s.record.is_reachable]
        for seat in seats:
            is_whole = seat.peer in whole
            seat.sealed_whole = signed.seal.header if is_whole else None
            holders = (self._me, *self._holders_for(seat, reachable))
            seat.post(say.Sealed(seal=signed if is_whole else brief, holders=holders, mine=shares.get(seat.peer)))

    def _holders_for(self, seat: Seat, reachable: Sequence[PeerId]) -> list[PeerId]:
        """Who can give parts of the average beside this peer: some of those that accept links."""
        drawn = self._chance.sample(reachable, min(HOLDERS_LIMIT + 1, len(reachable)))
        return [peer for peer in drawn if peer != seat.peer][:HOLDERS_LIMIT]

    def post_commit(self, members: Sequence[Seat], commit: Commit) -> None:
        """The sealed step is in the log. Who has the contributions from the seal gets the header alone; of the others
        the first ones are told them, and the rest asks those before it."""
        brief, order = commit.brief, self.order(members)
        if commit.amendment is not None:
            for seat in order:
                seat.post(say.Committed(signed=brief, amendment=commit.amendment))
            return
        sealed = msgspec.structs.replace(commit.header, state=NO_STATE)
        is_briefed = say.Committed(signed=brief)
        givers = [seat for seat in order[1:] if seat.record.is_reachable] or order[:1]
        for place, seat in enumerate(order):
            if seat.sealed_whole is not None and seat.sealed_whole == sealed:
                seat.post(is_briefed)
            elif place < WHOLE_LIMIT:
                seat.post(say.Committed(signed=brief, contributions=commit.contributions))
            else:
                asked = _to_ask(place, givers)
                ask = tuple([giver.peer for giver in asked])
                seat.post(say.Committed(signed=brief, ask=ask, records=seat.news_of(asked)))


def _to_ask(place: int, givers: Sequence[Seat]) -> list[Seat]:
    """Whom the member at `place` fetches contributions from: each one serves `FAN_OUT` that come after it, as far as
    there are enough that accept links."""
    turn = (place - WHOLE_LIMIT) // FAN_OUT
    one, another = givers[turn % len(givers)], givers[turn % min(len(givers), WHOLE_LIMIT - 1)]
    return [one] if one is another else [one, another]
