"""The app's end of the control socket (design §2): calls with answers, and the engine's notifications as Qt signals."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from app import words
from app.qt import QLocalSocket, QObject, QTimer, Signal
from core.ipc.address import untrusted_reason
from core.ipc.codec import (
    Failure,
    LineSplitter,
    MalformedLine,
    Notification,
    Reply,
    Result,
    decode_reply,
    encode_request,
)
from core.ipc.messages import ExportResult, LogEntry, Method, Status
from core.ipc.preferences import Preferences
from core.ipc.records import Bundle, HistoryRow, Membership, Nearby, Preview, SensorReading, TryAnswer

logger = logging.getLogger(__name__)

T = TypeVar("T")
Failed = Callable[[str], None]
"""Takes one sentence for the user."""
Changes = Mapping[str, Any]
"""Keys of `Preferences` to new values; None is the default."""

FIRST_RETRY_S = 0.1
LAST_RETRY_S = 3.0
TRY_S = 300.0
"""The model may have to be loaded first, on a computer that has other things to do."""
MOST_STARTS = 5_000
ANSWER_S = 60.0
"""The engine answers at once or not at all; only `export` takes long, and says so by its own parameter."""


@dataclass(slots=True)
class _Call:
    kind: Any
    done: Callable[[Any], None]
    failed: Failed
    timer: QTimer


class ControlClient(QObject):
    """Connects by itself, again and again; subscribes as soon as it is connected.

    `connected` comes with the first status, so whoever hears it knows what the engine is doing.
    """

    connected = Signal()
    disconnected = Signal()
    """The link was up and is not any more."""
    opened = Signal()
    """Somebody accepts the connection; whether they answer remains to be seen."""
    heard = Signal()
    """The other side has said something, whatever it is."""
    unreachable = Signal(str)
    """An attempt to connect failed, for this reason; another one follows."""
    status_changed = Signal(object)
    """Status"""
    beat = Signal()
    """What the last status said is still so."""
    committed = Signal(object)
    """LogEntry"""

    def __init__(self, address: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._address = address
        self._calls: dict[int, _Call] = {}
        self._next_id = 1
        self._lines = LineSplitter()
        self._is_up = False
        self._wanted = False
        self._every_s = 0.0
        self._retry_s = FIRST_RETRY_S
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._connect)
        self._socket = QLocalSocket(self)
        self._socket.connected.connect(self._subscribe)
        self._socket.readyRead.connect(self._read)
        self._socket.disconnected.connect(self._on_disconnected)
        self._socket.errorOccurred.connect(self._on_error)

    @property
    def is_up(self) -> bool:
        return self._is_up

    @property
    def is_asking(self) -> bool:
        """Somebody waits for an answer."""
        return bool(self._calls)

    def hear_every(self, seconds: float) -> None:
        """How often figures are wanted; news come at once (`core.ipc.telling`). The newest status comes now."""
        if seconds != self._every_s:
            self._every_s = seconds
            if self._socket.state() == QLocalSocket.LocalSocketState.ConnectedState:
                self.call(Method.SUBSCRIBE, self._wish(), Status, self._take_status, lambda _: None)

    def start(self) -> None:
        self._wanted = True
        self.retry_now()

    def retry_now(self) -> None:
        """Skips what is left of the wait between two attempts."""
        self._retry_s = FIRST_RETRY_S
        if self._wanted and self._socket.state() == QLocalSocket.LocalSocketState.UnconnectedState:
            self._retry.start(0)

    def stop(self) -> None:
        """No more attempts; calls under way fail."""
        self._wanted = False
        self._retry.stop()
        self._socket.abort()
        self._down()

    # --- requests, one function each ------------------------------------------------------------------------------

    def pause(self, seconds: float | None, failed: Failed) -> None:
        self.call(Method.PAUSE, {"seconds": seconds}, Status, self._take_status, failed)

    def resume(self, failed: Failed) -> None:
        self.call(Method.RESUME, {}, Status, self._take_status, failed)

    def finish(self, failed: Failed) -> None:
        self.call(Method.FINISH, {}, Status, self._take_status, failed)

    def join(self, link: str, done: Callable[[], None], failed: Failed) -> None:
        self.call(Method.JOIN, {"link": link}, Status, self._then(done), failed)

    def host_starter(self, done: Callable[[], None], failed: Failed) -> None:
        self.call(Method.HOST_STARTER, {}, Status, self._then(done), failed)

    def consent(self, given: bool, done: Callable[[], None], failed: Failed) -> None:
        self.call(Method.CONSENT, {"given": given}, Status, self._then(done), failed)

    def history(
        self,
        unit: str,
        after: str,
        done: Callable[[list[HistoryRow]], None],
        failed: Failed,
        limit: int = MOST_STARTS,
    ) -> None:
        """`unit`: hour, day or month; `after`: a start that is left out, or empty for the beginning; at most `limit`
        starts are told of, the oldest ones."""
        params = {"unit": unit, "after": after, "limit": limit}
        self.call(Method.HISTORY, params, list[HistoryRow], done, failed)

    def log(self, after_step: int, limit: int, done: Callable[[list[LogEntry]], None], failed: Failed) -> None:
        self.call(Method.LOG, {"after_step": after_step, "limit": limit}, list[LogEntry], done, failed)

    def export(self, folder: str, done: Callable[[ExportResult], None], failed: Failed) -> None:
        self.call(Method.EXPORT, {"folder": folder}, ExportResult, done, failed, answer_s=3_600.0)

    def check_network(self, done: Callable[[], None], failed: Failed) -> None:
        self.call(Method.CHECK_NETWORK, {}, Status, self._then(done), failed)

    def preferences(self, done: Callable[[Preferences], None], failed: Failed) -> None:
        self.call(Method.PREFERENCES, {}, Preferences, done, failed)

    def set_preferences(self, changes: Changes, done: Callable[[Preferences], None], failed: Failed) -> None:
        self.call(Method.SET_PREFERENCES, {"changes": dict(changes)}, Preferences, done, failed)

    def preview(self, changes: Changes, done: Callable[[Preview], None], failed: Failed) -> None:
        """What would happen right now; nothing is changed."""
        self.call(Method.PREVIEW, {"changes": dict(changes)}, Preview, done, failed)

    def sensors(self, done: Callable[[list[SensorReading]], None], failed: Failed) -> None:
        self.call(Method.SENSORS, {}, list[SensorReading], done, failed)

    def collaborations(self, done: Callable[[list[Membership]], None], failed: Failed) -> None:
        self.call(Method.COLLABORATIONS, {}, list[Membership], done, failed)

    def nearby(self, done: Callable[[list[Nearby]], None], failed: Failed) -> None:
        """Takes two seconds."""
        self.call(Method.NEARBY, {}, list[Nearby], done, failed)

    def set_share(self, run: str, share: int, done: Callable[[list[Membership]], None], failed: Failed) -> None:
        """`share`: weight from 0 (set aside) to 100."""
        self.call(Method.SET_SHARE, {"run": run, "share": share}, list[Membership], done, failed)

    def leave(self, run: str, done: Callable[[list[Membership]], None], failed: Failed) -> None:
        self.call(Method.LEAVE, {"run": run}, list[Membership], done, failed)

    def try_model(self, text: str, count: int, done: Callable[[TryAnswer], None], failed: Failed) -> None:
        self.call(Method.TRY_MODEL, {"text": text, "count": count}, TryAnswer, done, failed, answer_s=TRY_S)

    def log_tail(self, lines: int, done: Callable[[list[str]], None], failed: Failed) -> None:
        self.call(Method.LOG_TAIL, {"lines": lines}, list[str], done, failed)

    def diagnostics(self, file: str, done: Callable[[Bundle], None], failed: Failed) -> None:
        """`file`: where the zip is written."""
        self.call(Method.DIAGNOSTICS, {"file": file}, Bundle, done, failed)

    def install_runtime(self, failed: Failed, *, metered: bool = False) -> None:
        """`metered`: also over a network that charges by volume. After a failure it is tried again."""
        self.call(Method.INSTALL_RUNTIME, {"metered": metered}, Status, self._take_status, failed)

    def check_update(self, failed: Failed) -> None:
        self.call(Method.CHECK_UPDATE, {}, Status, self._take_status, failed)

    def fetch_update(self, failed: Failed, *, metered: bool = False) -> None:
        self.call(Method.FETCH_UPDATE, {"metered": metered}, Status, self._take_status, failed)

    def apply_update(self, failed: Failed) -> None:
        """The engine ends the step, and then itself, so that all is started anew."""
        self.call(Method.APPLY_UPDATE, {}, Status, self._take_status, failed)

    def quit(self, failed: Failed) -> None:
        self.call(Method.QUIT, {}, object, lambda _: None, failed)

    def call(
        self,
        method: Method,
        params: Mapping[str, Any],
        kind: Any,
        done: Callable[[Any], None],
        failed: Failed,
        answer_s: float = ANSWER_S,
    ) -> None:
        """Calls exactly one of `done` (with the result read as `kind`) and `failed`, later and never from in here."""
        call_id = self._next_id
        self._next_id += 1
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: self._fail(call_id, self.tr("The engine does not answer; try again.")))
        self._calls[call_id] = _Call(kind, done, failed, timer)
        if self._socket.state() != QLocalSocket.LocalSocketState.ConnectedState:
            timer.timeout.disconnect()
            timer.timeout.connect(lambda: self._fail(call_id, self.tr("The engine is not connected; try again.")))
            timer.start(0)
            return
        timer.start(round(answer_s * 1_000))
        self._socket.write(encode_request(call_id, method, params))

    def forget_asked(self) -> None:
        """Whoever waits for answers is about to go, and hears none of them; the subscription stays."""
        for call_id, call in list(self._calls.items()):
            if call.done != self._on_subscribed:
                self._end(call_id)

    # --- the socket -----------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        if reason := untrusted_reason(self._address):
            self._failed_attempt(
                self.tr("The engine's address cannot be trusted: {reason}.").format(reason=words.said(reason))
            )
            return
        self._socket.connectToServer(self._address)

    def _subscribe(self) -> None:
        self._lines = LineSplitter()
        self.opened.emit()
        self.call(Method.SUBSCRIBE, self._wish(), Status, self._on_subscribed, lambda _: self._socket.abort())

    def _wish(self) -> dict[str, float]:
        return {"every_s": self._every_s} if self._every_s else {}

    def _on_subscribed(self, status: Status) -> None:
        self._is_up = True
        self._retry_s = FIRST_RETRY_S
        self._take_status(status)
        self.connected.emit()

    def _take_status(self, status: Status) -> None:
        self.status_changed.emit(status)

    def _then(self, done: Callable[[], None]) -> Callable[[Status], None]:
        def take(status: Status) -> None:
            self._take_status(status)
            done()

        return take

    def _read(self) -> None:
        self.heard.emit()
        try:
            for line in self._lines.feed(self._socket.readAll().data()):
                self._take(decode_reply(line))
        except MalformedLine as fault:
            logger.warning("Control link closed: %s", fault.reason)
            self._socket.abort()

    def _take(self, reply: Reply) -> None:
        match reply:
            case Notification(method="status"):
                self.status_changed.emit(reply.read(Status))
            case Notification(method="beat"):
                self.beat.emit()
            case Notification(method="commit"):
                self.committed.emit(reply.read(LogEntry))
            case Notification():
                logger.debug("Unknown notification %s", reply.method)
            case Failure(id=int() as call_id):
                self._fail(call_id, words.said(reply.error.saying, reply.error.message))
            case Result(id=int() as call_id):
                self._answer(call_id, reply)

    def _answer(self, call_id: int, result: Result) -> None:
        call = self._calls.get(call_id)
        if call is None:
            return
        value = result.read(call.kind)
        self._end(call_id)
        call.done(value)

    def _end(self, call_id: int) -> _Call | None:
        call = self._calls.pop(call_id, None)
        if call is not None:
            call.timer.stop()
            call.timer.deleteLater()
        return call

    def _fail(self, call_id: int, sentence: str) -> None:
        if call := self._end(call_id):
            call.failed(sentence)

    def _on_error(self, _error: QLocalSocket.LocalSocketError) -> None:
        if self._socket.state() != QLocalSocket.LocalSocketState.ConnectedState and not self._is_up:
            self._failed_attempt(self._socket.errorString())

    def _failed_attempt(self, reason: str) -> None:
        self._try_later()
        self.unreachable.emit(reason)

    def _on_disconnected(self) -> None:
        self._down()
        self._try_later()

    def _down(self) -> None:
        was_up, self._is_up = self._is_up, False
        for call_id in list(self._calls):
            self._fail(call_id, self.tr("The connection to the engine was lost; try again."))
        if was_up:
            self.disconnected.emit()

    def _try_later(self) -> None:
        if self._wanted and not self._retry.isActive():
            self._retry.start(round(self._retry_s * 1_000))
            self._retry_s = min(LAST_RETRY_S, self._retry_s * 1.6)
