"""What goes with a collaboration, and what stays because another one, or nobody else, has it."""

from pathlib import Path

import numpy as np
import pytest

from core.data.objects import ObjectStore
from core.engine.leaving import belongings, remove
from core.identity.ids import Digest
from core.paths import Home
from core.storage.checkpoints import CheckpointStore
from core.storage.database import Database
from core.storage.runs import RunRecord
from tests.unit.engine.joined import digest, record


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def put(home: Home, *numbers: int) -> None:
    """Objects by their names alone, and what stands beside those that are being fetched."""
    for number in numbers:
        path = ObjectStore(home.objects).path(digest(number))
        path.parent.mkdir(parents=True, exist_ok=True)
        for name in (path, path.with_name(path.name + ".part"), path.with_name(path.name + ".pieces")):
            name.write_bytes(b"x")


def there(home: Home) -> set[int]:
    paths = {number: ObjectStore(home.objects).path(digest(number)) for number in range(1, 10)}
    return {number for number, path in paths.items() if list(path.parent.glob(f"{path.name}*"))}


def save(home: Home, of: RunRecord, *steps: int) -> None:
    for step in steps:
        CheckpointStore(home.checkpoints, kept=9).save(of.run, step, Digest(bytes(32)), np.zeros(3, np.float32))


def leave(home: Home, left: RunRecord, *others: RunRecord) -> None:
    with Database.open(home.database) as database:
        remove(home, belongings([left], database), belongings(others, database))


def test_all_of_it_goes_but_what_others_need(home: Home) -> None:
    put(home, 1, 2, 3, 4, 5, 6)
    gone, stays = record("gone", 3, 4), record("stays", 4, 5)
    save(home, gone, 1, 2)
    save(home, stays, 1)
    leave(home, gone, stays)
    assert there(home) == {1, 2, 4, 5, 6}, "tokenizer, weights and a shard are the other's too; 6 is nobody's we know"
    store = CheckpointStore(home.checkpoints)
    assert (store.steps(gone.run), store.steps(stays.run)) == ([], [1])
    assert not store.path(gone.run, 0).parent.exists()
    leave(home, stays)
    assert there(home) == {6}
    leave(home, stays)


def test_what_is_hosted_here_keeps_its_data_and_newest_state(home: Home) -> None:
    put(home, 1, 2, 3)
    mine = record("mine", 3, is_host=True)
    save(home, mine, 1, 2, 3)
    leave(home, mine)
    assert there(home) == {1, 2, 3}
    assert CheckpointStore(home.checkpoints).steps(mine.run) == [3]
