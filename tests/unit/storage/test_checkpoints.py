"""States on disk."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest

import core.storage.checkpoints as module
from core.errors import LocalFault
from core.identity.ids import Digest, RunId
from core.storage.checkpoints import CheckpointStore
from core.training.api import Vector
from core.training.state_digest import digest_state

RUN = RunId(bytes(32))
FULL = 1000


def state_of(step: int, elements: int = FULL) -> Vector:
    return np.random.Generator(np.random.Philox(step)).standard_normal(elements, np.float32)


def save(store: CheckpointStore, *steps: int) -> None:
    for step in steps:
        state = state_of(step)
        store.save(RUN, step, digest_state(step, state).root, state)


@pytest.fixture
def store(tmp_path: Path) -> CheckpointStore:
    return CheckpointStore(tmp_path / "checkpoints")


def path_of(store: CheckpointStore, step: int) -> Path:
    return store.path(RUN, step)


def test_reads_back_to_the_bit(store: CheckpointStore) -> None:
    assert store.load(RUN) is None
    save(store, 7)
    found = store.load(RUN)
    assert found is not None
    assert found.step == 7
    assert found.state.tobytes() == state_of(7).tobytes()
    assert found.digest == digest_state(7, found.state).root
    assert store.load(RunId(b"\1" * 32)) is None


def test_keeps_the_newest_two(store: CheckpointStore) -> None:
    save(store, 1, 2, 3, 10, 100)
    assert store.steps(RUN) == [100, 10]
    assert len(list(path_of(store, 0).parent.iterdir())) == 2


def test_takes_the_newest_of_at_most_a_step(store: CheckpointStore) -> None:
    save(store, 5, 9)
    assert [store.load(RUN, at).step for at in (20, 9, 8, 5)] == [9, 9, 5, 5]  # type: ignore[union-attr]
    assert store.load(RUN, 4) is None
    assert store.steps(RUN) == [9, 5]


def test_loads_into_memory_that_is_there(store: CheckpointStore) -> None:
    save(store, 3)
    out = np.zeros(FULL, np.float32)
    found = store.load_into(RUN, out)
    assert found is not None
    assert found.state is out
    assert out.tobytes() == state_of(3).tobytes()
    with pytest.raises(ValueError, match="1000 values, not 999"):
        store.load_into(RUN, out[:-1])
    assert store.steps(RUN) == [3]


@pytest.mark.parametrize("kind", ["empty", "cut", "long", "head", "other step", "other run"])
def test_damaged_one_is_set_aside_and_the_older_taken(store: CheckpointStore, kind: str) -> None:
    save(store, 1, 2)
    path = path_of(store, 2)
    content = path.read_bytes()
    if kind == "other run":
        store.save(RunId(b"\1" * 32), 2, Digest(bytes(32)), state_of(2))
        content = store.path(RunId(b"\1" * 32), 2).read_bytes()
    content = {
        "empty": b"",
        "cut": content[:-1],
        "long": content + b"\0",
        "head": content[:60] + bytes([content[60] ^ 1]) + content[61:],
        "other step": path_of(store, 1).read_bytes(),
        "other run": content,
    }[kind]
    path.write_bytes(content)
    found = store.load(RUN)
    assert found is not None
    assert found.step == 1
    assert path.with_suffix(".damaged").read_bytes() == content
    assert store.steps(RUN) == [1]


def test_reader_can_condemn_one_with_wrong_values(store: CheckpointStore) -> None:
    save(store, 1, 2)
    path = path_of(store, 2)
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    found = store.load(RUN)
    assert found is not None
    assert digest_state(2, found.state).root != found.digest
    store.condemn(RUN, 2)
    store.condemn(RUN, 2)
    again = store.load(RUN)
    assert again is not None
    assert digest_state(1, again.state).root == again.digest


def test_only_the_last_damaged_one_is_kept(store: CheckpointStore) -> None:
    save(store, 1, 2)
    store.condemn(RUN, 2)
    store.condemn(RUN, 1)
    assert [path.name for path in path_of(store, 0).parent.iterdir()] == [path_of(store, 1).stem + ".damaged"]


def test_one_that_cannot_be_opened_is_passed_over_and_left(store: CheckpointStore) -> None:
    save(store, 1, 2)
    path_of(store, 2).unlink()
    path_of(store, 2).mkdir()
    found = store.load(RUN)
    assert found is not None
    assert found.step == 1
    assert path_of(store, 2).is_dir()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_failed_save_leaves_the_older(store: CheckpointStore, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    save(store, 1, 2)

    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(module.os, "fsync", fail)
        with pytest.raises(LocalFault, match="no room left" if number == errno.ENOSPC else "cannot be used"):
            save(store, 3)
    assert store.steps(RUN) == [2, 1]
    assert len(list(path_of(store, 0).parent.iterdir())) == 2
    save(store, 3)
    assert store.steps(RUN) == [3, 2]


def test_leftovers_of_a_killed_save_go(store: CheckpointStore) -> None:
    save(store, 1)
    path_of(store, 2).with_suffix(".tmp").write_bytes(b"half")
    assert store.steps(RUN) == [1]
    save(store, 2)
    assert not list(path_of(store, 0).parent.glob("*.tmp"))


def test_states_of_a_lost_branch_do_not_push_out_the_new_one(store: CheckpointStore) -> None:
    save(store, 90, 100)
    save(store, 91)
    assert store.steps(RUN) == [91, 90]
