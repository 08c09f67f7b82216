"""An invitation as a QR code, dark on white in both schemes, because many readers know no other."""

from app.qt import QAccessible, QColor, QPainter, QPaintEvent, QSize, QSizePolicy, Qt, QWidget
from app.widgets.text import name
from app.words import translate

_QUIET_MODULES = 4
_MODULE_PX = 4


class QrCode(QWidget):
    ROLE = QAccessible.Role.Graphic

    def __init__(self, accessible_name: str) -> None:
        super().__init__()
        self._rows: list[bytes] = []
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        name(self, accessible_name, translate("qr", "Says the same as the link above it, to a camera."))

    def show_text(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self._rows = _modules(text) if text else []
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        side = (len(self._rows) + 2 * _QUIET_MODULES) * _MODULE_PX
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(Qt.GlobalColor.white))
        for y, row in enumerate(self._rows):
            for x, dark in enumerate(row):
                if dark:
                    left, top = (x + _QUIET_MODULES) * _MODULE_PX, (y + _QUIET_MODULES) * _MODULE_PX
                    painter.fillRect(left, top, _MODULE_PX, _MODULE_PX, QColor(Qt.GlobalColor.black))
        painter.end()


def _modules(text: str) -> list[bytes]:
    """Rows of 0 and 1; none where the text is longer than a QR code holds."""
    import segno

    try:
        return [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    except segno.DataOverflowError:
        return []
