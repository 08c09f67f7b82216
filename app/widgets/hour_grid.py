"""The 168 hours of a week as a table that is painted: with the mouse, or with arrows, Shift and the space bar."""

from typing import Any

from app.colours import Role, tints
from app.qt import (
    QAbstractItemView,
    QAbstractTableModel,
    QColor,
    QEvent,
    QHeaderView,
    QItemSelectionModel,
    QKeyEvent,
    QLocale,
    QModelIndex,
    QMouseEvent,
    QPainter,
    QPalette,
    QPen,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QResizeEvent,
    QSize,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    Qt,
    QTableView,
    QTime,
    Signal,
)
from app.widgets.speaking import announce
from app.widgets.text import name
from app.words import translate

Hours = tuple[int, ...]
"""For each day, Monday first, the bits of its hours, as in `core.ipc.preferences`."""
Index = QModelIndex | QPersistentModelIndex

ALL_DAY = (1 << 24) - 1
DAYS, HOURS = 7, 24
_LABEL_EVERY = 6
_LEAST_CELL_PX = 8


def with_cells(hours: Hours, cells: list[tuple[int, int]], *, is_on: bool) -> Hours:
    """`cells`: (day, hour)."""
    changed = list(hours)
    for day, hour in cells:
        changed[day] = changed[day] | 1 << hour if is_on else changed[day] & ~(1 << hour)
    return tuple(changed)


def has(hours: Hours, day: int, hour: int) -> bool:
    return bool(hours[day] >> hour & 1)


class WeekModel(QAbstractTableModel):
    """Rows are days from the locale's first day of the week on, columns are hours."""

    def __init__(self) -> None:
        super().__init__()
        self.hours: Hours = (ALL_DAY,) * DAYS
        first = QLocale().firstDayOfWeek().value - 1
        self.days = [(first + place) % DAYS for place in range(DAYS)]

    def show_hours(self, hours: Hours) -> None:
        if hours != self.hours:
            self.hours = hours
            self.dataChanged.emit(self.index(0, 0), self.index(DAYS - 1, HOURS - 1))

    def cell(self, index: Index) -> tuple[int, int]:
        """(day, hour)"""
        return self.days[index.row()], index.column()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        return 0 if parent.isValid() else DAYS

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 (Qt's signature)
        return 0 if parent.isValid() else HOURS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        day, hour = self.cell(index)
        is_on = has(self.hours, day, hour)
        match role:
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return in_words(day, hour, is_on=is_on)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        is_day = orientation == Qt.Orientation.Vertical
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return day_name(self.days[section], QLocale.FormatType.ShortFormat) if is_day else _hour_label(section)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return day_name(self.days[section]) if is_day else span(section)
            case Qt.ItemDataRole.TextAlignmentRole:
                return (Qt.AlignmentFlag.AlignLeading if is_day else Qt.AlignmentFlag.AlignLeft) | (
                    Qt.AlignmentFlag.AlignVCenter
                )
        return None

    def flags(self, _index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable


def day_name(day: int, form: QLocale.FormatType = QLocale.FormatType.LongFormat) -> str:
    """`day`: 0 is Monday."""
    return QLocale().standaloneDayName(day + 1, form)


def span(hour: int) -> str:
    times = (QLocale().toString(QTime(at % HOURS, 0), QLocale.FormatType.ShortFormat) for at in (hour, hour + 1))
    return translate("hours", "{start} to {end}").format(**dict(zip(("start", "end"), times, strict=True)))


def in_words(day: int, hour: int, *, is_on: bool) -> str:
    if is_on:
        return translate("hours", "{day}, {span}: may compute").format(day=day_name(day), span=span(hour))
    return translate("hours", "{day}, {span}: does not compute").format(day=day_name(day), span=span(hour))


def _hour_label(hour: int) -> str:
    return QLocale().toString(hour)


class _Cells(QStyledItemDelegate):
    """A filled square for yes and a hollow one for no, so that it does not depend on colour alone."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view = option.widget
        state, rect = option.state, option.rect
        colours = tints(view.palette())
        is_on = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        is_enabled = bool(state & QStyle.StateFlag.State_Enabled)
        box = QRectF(rect).adjusted(1, 1, -1, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fill = colours.accent if is_enabled else colours.disabled
        painter.setPen(QPen(QColor(fill if is_on else colours.line), 1))
        painter.setBrush(QColor(fill if is_on else colours.sunken))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        if state & QStyle.StateFlag.State_Selected and view.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.text), 2))
            painter.drawRoundedRect(box, 2, 2)
        painter.restore()


class _HourHeader(QHeaderView):
    """Labels some hours, each over the columns of those that follow it."""

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        if section % _LABEL_EVERY:
            return
        room = rect.width() * (_LABEL_EVERY - 1)
        whole = rect.adjusted(-room, 0, 0, 0) if self.isRightToLeft() else rect.adjusted(0, 0, room, 0)
        painter.setPen(self.palette().color(Role.PlaceholderText))
        # So that it takes left for right where the grid does; by itself it goes by the application.
        painter.setLayoutDirection(self.layoutDirection())
        painter.drawText(whole, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), _hour_label(section))


class HourGrid(QTableView):
    """Space changes the chosen cells, Shift and arrows choose more, Shift+Space the day, Ctrl+Space the hour of all
    days; clicks on the headers likewise. The mouse paints rectangles."""

    edited = Signal(object)
    """Hours, while the mouse is still down."""
    chosen = Signal(object)
    """Hours."""

    def __init__(self) -> None:
        super().__init__()
        self.model_ = WeekModel()
        self._before: Hours | None = None
        self._from = (0, 0)
        self._is_on = True
        self.setModel(self.model_)
        self.setItemDelegate(_Cells(self))
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self._dress_headers()
        self._hide_highlight()
        self._describe()
        self.model_.dataChanged.connect(self._describe)
        self.setCurrentIndex(self.model_.index(0, 0))

    def _describe(self) -> None:
        many = translate("hours", "May compute in {number} of the week's {all} hours.").format(
            number=QLocale().toString(sum(bits.bit_count() for bits in self.model_.hours)),
            all=QLocale().toString(DAYS * HOURS),
        )
        keys = translate(
            "hours",
            "Space changes an hour, Shift and arrows choose several, Shift+Space a whole day,"
            " Ctrl+Space the same hour of all days.",
        )
        name(self, translate("hours", "Hours of the week"), "\n".join((many, keys)))

    def _hide_highlight(self) -> None:
        """The style's own mark of what is chosen covers the cells; theirs is an outline."""
        palette = QPalette()
        for role in (Role.Highlight, Role.AlternateBase):
            palette.setColor(role, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)
        self.setStyleSheet("QTableCornerButton::section { background: transparent; border: 0 }")

    def _dress_headers(self) -> None:
        self.setHorizontalHeader(_HourHeader(Qt.Orientation.Horizontal))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setSectionsClickable(True)
            header.setHighlightSections(False)
            header.setMinimumSectionSize(_LEAST_CELL_PX)
            header.setStyleSheet(
                "QHeaderView { background: transparent; border: 0 }"
                "QHeaderView::section { background: transparent; border: 0; padding: 1px;"
                " color: palette(placeholder-text) }"
            )
        self.horizontalHeader().sectionClicked.connect(lambda hour: self._toggle([(d, hour) for d in range(DAYS)]))
        self.verticalHeader().sectionClicked.connect(lambda row: self._toggle(self._day(row)))

    def show_hours(self, hours: Hours) -> None:
        if self._before is None:
            self.model_.show_hours(hours)

    # --- keyboard ---------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() not in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)
            return
        current = self.currentIndex()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._toggle(self._day(current.row()))
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._toggle([(day, current.column()) for day in range(DAYS)])
        else:
            self._toggle([self.model_.cell(index) for index in self.selectedIndexes()] or [self.model_.cell(current)])

    def _day(self, row: int) -> list[tuple[int, int]]:
        return [(self.model_.days[row], hour) for hour in range(HOURS)]

    def _toggle(self, cells: list[tuple[int, int]]) -> None:
        """Off if all are on, else on."""
        is_on = not all(has(self.model_.hours, day, hour) for day, hour in cells)
        self._set(with_cells(self.model_.hours, cells, is_on=is_on))

    def _set(self, hours: Hours) -> None:
        self.model_.show_hours(hours)
        announce(self, self.model_.data(self.currentIndex(), Qt.ItemDataRole.AccessibleTextRole))
        self.chosen.emit(hours)

    # --- mouse ------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._before = self.model_.hours
        self._from = (index.row(), index.column())
        self._is_on = not has(self._before, *self.model_.cell(index))
        self._paint_to(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        index = self.indexAt(event.position().toPoint())
        if self._before is not None and index.isValid():
            self._paint_to(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() == Qt.MouseButton.LeftButton and self._before is not None:
            self._before = None
            self.chosen.emit(self.model_.hours)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.mousePressEvent(event)

    def _paint_to(self, index: QModelIndex) -> None:
        assert self._before is not None
        rows, columns = zip(self._from, (index.row(), index.column()), strict=True)
        cells = [
            (self.model_.days[row], hour)
            for row in range(min(rows), max(rows) + 1)
            for hour in range(min(columns), max(columns) + 1)
        ]
        hours = with_cells(self._before, cells, is_on=self._is_on)
        self.model_.show_hours(hours)
        self.edited.emit(hours)

    # --- size -------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(HOURS * 2 * _LEAST_CELL_PX, self._header_px() + DAYS * self._row_px() + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(HOURS * _LEAST_CELL_PX, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        """Cells as wide as there is room, the odd pixels given to the first ones."""
        width, odd = divmod(max(0, self.viewport().width()), HOURS)
        for hour in range(HOURS):
            self.horizontalHeader().resizeSection(hour, max(_LEAST_CELL_PX, width + (hour < odd)))
        for row in range(DAYS):
            self.verticalHeader().resizeSection(row, self._row_px())

    def _row_px(self) -> int:
        return self.fontMetrics().height() + 4

    def _header_px(self) -> int:
        return self.horizontalHeader().sizeHint().height()
