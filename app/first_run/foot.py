"""The line below a screen: where one is at its beginning, the ways on at its end."""

from app.qt import QBoxLayout, QResizeEvent, QVBoxLayout, QWidget
from app.widgets.card import side_px
from app.widgets.flow import Flow

_GAP_PX = 8


class Foot(QWidget):
    """The two groups stand below each other where there is no room beside."""

    def __init__(self, first: Flow, last: Flow) -> None:
        super().__init__()
        self._parts = first, last
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(14, 10, 14, 14)
        self._row.setSpacing(_GAP_PX)
        self._row.addLayout(_in_the_middle(first))
        self._row.addStretch(1)
        self._row.addLayout(_in_the_middle(last))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        side = side_px(event.size().width())
        self._row.setContentsMargins(side, 10, side, 14)
        margins = self._row.contentsMargins()
        wanted = sum(part.sizeHint().width() for part in self._parts) + 2 * _GAP_PX + margins.left() + margins.right()
        is_short = event.size().width() < wanted
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if is_short else QBoxLayout.Direction.LeftToRight)


def _in_the_middle(part: Flow) -> QVBoxLayout:
    """Of the height of the line."""
    column = QVBoxLayout()
    column.addStretch(1)
    column.addLayout(part)
    column.addStretch(1)
    return column
