"""The log against a model in plain Python."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.data.ranges import RangeSet, SampleRange
from core.identity.ids import PeerId, RunId
from core.storage.database import Database
from core.storage.history import History
from core.storage.hours import local_hour
from core.storage.log_store import LogStore
from core.swarm.records import Commit
from tests.unit.storage.chains import Chain


def rows(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is derived from the log."""
    found = {table: database.rows(f"SELECT * FROM {table}") for table in ("totals", "used", "history", "credited")}
    return {table: sorted(content) for table, content in found.items()}


def filled(database: Database, chain: Chain) -> LogStore:
    log = LogStore(database, chain.run)
    for commit in chain.commits:
        log.append(commit, chain.peer(0))
    return log


def test_empty_log(database: Database, chain: Chain) -> None:
    log = LogStore(database, chain.run)
    assert log.head() is None
    assert log.commit(1) is None
    assert log.header(1) is None
    assert log.commits(0, 10) == []
    assert log.used() == RangeSet()
    assert log.samples_of(chain.peer(0)) == 0
    log.truncate(0)
    assert log.head() is None


def test_reads_back_what_was_appended(database: Database, chain: Chain) -> None:
    chain.grow(5)
    log = filled(database, chain)
    assert log.head() == chain.commits[-1].header
    assert log.commit(3) == chain.commits[2]
    assert log.header(3) == chain.commits[2].header
    assert log.commits(1, 3) == chain.commits[1:4]
    assert log.commits(0, -1) == chain.commits
    assert log.commits(5, 9) == []
    assert log.samples_of(chain.peer(0)) == 20
    assert log.used() == RangeSet([SampleRange(0, 40)])


def test_the_last_headers_come_with_what_is_mine(database: Database, chain: Chain) -> None:
    chain.grow(2)
    chain.add([(1, [(100, 104)])])
    log = filled(database, chain)
    headers = [commit.header for commit in chain.commits]
    assert log.last(2) == [(headers[1], 4), (headers[2], 0)]
    assert log.last(9) == [(headers[0], 4), (headers[1], 4), (headers[2], 0)]
    assert LogStore(database, RunId(bytes(32))).last(9) == []


def test_is_there_after_opening_again(database: Database, chain: Chain) -> None:
    chain.grow(3)
    filled(database, chain)
    database.close()
    with Database.open(database.path) as again:
        assert LogStore(again, chain.run).commits(0, 10) == chain.commits


def test_collaborations_do_not_mix(database: Database, chain: Chain) -> None:
    chain.grow(3)
    filled(database, chain)
    other = LogStore(database, RunId(bytes(32)))
    assert other.head() is None
    assert other.used() == RangeSet()
    with pytest.raises(ValueError, match="another run"):
        other.append(chain.commits[0], chain.peer(0))


def test_refuses_what_does_not_follow(database: Database, chain: Chain) -> None:
    chain.grow(3)
    log = LogStore(database, chain.run)
    with pytest.raises(ValueError, match="does not follow"):
        log.append(chain.commits[1], chain.peer(0))
    log.append(chain.commits[0], chain.peer(0))
    before = rows(database)
    for commit in (chain.commits[0], chain.commits[2]):
        with pytest.raises(ValueError, match="does not follow"):
            log.append(commit, chain.peer(0))
    assert rows(database) == before
    assert log.head() == chain.commits[0].header


@pytest.mark.parametrize(
    "shares",
    [
        [(0, [(7, 9)])],
        [(0, [(0, 8)])],
        [(0, [(2, 3)])],
        [(0, [(20, 24)]), (1, [(23, 26)])],
        [(0, [(20, 24), (20, 24)])],
        [(0, [(0, 30)])],
    ],
)
def test_refuses_samples_used_twice(database: Database, chain: Chain, shares: Any) -> None:
    chain.grow(1)
    log = filled(database, chain)
    before = rows(database)
    with pytest.raises(ValueError, match="used twice"):
        log.append(chain.add(shares), chain.peer(0))
    assert rows(database) == before


def test_refuses_an_empty_step(database: Database, chain: Chain) -> None:
    with pytest.raises(ValueError, match="add up"):
        LogStore(database, chain.run).append(chain.add([]), chain.peer(0))


def test_entries_in_the_words_of_the_socket(database: Database, chain: Chain) -> None:
    chain.add([(0, [(0, 3), (8, 9)]), (1, [(3, 8)])])
    chain.add([(1, [(9, 12)])])
    log = filled(database, chain)
    first, second = log.entries(0, 10, chain.peer(0))
    assert first.contributors == {chain.peer(0).text: 4, chain.peer(1).text: 5}
    assert (first.step, first.samples, first.my_samples, first.loss) == (1, 9, 4, 2.0)
    assert (second.total_samples, second.my_samples) == (12, 0)
    assert first.head == chain.commits[0].header.digest.text
    assert second.state_digest == chain.commits[1].header.state.text
    assert log.entries(1, 10, chain.peer(0)) == [second]


def test_truncate_takes_everything_back(database: Database, chain: Chain) -> None:
    chain.grow(4)
    log = filled(database, chain)
    before = rows(database)
    chain.add([(0, [(32, 40)]), (7, [(44, 50)])])
    chain.add([(0, [(40, 44)])])
    for commit in chain.commits[4:]:
        log.append(commit, chain.peer(0))
    log.truncate(4)
    assert rows(database) == before
    assert log.head() == chain.commits[3].header
    assert log.orphans() == [chain.commits[5], chain.commits[4]]


def test_other_branch_follows_after_truncate(database: Database, chain: Chain) -> None:
    chain.grow(6)
    log = filled(database, chain)
    winner = chain.branch(3)
    winner.grow(5, salt=b"other")
    log.truncate(3)
    for commit in winner.commits[3:]:
        log.append(commit, chain.peer(0))
    assert log.commits(0, -1) == winner.commits
    assert log.samples_of(chain.peer(0)) == 32
    log.truncate(3)
    assert len(log.orphans()) == 8


def test_failure_in_the_middle_leaves_nothing(
    database: Database, chain: Chain, monkeypatch: pytest.MonkeyPatch
) -> None:
    chain.grow(2)
    log = LogStore(database, chain.run)
    log.append(chain.commits[0], chain.peer(0))
    before = rows(database)

    def fail(*_: object) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr(log._history, "credit", fail)
    with pytest.raises(RuntimeError):
        log.append(chain.commits[1], chain.peer(0))
    monkeypatch.undo()
    assert rows(database) == before
    assert log.head() == chain.commits[0].header
    log.append(chain.commits[1], chain.peer(0))


def test_history_counts_own_samples_and_steps(database: Database, chain: Chain) -> None:
    chain.grow(3)
    chain.add([(1, [(100, 104)])])
    log = LogStore(database, chain.run)
    for commit in chain.commits:
        log.append(commit, chain.peer(0))
    rows = History(database).rows("hour")
    assert [(row.samples, row.steps, row.run) for row in rows] == [(12, 3, chain.run.text)]
    assert rows[0].start == local_hour(chain.commits[0].header.time_s)


def test_history_has_no_row_for_the_work_of_others(database: Database, chain: Chain) -> None:
    chain.grow(3)
    log = LogStore(database, chain.run)
    for commit in chain.commits:
        log.append(commit, chain.peer(9))
    assert History(database).rows() == []


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone cannot be set here")
def test_history_is_local(database: Database, chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        chain.add([(0, [(0, 4)])], time_s=1_760_034_600 - 1800)  # 2025-10-09 18:00 UTC
        chain.add([(0, [(4, 9)])], time_s=1_760_034_600 + 1800)
        filled(database, chain)
        found = {unit: History(database).rows(unit) for unit in ("hour", "day", "month")}
    finally:
        monkeypatch.undo()
        time.tzset()
    assert [(row.start, row.samples) for row in found["hour"]] == [("2025-10-09T23", 4), ("2025-10-10T00", 5)]
    assert [(row.start, row.samples) for row in found["day"]] == [("2025-10-09", 4), ("2025-10-10", 5)]
    assert [(row.start, row.samples) for row in found["month"]] == [("2025-10", 9)]


@pytest.mark.parametrize("time_s", [-1, 0, 1 << 40, (1 << 63) - 1])
def test_wild_clock_of_a_coordinator_is_an_hour_all_the_same(database: Database, chain: Chain, time_s: int) -> None:
    chain.add([(0, [(0, 4)])], time_s=time_s)
    filled(database, chain)
    assert len(History(database).rows("hour")[0].start) == 13


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_agrees_with_a_plain_model(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    chain = Chain()
    commits = chain.commits
    with Database.open(tmp_path_factory.mktemp("home") / "idlewild.sqlite") as database:
        log = LogStore(database, chain.run)
        free = list(range(60))
        for _ in range(data.draw(st.integers(1, 12))):
            if commits and data.draw(st.integers(0, 3)) == 0:
                after = data.draw(st.integers(0, len(commits)))
                log.truncate(after)
                del commits[after:]
                used = {i for c in commits for s in c.contributions for r in s.ranges for i in range(r.start, r.stop)}
                free = [i for i in range(60) if i not in used]
            elif free:
                chosen = data.draw(st.lists(st.sampled_from(free), min_size=1, max_size=8, unique=True))
                free = [i for i in free if i not in chosen]
                shares = [(number, [(i, i + 1) for i in chosen[number::2]]) for number in (0, 1)]
                log.append(chain.add([s for s in shares if s[1]]), chain.peer(0))
            _assert_agrees(log, chain, commits)


def _assert_agrees(log: LogStore, chain: Chain, commits: list[Commit]) -> None:
    assert log.commits(0, -1) == commits
    wanted = RangeSet(r for c in commits for s in c.contributions for r in s.ranges)
    assert log.used() == wanted
    for number in (0, 1):
        peer: PeerId = chain.peer(number)
        assert log.samples_of(peer) == sum(s.samples for c in commits for s in c.contributions if s.peer == peer)
    mine = sum(s.samples for c in commits for s in c.contributions if s.peer == chain.peer(0))
    history = History(log._database)
    assert [sum(row.samples for row in history.rows(unit)) for unit in ("hour", "day", "month")] == [mine] * 3
