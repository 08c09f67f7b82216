import csv
import json
import os
from pathlib import Path

import msgspec
import pytest

from core.cli.main import main
from core.data.ranges import SampleRange
from core.identity.ids import Digest
from core.identity.keys import Identity
from core.identity.keystore import load_identity
from core.identity.manifest import SignedManifest
from core.ipc.messages import LogEntry
from core.ipc.records import HistoryRow
from core.paths import Home
from core.storage.database import Database
from core.storage.history import History, Spent
from core.storage.log_store import LogStore
from core.storage.runs import RunRecord, Runs
from core.swarm.records import Commit, Contribution, Header, contributions_digest, sign_commit
from core.training.api import Scalars

DAY_S = 1_793_000_000
STEPS = 203
"""More than one page."""
SPENT = Spent(training_s=7_260.0, energy_wh=1_500.0, sent_bytes=2_000_000, received_bytes=3_500_000)


def commit(record: RunRecord, previous: Header | None, me: Identity) -> Commit:
    """The step after `previous`: three samples by `me`, one by a stranger."""
    step = previous.step + 1 if previous else 1
    first = 4 * step
    contributions = (
        Contribution(me.peer_id, (SampleRange(first, first + 3),), 30.0),
        Contribution(Identity.from_seed(bytes(32)).peer_id, (SampleRange(first + 3, first + 4),), 10.0),
    )
    header = Header(
        run=record.run,
        step=step,
        previous=previous.digest if previous else Digest(record.run.raw),
        time_s=DAY_S + step,
        samples=4,
        total_samples=4 * step,
        loss_sum=40.0,
        contributions=contributions_digest(contributions),
        average=Digest(bytes(32)),
        scalars=Scalars(0.1, 1.0, 1.0),
        state=Digest.of(b"%d" % step),
    )
    return sign_commit(me, header, contributions)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("IDLEWILD_KEY_FILE", "1")
    me, _ = load_identity(Home(tmp_path))
    signed = SignedManifest(content='{"name": "বাংলা\\u001b]0;x"}'.encode(), signature=b"")
    record = RunRecord(signed.run, signed, False, None, None, DAY_S)
    with Database.open(Home(tmp_path).database) as database:
        Runs(database).add(record)
        Runs(database).set_active(record.run)
        log = LogStore(database, record.run)
        for _ in range(STEPS):
            log.append(commit(record, log.head(), me), me.peer_id)
        History(database).spend(record.run, SPENT, DAY_S)
    return tmp_path


def out(capsys: pytest.CaptureFixture[str], home: Path, *words: str) -> str:
    assert main([*words, "--home", str(home)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def test_the_log_is_one_document_with_a_line_for_each_step(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, home, "log", "--json")
    entries = json.loads(text)
    assert [entry["step"] for entry in entries] == list(range(1, STEPS + 1))
    assert len(text.splitlines()) == STEPS + 2
    assert tuple(entries[0]) == LogEntry.__struct_fields__
    assert {(entry["samples"], entry["my_samples"], entry["loss"]) for entry in entries} == {(4, 3, 10.0)}


def test_the_log_as_a_table(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, *lines = out(capsys, home, "log").splitlines()
    assert head.split() == ["Step", "Time", "Loss", "Samples", "Peers", "Mine", "State"]
    assert len(lines) == STEPS
    assert lines[-1].split()[0] == str(STEPS)
    assert lines[-1].split()[3:] == ["10.0000", "4", "2", "3", Digest.of(b"%d" % STEPS).text[:7]]


def test_history_in_its_three_forms(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    days = json.loads(out(capsys, home, "history", "--json"))
    assert sum(day["samples"] for day in days) == 3 * STEPS
    assert sum(day["training_s"] for day in days) == 7_260.0
    assert msgspec.convert(days, list[HistoryRow])[0].name == "বাংলা\x1b]0;x"
    header, *rows = out(capsys, home, "history", "--csv").splitlines()
    assert tuple(header.split(",")) == tuple(days[0]) == HistoryRow.__struct_fields__
    assert len(rows) == len(days)
    table = out(capsys, home, "history")
    assert "বাংলা" in table
    assert "\x1b" not in table
    assert table.splitlines()[-1].split() == ["All", str(3 * STEPS), str(STEPS), "2", "h", "01", "min", "1.500", "5.5"]


@pytest.mark.parametrize(("unit", "characters"), [("hour", 13), ("day", 10), ("month", 7)])
def test_history_by_hour_day_or_month_adds_up_to_the_log(
    home: Path, capsys: pytest.CaptureFixture[str], unit: str, characters: int
) -> None:
    rows = list(csv.DictReader(out(capsys, home, "history", "--unit", unit, "--csv").splitlines()))
    assert {len(row["start"]) for row in rows} == {characters}
    mine = sum(entry["my_samples"] for entry in json.loads(out(capsys, home, "log", "--json")))
    assert sum(int(row["samples"]) for row in rows) == mine == 3 * STEPS
    assert sum(int(row["sent_bytes"]) for row in rows) == SPENT.sent_bytes


def test_reading_changes_nothing_and_needs_no_lock(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Home(home).database.read_bytes()
    with Database.open(Home(home).database):
        out(capsys, home, "log")
        out(capsys, home, "history")
    assert Home(home).database.read_bytes() == before


def test_a_home_without_a_record_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("log", "history"):
        assert main([verb, "--home", str(tmp_path)]) == 1
        assert "Nothing is recorded" in capsys.readouterr().err
    with Database.open(Home(tmp_path).database):
        pass
    assert main(["log", "--home", str(tmp_path)]) == 1
    assert "joined no collaboration yet" in capsys.readouterr().err
    assert out(capsys, tmp_path, "history") == "This peer has contributed nothing yet.\n"
    assert json.loads(out(capsys, tmp_path, "history", "--json")) == []


def test_a_reader_that_leaves_early_is_no_failure_to_speak_of(
    home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        monkeypatch.setattr("sys.stdout", gone)
        assert main(["log", "--json", "--home", str(home)]) == 1
    assert capfd.readouterr().err == ""
