"""A check box that looks like a switch: what it says takes effect at once, without an OK."""

from app.colours import tints
from app.qt import QCheckBox, QColor, QPainter, QPaintEvent, QPen, QPoint, QRectF, QSize, QSizePolicy, Qt

_ROOM_PX = 3
"""For the ring of the keyboard's place."""


class Switch(QCheckBox):
    """To a screen reader a check box; its name comes from whoever puts a caption beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        height = max(18, self.fontMetrics().height())
        return QSize(round(height * 1.9) + 2 * _ROOM_PX, height + 2 * _ROOM_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self.sizeHint()

    def hitButton(self, _place: QPoint) -> bool:  # noqa: N802
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        track = QRectF(self.rect()).adjusted(_ROOM_PX + 0.5, _ROOM_PX + 0.5, -_ROOM_PX - 0.5, -_ROOM_PX - 0.5)
        radius = track.height() / 2
        strong = QColor(colours.accent if self.isEnabled() else colours.disabled)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1.5))
            painter.drawRoundedRect(track.adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2.5, radius + 2.5)
        off = QColor(colours.muted if self.isEnabled() else colours.disabled)
        painter.setPen(QPen(strong if self.isChecked() else off, 1.3))
        painter.setBrush(strong if self.isChecked() else QColor(colours.surface))
        painter.drawRoundedRect(track, radius, radius)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent) if self.isChecked() else off)
        is_right = self.isChecked() != self.isRightToLeft()
        middle = track.right() - radius if is_right else track.left() + radius
        knob = radius - 3
        painter.drawEllipse(QRectF(middle - knob, track.center().y() - knob, 2 * knob, 2 * knob))
        painter.end()
