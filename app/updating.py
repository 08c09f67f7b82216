"""Uses a newer version by itself while nobody looks."""

from collections.abc import Callable

from app.qt import QObject
from app.session import Session
from app.situation import Situation
from core.ipc.installed import UpdateState
from core.ipc.preferences import Preferences


class Updating(QObject):
    """`is_seen`: whether somebody may be looking at the window, which would vanish for seconds."""

    def __init__(self, session: Session, is_seen: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._is_seen = session, is_seen
        self._asked_for = ""
        session.changed.connect(self.look)

    def look(self, situation: Situation) -> None:
        """Asks once for each version: one that is then not used has its reason, and stays for the user to decide."""
        live = situation.live
        if live is None or live.update.state is not UpdateState.READY or live.update.newer == self._asked_for:
            return
        if not self._is_seen():
            self._asked_for = live.update.newer
            self._session.control.preferences(self._on_preferences, lambda _: self._forget())

    def _on_preferences(self, preferences: Preferences) -> None:
        if self._is_seen():
            self._forget()
        elif preferences.automatic_updates:
            self._session.apply_update()

    def _forget(self) -> None:
        self._asked_for = ""
