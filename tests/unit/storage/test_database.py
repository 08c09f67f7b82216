"""Opening, migrating, reading beside a writer, and faults that a person can mend."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

import core.storage.database as module
from core.errors import LocalFault
from core.storage.database import Database
from core.storage.log_store import LogStore
from core.storage.schema import MIGRATIONS
from tests.unit.storage.chains import Chain


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "idlewild.sqlite"


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_new_file_is_private(path: Path) -> None:
    with Database.open(path) as database:
        database.run("INSERT INTO settings VALUES ('a', '1')")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert len(modes) == 3
    assert set(modes.values()) == {0o600}


def test_closes_cleanly_and_twice(path: Path) -> None:
    with Database.open(path) as database:
        database.run("INSERT INTO settings VALUES ('a', '1')")
    database.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def fail_half_way(database: Database) -> None:
    with database.transaction():
        database.run("INSERT INTO settings VALUES ('a', '1')")
        database.run("no SQL")


def test_transaction_is_all_or_nothing(path: Path) -> None:
    with Database.open(path) as database:
        with pytest.raises(sqlite3.OperationalError):
            fail_half_way(database)
        assert database.rows("SELECT * FROM settings") == []
        with database.transaction():
            database.run("INSERT INTO settings VALUES ('a', '1')")
        assert database.row("SELECT value FROM settings") == ("1",)


def test_mistakes_in_sql_are_bugs_and_not_faults(path: Path) -> None:
    with Database.open(path) as database, pytest.raises(sqlite3.OperationalError):
        database.run("INSERT INTO nothing VALUES (1)")


def test_reader_sees_commits_while_the_writer_is_open(path: Path, chain: Chain) -> None:
    chain.grow(3)
    with Database.open(path) as writer, Database.open(path, read_only=True) as reader:
        log = LogStore(writer, chain.run)
        for commit in chain.commits:
            log.append(commit, chain.peer(0))
            assert LogStore(reader, chain.run).head() == commit.header
        with pytest.raises(LocalFault, match="cannot be written"):
            reader.run("DELETE FROM commits")


def test_reader_works_while_no_engine_runs(path: Path, chain: Chain) -> None:
    chain.grow(1)
    with Database.open(path) as writer:
        LogStore(writer, chain.run).append(chain.commits[0], chain.peer(0))
    with Database.open(path, read_only=True) as reader:
        assert LogStore(reader, chain.run).head() == chain.commits[0].header


def test_reader_does_not_create_a_home(path: Path) -> None:
    with pytest.raises(LocalFault, match="Nothing is recorded"):
        Database.open(path, read_only=True)
    assert not path.parent.exists()


def test_reader_does_not_wait_for_a_writer(path: Path) -> None:
    with Database.open(path) as writer, Database.open(path, read_only=True) as reader, writer.transaction():
        writer.run("INSERT INTO settings VALUES ('a', '1')")
        assert reader.rows("SELECT * FROM settings") == []


def test_second_writer_is_told_that_another_program_writes(path: Path) -> None:
    with Database.open(path) as one, Database.open(path) as two, one.transaction():
        two.run("PRAGMA busy_timeout = 1")
        with pytest.raises(LocalFault, match="Another program holds"), two.transaction():
            pass


def append_all(log: LogStore, chain: Chain) -> None:
    for commit in chain.commits:
        log.append(commit, chain.peer(0))


def fill(path: Path, steps: int = 40) -> bytes:
    chain = Chain()
    chain.grow(steps)
    with Database.open(path) as database:
        append_all(LogStore(database, chain.run), chain)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["rubbish", "cut", "pages", "head"])
def test_damaged_file_is_named_and_left_alone(path: Path, kind: str) -> None:
    content = bytearray(fill(path))
    if kind == "rubbish":
        content = bytearray(b"no database at all" * 500)
    elif kind == "cut":
        content = content[: len(content) // 2]
    elif kind == "pages":
        content[-3 * 4096 : -4096] = b"\xa5" * 8192
    else:
        content[20:40] = b"\xff" * 20
    path.write_bytes(content)
    with pytest.raises(LocalFault, match=r"is damaged .*move it .*start again"):
        Database.open(path)
    assert path.read_bytes() == content


def test_damage_found_while_reading_is_the_same_fault(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(fill(path, steps=200))
    content[4096 * 3 :] = b"\xa5" * (len(content) - 4096 * 3)
    path.write_bytes(content)
    monkeypatch.setattr(module, "_check", lambda *_: None)
    with Database.open(path) as database, pytest.raises(LocalFault, match="is damaged"):
        LogStore(database, Chain().run).commits(0, -1)


@pytest.mark.parametrize("limit", ["time", "size"])
def test_check_is_bounded(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, limit: str
) -> None:
    fill(path, steps=200)
    if limit == "size":
        monkeypatch.setattr(module, "CHECKED_BYTES", path.stat().st_size - 1)
    else:
        now = iter(range(1_000_000))
        monkeypatch.setattr(module.time, "monotonic", lambda: float(next(now)))
    with caplog.at_level("INFO"), Database.open(path, check_s=0.5) as database:
        assert database.row("SELECT count(*) FROM commits") == (200,)
    assert "too large to be checked" in caplog.text


def test_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    fill(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    for read_only in (False, True):
        with pytest.raises(LocalFault, match="newer Idlewild"):
            Database.open(path, read_only=read_only)
    assert path.read_bytes() == before


def test_other_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE mine (a)")
        connection.commit()
    with pytest.raises(LocalFault, match="another program's"):
        Database.open(path)


def test_migration_keeps_what_is_there(path: Path, monkeypatch: pytest.MonkeyPatch, chain: Chain) -> None:
    fill(path)
    more = (*MIGRATIONS, ("ALTER TABLE credited ADD COLUMN energy_j REAL NOT NULL DEFAULT 0", "CREATE TABLE more (a)"))
    monkeypatch.setattr(module, "MIGRATIONS", more)
    with pytest.raises(LocalFault, match="older than this program"):
        Database.open(path, read_only=True)
    for _ in range(2):
        with Database.open(path) as database:
            assert database.row("SELECT count(*), sum(energy_j) FROM credited") == (40, 0)
            assert database.row("PRAGMA user_version") == (len(more),)


def test_failed_migration_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    with monkeypatch.context() as patch:
        patch.setattr(module, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE more (a)", "no SQL")))
        with pytest.raises(sqlite3.OperationalError):
            Database.open(path)
    with Database.open(path) as database:
        assert database.row("SELECT count(*) FROM sqlite_master WHERE name = 'more'") == (0,)


def test_full_disk_is_one_sentence_and_loses_nothing(path: Path, chain: Chain) -> None:
    chain.grow(400)
    with Database.open(path) as database:
        log = LogStore(database, chain.run)
        pages = database.row("PRAGMA page_count")
        assert pages is not None
        database.row(f"PRAGMA max_page_count = {pages[0] + 8}")
        with pytest.raises(LocalFault, match="no room left"):
            append_all(log, chain)
        head = log.head()
        assert head is not None
        assert log.samples_of(chain.peer(0)) == 4 * head.step
        database.row("PRAGMA max_page_count = 100000")
        log.append(chain.commits[head.step], chain.peer(0))


def test_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalFault, match="--home"):
        Database.open(tmp_path / "file" / "idlewild.sqlite")
    with pytest.raises(LocalFault, match="--home"):
        Database.open(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder_is_one_sentence(path: Path) -> None:
    fill(path)
    path.parent.chmod(0o500)
    path.chmod(0o400)
    try:
        with pytest.raises(LocalFault, match="cannot be written"):
            Database.open(path)
        with Database.open(path, read_only=True) as reader:
            assert reader.row("SELECT count(*) FROM commits") == (40,)
    finally:
        path.parent.chmod(0o700)
