"""Turns by the clock and by what the session does, kept in the home's database."""

import asyncio

import pytest

from core.engine.rota import Rota
from core.engine.sharing import HALF_LIFE_S, SHUN_S, STAY_S, STUCK_S
from core.identity.manifest import SignedManifest
from core.ipc.messages import Phase, Reason
from core.storage.database import Database
from core.storage.runs import RunRecord, Runs


def record(number):
    signed = SignedManifest(content=b'{"name":"run %d"}' % number, signature=bytes(64))
    return RunRecord(signed.run, signed, is_host=False, token=None, draft=None, joined_s=number)


A, B = record(1), record(2)


class Desk:
    """An engine, as the rota sees it."""

    def __init__(self, database, **options):
        self.runs = Runs(database)
        self.now_s = 1_800_000_000.0
        self.at = (None, Phase.IDLE, Reason.NO_COLLABORATION)
        self.due = []
        self.rota = Rota(self.runs, lambda: self.at, self.switch, unix_time=lambda: self.now_s, **options)

    def join(self, one):
        self.runs.add(one)
        self.rota.admit(one.run)
        self.at = (one.run, Phase.STARTING, Reason.PREPARING)

    def switch(self, run):
        self.due.append(run)
        self.at = (run, Phase.STARTING, Reason.PREPARING)

    def live(self, seconds, phase=Phase.TRAINING, reason=Reason.NONE):
        """With a look each 10 s."""
        for _ in range(round(seconds / 10)):
            self.at = (self.at[0], phase, reason)
            self.now_s += 10.0
            self.rota.note(10.0)


@pytest.fixture
def desk(tmp_path):
    with Database.open(tmp_path / "it.sqlite") as database:
        yield Desk(database)


def test_turns_change_at_commits_alone(desk):
    desk.join(A)
    desk.join(B)
    desk.live(STAY_S + 60)
    assert desk.due == []
    desk.rota.consider()
    assert desk.due == [A.run]
    desk.live(STAY_S / 2)
    desk.rota.consider()
    assert desk.due == [A.run]


def test_where_nothing_can_be_done_it_is_the_next_ones_turn_without_a_commit(desk):
    desk.join(A)
    desk.join(B)
    desk.live(STUCK_S - 10, Phase.CONNECTING, Reason.NOBODY_REACHABLE)
    assert desk.due == []
    desk.live(10, Phase.CONNECTING, Reason.NOBODY_REACHABLE)
    assert desk.due == [A.run]
    desk.live(SHUN_S - 10)  # B would be due by its share, and is not tried again so soon
    desk.rota.consider()
    assert desk.due == [A.run]
    desk.live(60)
    desk.rota.consider()
    assert desk.due == [A.run, B.run]


def test_a_pause_is_nobodys_time_and_no_reason_to_go(desk):
    desk.join(A)
    desk.join(B)
    desk.live(5 * STAY_S, Phase.PAUSED, Reason.IN_USE)
    desk.rota.consider()
    assert desk.due == []
    assert [claim.given_s for claim in desk.rota.claims()] == [0.0, 0.0]


def test_work_in_between_begins_the_wait_anew(desk):
    desk.join(A)
    desk.join(B)
    for _ in range(3):
        desk.live(STUCK_S - 10, Phase.STARTING, Reason.NO_DATA)
        desk.live(10)
    assert desk.due == []


def test_given_time_is_kept_and_fades(desk, tmp_path):
    desk.join(A)
    desk.live(600)
    with Database.open(tmp_path / "it.sqlite", read_only=True) as other:
        kept = Runs(other).stakes()[0]
    assert kept.given_s == pytest.approx(600, abs=1)
    desk.now_s += HALF_LIFE_S
    assert desk.rota.claims()[0].given_s == pytest.approx(300, abs=1)


def test_the_last_seconds_are_kept_when_it_ends(desk):
    async def story():
        desk.join(A)
        running = asyncio.create_task(desk.rota.run())
        await asyncio.sleep(0)
        desk.live(30)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(story())
    assert desk.runs.stakes()[0].given_s == pytest.approx(30, abs=1)


def test_a_newcomer_begins_level_and_one_that_comes_back_from_aside_too(desk):
    desk.join(A)
    desk.live(6_000)
    desk.join(B)
    first, second = desk.rota.claims()
    assert second.given_s == pytest.approx(first.given_s)
    desk.runs.set_share(B.run, 0)
    assert not desk.rota.has_share(B.run)
    desk.at = (A.run, Phase.TRAINING, Reason.NONE)
    desk.live(6_000)
    desk.rota.admit(B.run)
    first, second = desk.rota.claims()
    assert (second.share, second.given_s) == (100, pytest.approx(first.given_s))


def test_to_open_the_link_of_one_that_is_owed_time_takes_nothing_from_it(desk):
    desk.join(B)
    desk.join(A)
    desk.live(6_000)
    before = desk.rota.claims()[1].given_s
    desk.rota.admit(B.run)
    assert [claim.given_s for claim in desk.rota.claims() if claim.run == B.run] == [pytest.approx(before, abs=1e-3)]


def test_a_host_stays_where_it_is(tmp_path):
    with Database.open(tmp_path / "it.sqlite") as database:
        desk = Desk(database, is_active=False)
        desk.join(A)
        desk.join(B)
        desk.live(2 * STAY_S)
        desk.rota.consider()
        desk.live(2 * STUCK_S, Phase.CONNECTING, Reason.NOBODY_REACHABLE)
        assert desk.due == []
