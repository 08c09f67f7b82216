"""Push buttons with room around their text; the one that most people want next on a page is in the accent colour."""

from app.colours import tints
from app.qt import (
    QColor,
    QPainter,
    QPaintEvent,
    QPushButton,
    QRectF,
    QSize,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    Qt,
)
from app.widgets.wrapping import longest_word_px, size_of, wrapped

_ROOM_PX = 12
_RADIUS_PX = 3.0


class Button(QPushButton):
    """As wide as its text, and on several lines where there is too little room for that."""

    def __init__(self, text: str, *, is_primary: bool = False) -> None:
        super().__init__(text)
        self._is_primary = is_primary
        self.may_grow(is_growing=False)

    def may_grow(self, *, is_growing: bool) -> None:
        """Whether it takes the room that is left beside it."""
        across = QSizePolicy.Policy.Expanding if is_growing else QSizePolicy.Policy.Preferred
        policy = QSizePolicy(across, QSizePolicy.Policy.Minimum, QSizePolicy.ControlType.PushButton)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def _around_px(self) -> int:
        """What style and room take beside the text."""
        return super().sizeHint().width() - size_of(self.text(), self.fontMetrics()).width() + 2 * _ROOM_PX

    def sizeHint(self) -> QSize:  # noqa: N802
        width = super().sizeHint().width() + 2 * _ROOM_PX
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        width = min(self.sizeHint().width(), longest_word_px(self.text(), self.fontMetrics()) + self._around_px)
        return QSize(width, self.sizeHint().height())

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        one_line_px = max(super().sizeHint().height(), self.fontMetrics().height() + _ROOM_PX, self.minimumHeight())
        more_lines = self._in_lines(width).count("\n")
        return one_line_px + more_lines * self.fontMetrics().lineSpacing()

    def _in_lines(self, width: int) -> str:
        return wrapped(self.text(), self.fontMetrics(), width - self._around_px)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Fusion lightens a coloured button so far that its text is hard to read, so the accent is laid on flat."""
        painter = QPainter(self)
        if self._is_primary and self.isEnabled() and self.style().objectName().lower() == "fusion":
            self._paint_flat(painter)
        else:
            option = QStyleOptionButton()
            self.initStyleOption(option)
            option.text = self._in_lines(self.width())
            self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        painter.end()

    def _paint_flat(self, painter: QPainter) -> None:
        colours = tints(self.palette())
        face = QColor(colours.accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(face.darker(115) if self.isDown() or self.underMouse() else face)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), _RADIUS_PX, _RADIUS_PX)
        painter.setPen(QColor(colours.on_accent))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3.5, 3.5, -3.5, -3.5), 2, 2)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect(), int(flags), self._in_lines(self.width()))


def make_big(button: Button) -> None:
    """As wide as there is room, and higher than others."""
    font = button.font()
    font.setPointSizeF(font.pointSizeF() * 1.15)
    font.setBold(True)
    button.setFont(font)
    button.setMinimumHeight(button.fontMetrics().height() + 22)
    button.may_grow(is_growing=True)
