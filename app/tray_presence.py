"""Whether this desktop has a tray, now: panels start after programs do, extensions bring one later, panels crash."""

import sys

from app.qt import QDBusConnection, QDBusServiceWatcher, QGuiApplication, QObject, QSystemTrayIcon, QTimer, Signal

WATCHER = "org.kde.StatusNotifierWatcher"
GRACE_S = 10.0
"""For a panel to start after this program did, at login."""


class TrayPresence(QObject):
    """Qt finds out once in its life whether the session bus has a tray, when it is first asked. So it is asked only
    after the tray is there, or, on X11, after none has come to the bus and only the older kind is left."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._has_watcher = False
        self._may_ask_qt = sys.platform in {"win32", "darwin"}
        self._grace = QTimer(self)
        self._grace.setSingleShot(True)
        self._grace.timeout.connect(self._on_grace_over)
        if not self._may_ask_qt:
            self._watch_bus()

    def is_there(self) -> bool:
        if self._may_ask_qt:
            return QSystemTrayIcon.isSystemTrayAvailable()
        return self._has_watcher

    @property
    def is_settled(self) -> bool:
        """No tray is expected to come by itself any more."""
        return not self._grace.isActive()

    def _watch_bus(self) -> None:
        bus = QDBusConnection.sessionBus()
        if bus.isConnected():
            self._services = QDBusServiceWatcher(WATCHER, bus, parent=self)
            self._services.serviceRegistered.connect(lambda _: self._on_watcher(is_there=True))
            self._services.serviceUnregistered.connect(lambda _: self._on_watcher(is_there=False))
            self._has_watcher = bool(bus.interface().isServiceRegistered(WATCHER).value())
        if not self._has_watcher:
            self._grace.start(round(GRACE_S * 1_000))

    def _on_watcher(self, *, is_there: bool) -> None:
        if is_there != self._has_watcher:
            self._has_watcher = is_there
            self.changed.emit()

    def _on_grace_over(self) -> None:
        """Wayland has no older kind."""
        if not self._has_watcher and QGuiApplication.platformName() == "xcb":
            self._may_ask_qt = True
        self.changed.emit()
