import itertools
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from core.errors import LocalFault
from core.training.vectors import SharedVectors


def test_both_sides_see_the_same_memory():
    ours = SharedVectors.create(1000, 2)
    theirs = SharedVectors.attach(ours.name, 1000, 2)
    assert ours.state.shape == (3000,)
    assert not ours.state.any()
    ours.gradient[:], ours.average[:], ours.state[:] = 1, 2, 3
    assert {float(v.min()) for v in (theirs.gradient, theirs.average, theirs.state)} == {1, 2, 3}
    assert (theirs.gradient.sum(), theirs.average.sum(), theirs.state.sum()) == (1000, 2000, 9000)
    assert (theirs.signals.may_run, theirs.signals.cores, theirs.signals.beats) == (False, 0, 0)
    assert theirs.signals.duty == 1.0
    ours.signals.may_run, ours.signals.duty, ours.signals.cores = True, 0.25, 3
    assert (theirs.signals.may_run, theirs.signals.duty, theirs.signals.cores) == (True, 0.25, 3)
    theirs.signals.is_busy = True
    theirs.signals.beats += 1
    theirs.signals.passes += (1 << 40) + 2
    assert (ours.signals.is_busy, ours.signals.beats, ours.signals.passes) == (True, 1, (1 << 40) + 2)
    assert ours.signals.may_run
    assert not ours.signals.duty > 0.25
    assert ours.state.min() == 3
    assert ours.state.ctypes.data % 64 == 0
    theirs.close()
    ours.close()


def test_closing_gives_the_memory_back_even_if_somebody_still_looks():
    vectors = SharedVectors.create(10, 2)
    view = vectors.state[:5]
    view[:] = 7
    vectors.close()
    assert not (Path("/dev/shm") / vectors.name).exists()
    assert (view == 7).all()
    vectors.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux promises memory that it does not have")
def test_too_much_is_a_fault_with_a_remedy_and_nothing_is_left(monkeypatch):
    created = []

    def full(descriptor, *_):
        created.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(LocalFault, match="kB of shared memory"):
        SharedVectors.create(1000, 2)
    assert not created[0].exists()


def test_vectors_do_not_overlap():
    vectors = SharedVectors.create(1, 2)
    spans = sorted(
        (v.ctypes.data, v.ctypes.data + v.nbytes) for v in (vectors.gradient, vectors.average, vectors.state)
    )
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))
    assert vectors.state.dtype == np.float32
    vectors.close()
