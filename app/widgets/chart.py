"""What all charts have in common: one part of them may be read out, for eyes as well as for ears."""

from typing import Generic, TypeVar

from app.colours import Tints
from app.qt import QAccessible, QColor, QEvent, QFocusEvent, QPainter, QPen, QRectF, Qt, QWidget, Signal
from app.widgets.speaking import say_value
from app.widgets.text import name

Part = TypeVar("Part")
"""What a chart calls its parts by: a number, a day."""


class Chart(QWidget, Generic[Part]):
    """The pointer or the arrow keys choose the part that is read out; it goes with them."""

    ROLE = QAccessible.Role.Chart

    read = Signal(str)
    """The chosen part in words; empty when none is."""

    def __init__(self, accessible_name: str) -> None:
        super().__init__()
        self._name, self._summary = accessible_name, ""
        self._chosen: Part | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        name(self, accessible_name)

    @property
    def chosen(self) -> Part | None:
        """What is read out."""
        return self._chosen

    def choose(self, part: Part | None) -> None:
        if part != self._chosen:
            self._chosen = part
            self.read.emit(self._say())
            self.update()

    def _told(self, part: Part) -> str:
        """That part in words."""
        raise NotImplementedError

    def _sum_up(self, summary: str) -> None:
        """`summary`: what the whole of it shows, in words."""
        self._summary = summary
        text = self._say()
        if self._chosen is not None:  # there may be more to say of it now
            self.read.emit(text)

    def _say(self) -> str:
        text = "" if self._chosen is None else self._told(self._chosen)
        name(self, self._name, text or self._summary)
        say_value(self, text)
        return text

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self.choose(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        self.choose(None)

    def _draw_focus(self, painter: QPainter, colours: Tints) -> None:
        """That this has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
