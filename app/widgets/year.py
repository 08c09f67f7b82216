"""A year, each day of it a mark whose size and colour say how much was given: weeks from left to right."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from app import chart_words
from app.colours import Tints, tints
from app.qt import (
    QAccessible,
    QColor,
    QFont,
    QKeyEvent,
    QLocale,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPointF,
    QRectF,
    QResizeEvent,
    QSize,
    QSizePolicy,
    Qt,
    QWidget,
    Signal,
)
from app.widgets.chart import Chart
from app.widgets.text import name
from app.words import translate

WEEKS = 54
"""That a year may touch."""
LEVELS = 4
_LEAST_CELL_PX, _MOST_CELL_PX = 5.0, 15.0
_SIZES = (0.4, 0.55, 0.7, 0.85, 1.0)
"""Side of the mark within its cell, by level; the first is for nothing, which is drawn faint."""
_LABEL_SCALE = 0.88
_LEAST_GAP_PX = 6.0
"""Between names of months."""


def level(amount: int, greatest: int) -> int:
    """0 for nothing, else 1 to `LEVELS` by quarters of the best day."""
    if amount <= 0 or greatest <= 0:
        return 0
    return min(LEVELS, 1 + LEVELS * amount // (greatest + 1))


def place(day: date, first_weekday: int) -> tuple[int, int]:
    """Week of its year from 0, and row in it; `first_weekday`: ISO, 1 is Monday."""
    row = (day.isoweekday() - first_weekday) % 7
    offset = (date(day.year, 1, 1).isoweekday() - first_weekday) % 7
    return (day.timetuple().tm_yday - 1 + offset) // 7, row


class Year(Chart[date]):
    """The arrow keys go from day to day and from week to week, Page Up and Page Down to other years."""

    stepped = Signal(int)

    def __init__(self, accessible_name: str, told: Callable[[date], str]) -> None:
        """`told`: everything about one day, in words."""
        super().__init__(accessible_name)
        self._tell = told
        self._year, self._today = 1970, date(1970, 1, 1)
        self._amounts: Mapping[date, int] = {}
        self._greatest = 0
        self._first_weekday = QLocale().firstDayOfWeek().value
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.read.connect(self.setToolTip)
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * _LABEL_SCALE)
        self.setFont(font)

    def show_year(self, year: int, amounts: Mapping[date, int], today: date, summary: str) -> None:
        """`amounts`: of the days of that year on which there was any."""
        if (year, amounts, today, summary) == (self._year, self._amounts, self._today, self._summary):
            return
        is_another, self._year, self._amounts, self._today = year != self._year, year, amounts, today
        self._greatest = max(amounts.values(), default=0)
        if is_another:
            self.choose(None)
        self._sum_up(summary)
        self.update()

    def _told(self, day: date) -> str:
        return self._tell(day)

    @property
    def _last(self) -> date:
        """Days to come are not shown."""
        return min(date(self._year, 12, 31), max(self._today, date(self._year, 1, 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        first, last = date(self._year, 1, 1), self._last
        by = {Qt.Key.Key_Left: -7, Qt.Key.Key_Right: 7, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        match event.key():
            case Qt.Key.Key_PageUp:
                self.stepped.emit(-1)
            case Qt.Key.Key_PageDown:
                self.stepped.emit(1)
            case Qt.Key.Key_Home:
                self.choose(first)
            case Qt.Key.Key_End:
                self.choose(last)
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Up | Qt.Key.Key_Down as key:
                wanted = last if self._chosen is None else self._chosen + timedelta(days=by[Qt.Key(key)])
                self.choose(min(last, max(first, wanted)))
            case _:
                super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        self.choose(self._day_at(event.position()))

    # --- drawing --------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(420, self._height_px(max(420, self.width())))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(round(_LEAST_CELL_PX * WEEKS + self._margin_px), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.setFixedHeight(self._height_px(event.size().width()))

    def _height_px(self, width: int) -> int:
        return round(self._line_px + 7 * self._cell_px(width) + 6)

    @property
    def _line_px(self) -> float:
        return self.fontMetrics().height() + 4.0

    @property
    def _margin_px(self) -> float:
        metrics = self.fontMetrics()
        return max(metrics.horizontalAdvance(chart_words.weekday(day)) for day in (1, 3, 5)) + 8.0

    def _cell_px(self, width: int) -> float:
        return min(_MOST_CELL_PX, max(_LEAST_CELL_PX, (width - self._margin_px - 4) / WEEKS))

    def _cell(self, day: date) -> QRectF:
        week, row = place(day, self._first_weekday)
        side = self._cell_px(self.width())
        return QRectF(self._margin_px + week * side, self._line_px + row * side, side, side)

    def _day_at(self, at: QPointF) -> date | None:
        side = self._cell_px(self.width())
        week, row = (at.x() - self._margin_px) // side, (at.y() - self._line_px) // side
        first = date(self._year, 1, 1)
        day = first + timedelta(days=int(week * 7 + row) - place(first, self._first_weekday)[1])
        is_in = week >= 0 and 0 <= row < 7 and first <= day <= self._last
        return day if is_in else None

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Time runs from left to right in charts, whatever the language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._draw_labels(painter, colours)
        painter.setPen(Qt.PenStyle.NoPen)
        day, last = date(self._year, 1, 1), self._last
        while day <= last:
            draw_mark(painter, self._cell(day), level(self._amounts.get(day, 0), self._greatest), colours)
            day += timedelta(days=1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._chosen is not None:
            painter.setPen(QPen(QColor(colours.text), 1.5))
            painter.drawRect(self._cell(self._chosen).adjusted(-0.5, -0.5, 0.5, 0.5))
        self._draw_focus(painter, colours)
        painter.end()

    def months(self) -> list[tuple[str, float]]:
        """Names and left edges of as many months as have room, at even distances."""
        found = []
        for month in range(1, 13):
            # Above the first week that begins in it.
            left_px = self._cell(date(self._year, month, 7)).left()
            found.append((chart_words.short_month(date(self._year, month, 1)), left_px))
        metrics = self.fontMetrics()
        for every in (1, 2, 3, 6):
            if _fit([(left, metrics.horizontalAdvance(text)) for text, left in found[::every]], self.width()):
                return found[::every]
        return found[:1]

    def _draw_labels(self, painter: QPainter, colours: Tints) -> None:
        painter.setPen(QColor(colours.muted))
        side, line = self._cell_px(self.width()), self.fontMetrics().height()
        for text, left_px in self.months():
            painter.drawText(QPointF(left_px, self.fontMetrics().ascent()), text)
        for weekday in (1, 3, 5):
            top = self._line_px + ((weekday - self._first_weekday) % 7) * side
            beside = QRectF(0, top + side / 2 - line / 2, self._margin_px - 6, line)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(beside, int(flags), chart_words.weekday(weekday))


def _fit(labels: list[tuple[float, float]], width_px: float) -> bool:
    """Left edges and widths, in order."""
    ends = [left + width for left, width in labels]
    gaps = [labels[place + 1][0] - end for place, end in enumerate(ends[:-1])]
    return min(gaps, default=_LEAST_GAP_PX) >= _LEAST_GAP_PX and ends[-1] <= width_px


def draw_mark(painter: QPainter, cell: QRectF, level: int, colours: Tints) -> None:
    """More is greater as well as darker, so that colour is not all that tells it."""
    side = (cell.width() - 1.5) * _SIZES[level]
    colour = colours.sunken if level == 0 else colours.accent_soft if level < 3 else colours.accent
    painter.setBrush(QColor(colour))
    mark = QRectF(0, 0, side, side)
    mark.moveCenter(cell.center())
    painter.drawRoundedRect(mark, 1.5, 1.5)


class Legend(QWidget):
    """Less to more."""

    ROLE = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        name(
            self,
            translate("chart", "What the marks mean"),
            translate("chart", "The larger and darker a day's mark, the nearer it comes to the best day of the year."),
        )
        self.setFixedSize(round((LEVELS + 1) * 12), 12)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(LEVELS + 1):
            draw_mark(painter, QRectF(number * 12, 0, 12, 12), number, tints(self.palette()))
        painter.end()
