"""One life of the trainer process, seen from the engine: its pipe, the thread that reads it, and who waits for what."""

import asyncio
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import psutil

from core.errors import LocalFault, UsageError
from core.saying import NOTHING, Saying, say
from core.training import child
from core.training import messages as m
from core.training.api import TrainerBroken, TrainerLost
from core.training.doom import is_killed
from core.training.samples import OpenSamples

logger = logging.getLogger(__name__)

_STOP_S = 5.0
"""A trainer that has not ended this long after it was asked to is killed."""


class Life:
    """From the start of a process to its end."""

    def __init__(
        self,
        setup: m.Setup,
        open_samples: OpenSamples,
        on_report: Callable[["Life", m.Report], None],
        on_end: Callable[["Life"], None],
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_report, self._on_end = on_report, on_end
        self._waiting: dict[int, asyncio.Future[m.Done]] = {}
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self.ended = asyncio.Event()
        self.is_ready = self.is_freezing = self.stopping = False
        self.is_idle = True
        """Whether nothing was assigned since it was frozen."""
        self.device, self.micro_batch = "", 0
        self.last_words: m.Dying | None = None
        self.reason = NOTHING
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

    @property
    def is_suspended(self) -> bool:
        """Whether somebody has stopped the process (SIGSTOP, or Windows' suspending), for whatever reason."""
        if self.ended.is_set() or self.process.pid is None:
            return False
        try:
            return bool(psutil.Process(self.process.pid).status() == psutil.STATUS_STOPPED)
        except psutil.Error:  # it ends at this moment
            return False

    @property
    def is_doomed(self) -> bool:
        """Whether it has been killed and is only waiting for its end, as far as that can be known."""
        return not self.ended.is_set() and self.process.pid is not None and is_killed(self.process.pid)

    async def end_soon(self) -> None:
        """Asks it to end, which it does at once even in the middle of a kernel's worth of work, and sees to it."""
        self.stopping = True
        self.send(m.Stop())
        try:
            async with asyncio.timeout(_STOP_S):
                await self.ended.wait()
        except TimeoutError:
            self.kill()
            await self.ended.wait()

    def _reason(self) -> Saying:
        """Why the process ended, as half a sentence."""
        if self.last_words is not None:
            return self.last_words.saying
        code = self.process.exitcode
        if code is not None and code < 0:
            return say("it was ended by {signal}", signal=signal.Signals(-code).name)
        return say("it ended with exit status {status}", status=str(code))

    def become_ready(self, said: m.Ready) -> None:
        self.device, self.micro_batch = said.device, said.micro_batch
        self.is_ready = True
        if not self.ready.done():
            self.ready.set_result(None)

    def send(self, command: m.Command) -> None:
        try:
            self._pipe.send_bytes(m.encode(command))
        except OSError:  # it has just died: the reading thread is about to say so
            logger.debug("trainer gone before %s", type(command).__name__)

    async def ask(self, command: m.Question) -> m.Done:
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
            answer.set_exception(LocalFault(report.saying))
        else:
            answer.set_result(report)

    def end(self) -> None:
        self.reason = self._reason()
        self._pipe.close()
        self.process.close()
        self.is_ready = False
        lost = TrainerLost(
            say("The training process was lost because {reason}; it will be started again.", reason=self.reason)
        )
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(lost)
        if not self.ready.done():
            self.ready.set_exception(_fault_of(self.last_words) if self.last_words is not None else lost)
        self.ended.set()


def _fault_of(words: m.Dying) -> LocalFault:
    if words.is_broken:
        return TrainerBroken(words.saying)
    return UsageError(words.saying) if words.usage else LocalFault(words.saying)


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
