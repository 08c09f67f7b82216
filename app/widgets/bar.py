"""A slim progress bar that is drawn once per change; the styles' own ones animate and so keep the processor awake."""

from app.colours import tints
from app.qt import QColor, QPainter, QPaintEvent, QProgressBar, QRectF, QSize, QSizePolicy, Qt

_HEIGHT_PX = 10


class Bar(QProgressBar):
    """Shows a fraction; says the same to a screen reader as any progress bar."""

    def __init__(self) -> None:
        super().__init__()
        self._fraction = 0.0
        self.setTextVisible(False)
        # Percent, because some readers say the value as it is.
        self.setRange(0, 100)
        self.setValue(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_fraction(self, fraction: float) -> None:
        fraction = min(1.0, max(0.0, fraction))
        if fraction != self._fraction:
            self._fraction = fraction
            self.setValue(int(100 * fraction))
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(120, _HEIGHT_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(40, _HEIGHT_PX)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        track = QRectF(self.rect())
        radius = track.height() / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.sunken))
        painter.drawRoundedRect(track, radius, radius)
        if self._fraction > 0:
            done = QRectF(track)
            done.setWidth(max(track.width() * self._fraction, track.height()))
            if self.isRightToLeft():
                done.moveRight(track.right())
            painter.setBrush(QColor(colours.accent if self.isEnabled() else colours.disabled))
            painter.drawRoundedRect(done, radius, radius)
        painter.end()
