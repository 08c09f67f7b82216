"""What a worker reads from shared memory between micro-batches."""

import torch

from core.training.signals import SIZE_BYTES, Signals
from core.training.worker import Worker


def test_cores_follow_the_engine_when_it_says_something_new(monkeypatch):
    said = []
    monkeypatch.setattr(torch, "set_num_threads", said.append)
    worker = object.__new__(Worker)
    worker._signals, worker._cores = Signals(memoryview(bytearray(SIZE_BYTES))), 2
    worker._follow_cores()
    assert said == [], "nothing was said, and each rank may have a part of what there was at first"
    for cores in (2, 3, 3, 1):
        worker._signals.cores = cores
        worker._follow_cores()
    assert said == [3, 1]
