"""What the engine does to a real trainer that is in somebody's way, or in trouble."""

import asyncio
import os
import signal
import sys
import time
from contextlib import asynccontextmanager

import numpy as np
import psutil
import pytest
import trainer_doubles as doubles
from trainer_doubles import Collaboration, Events

from core.data.ranges import SampleRange
from core.training.schedule import scalars

BOTH = "cpu,cpu"
"""Two processes that compute as one: what they take can be given back, as a card's memory can."""


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


async def gradient_of(trainer, events, samples):
    """A copy of it, when they are in it."""
    before = events.samples
    trainer.assign(samples)
    await events.until_samples(before + len(samples))
    assert await trainer.freeze() == []
    return trainer.gradient.copy()


def used_s(trainer):
    """Processor time, which does not depend on what else the computer does."""
    return sum(psutil.Process(trainer.pid).cpu_times()[:2])


def bits(vector):
    return vector.tobytes()


def test_a_device_is_given_back_and_taken_again_with_nothing_lost(run):
    async def story():
        async with started(run, device=BOTH) as (trainer, events):
            gradient = await gradient_of(trainer, events, SampleRange(0, 40))
            device, micro_batch, first = trainer.device, trainer.micro_batch, psutil.Process(trainer.pid)
            everybody = [first, *first.children()]
            await trainer.release()
            assert (trainer.is_released, trainer.is_running) == (True, True)
            assert (trainer.device, trainer.micro_batch) == (device, 0), "nothing is asked for meanwhile"
            assert psutil.wait_procs(everybody, timeout=10)[1] == [], "who computed is gone"
            await steps_go_on(run, trainer, gradient)
            trainer.assign(SampleRange(40, 50))
            assert await trainer.freeze() == [SampleRange(40, 50)], "it comes back as what was not done"
            trainer.assign(SampleRange(60, 70))

            keeper = psutil.Process(trainer.pid)
            await trainer.reclaim()
            assert bits(trainer.gradient) == bits(gradient)
            assert (trainer.device, trainer.micro_batch) == (device, micro_batch)
            assert psutil.wait_procs([keeper], timeout=10)[1] == []
            await events.until_samples(50)
            assert await trainer.freeze() == []
            await the_sum_is_right(trainer, events, gradient)
            assert events.lost == events.void == []

    asyncio.run(story())


async def steps_go_on(run, trainer, gradient):
    """With the gradient kept, bit for bit."""
    trainer.average[:] = gradient / 40
    before = trainer.state.copy()
    await trainer.apply(1, scalars(run.manifest.optimizer, run.manifest.schedule, 1), clear=False)
    assert bits(trainer.state) != bits(before)
    assert await trainer.freeze() == []
    assert bits(trainer.gradient) == bits(gradient)


async def the_sum_is_right(trainer, events, gradient):
    """What came after is of the state after the step, and was added to what there was."""
    both = trainer.gradient.copy()
    await trainer.clear()
    later = await gradient_of(trainer, events, SampleRange(60, 70))
    assert np.abs(both - gradient - later).max() <= 1e-4 * np.abs(both).max()


def test_a_processor_has_nothing_to_give_back(run):
    async def story():
        async with started(run) as (trainer, _):
            pid = trainer.pid
            await trainer.release()
            await trainer.reclaim()
            assert (trainer.pid, trainer.is_released) == (pid, False)

    asyncio.run(story())


def test_a_released_trainer_that_dies_comes_back_without_a_device(run):
    async def story():
        async with started(run, device=BOTH) as (trainer, events):
            gradient = await gradient_of(trainer, events, SampleRange(0, 10))
            assert gradient.any()
            trainer.assign(SampleRange(10, 20))
            with pytest.raises(RuntimeError, match="at work"):
                await trainer.release()
            await trainer.freeze()
            await trainer.release()
            os.kill(trainer.pid, signal.SIGKILL)
            assert "SIGKILL" in await events.until_lost()
            await trainer.start()
            assert (trainer.is_released, trainer.micro_batch) == (True, 0)
            assert not trainer.gradient.any(), "as after any death"
            await trainer.reclaim()
            assert trainer.micro_batch > 0
            events.progress.clear()
            events.lost.clear()
            assert (await gradient_of(trainer, events, SampleRange(0, 10))).any()

    asyncio.run(story())


def test_duty_and_cores_change_the_pace_and_not_the_gradient(run):
    async def story():
        async with started(run) as (trainer, events):
            lease = SampleRange(0, 20 * trainer.micro_batch)
            gradient = await gradient_of(trainer, events, lease)
            events.progress.clear()
            await trainer.clear()
            trainer.set_duty(0.2)
            trainer.set_cores(2)
            before_s = used_s(trainer)
            again = await gradient_of(trainer, events, lease)
            worked_s = used_s(trainer) - before_s
            assert np.abs(again - gradient).max() <= 1e-4 * np.abs(gradient).max()
            assert sum(progress.seconds for progress in events.progress) > 1.5 * worked_s, "rests are part of the pace"
            if sys.platform == "linux":
                assert len(events.progress) == 20
            for wrong in (0.0, 1.5):
                with pytest.raises(ValueError, match="none"):
                    trainer.set_duty(wrong)
            with pytest.raises(ValueError, match="nothing"):
                trainer.set_cores(0)

    asyncio.run(story())


def test_who_stands_aside_computes_nothing_and_obeys(run):
    async def story():
        async with started(run) as (trainer, events):
            first, lease = SampleRange(0, trainer.micro_batch), SampleRange(1000, 1000 + 20 * trainer.micro_batch)
            trainer.stand_aside(True)
            trainer.assign(first)
            await asyncio.sleep(0.5)
            assert (events.progress, trainer.stuck_s) == ([], 0.0)
            trainer.stand_aside(False)
            await events.until_samples(len(first))
            trainer.stand_aside(True)
            trainer.assign(lease)
            left = await asyncio.wait_for(trainer.freeze(), 5)
            assert sum(map(len, left)) + events.samples == len(first) + len(lease)

    asyncio.run(story())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_suspended_trainer_shows_at_once_and_can_be_ended(run):
    async def story():
        async with started(run) as (trainer, events):
            trainer.assign(SampleRange(0, 1_000_000))
            await events.until_samples(1)
            assert trainer.stuck_s == 0.0
            os.kill(trainer.pid, signal.SIGSTOP)
            assert await until_stuck(trainer, 2.0) > 0.0
            os.kill(trainer.pid, signal.SIGCONT)
            await asyncio.sleep(0.2)
            assert trainer.stuck_s == 0.0
            done = events.samples
            await events.until_samples(done + 1)
            os.kill(trainer.pid, signal.SIGSTOP)
            trainer.end_stuck()
            assert "suspended" in await events.until_lost()
            assert trainer.stuck_s == 0.0
            await trainer.start()
            assert trainer.is_running
            trainer.set_may_run(False)

    asyncio.run(story())


async def until_stuck(trainer, within_s):
    deadline_s = time.monotonic() + within_s
    while not (stuck_s := trainer.stuck_s) and time.monotonic() < deadline_s:
        await asyncio.sleep(0.2)
    return stuck_s
