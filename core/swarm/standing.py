"""What members are told of each other while a step gathers, within a budget that their number does not change.

A row is a peer's id and numbers; records, which are long, go to each member once. Who has waited longest is told next,
and nobody twice while nothing has changed.
"""

import random
from collections.abc import Iterable, Sequence

import msgspec

from core.dht.records import PeerRecord
from core.identity.ids import PeerId
from core.identity.wire import pack
from core.swarm import messages as say
from core.swarm.gathering import Gathering
from core.swarm.seat import Seat

BUDGET_BYTES_PER_S = 8_000.0
"""Of all standings together, records included."""
BURST_S = 1.0
"""For at most so long the budget is saved up."""
STANDING_S = 0.5
"""Between two standings of one member, at least."""
ROWS_LIMIT = 32
ELDERS = 16
"""Rows of a standing that are always the same: those who would conduct next. The others are drawn by lot each time."""
ACQUAINTANCES = 32
"""Members whose records a member is told; of elders it is told in any case."""
RECORDS_AT_ONCE = 8
"""In one standing: so that the first one comes soon where many members are new."""


class Standings:
    """Posts to seats. Of one coordinator's term."""

    def __init__(self, me: PeerId, organiser: PeerId) -> None:
        self._me = me
        self._organiser = organiser
        self._chance = random.Random(me.raw)
        self._allowance = 0.0
        """Bytes; below 0 what was spent ahead."""
        self._looked_s: float | None = None
        self._content: tuple[object, ...] = ()
        self._version = 0
        """Counts changes of the content."""

    def post(self, members: Sequence[Seat], step: int, gathering: Gathering, now_s: float) -> None:
        """Tells whom the budget allows; called every `STANDING_S`. This peer's own seat costs nothing."""
        self._allowance += BUDGET_BYTES_PER_S * (now_s - self._looked_s if self._looked_s is not None else STANDING_S)
        self._allowance = min(self._allowance, BUDGET_BYTES_PER_S * BURST_S)
        self._looked_s = now_s
        ranked = sorted(members, key=self._prominence)
        rows = {seat.peer: self._row(seat, gathering) for seat in ranked}
        standing = say.Standing(
            step=step,
            samples=gathering.reported,
            members=(),
            size=len(members),
            samples_per_s=sum(row.samples_per_s for row in rows.values()),
        )
        self._note_content(standing, rows.values(), [seat.record.sequence for seat in ranked])
        due = sorted((seat for seat in ranked if seat.standing_told != self._version), key=lambda s: s.standing_s)
        if not due:
            return
        shown = [*ranked[:ELDERS], *self._some(ranked[ELDERS:])]
        standing = msgspec.structs.replace(standing, members=tuple([rows[seat.peer] for seat in shown]))
        for seat in due:
            if seat.peer != self._me and self._allowance <= 0:
                continue
            told = self._for(seat, standing, shown, rows)
            has_more = len(told.records) == RECORDS_AT_ONCE
            seat.standing_told, seat.standing_s = 0 if has_more else self._version, now_s
            seat.post(told)
            if seat.peer != self._me:
                self._allowance -= len(pack(told))

    def _note_content(
        self, standing: say.Standing, rows: Iterable[say.MemberStanding], sequences: Sequence[int]
    ) -> None:
        content = (standing, tuple(rows), tuple(sequences))
        if content != self._content:
            self._content = content
            self._version += 1

    def _some(self, others: Sequence[Seat]) -> Sequence[Seat]:
        room = ROWS_LIMIT - ELDERS
        return others if len(others) <= room else self._chance.sample(others, room)

    def _for(
        self, seat: Seat, standing: say.Standing, shown: Sequence[Seat], rows: dict[PeerId, say.MemberStanding]
    ) -> say.Standing:
        """As `seat` is told it: with its own row, and the records that are news to it."""
        records: tuple[PeerRecord, ...] = ()
        if seat.peer != self._me:  # which knows everybody's, from their `Attend`
            records = seat.news_of(shown[: ELDERS + max(0, ACQUAINTANCES - seat.acquaintances)], RECORDS_AT_ONCE)
        members = standing.members if seat in shown else (*standing.members, rows[seat.peer])
        if not records and members is standing.members:
            return standing
        return msgspec.structs.replace(standing, members=members, records=records)

    def _prominence(self, seat: Seat) -> tuple[bool, bool, float]:
        return (seat.peer != self._me, seat.peer != self._organiser, seat.since_s)

    def _row(self, seat: Seat, gathering: Gathering) -> say.MemberStanding:
        work = gathering.work_of(seat.peer)
        role = "client" if not seat.record.is_reachable else "contributor" if seat.contributes else "auxiliary"
        return say.MemberStanding(
            peer=seat.peer,
            role="coordinator" if seat.peer == self._me else role,
            samples=work.samples if work else 0,
            samples_per_s=work.samples_per_s if work else 0.0,
        )
