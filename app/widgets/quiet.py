"""Controls that a mouse wheel only moves while the keyboard is on them: on a page that scrolls, the others' values must
not change while somebody scrolls past."""

from app.qt import (
    QComboBox,
    QDoubleSpinBox,
    QEvent,
    QKeyEvent,
    QKeySequence,
    QSizePolicy,
    QSlider,
    Qt,
    QWheelEvent,
    Signal,
)


class QuietSlider(QSlider):
    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class QuietBox(QComboBox):
    closed = Signal()
    """Its list has gone, whether something was chosen or not."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(6)

    def hidePopup(self) -> None:  # noqa: N802
        super().hidePopup()
        self.closed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class QuietNumber(QDoubleSpinBox):
    """Says `valueChanged` for each turn of its arrows, and for a typed number when that is finished.

    Ctrl+Z is its own only while there is typing to take back; else it is the window's.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self.is_typing = False
        """Something was typed that is no value yet."""
        self.setGroupSeparatorShown(True)
        self.lineEdit().textEdited.connect(lambda _: self._type(is_typing=True))
        self.editingFinished.connect(lambda: self._type(is_typing=False))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def _type(self, *, is_typing: bool) -> None:
        self.is_typing = is_typing

    def textFromValue(self, value: float) -> str:  # noqa: N802
        """Without the zeros that only the widest number needs: 3 and 2.5, not 3.0."""
        written = self.locale().toString(value, "f", self.decimals())
        point = self.locale().decimalPoint()
        return written.rstrip(self.locale().zeroDigit()).removesuffix(point) if point in written else written

    def event(self, event: QEvent) -> bool:
        is_undo = (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Undo)
        )
        if is_undo and not self.is_typing:
            event.ignore()
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
