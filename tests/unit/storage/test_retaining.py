import sqlite3
from pathlib import Path

import pytest

from core.errors import LocalFault
from core.identity.ids import RunId
from core.storage.database import Database
from core.storage.history import History, Spent
from core.storage.retaining import keep_only_history

SECRET = b"the token of an invitation"
RUN = RunId(bytes(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "idlewild.sqlite"
    with Database.open(made) as database:
        database.run(
            "INSERT INTO runs (run, name, content, signature, is_host, token, joined_s, is_active) "
            "VALUES (?, 'poems', x'', x'', 1, ?, 7, 1)",
            (RUN.raw, SECRET),
        )
        database.run("INSERT INTO settings VALUES ('consent', 'true')")
        database.run("INSERT INTO peers VALUES (?, x'01', '198.51.100.7:47100', 7)", (RUN.raw,))
        with database.transaction():
            History(database).credit(RUN, 3, 1_700_000_000.0, 64)
        History(database).spend(RUN, Spent(training_s=60.0), 1_700_000_000.0)
    return made


def test_the_history_reads_as_before_and_nothing_else_is_there(path: Path) -> None:
    with Database.open(path, read_only=True) as database:
        before = History(database).rows()
    keep_only_history(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    content = path.read_bytes()
    assert SECRET not in content
    assert b"198.51.100.7" not in content
    with Database.open(path) as database:
        assert History(database).rows() == before
        assert before[0].name == "poems"
        for table in ("settings", "peers", "commits", "credited"):
            assert database.rows(f"SELECT * FROM {table}") == []
        assert database.row("SELECT is_host, is_active, token FROM runs") == (0, 0, None)


def test_another_key_that_reads_the_same_log_takes_nothing_back(path: Path) -> None:
    keep_only_history(path)
    with Database.open(path) as database:
        before = History(database).rows()
        with database.transaction():
            History(database).credit(RUN, 3, 1_700_000_000.0, 0)
            History(database).uncredit(RUN, 0)
        assert History(database).rows() == before


def test_what_is_no_database_of_ours_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "idlewild.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (text)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(LocalFault):
        keep_only_history(path)
    assert path.read_bytes() == before
