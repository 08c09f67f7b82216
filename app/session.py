"""Engine process and control link joined into one `Situation`, and the wishes of the user passed on."""

from collections.abc import Callable
from dataclasses import replace

from app.control import ControlClient, Failed
from app.engine_process import EngineProcess
from app.qt import QObject, QTimer, Signal
from app.situation import Link, Situation
from core.ipc.messages import Status

FOREIGN_GONE_S = 8.0
"""After an engine that this app did not start has not answered for so long, it is taken as ended."""
QUIT_S = 3.0
"""For the engine to act on `quit` before it is ended as a process."""


class Session(QObject):
    """`engine` is None where somebody else runs it."""

    changed = Signal(object)
    """Situation"""
    committed = Signal(object)
    """LogEntry"""
    complained = Signal(str)
    """A wish could not be fulfilled; one sentence."""
    ended = Signal()

    def __init__(self, control: ControlClient, engine: EngineProcess | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.situation = Situation()
        self.control = control
        """For requests whose answers concern nobody but the asker."""
        self._control = control
        self._engine = engine
        self._is_ending = False
        self._gone = QTimer(self)
        self._gone.setSingleShot(True)
        self._gone.timeout.connect(self._on_foreign_gone)
        control.connected.connect(self._on_connected)
        control.disconnected.connect(self._on_disconnected)
        control.unreachable.connect(self._on_unreachable)
        control.status_changed.connect(self._on_status)
        control.committed.connect(self.committed)
        if engine is not None:
            engine.failed.connect(lambda sentence: self._set(Situation(Link.FAILED, sentence, self.situation.status)))
            engine.stopped.connect(lambda: self._set(Situation(Link.STOPPED, "", self.situation.status)))

    def start(self) -> None:
        """Looks for an engine that runs already, and starts one where there is none."""
        self._control.start()

    def retry(self) -> None:
        """After a failure, because the user says so."""
        if self.situation.may_try_again:
            self.resume()
            return
        self._set(Situation(Link.STARTING, "", self.situation.status))
        if self._engine is not None:
            self._engine.start()
        else:
            self._gone.start(round(FOREIGN_GONE_S * 1_000))
        self._control.retry_now()

    def end(self) -> None:
        """Ends an engine of our own and leaves any other alone; `ended` follows."""
        if self._is_ending:
            return
        self._is_ending = True
        if self._engine is None or not self._engine.is_expected:
            self._finish()
            return
        self._engine.ended.connect(self._finish)
        if self._control.is_up:
            self._engine.stopped.connect(self._finish)
            self._engine.failed.connect(lambda _: self._finish())
            self._control.quit(lambda _: None)
            QTimer.singleShot(round(QUIT_S * 1_000), self, self._stop_engine)
        else:
            self._engine.stop()

    # --- wishes ---------------------------------------------------------------------------------------------------

    def pause(self, seconds: float | None) -> None:
        self._control.pause(seconds, self.complained.emit)

    def resume(self) -> None:
        self._control.resume(self.complained.emit)

    def finish_step(self) -> None:
        self._control.finish(self.complained.emit)

    def join(self, link: str, done: Callable[[], None], failed: Failed) -> None:
        self._control.join(link, done, failed)

    def host_starter(self, done: Callable[[], None], failed: Failed) -> None:
        self._control.host_starter(done, failed)

    def check_network(self, done: Callable[[], None], failed: Failed) -> None:
        self._control.check_network(done, failed)

    # --- what happens -----------------------------------------------------------------------------------------------

    def _on_connected(self) -> None:
        self._gone.stop()

    def _on_status(self, status: Status) -> None:
        self._set(Situation(Link.READY, "", status))

    def _on_disconnected(self) -> None:
        if self._is_ending or self.situation.link in {Link.STOPPED, Link.FAILED}:
            return
        self._set(replace(self.situation, link=Link.LOST))
        if self._engine is None or not self._engine.is_expected:
            self._gone.start(round(FOREIGN_GONE_S * 1_000))

    def _on_unreachable(self, _reason: str) -> None:
        waits_for_first = self.situation.link is Link.STARTING and not self._is_ending
        if not waits_for_first:
            return
        if self._engine is not None:
            if not self._engine.is_expected:
                self._engine.start()
        elif not self._gone.isActive():
            self._gone.start(round(FOREIGN_GONE_S * 1_000))

    def _on_foreign_gone(self) -> None:
        if self._control.is_up or (self._engine is not None and self._engine.is_expected):
            return
        if self._engine is None:
            self._set(Situation(Link.FAILED, self.tr("No engine answers; start one."), self.situation.status))
        else:
            self._set(Situation(Link.STOPPED, self.tr("The engine has ended."), self.situation.status))

    def _set(self, situation: Situation) -> None:
        if situation != self.situation:
            self.situation = situation
            self.changed.emit(situation)

    def _stop_engine(self) -> None:
        if self._engine is not None and self._engine.is_expected:
            self._engine.stop()

    def _finish(self) -> None:
        self._control.stop()
        self.ended.emit()
