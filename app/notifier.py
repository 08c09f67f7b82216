"""Sends what `app.notifications` decides, and remembers it in the settings."""

import time
from collections.abc import Callable

import msgspec

from app.notifications import PATIENCE_S, Deciding, Memory, Notice, Often, Wishes
from app.qt import QObject, QSettings, QTimer
from app.session import Session
from app.situation import Situation
from core.ipc.records import SensorReading

OFTEN, MILESTONES = "notifications/often", "notifications/milestones"
_MEMORY = "notifications/memory"
_LOOK_AGAIN_S = PATIENCE_S / 2
_QUIET_FACTS = {"is_full_screen", "is_in_call"}


def wishes_in(settings: QSettings) -> Wishes:
    often = str(settings.value(OFTEN, Often.DAILY.value))
    known = Often(often) if often in set(Often) else Often.DAILY
    return Wishes(known, bool(settings.value(MILESTONES, False, type=bool)))


def keep_wishes(settings: QSettings, wishes: Wishes) -> None:
    settings.setValue(OFTEN, wishes.often.value)
    settings.setValue(MILESTONES, wishes.milestones)


class Notifier(QObject):
    def __init__(
        self,
        session: Session,
        settings: QSettings,
        send: Callable[[str, str], None],
        parent: QObject | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`send` takes title and text; `clock` gives Unix time."""
        super().__init__(parent)
        self._session, self._settings, self._send, self._clock = session, settings, send, clock
        self._deciding = Deciding(_read(settings))
        self._is_asking = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(round(_LOOK_AGAIN_S * 1_000))
        self._again.timeout.connect(lambda: self.look(session.situation))
        session.changed.connect(self.look)

    def look(self, situation: Situation) -> None:
        before = self._deciding.memory
        notice = self._deciding.look(situation, wishes_in(self._settings), self._clock())
        if self._deciding.memory is not before:
            self._keep()
        if notice is not None and not self._is_asking:
            self._ask_first(notice, situation)
        elif self._deciding.is_waiting and not self._again.isActive():
            self._again.start()

    def _ask_first(self, notice: Notice, situation: Situation) -> None:
        """What holds the engine up hides from the status that somebody is in a call, so the sensors are asked."""
        if situation.live is None:
            self._tell(notice)
            return
        self._is_asking = True
        self._session.control.sensors(lambda readings: self._on_sensors(notice, readings), lambda _: self._tell(notice))

    def _on_sensors(self, notice: Notice, readings: list[SensorReading]) -> None:
        if any(reading.fact in _QUIET_FACTS and reading.value is True for reading in readings):
            self._is_asking = False
            self._again.start()
        else:
            self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        self._is_asking = False
        self._deciding.told(notice, self._clock())
        self._keep()
        self._send(notice.title, notice.text)

    def _keep(self) -> None:
        self._settings.setValue(_MEMORY, msgspec.json.encode(self._deciding.memory).decode())


def _read(settings: QSettings) -> Memory:
    """What cannot be read is forgotten, except that nothing is told at once."""
    kept = settings.value(_MEMORY, "")
    if not kept:
        return Memory()
    try:
        return msgspec.json.decode(str(kept), type=Memory)
    except msgspec.DecodeError:
        return Memory(told_s=time.time())
