"""The engine's side of the trainer process. Nothing here imports torch."""

import asyncio
import itertools
import logging
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from core.data.ranges import SampleRange
from core.identity.amendment import Joined
from core.identity.manifest import Manifest
from core.identity.wire import to_json
from core.saying import say
from core.training import child
from core.training import messages as m
from core.training.api import Kept, Progress, Scalars, TrainerEvents, TrainerLost, Vector
from core.training.layout import moments_of
from core.training.life import Life
from core.training.limits import Limits
from core.training.manner import AS_THE_DEVICE_LIKES, Manner
from core.training.samples import OpenSamples
from core.training.vectors import SharedVectors
from core.training.watching import Signs, Vigil, hangs_after_s

__all__ = ["TrainerLost", "TrainerProcess"]

logger = logging.getLogger(__name__)

_MEMORY_LEAST_BYTES = 1 << 28


class TrainerProcess:
    """A `Trainer` (see `core.training.api`) whose work is done by a child process.

    The vectors exist from construction on, zeroed, until `close`; the process from `start` to `stop`, as often as
    wanted. Call everything on one event loop, in a thread that lives as long as the process: Linux ends the child with
    the thread that started it.
    """

    def __init__(  # noqa: PLR0913  # one place puts it together; each is a plain choice
        self,
        manifest: Manifest,
        *,
        objects: Path,
        prepared: Path,
        device: str = "auto",
        manner: Manner = AS_THE_DEVICE_LIKES,
        threads: int | None = None,
        events: TrainerEvents,
        trains: bool = True,
        background_priority: bool = True,
        open_samples: OpenSamples = child.open_samples,
        memory_limit_bytes: int | None = None,
        vram_limit_percent: int = 100,
    ) -> None:
        """`device`: as `RunOptions.device`. `threads`: of the CPU to begin with, None for torch's choice.

        `trains=False` is for a host that only keeps the state: no data and no model are opened, `assign` is not
        allowed. `open_samples` must be importable by name in the child. `memory_limit_bytes`: of the computer's memory,
        vectors included; what would take more is done in smaller micro-batches. Raises `LocalFault` if memory is short.
        """
        self._manifest, self._events, self._trains = manifest, events, trains
        self._vectors = SharedVectors.create(manifest.elements, moments_of(manifest.optimizer))
        self._signals = self._vectors.signals
        self._signals.may_run = True
        self._open_samples = open_samples
        self._setup = m.Setup(
            manifest=to_json(manifest),
            objects=str(objects),
            prepared=str(prepared),
            device=device,
            manner=manner,
            threads=threads,
            trains=trains,
            in_background=background_priority,
            segment=self._vectors.name,
            limits=Limits(self._own_limit(memory_limit_bytes), vram_limit_percent),
        )
        self._numbers = itertools.count(1)
        self._life: Life | None = None
        self._heir: Life | None = None
        """Will take the place of `_life` as soon as it is ready."""
        self._turn = asyncio.Lock()
        """Held while something is asked, and while one process takes the place of another."""
        self._is_released = False
        self._has_run = False
        self._shelved: list[SampleRange] = []
        """Assigned while there is no device to do it on."""
        self._micro_batch = 0
        self._micro_batch_s: float | None = None
        self._device = device
        self._vigil = Vigil()

    def _own_limit(self, limit_bytes: int | None) -> int | None:
        return None if limit_bytes is None else max(_MEMORY_LEAST_BYTES, limit_bytes - self._vectors.size_bytes)

    @property
    def elements(self) -> int:
        return self._manifest.elements

    @property
    def gradient(self) -> Vector:
        return self._vectors.gradient

    @property
    def average(self) -> Vector:
        return self._vectors.average

    @property
    def state(self) -> Vector:
        return self._vectors.state

    @property
    def is_running(self) -> bool:
        return self._life is not None and self._life.is_ready

    @property
    def micro_batch(self) -> int:
        return self._micro_batch

    @property
    def device(self) -> str:
        """What it computes on; also while that is released."""
        return self._device

    @property
    def has_run(self) -> bool:
        """Whether it was ready at some time, so that `device` is what it found and no wish."""
        return self._has_run

    @property
    def is_released(self) -> bool:
        return self._is_released

    @property
    def pid(self) -> int | None:
        """The child's process id while there is one."""
        return None if self._life is None else self._life.process.pid

    async def start(self) -> None:
        """Raises `UsageError` if the manifest asks for what this program does not know, `LocalFault` if this machine
        cannot do it. Takes a few seconds: importing torch and transformers; more where data must be prepared first."""
        if self._life is not None and self._life.stopping:
            await self._life.ended.wait()
        if self._life is not None:
            raise RuntimeError("the trainer runs already")
        self._begin_anew()
        trains = self._trains and not self._is_released
        life = self._life = self._born(msgspec.structs.replace(self._setup, trains=trains))
        try:
            await life.ready
        except asyncio.CancelledError:
            life.stopping = True
            life.kill()
            raise

    def _begin_anew(self) -> None:
        """Signs of a former life are no signs of the next one's."""
        self._signals.beats, self._signals.is_busy = 0, False
        self._vigil, self._micro_batch_s = Vigil(), None

    def _born(self, setup: m.Setup) -> Life:
        return Life(setup, self._open_samples, self._on_report, self._on_end)

    def assign(self, samples: SampleRange) -> None:
        if not self._trains:
            raise RuntimeError("this trainer keeps the state only")
        if self._is_released:
            self._shelved.append(samples)
        elif self._life is not None:
            if self._life.is_freezing:
                raise RuntimeError("assigned while freezing")
            self._life.is_idle = False
            self._life.send(m.Assign(samples))

    def join(self, joined: Sequence[Joined]) -> None:
        content = to_json(list(joined))
        self._setup = msgspec.structs.replace(self._setup, joined=content)
        for life in (self._life, self._heir):
            if life is not None:
                life.send(m.Join(content))

    async def freeze(self) -> list[SampleRange]:
        async with self._turn:
            life = self._running()
            life.is_freezing = True
            try:
                done = await life.ask(m.Freeze(next(self._numbers)))
                life.is_idle = True
            finally:
                life.is_freezing = False
            shelved, self._shelved = self._shelved, []
            return [*done.undone, *shelved]

    async def clear(self) -> None:
        await self._ask(m.Clear(next(self._numbers)))

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        await self._ask(m.Apply(next(self._numbers), step, scalars, clear))

    async def reload(self) -> None:
        await self._ask(m.Reload(next(self._numbers)))

    async def export(self, folder: Path, card: str = "", kept: Kept | None = None) -> None:
        """Raises `LocalFault` if `folder` cannot be written or holds something other than an earlier export."""
        where = (str(kept.path), kept.offset) if kept is not None else None
        await self._ask(m.Export(next(self._numbers), str(folder), card, where))

    async def _ask(self, question: m.Question) -> None:
        async with self._turn:
            await self._running().ask(question)

    # --- manners

    def set_may_run(self, may_run: bool) -> None:
        self._signals.may_run = may_run
        if may_run and self._life is not None:
            self._life.send(m.Wake())

    def stand_aside(self, aside: bool) -> None:
        """Until it is told otherwise, work rests wherever it is, while commands are still obeyed. For moments in which
        others need the computer; such rests are part of this computer's pace, too."""
        self._signals.stands_aside = aside

    def set_duty(self, duty: float) -> None:
        """Part of the time that the device computes, above 0 and up to 1: rest follows work within a fraction of a
        second. Takes effect between two kernels' worth of work, without a message. Rests are part of this computer's
        pace (`Progress.seconds`), pauses are not."""
        if not 0.0 < duty <= 1.0:
            raise ValueError(f"a duty of {duty} is none")
        self._signals.duty = duty

    def set_cores(self, cores: int) -> None:
        """Threads of the processor's work, from the next micro-batch on. Where data is prepared, and in other ranks'
        processes, it counts from the next start on."""
        if cores < 1:
            raise ValueError(f"{cores} cores compute nothing")
        self._setup = msgspec.structs.replace(self._setup, threads=cores)
        self._signals.cores = cores

    async def release(self) -> None:
        """Gives the device's memory back, in two stages: what training has there is dropped at once; then the process
        ends, once another one that keeps the state alone has taken its place, so that steps go on. On a processor there
        is nothing to give back, and nothing happens. The trainer must be frozen. Raises `TrainerLost`; when it is
        started again it has no device either."""
        if self._is_released or not self._trains or self._device == "cpu":
            return
        if self._life is not None and not self._life.is_idle:
            raise RuntimeError("released while at work")
        self._is_released, self._micro_batch = True, 0
        if self.is_running:
            await self._ask(m.Release(next(self._numbers)))
            await self._hand_over(trains=False)

    async def reclaim(self) -> None:
        """Takes the device again, with the gradient as it is by then. Raises `LocalFault` where that cannot be had now,
        and all is as before."""
        if not self._is_released:
            return
        if self.is_running:
            await self._hand_over(trains=True)
        self._is_released = False
        shelved, self._shelved = self._shelved, []
        for samples in shelved:
            self.assign(samples)

    async def _hand_over(self, *, trains: bool) -> None:
        """To another process, which gets ready while the present one goes on obeying."""
        if self._heir is not None:
            raise RuntimeError("the trainer changes its process already")
        setup = msgspec.structs.replace(self._setup, trains=trains, is_heir=True)
        heir = self._heir = self._born(setup)
        try:
            await heir.ready
            async with self._turn:
                life = self._running()
                await life.ask(m.Freeze(next(self._numbers)))  # behind what was asked and is not waited for any more
                await heir.ask(m.Adopt(next(self._numbers)))
                self._life = heir
                self._begin_anew()
                if trains:
                    self._device, self._micro_batch = heir.device, heir.micro_batch
        finally:
            self._heir = None
            if self._life is not heir:
                heir.stopping = True
                heir.kill()
        await life.end_soon()

    # --- its health

    @property
    def stuck_s(self) -> float:
        """Seconds since the process has shown a sign of life although it should have; 0.0 while all is well. Found out
        by looking, so look at least every few seconds: a longer gap counts as this computer's sleep."""
        life, signals = self._life, self._signals
        if life is None:
            return 0.0
        seen = Signs(signals.beats, signals.passes, is_busy=signals.is_busy, is_suspended=life.is_suspended)
        hung_s = hangs_after_s(self._micro_batch_s, may_compile=self._device != "cpu")
        return self._vigil.look(seen, time.monotonic(), hung_s)

    @property
    def is_doomed(self) -> bool:
        """Whether the process has been killed; `on_lost` follows, if others are at work some seconds later."""
        return self._life is not None and self._life.is_doomed

    def end_stuck(self) -> None:
        """Kills a process of which nothing is to be hoped; `on_lost` follows."""
        if self._life is not None:
            if self._life.is_ready:
                self._life.last_words = m.Dying(say("it was suspended, or did not answer any more"))
            self._life.kill()

    async def stop(self) -> None:
        """Ends the process, at once even in the middle of a kernel's worth of work if need be; the gradient is void."""
        if self._heir is not None:
            await self._heir.end_soon()
        if self._life is not None:
            await self._life.end_soon()

    def close(self) -> None:
        """Gives the shared memory back, after `stop`; no vector may be touched any more."""
        for life in (self._heir, self._life):
            if life is not None:
                life.stopping = True
                life.kill()
        self._vectors.close()

    def _running(self) -> Life:
        if self._life is None or not self._life.is_ready:
            raise TrainerLost(say("The training process is not running; start it again."))
        return self._life

    def _on_report(self, life: Life, report: m.Report) -> None:
        if life.stopping or life not in (self._life, self._heir):
            return
        match report:
            case m.Accumulated() | m.Rejected() | m.Starved():
                self._pass_on(report)
            case m.Voided():
                life.send(m.Heard())
                self._events.on_void(report.reason)
            case m.Done() | m.Failed():
                life.settle(report)
            case m.Ready():
                life.become_ready(report)
                self._has_run = True
                if life is self._life and not self._is_released:
                    self._device, self._micro_batch = report.device, report.micro_batch
            case m.Resized():
                self._micro_batch = report.micro_batch
            case m.Dying():
                life.last_words = report
            case m.Logged():
                logging.getLogger(report.logger).log(report.level, "%s", report.text)

    def _pass_on(self, report: m.Accumulated | m.Rejected | m.Starved) -> None:
        match report:
            case m.Accumulated():
                self._micro_batch_s = max(report.seconds, 0.9 * (self._micro_batch_s or 0.0))
                self._events.on_progress(Progress(report.samples, report.loss_sum, report.seconds))
            case m.Rejected():
                self._events.on_rejected(report.samples)
            case m.Starved():
                self._events.on_starved()

    def _on_end(self, life: Life) -> None:
        was_ready = life.is_ready
        life.end()
        if life is not self._life:
            return
        self._life = None
        self._shelved.clear()
        if was_ready and not life.stopping:
            logger.warning("trainer lost: %s", life.reason)
            self._events.on_lost(life.reason)
