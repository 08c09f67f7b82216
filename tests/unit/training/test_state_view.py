"""A state that stands still while training goes on."""

import numpy as np

from core.training.state_digest import CHUNK_BYTES, digest_state
from core.training.state_view import StateView


def test_costs_nothing_while_the_step_stands_and_is_copied_before_the_next() -> None:
    state = np.arange(CHUNK_BYTES // 2, dtype=np.float32)
    digest = digest_state(5, state, threads=1)
    view = StateView(digest, state)
    assert view.held_bytes == 0
    early = view.read(1)
    view.leave_live()
    state += 1
    assert view.held_bytes == state.nbytes
    assert early == view.read(1)
    assert all(digest.is_chunk(index, view.read(index)) for index in range(view.chunks))


def test_is_not_copied_once_it_is_in_a_file() -> None:
    state = np.arange(CHUNK_BYTES // 2, dtype=np.float32)
    digest = digest_state(5, state, threads=1)
    file = [state.tobytes()[:CHUNK_BYTES], state.tobytes()[CHUNK_BYTES:]]
    view = StateView(digest, state)
    view.settle(lambda index: file[index])
    view.leave_live()
    state += 1
    assert view.held_bytes == 0
    assert all(digest.is_chunk(index, view.read(index)) for index in range(view.chunks))
