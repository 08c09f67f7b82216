"""One of a few things, side by side where there is room; the chosen one is in the accent colour and says so to a
screen reader."""

from collections.abc import Sequence
from typing import Any

from app.colours import tints
from app.qt import (
    QButtonGroup,
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QPushButton,
    QRectF,
    QSize,
    QSizePolicy,
    Qt,
    QWidget,
    Signal,
)
from app.widgets.flow import Flow
from app.widgets.text import name

_RADIUS_PX = 4.0
_ROOM_PX = 9


class _Option(QPushButton):
    """The arrow keys go from option to option, as Qt does it in an exclusive group."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setCheckable(True)
        # The group sees to it; this tells screen readers.
        self.setAutoExclusive(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:  # noqa: N802
        metrics = self.fontMetrics()
        shown = metrics.size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(shown.width() + 2 * _ROOM_PX, metrics.height() + 10)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(colours.accent if self.isChecked() else colours.line), 1))
        painter.setBrush(QColor(colours.accent if self.isChecked() else colours.surface))
        painter.drawRoundedRect(face, _RADIUS_PX, _RADIUS_PX)
        painter.setPen(QColor(colours.on_accent if self.isChecked() else colours.text))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic), self.text())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.on_accent if self.isChecked() else colours.accent), 1))
            painter.drawRoundedRect(face.adjusted(2.5, 2.5, -2.5, -2.5), 2, 2)
        painter.end()


class Choice(QWidget):
    """`options`: what is chosen, and its text. The first is chosen to begin with."""

    chosen = Signal(object)
    """By the user."""

    def __init__(self, accessible_name: str, options: Sequence[tuple[Any, str]]) -> None:
        super().__init__()
        self._values = [value for value, _ in options]
        self._group = QButtonGroup(self)
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        row = Flow(gap_px=4)
        self.setLayout(row)
        for number, (_, text) in enumerate(options):
            option = _Option(text)
            name(option, text.replace("&", ""), accessible_name)
            self._group.addButton(option, number)
            row.addWidget(option)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._on_toggled)
        name(self, accessible_name)

    @property
    def value(self) -> Any:
        return self._values[self._group.checkedId()]

    def choose(self, value: Any) -> None:
        """As if the user had."""
        self._group.button(self._values.index(value)).setChecked(True)

    def _on_toggled(self, number: int, is_checked: bool) -> None:
        if is_checked:
            self.chosen.emit(self._values[number])
