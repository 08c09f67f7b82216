"""Several devices of one machine as one trainer: two processors, which are the same one here."""

import asyncio
from contextlib import asynccontextmanager

import numpy as np
import psutil
import pytest
import trainer_doubles as doubles
from trainer_doubles import Collaboration, Events

from core.data.ranges import RangeSet, SampleRange
from core.identity.wire import to_json
from core.training.layout import read_layout
from core.training.manner import AS_THE_DEVICE_LIKES
from core.training.ranks import messages as r
from core.training.ranks.orders import Orders
from core.training.ranks.parcel import pack
from core.training.ranks.rank import Rank
from core.training.ranks.wires import NOTHING
from core.training.schedule import scalars
from core.training.vectors import SharedVectors
from core.training.verdict import Fate

LEASES = [SampleRange(0, 700), SampleRange(700, 701), SampleRange(900, 1300)]
DONE = 700 + 1 + 400


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Collaboration:
    return doubles.collaboration(tmp_path_factory.mktemp("home"), clip_norm=0.5)


@asynccontextmanager
async def started(run, **choices):
    events = Events()
    trainer = run.trainer(events, **choices)
    try:
        await trainer.start()
        yield trainer, events
        await trainer.stop()
    finally:
        trainer.close()


def ranks_of(trainer) -> list[psutil.Process]:
    """The processes beside the trainer's own."""
    return [child for child in psutil.Process(trainer.pid).children() if "spawn_main" in " ".join(child.cmdline())]


def used_s(trainer) -> float:
    """Of a processor's time."""
    return sum(sum(process.cpu_times()[:2]) for process in [psutil.Process(trainer.pid), *ranks_of(trainer)])


async def gradient_of(trainer, events, leases=LEASES) -> np.ndarray:
    """Computes all of them, from a gradient of zero; what comes of it stays in shared memory."""
    before = events.samples
    for lease in leases:
        trainer.assign(lease)
    await events.until_samples(before + sum(map(len, leases)))
    assert await trainer.freeze() == []
    return trainer.gradient.copy()


def assert_close(values, expected):
    assert np.abs(values - expected).max() <= 1e-5 * np.abs(expected).max()


def test_two_ranks_do_what_one_does(run):
    """Gradients, steps, loading and clearing; what is added after a freeze is added to all of it."""

    async def story(device):
        async with started(run, device=device) as (trainer, events):
            first = await gradient_of(trainer, events)
            losses = sum(progress.loss_sum for progress in events.progress)
            assert RangeSet(progress.samples for progress in events.progress) == RangeSet(LEASES)
            more = await gradient_of(trainer, events, [SampleRange(5000, 5600)])
            trainer.average[:] = more / 1000
            await trainer.apply(1, scalars(run.manifest.optimizer, run.manifest.schedule, 1), clear=True)
            assert not trainer.gradient.any()
            after_step = await gradient_of(trainer, events)
            await trainer.clear()
            trainer.state[: trainer.elements] *= 1.25
            await trainer.reload()
            reloaded = await gradient_of(trainer, events)
            assert events.lost == events.void == []
            pieces = len(events.progress)
            return trainer.device, trainer.micro_batch, losses, (first, more, after_step, reloaded), pieces

    device, micro_batch, losses, gradients, pieces = asyncio.run(story("cpu,cpu"))
    _, one_micro_batch, one_losses, one_gradients, one_pieces = asyncio.run(story("cpu"))
    assert (device, micro_batch) == ("2 × cpu", 2 * one_micro_batch)
    assert pieces >= one_pieces
    assert losses == pytest.approx(one_losses, rel=1e-6)
    for mine, other in zip(gradients, one_gradients, strict=True):
        assert_close(mine, other)


def test_freezing_and_pausing_in_the_middle(run):
    async def story():
        async with started(run, device="cpu,cpu") as (trainer, events):
            trainer.assign(SampleRange(0, 1_000_000))
            await events.until_samples(2 * trainer.micro_batch)
            undone = RangeSet(await trainer.freeze())
            done = RangeSet(progress.samples for progress in events.progress)
            assert RangeSet([*undone, *done]) == RangeSet([SampleRange(0, 1_000_000)])
            assert events.samples + sum(map(len, undone)) == 1_000_000, "each once"
            mixed = trainer.gradient.copy()
            await trainer.clear()
            assert_close(await gradient_of(trainer, events, list(done)), mixed)
            trainer.assign(SampleRange(0, 1_000_000))
            await events.until_samples(events.samples + 1)
            trainer.set_may_run(False)
            await asyncio.sleep(1.0)
            before_s = used_s(trainer)
            await asyncio.sleep(0.5)
            assert used_s(trainer) - before_s <= 0.1, "all rest, wherever in their micro-batches they are"
            before = len(events.progress)
            trainer.set_may_run(True)
            await events.until_samples(events.samples + 1)
            trainer.set_may_run(False)
            undone = RangeSet(await trainer.freeze())
            assert len(events.progress) > before
            assert undone
            trainer.assign(SampleRange(0, 1_000_000))
            assert RangeSet(await trainer.freeze()) == RangeSet([SampleRange(0, 1_000_000)])

    asyncio.run(story())


def test_a_rank_that_is_killed_is_named_and_the_next_start_has_it_again(run):
    async def story():
        events = Events()
        trainer = run.trainer(events, device="cpu,cpu")
        try:
            await trainer.start()
            (rank,) = ranks_of(trainer)
            trainer.assign(SampleRange(0, 1_000_000))
            await events.until_samples(1)
            rank.kill()
            assert await events.until_lost() == "cpu (rank 1) was lost: its process ended"
            events.lost.clear()
            await trainer.start()
            expected = await gradient_of(trainer, events)
            assert expected.any()
            (second,) = ranks_of(trainer)
            assert second.pid != rank.pid
            psutil.Process(trainer.pid).kill()
            await events.until_lost()
            await asyncio.to_thread(second.wait, 10)
        finally:
            trainer.close()

    asyncio.run(story())


def test_it_is_done_without_a_device_that_is_not_there(run, caplog):
    async def story(device):
        async with started(run, device=device) as (trainer, events):
            assert (await gradient_of(trainer, events)).any()
            return trainer.device

    with caplog.at_level("INFO"):
        assert asyncio.run(story("cpu,cuda:99")) == "cpu"
    assert "cuda:99 (rank 1) was lost: The device “cuda:99” cannot be used" in caplog.text


def test_a_rank_beside_rank_0_stops_where_rank_0_stops(run):
    """In the middle of a micro-batch, by the flag that both see; no process is needed for that."""
    answers, waits = [], []
    vectors = SharedVectors.create(run.manifest.elements, 2)
    try:
        orders = Orders(None)
        orders.answer = lambda answer, content=None: answers.append(answer)

        def wait():
            waits.append(vectors.signals.may_run)
            vectors.signals.may_run = True

        orders.wait = wait
        tensors = tuple((tensor.name, tensor.shape) for tensor in read_layout(run.weights).tensors)
        begin = r.Begin(
            manifest=to_json(run.manifest), tensors=tensors, device="cpu", manner=AS_THE_DEVICE_LIKES, threads=None,
            in_background=False, segment=vectors.name,
        )  # fmt: skip
        rank = Rank(orders, begin)
        source, samples = doubles.open_numbered(run.manifest, run.objects, run.prepared), SampleRange(0, 4)
        vectors.signals.may_run = False
        rank._obey(r.Accumulate(samples), pack(source.batch(samples)))
        assert waits == [False]
        assert answers[-1].fate is Fate.DONE
        orders._put(r.Accumulate(samples), pack(source.batch(samples)))
        orders._put(r.Abandon(), NOTHING)
        rank._obey(*orders.take())
        assert answers[-1].fate is Fate.ABANDONED
    finally:
        vectors.close()
