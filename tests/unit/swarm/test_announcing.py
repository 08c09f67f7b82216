"""One more member costs the coordinator the same, however many there are."""

import itertools
from collections import Counter
from typing import Any

import pytest

from core.averaging.assignment import Layout
from core.averaging.part_book import average_root
from core.data.ranges import SampleRange
from core.dht.records import make_record
from core.identity.ids import Digest, PeerId, RunId
from core.identity.keys import Identity
from core.identity.wire import pack
from core.swarm import messages as say
from core.swarm.announcing import FAN_OUT, WHOLE_LIMIT, Announcer
from core.swarm.gathering import Gathering
from core.swarm.records import Contribution, Header, contributions_digest, sign_commit
from core.swarm.seal import NO_STATE, Seal, SignedSeal, sign_seal
from core.swarm.seat import Seat
from core.swarm.standing import ACQUAINTANCES, BUDGET_BYTES_PER_S, BURST_S, ELDERS, ROWS_LIMIT, STANDING_S, Standings
from core.training.api import Scalars
from core.transport.api import Address

RUN = RunId(bytes(32))
LAYOUT = Layout(1000, 100)


class HeardStream:
    def __init__(self, peer_id: PeerId) -> None:
        self.peer_id = peer_id


class Company:
    """A coordinator's table of `size`, and all that is posted to it."""

    def __init__(self, size: int) -> None:
        self.keys = [Identity.from_seed(number.to_bytes(32, "big")) for number in range(1, size + 1)]
        self.posted: list[tuple[PeerId, Any]] = []
        self.now_s = 0.0
        self.gathering = Gathering(16 * size, [])
        self.seats = [self._seat(key, number) for number, key in enumerate(self.keys)]
        self.announcer = Announcer(self.keys[0].peer_id)
        self.standings = Standings(self.keys[0].peer_id, self.keys[0].peer_id)
        given = tuple(
            Contribution(peer=key.peer_id, ranges=(SampleRange(16 * n, 16 * n + 16),), loss_sum=1.5)
            for n, key in enumerate(self.keys)
        )
        hashes = tuple(Digest(bytes([n]) * 32) for n in range(LAYOUT.parts))
        header = Header(
            run=RUN,
            step=1,
            previous=Digest(RUN.raw),
            time_s=1_700_000_000,
            samples=16 * size,
            total_samples=16 * size,
            loss_sum=1.5 * size,
            contributions=contributions_digest(given),
            average=average_root(LAYOUT, hashes),
            scalars=Scalars(0.5, 1.0, 1.0),
            state=NO_STATE,
            term=1_700_000_000_000,
        )
        self.signed = sign_seal(self.keys[0], Seal(header=header, layout=LAYOUT, parts=hashes, contributions=given))
        self.commit = sign_commit(self.keys[0], self.signed.seal.committed(Digest(bytes([9]) * 32)), given)

    def _seat(self, key: Identity, number: int) -> Seat:
        record = make_record(key, RUN, (Address("192.0.2.1", 1000 + number),), 0.0)
        attend = say.Attend(
            record=record, head_step=0, head=Digest(RUN.raw), total_samples=0, contributes=True, may_reduce=True
        )
        seat = Seat(HeardStream(key.peer_id), attend, float(number))  # type: ignore[arg-type]
        seat.post = lambda message: self.posted.append((seat.peer, message))  # type: ignore[method-assign]
        self.gathering.enter(key.peer_id)
        return seat

    def end_step(self) -> None:
        self.announcer.post_seal(self.seats, self.seats, self.signed)
        self.announcer.post_commit(self.seats, self.commit)

    def of(self, kind: type[Any]) -> dict[PeerId, Any]:
        return {peer: message for peer, message in self.posted if isinstance(message, kind)}

    def bytes_per_member(self) -> float:
        """At a step's end."""
        self.posted.clear()
        self.end_step()
        return sum(len(pack(message)) for _, message in self.posted) / len(self.seats)


def test_bytes_per_member_and_step_do_not_grow():
    costs = {size: Company(size).bytes_per_member() for size in (8, 32, 128, 512)}
    assert max(costs.values()) <= 2.5 * costs[8]
    assert costs[512] <= 1.1 * costs[128]


def test_everybody_can_get_the_contributions_and_nobody_is_asked_by_many():
    company = Company(300)
    company.end_step()
    seals, commits = company.of(say.Sealed), company.of(say.Committed)
    has = {peer for peer, message in seals.items() if message.seal.seal.is_whole}
    assert len(has) == WHOLE_LIMIT
    assert all(message.mine is not None and message.mine.peer == peer for peer, message in seals.items())
    first_asked = Counter(message.ask[0] for message in commits.values() if message.ask)
    assert max(first_asked.values()) <= FAN_OUT
    waiting = {peer: message for peer, message in commits.items() if peer not in has}
    while waiting:
        served = {peer for peer, message in waiting.items() if set(message.ask) & has}
        assert served, "some wait for each other"
        has |= served
        waiting = {peer: message for peer, message in waiting.items() if peer not in served}


def test_whoever_is_to_ask_others_is_told_once_where_they_are():
    company = Company(300)
    company.end_step()
    asking = {peer: message for peer, message in company.of(say.Committed).items() if message.ask}
    assert asking
    assert all(tuple(r.peer for r in message.records) == message.ask for message in asking.values())
    company.posted.clear()
    company.end_step()
    assert not any(message.records for message in company.of(say.Committed).values())


def test_who_comes_after_the_seal_is_told_the_contributions_with_the_commit():
    company = Company(5)
    company.announcer.post_seal(company.seats[:4], company.seats[:4], company.signed)
    company.announcer.post_commit(company.seats, company.commit)
    commits = company.of(say.Committed)
    assert [bool(commits[seat.peer].contributions) for seat in company.seats] == [False] * 4 + [True]


def hear(company: Company, seconds: float, *, works: bool = True) -> list[tuple[float, PeerId, say.Standing]]:
    """All standings of so much time, in which everybody reports something each second."""
    gathering, heard = company.gathering, []
    for look in range(int(seconds / STANDING_S)):
        now_s = company.now_s = company.now_s + STANDING_S
        if works and look % 2 == 0:
            for seat in company.seats:
                gathering._work[seat.peer].samples_per_s = 3.0 + look  # no lease is needed for that
        company.posted.clear()
        company.standings.post(company.seats, 1, gathering, now_s)
        heard += [(now_s, peer, message) for peer, message in company.posted]
    return heard


@pytest.mark.parametrize("size", [2, 12, 32, 128, 512])
def test_standings_keep_to_their_budget_and_leave_nobody_out(size: int):
    company = Company(size)
    me, seconds = company.keys[0].peer_id, 300.0
    heard = hear(company, seconds)
    costs = [(now_s, len(pack(message))) for now_s, peer, message in heard if peer != me]
    longest = max(cost for _, cost in costs)
    assert sum(cost for _, cost in costs) <= BUDGET_BYTES_PER_S * (seconds + BURST_S) + longest
    for begin in range(0, int(seconds), 10):  # no bursts either
        spent = sum(cost for now_s, cost in costs if begin <= now_s < begin + 10)
        assert spent <= BUDGET_BYTES_PER_S * (10 + BURST_S) + longest
    times = {seat.peer: [now_s for now_s, peer, _ in heard if peer == seat.peer] for seat in company.seats}
    counts = [len(told) for peer, told in times.items() if peer != me]
    assert min(counts) >= 0.7 * max(counts) - 1
    assert min(counts) >= min(seconds / 2, int(seconds * BUDGET_BYTES_PER_S / (size * longest)))
    assert all(b - a >= STANDING_S for told in times.values() for a, b in itertools.pairwise(told))


def test_a_record_is_told_once_and_again_when_it_has_changed():
    company = Company(24)
    first = hear(company, 60.0, works=False)
    for seat in company.seats[1:]:
        told = Counter(record.peer for _, peer, message in first if peer == seat.peer for record in message.records)
        assert told == {other.peer: 1 for other in company.seats if other is not seat}
    changed = company.seats[5]
    changed.record = make_record(company.keys[5], RUN, (Address("192.0.2.9", 9),), 99.0)
    again = [record for _, _, message in hear(company, 10.0, works=False) for record in message.records]
    assert again == [changed.record] * 22  # everybody but this peer and the one it is of


def test_of_many_members_each_is_told_the_records_of_some():
    company = Company(60)
    heard = hear(company, 300.0)
    for seat in company.seats[1:]:
        told = [record.peer for _, peer, message in heard if peer == seat.peer for record in message.records]
        assert len(told) == len(set(told))
        assert ACQUAINTANCES <= len(told) <= ACQUAINTANCES + 1
        assert {elder.peer for elder in company.seats[:ELDERS]} <= {*told, seat.peer}


def test_nothing_is_said_while_there_is_nothing_new():
    company = Company(12)
    hear(company, 60.0)
    assert len(hear(company, 60.0, works=False)) == 0
    company.gathering.enter(company.seats[3].peer)  # its numbers are new
    assert {peer for _, peer, _ in hear(company, 5.0, works=False)} == {seat.peer for seat in company.seats}


def test_rows_are_drawn_by_lot_and_elders_stay():
    company = Company(100)
    seen: set[PeerId] = set()
    for _, peer, message in hear(company, 60.0):
        rows = [row.peer for row in message.members]
        assert peer in rows
        assert len(rows) <= ROWS_LIMIT + 1
        assert rows[:ELDERS] == [seat.peer for seat in company.seats[:ELDERS]]
        assert message.size == 100
        seen.update(rows)
    assert len(seen) == 100


def test_a_brief_seal_is_the_same_seal():
    signed: SignedSeal = Company(3).signed
    assert signed.brief.seal.header == signed.seal.header
    assert not signed.brief.seal.is_whole
