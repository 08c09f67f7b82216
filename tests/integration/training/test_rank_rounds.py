"""Ranks of a cluster come together again and again, by the store alone: no engine and no trainer process."""

import contextlib
import multiprocessing
import socket
import time

import pytest
import trainer_doubles as doubles
from trainer_doubles import open_numbered

from core.data.ranges import SampleRange
from core.identity.wire import to_json
from core.training.layout import read_layout
from core.training.manner import AS_THE_DEVICE_LIKES
from core.training.ranks import cluster
from core.training.ranks import messages as r
from core.training.ranks.mate import MateLost
from core.training.ranks.parcel import pack
from core.training.ranks.seats import Seat
from core.training.verdict import Fate

ANSWER_S = 60.0


def free_port() -> int:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return probe.getsockname()[1]


@pytest.fixture
def run(tmp_path):
    return doubles.collaboration(tmp_path)


def test_every_round_has_a_process_of_its_own(run, monkeypatch):
    """The first is lost on the way; the second computes; then rank 0's engine ends."""
    monkeypatch.setattr("core.training.ranks.cluster.CONNECT_S", 30.0)
    first = Seat(rank=0, ranks=2, host="127.0.0.1", port=free_port(), attempt=0, has_store=False)
    store = cluster.open_store(first)
    trainer = Seat(rank=0, ranks=2, host=first.host, port=first.port, attempt=0, has_store=True)
    second = Seat(rank=1, ranks=2, host=first.host, port=first.port, attempt=0, has_store=True)
    serving = multiprocessing.get_context("spawn").Process(target=cluster.serve, args=(second,))
    serving.start()
    try:
        (lost,) = cluster.gather(trainer)
        (mate,) = cluster.gather(trainer)
        with pytest.raises(MateLost, match=r"^rank 1 was lost: its process ended$"):
            lost.answer(r.Begun, ANSWER_S)
        mate.order(begin(run))
        begun, _ = mate.answer(r.Begun, ANSWER_S)
        assert begun == r.Begun("cpu", 4096 // 16)
        samples = SampleRange(0, 3)
        mate.order(r.Accumulate(samples), pack(open_numbered(run.manifest, run.objects, run.prepared).batch(samples)))
        judged, _ = mate.answer(r.Judged, ANSWER_S)
        assert judged.fate is Fate.DONE
        mate.order(r.Publish())
        _, gradient = mate.answer(r.Published, ANSWER_S)
        assert gradient.nbytes == 4 * run.manifest.elements
        assert gradient.any()
        cluster.end(store)
        serving.join(30)
        assert serving.exitcode == 0
        with pytest.raises(MateLost):
            mate.answer(r.Judged, ANSWER_S)
    finally:
        serving.kill()
        serving.join()


def begin(run) -> r.Begin:
    layout = read_layout(run.weights)
    return r.Begin(
        manifest=to_json(run.manifest),
        tensors=tuple((tensor.name, tensor.shape) for tensor in layout.tensors),
        device="cpu",
        manner=AS_THE_DEVICE_LIKES,
        threads=1,
        in_background=False,
    )


def test_who_does_not_come_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr("core.training.ranks.cluster.CONNECT_S", 0.2)
    seat = Seat(rank=0, ranks=3, host="127.0.0.1", port=free_port(), attempt=0, has_store=False)
    store = cluster.open_store(seat)
    begun_s = time.monotonic()
    trainer = Seat(rank=0, ranks=3, host=seat.host, port=seat.port, attempt=0, has_store=True)
    assert cluster.gather(trainer) == []
    assert time.monotonic() - begun_s < 10
    assert store.add("round", 0) == 1
