"""The window's pages, with their names in a column at the side; where there is no room for it, in a menu at the top."""

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from app.colours import tints
from app.qt import (
    QButtonGroup,
    QColor,
    QEvent,
    QFocusEvent,
    QFont,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPainter,
    QPaintEvent,
    QPen,
    QPushButton,
    QRectF,
    QResizeEvent,
    QSize,
    QSizePolicy,
    QStackedWidget,
    Qt,
    QToolButton,
    QVBoxLayout,
    QWidget,
    Signal,
)
from app.widgets.text import name
from app.words import translate

_MARK_PX = 4
_ROOM_PX = 14
_HEAD_INSET_PX = 6
"""Beside the button's own, so that its text begins where the cards do."""
_LEAST_PAGE_PX = 430
_LEAST_PAGE_CHARACTERS = 62
"""Narrower than this, a page needs the column's room more than the column does."""


@runtime_checkable
class Keeping(Protocol):
    """A page that cannot always be made anew as it was."""

    def keeps(self) -> bool:
        """Whether something would be lost with it: what was typed in, work that is under way."""
        ...


class PageButton(QPushButton):
    """Calm text; the one whose page is shown has a bar at its leading edge and stands out by weight."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFlat(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._by_keyboard = False
        self.toggled.connect(self._weigh)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Whoever clicks knows where the focus is; a ring would only be noise."""
        self._by_keyboard = event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        super().focusInEvent(event)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As wide as it is in bold, so that nothing moves when it becomes so."""
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = type(self.fontMetrics())(bold)
        text = metrics.size(int(Qt.TextFlag.TextShowMnemonic), self.text())
        return QSize(text.width() + 2 * _ROOM_PX + _MARK_PX, text.height() + _ROOM_PX)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setLayoutDirection(self.layoutDirection())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            painter.setBrush(QColor(colours.surface if self.isChecked() else colours.sunken))
            painter.drawRoundedRect(box, 6, 6)
        if self.isChecked():
            mark = QRectF(box.left(), box.top() + 6, _MARK_PX, box.height() - 12)
            if self.isRightToLeft():
                mark.moveRight(box.right())
            painter.setBrush(QColor(colours.accent))
            painter.drawRoundedRect(mark, 2, 2)
        if self.hasFocus() and self._by_keyboard:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1.5))
            painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(colours.text))
        flags = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect().adjusted(_ROOM_PX, 0, -_ROOM_PX, 0), int(flags), self.text())
        painter.end()

    def _weigh(self, is_checked: bool) -> None:
        font = self.font()
        font.setBold(is_checked)
        self.setFont(font)


class Column(QFrame):
    """The names. Tab stops here once; arrows go from name to name and show the pages."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[PageButton] = []
        self._group = QButtonGroup(self)
        self._names = QVBoxLayout(self)
        self._names.setContentsMargins(8, 10, 4, 10)
        self._names.setSpacing(2)
        self._names.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        name(self, translate("pages", "Pages"))
        self._group.idToggled.connect(lambda place, is_on: self.chosen.emit(place) if is_on else None)

    def add(self, title: str) -> None:
        button = PageButton(title)
        self._group.addButton(button, len(self.buttons))
        self._names.insertWidget(len(self.buttons), button)
        self.buttons.append(button)
        self.setFocusProxy(self.buttons[0])

    def show_place(self, place: int) -> None:
        self.buttons[place].setChecked(True)
        self.setFocusProxy(self.buttons[place])


class Pages(QWidget):
    """Called like the tab widget that it takes the place of."""

    currentChanged = Signal(int)  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.column = Column()
        self.menu_button = QToolButton()
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.menu_button.setAutoRaise(True)
        # Its three bars say already that it is a menu; Fusion's arrow lies on the text.
        self.menu_button.setStyleSheet("QToolButton::menu-indicator { image: none }")
        font = self.menu_button.font()
        font.setBold(True)
        self.menu_button.setFont(font)
        self._menu = QMenu(self.menu_button)
        self.menu_button.setMenu(self._menu)
        self.menu_button.hide()
        self._stack = QStackedWidget()
        self._makers: list[Callable[[], QWidget]] = []
        self._made: set[int] = set()
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(_HEAD_INSET_PX, 0, _HEAD_INSET_PX, 0)
        head.addWidget(self.menu_button, 0, Qt.AlignmentFlag.AlignLeading)
        right.addLayout(head)
        right.addWidget(self._stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.column)
        row.addLayout(right, 1)
        self.column.chosen.connect(self.setCurrentIndex)

    def add(self, title: str, make: Callable[[], QWidget]) -> None:
        """`make`: called when the page is first asked for, and when it is after it was dropped. Most starts show one
        page, and many none."""
        place = self._stack.addWidget(QWidget())
        self._makers.append(make)
        self.column.add(title)
        self._menu.addAction(title, partial(self.setCurrentIndex, place))
        if place == 0:
            self._show(0)

    def count(self) -> int:
        return self._stack.count()

    def widget(self, place: int) -> QWidget:
        if place not in self._made:
            self._made.add(place)
            self._put(place, self._makers[place]())
        page = self._stack.widget(place)
        assert page is not None
        return page

    def is_made(self, place: int) -> bool:
        return place in self._made

    def drop_one(self) -> bool:
        """Lets go of a page that keeps nothing; false where there is none. It is made anew when it is asked for."""
        for place in sorted(self._made):
            page = self.widget(place)
            if not (isinstance(page, Keeping) and page.keeps()):
                self._made.remove(place)
                self._put(place, QWidget())
                return True
        return False

    def _put(self, place: int, page: QWidget) -> None:
        old = self._stack.widget(place)
        assert old is not None
        was_shown = self._stack.currentIndex() == place
        self._stack.insertWidget(place, page)
        self._stack.removeWidget(old)
        old.deleteLater()
        if was_shown:
            self._stack.setCurrentIndex(place)

    def tabText(self, place: int) -> str:  # noqa: N802
        return self.column.buttons[place].text()

    def tabBar(self) -> QWidget:  # noqa: N802
        """Whatever names the pages now; it takes the keyboard."""
        return self.menu_button if self.column.isHidden() else self.column

    def currentIndex(self) -> int:  # noqa: N802
        return self._stack.currentIndex()

    def currentWidget(self) -> QWidget:  # noqa: N802
        return self.widget(self._stack.currentIndex())

    def setCurrentWidget(self, page: QWidget) -> None:  # noqa: N802
        self.setCurrentIndex(self._stack.indexOf(page))

    def setCurrentIndex(self, place: int) -> None:  # noqa: N802
        if place == self._stack.currentIndex():
            return
        self.widget(place)
        self._stack.setCurrentIndex(place)
        self._show(place)
        self.currentChanged.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _show(self, place: int) -> None:
        self.column.show_place(place)
        title = self.tabText(place).replace("&", "")
        self.menu_button.setText(translate("pages", "☰  {page}").format(page=title))
        name(self.menu_button, translate("pages", "Pages, now {page}").format(page=title))

    def _fit(self) -> None:
        page_px = max(_LEAST_PAGE_PX, self.fontMetrics().averageCharWidth() * _LEAST_PAGE_CHARACTERS)
        has_room = self.width() >= self.column.sizeHint().width() + page_px
        if has_room == self.column.isHidden():
            had_focus = self.tabBar().hasFocus() or any(button.hasFocus() for button in self.column.buttons)
            self.column.setVisible(has_room)
            self.menu_button.setVisible(not has_room)
            if had_focus:
                self.tabBar().setFocus()
