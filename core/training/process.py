"""The engine's side of the trainer process. Nothing here imports torch."""

import asyncio
import itertools
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import msgspec

from core.data.ranges import SampleRange
from core.errors import LocalFault, UsageError
from core.identity.amendment import Joined
from core.identity.manifest import Manifest
from core.identity.wire import to_json
from core.training import child
from core.training import messages as m
from core.training.api import Kept, Progress, Scalars, TrainerEvents, TrainerLost, Vector
from core.training.layout import moments_of
from core.training.manner import AS_THE_DEVICE_LIKES, Manner
from core.training.samples import OpenSamples
from core.training.vectors import SharedVectors

__all__ = ["TrainerLost", "TrainerProcess"]

logger = logging.getLogger(__name__)

_STOP_S = 5.0
"""A trainer that has not ended this long after it was asked to is killed."""


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
    ) -> None:
        """`device`: as `RunOptions.device`. `threads`: of the CPU, None for torch's choice.

        `trains=False` is for a host that only keeps the state: no data and no model are opened, `assign` is not
        allowed. `open_samples` must be importable by name in the child. Raises `LocalFault` if memory is short.
        """
        self._manifest, self._events = manifest, events
        self._vectors = SharedVectors.create(manifest.elements, moments_of(manifest.optimizer))
        self._vectors.may_run = True
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
        )
        self._numbers = itertools.count(1)
        self._run: _Run | None = None
        self._micro_batch = 0
        self._device = device

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
        return self._run is not None and self._run.is_ready

    @property
    def micro_batch(self) -> int:
        return self._micro_batch

    @property
    def device(self) -> str:
        return self._device

    @property
    def pid(self) -> int | None:
        """The child's process id while there is one."""
        return None if self._run is None else self._run.process.pid

    async def start(self) -> None:
        """Raises `UsageError` if the manifest asks for what this program does not know, `LocalFault` if this machine
        cannot do it. Takes a few seconds: importing torch and transformers; more where data must be prepared first."""
        if self._run is not None and self._run.stopping:
            await self._run.ended.wait()
        if self._run is not None:
            raise RuntimeError("the trainer runs already")
        run = self._run = _Run(self._setup, self._open_samples, self._on_report, self._on_end)
        try:
            await run.ready
        except asyncio.CancelledError:
            run.stopping = True
            run.kill()
            raise

    def assign(self, samples: SampleRange) -> None:
        if not self._setup.trains:
            raise RuntimeError("this trainer keeps the state only")
        if self._run is not None:
            if self._run.is_freezing:
                raise RuntimeError("assigned while freezing")
            self._run.send(m.Assign(samples))

    def join(self, joined: Sequence[Joined]) -> None:
        content = to_json(list(joined))
        self._setup = msgspec.structs.replace(self._setup, joined=content)
        if self._run is not None:
            self._run.send(m.Join(content))

    async def freeze(self) -> list[SampleRange]:
        run = self._running()
        run.is_freezing = True
        try:
            done = await run.ask(m.Freeze(next(self._numbers)))
        finally:
            run.is_freezing = False
        return list(done.undone)

    async def clear(self) -> None:
        await self._running().ask(m.Clear(next(self._numbers)))

    async def apply(self, step: int, scalars: Scalars, *, clear: bool) -> None:
        await self._running().ask(m.Apply(next(self._numbers), step, scalars, clear))

    async def reload(self) -> None:
        await self._running().ask(m.Reload(next(self._numbers)))

    def set_may_run(self, may_run: bool) -> None:
        self._vectors.may_run = may_run
        if may_run and self._run is not None:
            self._run.send(m.Wake())

    async def export(self, folder: Path, card: str = "", kept: Kept | None = None) -> None:
        """Raises `LocalFault` if `folder` cannot be written or holds something other than an earlier export."""
        where = (str(kept.path), kept.offset) if kept is not None else None
        await self._running().ask(m.Export(next(self._numbers), str(folder), card, where))

    async def stop(self) -> None:
        """Ends the process, at once even in the middle of a kernel's worth of work if need be; the gradient is void."""
        run = self._run
        if run is None:
            return
        run.stopping = True
        run.send(m.Stop())
        try:
            async with asyncio.timeout(_STOP_S):
                await run.ended.wait()
        except TimeoutError:
            run.kill()
            await run.ended.wait()

    def close(self) -> None:
        """Gives the shared memory back, after `stop`; no vector may be touched any more."""
        if self._run is not None:
            self._run.stopping = True
            self._run.kill()
        self._vectors.close()

    def _running(self) -> "_Run":
        if self._run is None or not self._run.is_ready:
            raise TrainerLost("The training process is not running; start it again.")
        return self._run

    def _on_report(self, run: "_Run", report: m.Report) -> None:
        if run is not self._run or run.stopping:
            return
        match report:
            case m.Accumulated() | m.Rejected() | m.Starved():
                self._pass_on(report)
            case m.Voided():
                run.send(m.Heard())
                self._events.on_void(report.reason)
            case m.Done() | m.Failed():
                run.settle(report)
            case m.Ready():
                self._device, self._micro_batch = report.device, report.micro_batch
                run.become_ready()
            case m.Resized():
                self._micro_batch = report.micro_batch
            case m.Dying():
                run.last_words = report
            case m.Logged():
                logging.getLogger(report.logger).log(report.level, "%s", report.text)

    def _pass_on(self, report: m.Accumulated | m.Rejected | m.Starved) -> None:
        match report:
            case m.Accumulated():
                self._events.on_progress(Progress(report.samples, report.loss_sum, report.seconds))
            case m.Rejected():
                self._events.on_rejected(report.samples)
            case m.Starved():
                self._events.on_starved()

    def _on_end(self, run: "_Run") -> None:
        was_ready = run.is_ready
        run.end()
        if run is not self._run:
            return
        self._run = None
        if was_ready and not run.stopping:
            logger.warning("trainer lost: %s", run.reason)
            self._events.on_lost(run.reason)


class _Run:
    """One life of the child process: its pipe, the thread that reads it, and who waits for what."""

    def __init__(
        self,
        setup: m.Setup,
        open_samples: OpenSamples,
        on_report: Callable[["_Run", m.Report], None],
        on_end: Callable[["_Run"], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_report, self._on_end = on_report, on_end
        self._waiting: dict[int, asyncio.Future[m.Done]] = {}
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self.ended = asyncio.Event()
        self.is_ready = self.is_freezing = self.stopping = False
        self.last_words: m.Dying | None = None
        self.reason = ""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=child.main, args=(theirs, setup, open_samples), name="idlewild trainer", daemon=True
        )
        self.process.start()
        theirs.close()
        threading.Thread(target=_read, args=(self._pipe, self.process, self._post), daemon=True).start()

    def _post(self, report: m.Report | None) -> None:
        """Called in the reading thread; None is the end."""
        try:
            if report is None:
                self._loop.call_soon_threadsafe(self._on_end, self)
            else:
                self._loop.call_soon_threadsafe(self._on_report, self, report)
        except RuntimeError:  # the loop is closed: the engine has ended, and nobody listens
            self.process.kill()

    def kill(self) -> None:
        if not self.ended.is_set():
            self.process.kill()

    def _reason(self) -> str:
        """Why the process ended, as half a sentence."""
        if self.last_words is not None:
            return self.last_words.text
        code = self.process.exitcode
        if code is not None and code < 0:
            return f"it was ended by {signal.Signals(-code).name}"
        return f"it ended with exit status {code}"

    def become_ready(self) -> None:
        self.is_ready = True
        if not self.ready.done():
            self.ready.set_result(None)

    def send(self, command: m.Command) -> None:
        try:
            self._pipe.send_bytes(m.encode(command))
        except OSError:  # it has just died: the reading thread is about to say so
            logger.debug("trainer gone before %s", type(command).__name__)

    async def ask(self, command: m.Freeze | m.Clear | m.Apply | m.Reload | m.Export) -> m.Done:
        answer: asyncio.Future[m.Done] = self._loop.create_future()
        self._waiting[command.number] = answer
        try:
            self.send(command)
            return await answer
        finally:
            del self._waiting[command.number]

    def settle(self, report: m.Done | m.Failed) -> None:
        answer = self._waiting.get(report.number)
        if answer is None or answer.done():
            return
        if isinstance(report, m.Failed):
            answer.set_exception(LocalFault(report.text))
        else:
            answer.set_result(report)

    def end(self) -> None:
        self.reason = self._reason()
        self._pipe.close()
        self.process.close()
        self.is_ready = False
        lost = TrainerLost(f"The training process was lost because {self.reason}; it will be started again.")
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(lost)
        if not self.ready.done():
            words = self.last_words
            self.ready.set_exception(
                UsageError(words.text) if words and words.usage else LocalFault(words.text) if words else lost
            )
        self.ended.set()


def _read(pipe: Connection, process: SpawnProcess, post: Callable[[m.Report | None], None]) -> None:
    """Body of the reading thread: passes on every report, and the end when the process is really gone."""
    try:
        while True:
            post(m.decode_report(pipe.recv_bytes()))
    except (EOFError, OSError):
        pass
    process.join(2.0)
    if process.exitcode is None:
        process.kill()
        process.join()
    post(None)
