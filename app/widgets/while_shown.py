"""For pages that show what changes by itself: they ask only while somebody sees them."""

from collections.abc import Callable

from app.qt import QEvent, QObject, QTimer, QWidget

_EVERY_MS = 2_000


class WhileShown(QTimer):
    """Calls `look` when `page` comes into view, and every two seconds until it goes."""

    def __init__(self, page: QWidget, look: Callable[[], None]) -> None:
        super().__init__(page)
        self._look = look
        self.setInterval(_EVERY_MS)
        self.timeout.connect(look)
        page.installEventFilter(self)

    def eventFilter(self, _page: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Show:
            self.start()
            self._look()
        elif event.type() == QEvent.Type.Hide:
            self.stop()
        return False
