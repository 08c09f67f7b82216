"""States of one run on disk: lent ones, and the one that is being downloaded."""

from pathlib import Path

import numpy as np
import pytest

from core.identity.ids import Digest, RunId
from core.storage.checkpoints import CheckpointStore
from core.storage.run_states import RunStates
from core.training.api import Vector
from core.training.state_digest import CHUNK_BYTES, StateDigest, digest_state
from core.training.state_view import StateView

RUN = RunId(bytes(32))
ELEMENTS = CHUNK_BYTES // 4 + 100


def state_of(step: int) -> tuple[Vector, StateDigest]:
    state = np.random.Generator(np.random.Philox(step)).standard_normal(ELEMENTS, np.float32)
    return state, digest_state(step, state, threads=1)


@pytest.fixture
def files(tmp_path: Path) -> RunStates:
    return RunStates(CheckpointStore(tmp_path), RUN)


def test_a_view_settles_in_its_file(files: RunStates) -> None:
    state, digest = state_of(3)
    view = StateView(digest, state)
    files.save(view)
    state[:] = 0
    assert view.is_settled
    assert view.held_bytes == 0
    assert all(digest.is_chunk(index, view.read(index)) for index in range(view.chunks))


def test_a_state_that_is_lent_outlives_newer_ones(files: RunStates, tmp_path: Path) -> None:
    state, digest = state_of(1)
    lent = StateView(digest, state)
    files.save(lent)
    for step in range(2, 6):
        files.save(StateView(state_of(step)[1], state_of(step)[0]))
    assert all(digest.is_chunk(index, lent.read(index)) for index in range(lent.chunks))
    assert CheckpointStore(tmp_path).steps(RUN) == [5, 4, 1]
    del lent
    files.save(StateView(state_of(6)[1], state_of(6)[0]))
    assert CheckpointStore(tmp_path).steps(RUN) == [6, 5]


def test_opens_what_was_saved_and_nothing_else(files: RunStates) -> None:
    state, digest = state_of(4)
    files.save(StateView(digest, state))
    assert files.open(4, Digest(bytes(32))) is None
    assert files.open(5, digest.root) is None
    saved = files.open(4, digest.root)
    assert saved is not None
    assert saved.rehash() == digest
    saved.close()


def test_a_download_goes_on_where_it_was(files: RunStates, tmp_path: Path) -> None:
    state, digest = state_of(9)
    content = state.tobytes()
    begun = files.begin(digest, ELEMENTS)
    begun.write(1, content[CHUNK_BYTES:])
    begun.close()
    again = RunStates(CheckpointStore(tmp_path), RUN).unfinished(ELEMENTS)
    assert again is not None
    assert again.digest == digest
    assert not digest.is_chunk(0, again.read(0))
    assert digest.is_chunk(1, again.read(1))
    assert CheckpointStore(tmp_path).steps(RUN) == []
    again.write(0, content[:CHUNK_BYTES])
    again.finish()
    found = CheckpointStore(tmp_path).load(RUN)
    assert found is not None
    assert (found.step, found.digest, found.state.tobytes()) == (9, digest.root, content)
    assert files.unfinished(ELEMENTS) is None


@pytest.mark.parametrize("kind", ["head", "hashes", "cut", "empty", "other length", "name"])
def test_an_unfinished_one_that_is_damaged_goes(files: RunStates, tmp_path: Path, kind: str) -> None:
    files.begin(state_of(9)[1], ELEMENTS).close()
    path = next(tmp_path.rglob("*.part"))
    content = bytearray(path.read_bytes())
    if kind == "head":
        content[3] ^= 1
    elif kind == "hashes":
        content[-1] ^= 1
    elif kind in ("cut", "empty"):
        del content[0 if kind == "empty" else -5 :]
    path.write_bytes(content)
    if kind == "name":
        path.rename(path.with_name("step-1.part"))
    assert files.unfinished(ELEMENTS + (kind == "other length")) is None
    assert not list(tmp_path.rglob("*.part"))


def test_one_is_unfinished_at_a_time(files: RunStates, tmp_path: Path) -> None:
    files.begin(state_of(1)[1], ELEMENTS).close()
    files.begin(state_of(2)[1], ELEMENTS).close()
    assert [path.name for path in tmp_path.rglob("*.part")] == ["step-000000000002.part"]
    begun = files.unfinished(ELEMENTS)
    assert begun is not None
    begun.discard()
    assert not list(tmp_path.rglob("*.part"))
