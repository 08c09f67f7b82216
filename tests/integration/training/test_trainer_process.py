"""The trainer process as the engine uses it. Every process start costs seconds, so each test tells a longer story."""

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import numpy as np
import psutil
import pytest
import torch
import trainer_doubles as doubles
from trainer_doubles import Collaboration, Events, NumberedSamples, open_numbered

from core.data.ranges import RangeSet, SampleRange
from core.errors import LocalFault, UsageError
from core.identity.manifest import CausalLm
from core.training.building import bind
from core.training.layout import read_layout
from core.training.optimizers import apply_step
from core.training.process import TrainerLost, TrainerProcess
from core.training.schedule import scalars
from core.training.tasks import plug_of
from core.training.tasks.mlm_sop import learning as mlm_sop
from core.training.weights import make_initial_weights, make_initial_weights_in_child

CPU = torch.device("cpu")


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Collaboration:
    return doubles.collaboration(tmp_path_factory.mktemp("home"), clip_norm=0.5)


def plain_gradient(
    run: Collaboration, state: np.ndarray, ranges: RangeSet, at_once: int = 1
) -> tuple[np.ndarray, float]:
    """What a plain loop gives: gradient sum and loss sum."""
    layout = read_layout(run.weights)
    model = plug_of(run.manifest.task).learning(run.manifest.task).build()
    parameters, gradient = torch.from_numpy(state[: layout.elements].copy()), torch.zeros(layout.elements)
    bind(model, layout, parameters, gradient)
    source, loss_sum = open_numbered(run.manifest, run.objects, run.prepared), 0.0
    for samples in ranges:
        for start in range(samples.start, samples.stop, at_once):
            batch = source.batch(SampleRange(start, min(start + at_once, samples.stop)))
            loss = mlm_sop.loss_sum(model, mlm_sop.inputs(batch, CPU))
            loss.backward()
            loss_sum += loss.item()
    return gradient.numpy(), loss_sum


def assert_close(values: np.ndarray, expected: np.ndarray) -> None:
    assert np.abs(values - expected).max() <= 1e-5 * np.abs(expected).max()


async def ended(pid: int) -> None:
    """Waits up to ten seconds; the process need not be this one's child."""
    try:
        process = psutil.Process(pid)
    except psutil.NoSuchProcess:
        return
    await asyncio.to_thread(process.wait, 10)


@asynccontextmanager
async def started(run: Collaboration, **choices):
    """A trainer at work, stopped and closed in the end; it must not be lost meanwhile."""
    events = Events()
    trainer = run.trainer(events, **choices)
    try:
        await trainer.start()
        yield trainer, events
        await trainer.stop()
        assert not trainer.is_running
        assert events.lost == []
    finally:
        trainer.close()


def test_gradient_step_and_export(run, tmp_path):
    async def story():
        async with started(run) as (trainer, events):
            assert (trainer.is_running, trainer.device, trainer.micro_batch) == (True, "cpu", 4096 // 16)
            await leases_make_the_plain_gradient(run, trainer, events)
            await steps_are_exact(run, trainer)
            await one_gradient_is_right(run, trainer, events, SampleRange(0, 30))
            trainer.state[: trainer.elements] *= 1.25
            await trainer.reload()
            await trainer.clear()
            await one_gradient_is_right(run, trainer, events, SampleRange(7, 20))
            await trainer.export(tmp_path / "model")
            assert (tmp_path / "model" / "model.safetensors").exists()
            with pytest.raises(LocalFault, match="holds other files"):
                await trainer.export(tmp_path)
            assert trainer.is_running

    asyncio.run(story())


async def leases_make_the_plain_gradient(run, trainer, events):
    """Gradient and losses are those of a loop over single samples, whatever the leases were."""
    leases = [SampleRange(0, 100), SampleRange(100, 101), SampleRange(500, 501 + trainer.micro_batch)]
    for lease in leases:
        trainer.assign(lease)
    done = RangeSet(leases)
    await events.until_samples(done.samples)
    assert await trainer.freeze() == []
    assert RangeSet(progress.samples for progress in events.progress) == done
    assert all(0 < progress.seconds < 60 for progress in events.progress)
    assert events.starved >= 1
    gradient, loss_sum = plain_gradient(run, trainer.state, done)
    assert_close(trainer.gradient, gradient)
    assert sum(progress.loss_sum for progress in events.progress) == pytest.approx(loss_sum, rel=1e-5)


async def steps_are_exact(run, trainer):
    """A step is that of the optimizer in this process, to the bit; the gradient is cleared when asked."""
    trainer.average[:] = trainer.gradient / 100
    for number in (1, 2):
        expected, average = (torch.from_numpy(vector.copy()) for vector in (trainer.state, trainer.average))
        step = scalars(run.manifest.optimizer, run.manifest.schedule, number)
        apply_step(run.manifest.optimizer, read_layout(run.weights), expected, average, step, run.manifest.clip_norm)
        await trainer.apply(number, step, clear=number == 2)
        assert hashlib.sha256(trainer.state).digest() == hashlib.sha256(expected.numpy()).digest()
        assert trainer.gradient.any() == (number == 1)


async def one_gradient_is_right(run, trainer, events, samples):
    """Of the present state, not of an earlier one; leaves the gradient cleared."""
    trainer.assign(samples)
    await events.until_samples(events.samples + len(samples))
    assert await trainer.freeze() == []
    assert_close(trainer.gradient, plain_gradient(run, trainer.state, RangeSet([samples]))[0])
    await trainer.clear()
    assert not trainer.gradient.any()


def test_freezing_and_pausing_in_the_middle_of_work(run):
    async def story():
        async with started(run) as (trainer, events):
            child = psutil.Process(trainer.pid)
            for turn in range(4):
                await freeze_is_exact(run, trainer, events, after=turn * trainer.micro_batch, paused=bool(turn % 2))
            await pauses_cost_nothing(run, trainer, events, child)
            trainer.assign(SampleRange(0, 100_000))
            await events.until_samples(events.samples + 1)
            trainer.set_may_run(False)  # most likely in the middle of a micro-batch
            assert RangeSet(await trainer.freeze()).samples > 90_000
            trainer.set_may_run(True)
            trainer.assign(SampleRange(0, 100_000))
            await events.until_samples(events.samples + 1)
        await ended(child.pid)

    asyncio.run(story())


async def freeze_is_exact(run, trainer, events, *, after, paused):
    """What was reported as done and what comes back make up the lease, and the gradient is that of the former."""
    before, lease = len(events.progress), SampleRange(0, 50_000)
    trainer.assign(lease)
    await events.until_samples(events.samples + after)
    trainer.set_may_run(not paused)
    undone = RangeSet(await trainer.freeze())
    done = RangeSet(progress.samples for progress in events.progress[before:])
    assert done.samples + undone.samples == len(lease)
    assert RangeSet([*done, *undone]) == RangeSet([lease])
    gradient = trainer.gradient.copy()
    if done:
        assert_close(gradient, plain_gradient(run, trainer.state, done, at_once=50)[0])
    else:
        assert not gradient.any()
    await trainer.clear()
    assert sum(len(progress.samples) for progress in events.progress[before:]) == done.samples
    trainer.set_may_run(True)


async def pauses_cost_nothing(run, trainer, events, child):
    """Paused, nothing is done and no processor is used, but commands are obeyed."""
    trainer.set_may_run(False)
    trainer.assign(SampleRange(0, 300))
    await trainer.apply(1, scalars(run.manifest.optimizer, run.manifest.schedule, 1), clear=True)
    seen, used = len(events.progress), sum(child.cpu_times()[:2])
    with pytest.raises(psutil.TimeoutExpired):
        await asyncio.to_thread(child.wait, 0.5)
    assert sum(child.cpu_times()[:2]) - used <= 0.02
    assert len(events.progress) == seen
    trainer.set_may_run(True)
    await events.until_samples(events.samples + 300)
    assert await trainer.freeze() == []
    await trainer.clear()


def test_a_killed_trainer_is_noticed_and_can_be_started_again(run):
    async def story():
        events = Events()
        trainer = run.trainer(events)
        assert (trainer.is_running, trainer.micro_batch) == (False, 0)
        with pytest.raises(TrainerLost):
            await trainer.freeze()
        await trainer.start()
        state = trainer.state.copy()
        await a_kill_is_noticed(trainer, events)
        assert (trainer.state == state).all()

        await trainer.start()
        assert not trainer.gradient.any()
        await one_gradient_is_right(run, trainer, events, SampleRange(0, 20))
        await a_gradient_that_is_not_finite_is_void(run, trainer, events)
        await losses_that_are_not_finite_are_not_done(trainer, events)
        trainer.close()

    asyncio.run(story())


async def a_kill_is_noticed(trainer, events):
    trainer.assign(SampleRange(0, 1_000_000))
    await events.until_samples(1)
    os.kill(trainer.pid, signal.SIGSTOP)
    freezing = asyncio.ensure_future(trainer.freeze())
    await asyncio.sleep(0)
    os.kill(trainer.pid, signal.SIGKILL)
    async with asyncio.timeout(5):
        assert "SIGKILL" in await events.until_lost()
    with pytest.raises(TrainerLost, match="SIGKILL"):
        await freezing
    assert not trainer.is_running
    trainer.assign(SampleRange(0, 1))  # the engine may not have heard yet
    with pytest.raises(TrainerLost):
        await trainer.clear()
    events.lost.clear()


async def a_gradient_that_is_not_finite_is_void(run, trainer, events):
    """A layer so large that the norm after it makes something finite of it, and NaN of its gradient. The first time
    it is found when it is to be published; the process lives, and looks closer."""
    dense = next(tensor for tensor in read_layout(run.weights).tensors if tensor.name == "predictions.dense.weight")
    trainer.state[dense.offset : dense.offset + dense.size] *= 1e20
    await trainer.reload()
    progress = len(events.progress)
    trainer.assign(SampleRange(0, 3))
    await events.until_samples(events.samples + 3)
    assert await trainer.freeze() == []
    assert len(events.void) == 1
    assert not trainer.gradient.any()
    trainer.assign(SampleRange(0, 3))
    await asyncio.wait_for(until(lambda: len(events.rejected) == 3, events), 30)
    assert await trainer.freeze() == []
    assert not trainer.gradient.any()
    assert trainer.is_running
    assert len(events.progress) == progress + 1
    run.put_initial_state(trainer)
    await trainer.reload()
    await one_gradient_is_right(run, trainer, events, SampleRange(5, 9))
    events.rejected.clear()


async def losses_that_are_not_finite_are_not_done(trainer, events):
    """They are rejected one by one; many in a row end the process."""
    trainer.state[:] = np.nan
    await trainer.reload()
    trainer.assign(SampleRange(40, 43))
    await asyncio.wait_for(until(lambda: len(events.rejected) == 3, events), 30)
    assert events.rejected == [SampleRange(number, number + 1) for number in (40, 41, 42)]
    assert await trainer.freeze() == []
    assert not trainer.gradient.any()
    trainer.assign(SampleRange(0, 20 * trainer.micro_batch))
    assert "not finite" in await asyncio.wait_for(events.until_lost(), 30)
    assert len(events.lost) == 1


async def until(condition, events):
    while not condition():
        events.changed.clear()
        await events.changed.wait()


def test_a_host_that_keeps_the_state_only(run):
    async def story():
        events = Events()
        trainer = run.trainer(events, trains=False, open_samples=no_samples, background_priority=True)
        await trainer.start()
        child = psutil.Process(trainer.pid)
        assert child.nice() == 19
        if sys.platform == "linux":
            assert os.sched_getscheduler(child.pid) == os.SCHED_IDLE
            assert all(os.sched_getscheduler(thread.id) == os.SCHED_IDLE for thread in child.threads())
        with pytest.raises(RuntimeError, match="state only"):
            trainer.assign(SampleRange(0, 1))
        assert await trainer.freeze() == []
        trainer.average[:] = 0.01
        before = trainer.state.copy()
        await trainer.apply(1, scalars(run.manifest.optimizer, run.manifest.schedule, 1), clear=True)
        assert (trainer.state != before).any()
        starting = asyncio.ensure_future(trainer.start())
        with pytest.raises(RuntimeError, match="runs already"):
            await starting
        await trainer.stop()
        trainer.close()

    asyncio.run(story())


def no_samples(manifest, objects, prepared):
    raise LocalFault("The data is not there; fetch it.")


class BrokenLater(NumberedSamples):
    def batch(self, samples):
        if samples.start >= 1000:
            raise LocalFault("the disk has failed")
        return super().batch(samples)


def open_broken(manifest, objects, prepared):
    return BrokenLater(manifest, 64)


def test_what_cannot_start_says_why(run):
    manifest = run.manifest
    evil = msgspec.structs.replace(manifest.task, model=manifest.task.model | {"auto_map": {}})
    large = msgspec.structs.replace(manifest.task, model=manifest.task.model | {"hidden_size": 64})
    cases = [
        (manifest, {"open_samples": no_samples}, LocalFault, "data is not there"),
        (manifest, {"device": "cuda:99", "trains": True}, LocalFault, "cuda:99"),
        (msgspec.structs.replace(manifest, task=evil), {}, UsageError, "auto_map"),
        (msgspec.structs.replace(manifest, task=large), {}, UsageError, "do not fit"),
        (msgspec.structs.replace(manifest, elements=5), {}, LocalFault, "12,434 values"),
    ]

    async def story():
        trainers = []
        for changed, choices, _, _ in cases:
            options = {"device": "cpu", "open_samples": open_numbered, "threads": 1} | choices
            trainers.append(
                TrainerProcess(
                    changed,
                    objects=run.objects,
                    prepared=run.prepared,
                    events=Events().callbacks,
                    background_priority=False,
                    **options,
                )
            )
        outcomes = await asyncio.gather(*(trainer.start() for trainer in trainers), return_exceptions=True)
        for outcome, (_, _, kind, says) in zip(outcomes, cases, strict=True):
            assert type(outcome) is kind, outcome
            assert says in str(outcome)
            assert "\n" not in str(outcome)
        for trainer in trainers:
            assert not trainer.is_running
            await trainer.stop()
            trainer.close()

    asyncio.run(story())


def test_data_that_fails_later_and_a_start_that_is_given_up(run):
    async def story():
        events = Events()
        trainer = run.trainer(events, open_samples=open_broken)
        giving_up = asyncio.ensure_future(trainer.start())
        await asyncio.sleep(0)
        pid = trainer.pid
        giving_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await giving_up
        await trainer.start()
        await ended(pid)
        trainer.assign(SampleRange(0, 10))
        await events.until_samples(10)
        trainer.assign(SampleRange(1000, 1001))
        assert await events.until_lost() == "the disk has failed"
        trainer.close()

    asyncio.run(story())


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /dev/shm and stops processes")
@pytest.mark.parametrize("stopped", [False, True], ids=["at work", "stopped"])
def test_an_engine_that_is_killed_leaves_neither_process_nor_memory(stopped):
    root = Path(__file__).parents[3]
    script = Path(__file__).with_name("orphan_maker.py")
    environment = os.environ | {"PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as engine:
        pid, segment = engine.stdout.readline().split()
        trainer = psutil.Process(int(pid))
        others = [process for process in psutil.Process(engine.pid).children() if process != trainer]
        assert (Path("/dev/shm") / segment).exists()
        if stopped:
            trainer.suspend()
        engine.kill()
    assert psutil.wait_procs([trainer, *others], timeout=10)[1] == []
    assert not (Path("/dev/shm") / segment).exists()


def test_weights_made_in_a_process_of_their_own_are_the_same(run):
    made = make_initial_weights_in_child(run.manifest.task, 1)
    assert made == make_initial_weights(run.manifest.task, 1)
    decoder = CausalLm(model={"model_type": "gpt2", "vocab_size": 64, "n_lair": 2}, sequence_tokens=16)
    with pytest.raises(UsageError, match="no key `n_lair`"):
        make_initial_weights_in_child(decoder, 1)
