"""Controls beside each other; where a line is full, the next ones stand below it."""

from app.qt import QLayout, QLayoutItem, QMargins, QPoint, QRect, QSize, Qt, QWidget


class Flow(QLayout):
    def __init__(self, *widgets: QWidget, gap_px: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap_px = gap_px
        self.setContentsMargins(QMargins(0, 0, 0, 0))
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:  # noqa: N802
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:  # noqa: N802
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return self._place(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802
        super().setGeometry(rect)
        self._place(rect, moves=True)

    def sizeHint(self) -> QSize:  # noqa: N802
        """All in one line."""
        hints = [item.sizeHint() for item in self._shown()]
        gaps = self._gap_px * max(0, len(hints) - 1)
        return QSize(sum(hint.width() for hint in hints) + gaps, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802
        least = QSize()
        for item in self._shown():
            least = least.expandedTo(item.minimumSize())
        return least

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, moves: bool) -> int:
        """Height that the lines take. From the leading edge on, which is the right one where that is how one reads."""
        parent = self.parentWidget()
        is_mirrored = parent is not None and parent.isRightToLeft()
        y = 0
        for line in self._lines(rect.width()):
            line_px, x = max(size.height() for _, size in line), 0
            for item, size in line:
                left = rect.right() + 1 - x - size.width() if is_mirrored else rect.left() + x
                if moves:
                    above_px = (line_px - size.height()) // 2
                    item.setGeometry(QRect(QPoint(left, rect.top() + y + above_px), size))
                x += size.width() + self._gap_px
            y += line_px + self._gap_px
        return max(0, y - self._gap_px)

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        found: list[list[tuple[QLayoutItem, QSize]]] = []
        x = 0
        for item in self._shown():
            size = _fitted(item, width)
            if not found or x + size.width() > width:
                found.append([])
                x = 0
            found[-1].append((item, size))
            x += size.width() + self._gap_px
        return found


def _fitted(item: QLayoutItem, most_px: int) -> QSize:
    """What is wider than a whole line is made narrower and higher, if it can be."""
    size = item.sizeHint()
    if size.width() <= most_px:
        return size
    width = max(most_px, item.minimumSize().width())
    return QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else size.height())
