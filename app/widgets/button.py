"""Push buttons with room around their text; the one that most people want next on a page is in the accent colour."""

from app.colours import tints
from app.qt import QColor, QPainter, QPaintEvent, QPushButton, QRectF, QSize, QSizePolicy, Qt

_ROOM_PX = 12
_RADIUS_PX = 3.0


class Button(QPushButton):
    def __init__(self, text: str, *, is_primary: bool = False) -> None:
        super().__init__(text)
        self._is_primary = is_primary

    def sizeHint(self) -> QSize:  # noqa: N802
        hint = super().sizeHint()
        return QSize(hint.width() + 2 * _ROOM_PX, max(hint.height(), self.fontMetrics().height() + _ROOM_PX))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        """Fusion lightens a coloured button so far that its text is hard to read, so the accent is laid on flat."""
        if not self._is_primary or not self.isEnabled() or self.style().objectName().lower() != "fusion":
            super().paintEvent(event)
            return
        colours = tints(self.palette())
        face = QColor(colours.accent)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(face.darker(115) if self.isDown() or self.underMouse() else face)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _RADIUS_PX, _RADIUS_PX)
        painter.setPen(QColor(colours.on_accent))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 3.5, -3.5, -3.5), 2, 2)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect(), int(flags), self.text())
        painter.end()


def make_big(button: Button) -> None:
    """As wide as there is room, and higher than others."""
    font = button.font()
    font.setPointSizeF(font.pointSizeF() * 1.15)
    font.setBold(True)
    button.setFont(font)
    button.setMinimumHeight(button.fontMetrics().height() + 22)
    button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
