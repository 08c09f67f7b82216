"""The engine as this app's child: started, started again after a crash, ended in order (design §2)."""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from app.qt import QElapsedTimer, QObject, QProcess, QProcessEnvironment, QTimer, Signal
from app.words import plain, said
from core.ipc.last_words import read_last_words
from core.ipc.restart import RESTART
from core.program import command_line

logger = logging.getLogger(__name__)

RESTARTS_S = (1.0, 3.0, 9.0)
"""Waits before the engine is started again; after the last one it has failed."""
STEADY_S = 120.0
"""An engine that ran this long has earned all its restarts back."""
ENDING_S = 6.0
"""From the wish to end until the engine is told by signal; and once more until it is killed."""
_ERRORS_KEPT_BYTES = 8_000
_FAULT_PREFIX = "idlewild: "
_TRACEBACK = "Traceback (most recent call last)"
_BUG = "idlewild: Internal error"
"""How the command line words what is not the user's to mend, and what may work at the next try."""


def engine_command(home: Path) -> list[str]:
    """The engine ends by itself when its standard input closes, so it never outlives an app that was killed."""
    return [*command_line(), "run", "--headless", "--home", str(home), "--exit-with-parent"]


def last_sentence(errors: str) -> str:
    """The last fault reported on standard error, in the user's language where the engine gives it for that; or the
    last line of a traceback. Other lines do not count."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    for line in reversed(lines):
        if saying := read_last_words(line):
            return said(saying)
        if line.startswith(_FAULT_PREFIX):
            return plain(line.removeprefix(_FAULT_PREFIX), 400)
    return plain(lines[-1], 400) if lines and _TRACEBACK in errors else ""


class EngineProcess(QObject):
    """One child process. `failed` says in one sentence why it will not be started again by itself."""

    failed = Signal(str)
    stopped = Signal()
    """It ended in order without having been asked by this app."""
    crashed = Signal(str)
    """It ended unexpectedly and is started again; its last words, which may be none."""
    restart_wanted = Signal()
    """It ended in order, so that the whole program is started anew in a newer version."""
    ended = Signal()
    """After `stop`: it is gone."""

    def __init__(
        self, command: Sequence[str], parent: QObject | None = None, restarts_s: Sequence[float] = RESTARTS_S
    ) -> None:
        super().__init__(parent)
        self._command = list(command)
        self._restarts_s = tuple(restarts_s)
        self._restarts = 0
        self._errors = b""
        self._is_ending = False
        self._was_signalled = False
        self._uptime = QElapsedTimer()
        self._process = QProcess(self)
        self._process.setProcessEnvironment(child_environment())
        self._process.setStandardOutputFile(QProcess.nullDevice())
        self._process.readyReadStandardError.connect(self._keep_errors)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._launch)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._insist)

    @property
    def is_running(self) -> bool:
        return self._process.state() != QProcess.ProcessState.NotRunning

    @property
    def is_expected(self) -> bool:
        """Runs, or is about to be started again."""
        return self.is_running or self._again.isActive()

    def start(self) -> None:
        """Does nothing where it runs already. Restores all restarts."""
        self._restarts = 0
        if not self.is_expected and not self._is_ending:
            self._launch()

    def stop(self, *, at_once: bool = False) -> None:
        """Ends the child by closing its standard input, then by signal; `ended` follows, later. `at_once`: it would
        not hear either."""
        self._is_ending = True
        self._again.stop()
        if not self.is_running:
            QTimer.singleShot(0, self.ended.emit)
            return
        self._process.closeWriteChannel()
        if at_once:
            self._process.kill()
        self._patience.start(round(ENDING_S * 1_000))

    def kill_stuck(self) -> None:
        """Ends a child that does not react to anything; it is started again like one that crashed."""
        if self.is_running and not self._is_ending:
            logger.warning("The engine does not answer and is ended")
            self._process.kill()

    def wait_ended(self, seconds: float) -> None:
        """Blocks; only for the end of a desktop session, which does not wait for an event loop."""
        if not self.is_running:
            return
        self._is_ending = True
        self._process.closeWriteChannel()
        if not self._process.waitForFinished(round(seconds * 1_000)):
            self._process.kill()
            self._process.waitForFinished(1_000)

    def _launch(self) -> None:
        self._errors = b""
        self._was_signalled = False
        self._uptime.start()
        logger.info("Starting the engine")
        self._process.start(self._command[0], self._command[1:])

    def _keep_errors(self) -> None:
        self._errors = (self._errors + self._process.readAllStandardError().data())[-_ERRORS_KEPT_BYTES:]

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(
                self.tr("The engine cannot be started ({reason}); install Idlewild again.").format(
                    reason=self._process.errorString()
                )
            )

    def _on_finished(self, code: int, how: QProcess.ExitStatus) -> None:
        self._keep_errors()
        self._patience.stop()
        if self._is_ending:
            self._is_ending = False
            self.ended.emit()
            return
        errors = self._errors.decode(errors="replace")
        reason = last_sentence(errors)
        crashed = how == QProcess.ExitStatus.CrashExit or _TRACEBACK in errors or _BUG in errors
        level = logging.WARNING if crashed or code not in (0, RESTART) else logging.INFO
        logger.log(level, "The engine ended: exit %s, crashed %s, %s", code, crashed, reason)
        if code == RESTART and not crashed:
            self.restart_wanted.emit()
        elif code == 0 and not crashed:
            self.stopped.emit()
        elif not crashed and code in (1, 2) and reason:
            self.failed.emit(reason)
        else:
            self._start_again(reason)

    def _start_again(self, reason: str) -> None:
        if self._uptime.elapsed() > STEADY_S * 1_000:
            self._restarts = 0
        if self._restarts < len(self._restarts_s):
            self._again.start(round(self._restarts_s[self._restarts] * 1_000))
            self._restarts += 1
            self.crashed.emit(reason)
            return
        if reason:
            text = self.tr("The engine ended unexpectedly, again and again; its last words: {reason}")
            self.failed.emit(text.format(reason=reason))
        else:
            self.failed.emit(self.tr("The engine ended unexpectedly, again and again, and left no message."))

    def _insist(self) -> None:
        if self._process.state() == QProcess.ProcessState.NotRunning:
            return
        if self._was_signalled:
            self._process.kill()
            return
        self._process.terminate()
        self._was_signalled = True
        self._patience.start(round(ENDING_S * 1_000))


def child_environment() -> QProcessEnvironment:
    """This one's, with the folder that holds `core` findable from any working directory."""
    environment = QProcessEnvironment.systemEnvironment()
    root = str(Path(__file__).resolve().parent.parent)
    paths = [root, *filter(None, environment.value("PYTHONPATH").split(os.pathsep))]
    environment.insert("PYTHONPATH", os.pathsep.join(dict.fromkeys(paths)))
    environment.insert("PYTHONUNBUFFERED", "1")
    return environment
