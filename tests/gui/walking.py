"""Walks over everything that a window shows: for what nobody translated, what is cut off, what has no name."""

import re
from collections.abc import Iterator

import msgspec
from PySide6.QtWidgets import QGroupBox

from app.qt import (
    QAbstractButton,
    QAbstractSpinBox,
    QAccessible,
    QAccessibleInterface,
    QAction,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QLocale,
    QMenu,
    QPoint,
    QRect,
    QScrollArea,
    Qt,
    QTabBar,
    QTableView,
    QTranslator,
    QWidget,
)
from app.widgets.button import Button
from app.widgets.card import Card
from app.widgets.text import ElidedText

Role = QAccessible.Role

OPEN, CLOSE = "⟦", "⟧"
_ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "áéíóúýÁÉÍÓÚÝčňšž")
_LONGER = 1.35
"""Other languages need so much more room than English."""
_INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_TAG = re.compile(r"</?\w+[^<>]*>")
_SENTENCES = {"sentence", "action", "saying", "todo", "findings", "more", "role", "role_sentence", "path", "phase"}
"""Fields of the engine's answers that are shown in the user's language."""


class PseudoTranslator(QTranslator):
    """Every text becomes longer, accented and bracketed; names in braces and keys (&) stay."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str, str]] = set()
        """Context and source of all texts so far."""

    def translate(self, context: str, source: str, _disambiguation: str | None = None, _n: int = -1) -> str:
        self.asked.add((context, source))
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
    before, text = None, _TAG.sub(" ", text)
    while before != text:
        before, text = text, _INNERMOST.sub(" ", text)
    return [word for word in _WORD.findall(text) if word not in data]


def words_in(data: object) -> set[str]:
    """Of all texts in an answer of the engine that are nobody's to translate; not of its sentences, which are."""
    match data:
        case str():
            return set(_WORD.findall(data))
        case dict():
            return set().union(*(words_in(value) for key, value in data.items() if key not in _SENTENCES))
        case list() | tuple():
            return set().union(*map(words_in, data))
        case msgspec.Struct():
            return words_in(msgspec.to_builtins(data))
    return set()


def words_of_dates() -> set[str]:
    """Names of days and months, which come from the locale."""
    locale, forms = QLocale(), (QLocale.FormatType.LongFormat, QLocale.FormatType.ShortFormat)
    days = [locale.standaloneDayName(day, form) for day in range(1, 8) for form in forms]
    months = [locale.standaloneMonthName(month, form) for month in range(1, 13) for form in forms]
    return set(_WORD.findall(" ".join(days + months)))


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
            rows, columns = range(model.rowCount()), range(model.columnCount())
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                yield from (str(model.headerData(number, horizontal, role) or "") for number in columns)
                yield from (str(model.index(row, column).data(role) or "") for row in rows for column in columns)
        case QAbstractSpinBox():
            yield widget.text()
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
        if isinstance(widget, QAbstractButton) and widget.text() and not _has_room(widget):
            found.append(f"{type(widget).__name__} {widget.text()!r} in {widget.width()} × {widget.height()}")
    return found


def _has_room(button: QAbstractButton) -> bool:
    """On one line, or on as many as it takes for those that wrap."""
    if not button.hasHeightForWidth():
        return button.width() >= button.sizeHint().width() - 1
    is_wide = button.width() >= button.minimumSizeHint().width()
    return is_wide and button.height() >= button.heightForWidth(button.width())


def _fits(label: QLabel) -> bool:
    room = label.contentsRect()
    if label.wordWrap():
        return label.heightForWidth(label.width()) <= label.height() + 1
    wanted = label.fontMetrics().size(0, label.text())
    return wanted.width() <= room.width() + 1 and wanted.height() <= room.height() + 1


def nameless(root: QWidget) -> list[str]:
    """Controls that the keyboard reaches, and headers of tables, of which a screen reader could say nothing."""
    found = []
    for widget in shown(root):
        if isinstance(widget, QHeaderView):
            found += [f"header {number} of {widget.parent()}" for number in _nameless_sections(widget)]
            continue
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget.parent(), QAbstractSpinBox):
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if interface is None or not interface.text(QAccessible.Text.Name).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()!r} in {type(widget.parent()).__name__}")
    return found


def painted_by_app(widget: QWidget) -> bool:
    """Or by a delegate of the app's, as the cells of tables with more to show than text."""
    own = (kind for kind in type(widget).__mro__ if kind.__module__.startswith("app."))
    return any("paintEvent" in vars(kind) for kind in own) or type(widget).__name__ == "HourGrid"


KINDS = {
    "Bar": Role.ProgressBar,
    "Bars": Role.Chart,
    "CandidateButton": Role.Button,
    "Check": Role.CheckBox,
    "ElidedText": Role.StaticText,
    "HourGrid": Role.Table,
    "Legend": Role.Graphic,
    "LossCurve": Role.Chart,
    "OutlookLine": Role.Grouping,
    "PageButton": Role.RadioButton,
    "QrCode": Role.Graphic,
    "Radio": Role.RadioButton,
    "StatusLine": Role.StatusBar,
    "Switch": Role.CheckBox,
    "Year": Role.Chart,
    "_Option": Role.RadioButton,
}
"""What else that is painted is to a screen reader."""
TOLD = {Role.Chart, Role.Graphic, Role.Table}
"""Those of which there is more to say than their name."""


def unspoken(root: QWidget) -> list[str]:
    """Painted things that a screen reader takes for something else, or of which it could not say what there is to
    see."""
    found = []
    for widget in filter(painted_by_app, shown(root)):
        interface = QAccessible.queryAccessibleInterface(widget)
        lacks = ["interface"] if interface is None else list(_lacks(interface, _kind_of(widget)))
        found += [f"{type(widget).__name__} in {type(widget.parent()).__name__}: no {one}" for one in lacks]
    return found


def _kind_of(widget: QWidget) -> Role | None:
    if isinstance(widget, Card):
        return Role.Grouping
    if isinstance(widget, Button):
        return Role.ButtonMenu if widget.menu() else Role.CheckBox if widget.isCheckable() else Role.Button
    return KINDS.get(type(widget).__name__)


def _lacks(interface: QAccessibleInterface, kind: Role | None) -> Iterator[str]:
    name, description = (interface.text(text) for text in (QAccessible.Text.Name, QAccessible.Text.Description))
    if interface.role() != kind:
        yield f"{kind}, but {interface.role()}"
    if kind not in {Role.Grouping, Role.StatusBar, Role.StaticText} and not name.strip():
        yield "name"
    if kind in TOLD and (not description.strip() or description == name):
        yield "description"
    if kind is Role.ProgressBar and not interface.text(QAccessible.Text.Value):
        yield "value"


def _nameless_sections(header: QHeaderView) -> list[int]:
    model, way = header.model(), header.orientation()
    return [number for number in range(header.count()) if not str(model.headerData(number, way) or "").strip()]


def overlapping(root: QWidget) -> list[str]:
    """Neighbours that lie on each other, and what reaches out of what it lies in."""
    found = []
    for parent in shown(root):
        inner = [w for w in parent.children() if isinstance(w, QWidget) and w.isVisibleTo(root) and not w.isWindow()]
        if _lays_out(parent):
            for place, one in enumerate(inner):
                found += [_pair(one, two) for two in inner[:place] if one.geometry().intersects(two.geometry())]
            found += [_pair(one, parent) for one in inner if not parent.rect().contains(one.geometry())]
    return found


def _lays_out(parent: QWidget) -> bool:
    """Qt's own parts, such as the button in a line that empties it, may lie on each other."""
    return parent.layout() is not None and not isinstance(parent, QScrollArea | QComboBox | QAbstractSpinBox)


def _pair(one: QWidget, two: QWidget) -> str:
    texts = [f"{type(w).__name__} {next((t for t in texts_of(w) if t), '')!r} {w.geometry()}" for w in (one, two)]
    return " on ".join(texts)


def place_in(widget: QWidget, root: QWidget) -> QRect:
    return QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())


def order_of_tab(root: QWidget) -> list[QWidget]:
    """What Tab goes to in `root`, one after the other."""
    found, widget = [], root.nextInFocusChain()
    while widget is not root:
        takes = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value) and widget.focusProxy() is None
        if takes and root.isAncestorOf(widget) and widget.isVisibleTo(root) and widget.isEnabled():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found
