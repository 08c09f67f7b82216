"""Groups of things that belong together, on a surface of their own."""

from app.colours import tints
from app.qt import (
    QColor,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPainter,
    QPaintEvent,
    QPen,
    QRectF,
    QResizeEvent,
    QScrollArea,
    QSizePolicy,
    Qt,
    QVBoxLayout,
    QWidget,
    Signal,
)
from app.widgets.text import Text, name

_RADIUS_PX = 8.0
_MARGIN_PX = 14
_READABLE_PX = 760
"""Widest that text and controls are laid out."""


def side_px(width_px: int) -> int:
    """Room at each side of a column in the middle of so much width."""
    return max(_MARGIN_PX, (width_px - _READABLE_PX) // 2)


class Card(QFrame):
    """A rounded surface with a vertical layout, `rows`."""

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self.rows = QVBoxLayout(self)
        self.rows.setContentsMargins(14, 12, 14, 12)
        self.rows.setSpacing(8)
        self.title = Text(title, bold=True, wraps=True)
        if title:
            name(self, title.strip())
            self.rows.addWidget(self.title)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.setBrush(QColor(colours.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS_PX, _RADIUS_PX)
        painter.end()


class Figure(QWidget):
    """A caption and under it a value, read out together."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        self._caption = Text(caption, tint="muted", wraps=True)
        self._value = Text("–", scale=1.2, bold=True, wraps=True)
        column.addWidget(self._caption, 1, Qt.AlignmentFlag.AlignBottom)
        column.addWidget(self._value)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        name(self, f"{caption}: –")

    @property
    def text(self) -> str:
        return self._value.text()

    def show_value(self, value: str, aside: str = "") -> None:
        """`aside` stands behind the value, such as its share of the whole."""
        text = f"{value}  ({aside})" if aside else value
        self._value.setText(text)
        name(self, f"{self._caption.text()}: {text}")


def side_by_side(*widgets: QWidget) -> QHBoxLayout:
    """On one line in all circumstances."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget)
    return row


class Page(QScrollArea):
    """A page that scrolls when the window is too low for it. Focusable children scroll into view by themselves.

    In a wide window all pages stand in the same column in the middle, since long lines are hard to read.
    """

    side_changed = Signal(int)
    """Room at each side of the column, in pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.body = QWidget()
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(_MARGIN_PX, _MARGIN_PX, _MARGIN_PX, _MARGIN_PX)
        self.column.setSpacing(12)
        self.setWidget(self.body)
        self.viewport().setAutoFillBackground(False)
        self.body.setAutoFillBackground(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        side = side_px(self.viewport().width())
        if side != self.column.contentsMargins().left():
            self.column.setContentsMargins(side, _MARGIN_PX, side, _MARGIN_PX)
            self.side_changed.emit(side)
        super().resizeEvent(event)

    def add(self, part: QWidget | QLayout) -> None:
        if isinstance(part, QWidget):
            self.column.addWidget(part)
        else:
            self.column.addLayout(part)
