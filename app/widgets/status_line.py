"""The line at the window's foot: its state, and in its place for a while a remark, shortened where there is no room."""

from app.qt import QPainter, QPaintEvent, QRect, QStatusBar, QStyle, QStyleOption, Qt, QWidget
from app.widgets.speaking import announce
from app.widgets.text import ElidedText

_MARGIN_PX, _GAP_PX = 12, 6


class StatusLine(QStatusBar):
    def __init__(self, beside: QWidget) -> None:
        """`beside`: stays at the end, whatever is said."""
        super().__init__()
        self.state = ElidedText(tint="muted")
        self._beside = beside
        self.addWidget(self.state, 1)
        self.addPermanentWidget(beside)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
        self.messageChanged.connect(self._announce)

    def _announce(self, remark: str) -> None:
        announce(self, remark)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Qt would cut off a long remark without a sign, and begin it elsewhere than the state."""
        painter, option = QPainter(self), QStyleOption()
        painter.setLayoutDirection(self.layoutDirection())
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option, painter, self)
        if message := self.currentMessage():
            room = self._room()
            shown = self.fontMetrics().elidedText(message, Qt.TextElideMode.ElideRight, room.width())
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
            painter.setPen(self.palette().windowText().color())
            painter.drawText(room, int(flags), shown)
        painter.end()

    def _room(self) -> QRect:
        """Between the edge where the state begins and what stands at the end."""
        room, taken = self.contentsRect(), self._beside.geometry()
        if self._beside.isVisible() and self.isRightToLeft():
            room.setLeft(taken.right() + _GAP_PX)
        elif self._beside.isVisible():
            room.setRight(taken.left() - _GAP_PX)
        if self.isRightToLeft():
            room.setRight(self.width() - _MARGIN_PX - _GAP_PX)
        else:
            room.setLeft(_MARGIN_PX + _GAP_PX)
        return room
