"""Engine process and control link joined into one `Situation`, and the wishes of the user passed on."""

from collections.abc import Callable
from dataclasses import replace

from app.control import ControlClient, Failed
from app.engine_process import EngineProcess
from app.heartbeat import Heartbeat
from app.qt import QElapsedTimer, QObject, QTimer, Signal
from app.situation import Link, Situation
from core.ipc.messages import Status

FOREIGN_GONE_S = 8.0
"""After an engine that this app did not start has not answered for so long, it is taken as ended."""
UNSEEN_EVERY_S = 30.0
"""How often figures are wanted while nobody looks at them."""
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
        self.wants_restart = False
        """After the end, the program is to be started anew: a newer version waits."""
        self._gone = QTimer(self)
        self._gone.setSingleShot(True)
        self._gone.timeout.connect(self._on_foreign_gone)
        self._heartbeat = Heartbeat()
        self._clock = QElapsedTimer()
        self._clock.start()
        self._look = QTimer(self)
        self._look.setSingleShot(True)
        self._look.timeout.connect(self._on_look)
        control.opened.connect(self._on_opened)
        control.heard.connect(self._on_heard)
        control.beat.connect(self._on_beat)
        control.connected.connect(self._on_connected)
        control.disconnected.connect(self._on_disconnected)
        control.unreachable.connect(self._on_unreachable)
        control.status_changed.connect(self._on_status)
        control.committed.connect(self.committed)
        if engine is not None:
            engine.failed.connect(lambda sentence: self._set(Situation(Link.FAILED, sentence, self.situation.status)))
            engine.stopped.connect(lambda: self._set(Situation(Link.STOPPED, "", self.situation.status)))
            engine.crashed.connect(self._on_crashed)
            engine.restart_wanted.connect(self._on_restart_wanted)

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
        if self.situation.link is Link.SILENT:
            self._engine.stop(at_once=True)
        elif self._control.is_up:
            self._engine.stopped.connect(self._finish)
            self._engine.failed.connect(lambda _: self._finish())
            self._control.quit(lambda _: None)
            QTimer.singleShot(round(QUIT_S * 1_000), self, self._stop_engine)
        else:
            self._engine.stop()

    def watch(self, *, is_seen: bool) -> None:
        """Whether somebody can see the figures; what needs words alone, such as the tray, is told at once anyway."""
        self._control.hear_every(0.0 if is_seen else UNSEEN_EVERY_S)

    # --- wishes ---------------------------------------------------------------------------------------------------

    def pause(self, seconds: float | None) -> None:
        self._control.pause(seconds, self.complained.emit)

    def resume(self) -> None:
        self._control.resume(self.complained.emit)

    def finish_step(self) -> None:
        self._control.finish(self.complained.emit)

    def install_runtime(self, *, metered: bool = False) -> None:
        self._control.install_runtime(self.complained.emit, metered=metered)

    def check_update(self) -> None:
        self._control.check_update(self.complained.emit)

    def fetch_update(self, *, metered: bool = False) -> None:
        self._control.fetch_update(self.complained.emit, metered=metered)

    def apply_update(self) -> None:
        self._control.apply_update(self.complained.emit)

    def join(self, link: str, done: Callable[[], None], failed: Failed) -> None:
        self._control.join(link, done, failed)

    def host_starter(self, done: Callable[[], None], failed: Failed) -> None:
        self._control.host_starter(done, failed)

    def check_network(self, done: Callable[[], None], failed: Failed) -> None:
        self._control.check_network(done, failed)

    # --- what happens -----------------------------------------------------------------------------------------------

    def _on_opened(self) -> None:
        self._heartbeat.begin(self._now_s())
        self._look_later()

    def _on_heard(self) -> None:
        self._heartbeat.heard(self._now_s())
        self._look_later()

    def _on_beat(self) -> None:
        """An engine that was silent for a while goes on where it was."""
        if self.situation.link is Link.SILENT:
            self._set(Situation(Link.READY, "", self.situation.status))

    def _on_connected(self) -> None:
        self._gone.stop()

    def _on_status(self, status: Status) -> None:
        self._set(Situation(Link.READY, "", status))

    def _on_look(self) -> None:
        """Says so where nothing is heard, and mends it where that is this app's to do."""
        self._heartbeat.look(self._now_s())
        self._look_later()
        if self._is_ending or not self._heartbeat.is_silent:
            return
        self._set(Situation(Link.SILENT, "", self.situation.status))
        if self._heartbeat.is_hopeless and self._engine is not None and self._engine.is_running:
            self._forget_heartbeat()
            self._engine.kill_stuck()

    def _look_later(self) -> None:
        self._look.start(round(1_000 * self._heartbeat.next_look_s))

    def _on_crashed(self, reason: str) -> None:
        if reason:
            trouble = self.tr("The engine ended unexpectedly ({reason}) and is started again.").format(reason=reason)
        else:
            trouble = self.tr("The engine ended unexpectedly and is started again.")
        link = Link.STARTING if self.situation.status is None else Link.LOST
        self._set(Situation(link, trouble, self.situation.status))

    def _on_restart_wanted(self) -> None:
        """An end that the user has wished for meanwhile stays an end."""
        self.wants_restart = not self._is_ending
        self._is_ending = True
        self._finish()

    def _now_s(self) -> float:
        return self._clock.elapsed() / 1_000

    def _on_disconnected(self) -> None:
        self._forget_heartbeat()
        if self._is_ending or self.situation.link in {Link.STOPPED, Link.FAILED}:
            return
        if self.situation.link is not Link.LOST:  # the end of the process may be known before that of the connection
            self._set(Situation(Link.LOST, "", self.situation.status))
        if self._engine is None or not self._engine.is_expected:
            self._gone.start(round(FOREIGN_GONE_S * 1_000))

    def _forget_heartbeat(self) -> None:
        self._look.stop()
        self._heartbeat.end()

    def _on_unreachable(self, _reason: str) -> None:
        self._forget_heartbeat()
        if self.situation.link is Link.SILENT:  # it accepted this connection, said nothing on it, and is gone
            self._set(Situation(Link.STARTING, "", self.situation.status))
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
        is_ours = self._engine is not None and self._engine.is_expected
        situation = replace(situation, is_engine_ours=is_ours)
        if situation != self.situation:
            self.situation = situation
            self.changed.emit(situation)

    def _stop_engine(self) -> None:
        if self._engine is not None and self._engine.is_expected:
            self._engine.stop()

    def _finish(self) -> None:
        self._control.stop()
        self.ended.emit()
