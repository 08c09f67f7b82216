"""Walks over everything that a window shows: for what nobody translated, what is cut off, what has no name."""

import re
from collections.abc import Iterator

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QComboBox, QGroupBox, QHeaderView, QTabBar

from app.qt import QAction, QLabel, QLineEdit, QMenu, Qt, QTableView, QTranslator, QWidget
from app.widgets.text import ElidedText

OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "áéíóúýÁÉÍÓÚÝčňšž")
_LONGER = 1.35
"""Other languages need so much more room than English."""
_INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[^\W\d_]{3,}")


class PseudoTranslator(QTranslator):
    """Every text becomes longer, accented and bracketed; names in braces and keys (&) stay."""

    def translate(self, _context: str, source: str, _disambiguation: str | None = None, _n: int = -1) -> str:
        return pseudo(source)

    def isEmpty(self) -> bool:  # noqa: N802
        return False


def pseudo(source: str) -> str:
    if not source:
        return ""
    parts = re.split(r"(\{[^{}]*\})", source)
    accented = "".join(part if part.startswith("{") else part.translate(_ACCENTS) for part in parts)
    return f"{OPEN}{accented}{'~' * round(len(source) * (_LONGER - 1))}{CLOSE}"


def untranslated(text: str, data: set[str]) -> list[str]:
    """Words of `text` that stand outside all brackets and are not among `data`."""
    before = None
    while before != text:
        before, text = text, _INNERMOST.sub(" ", text)
    return [word for word in _WORD.findall(text) if word not in data]


def shown(root: QWidget) -> Iterator[QWidget]:
    """`root` and all visible widgets in it."""
    yield root
    for widget in root.findChildren(QWidget):
        if widget.isVisibleTo(root):
            yield widget


def texts_of(widget: QWidget) -> Iterator[str]:
    """Everything that people read or hear of this one widget."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QGroupBox():
            yield widget.title()
        case QLineEdit():
            yield widget.placeholderText()
        case QTabBar():
            yield from (widget.tabText(number) for number in range(widget.count()))
        case QComboBox():
            yield from (widget.itemText(number) for number in range(widget.count()))
        case QTableView():
            model = widget.model()
            horizontal = Qt.Orientation.Horizontal
            yield from (str(model.headerData(number, horizontal) or "") for number in range(model.columnCount()))
        case QMenu():
            yield from texts_of_actions(widget.actions())


def texts_of_actions(actions: list[QAction]) -> Iterator[str]:
    for action in actions:
        yield action.text()
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from texts_of_actions(menu.actions())


def clipped(root: QWidget) -> list[str]:
    """Texts of which a part is not seen, though nothing shows that there is more."""
    found = []
    for widget in shown(root):
        if isinstance(widget, ElidedText) or widget.width() == 0:
            continue
        if isinstance(widget, QLabel) and widget.text() and not _fits(widget):
            found.append(f"{type(widget).__name__} {widget.text()!r} in {widget.width()} × {widget.height()}")
        if isinstance(widget, QAbstractButton) and widget.text() and widget.width() < widget.sizeHint().width() - 1:
            found.append(f"{type(widget).__name__} {widget.text()!r} in {widget.width()}")
    return found


def _fits(label: QLabel) -> bool:
    room = label.contentsRect()
    if label.wordWrap():
        return label.heightForWidth(label.width()) <= label.height() + 1
    wanted = label.fontMetrics().size(0, label.text())
    return wanted.width() <= room.width() + 1 and wanted.height() <= room.height() + 1


def nameless(root: QWidget) -> list[str]:
    """Controls that the keyboard reaches and of which a screen reader could say nothing."""
    found = []
    for widget in shown(root):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget, QHeaderView):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is None or not interface.text(QAccessible.Text.Name).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {type(widget.parent()).__name__}")
    return found
