"""The collaboration's loss over steps, samples or time, drawn by a few hundred pixels' worth of points however long
the run is."""

from array import array
from dataclasses import dataclass

from app import chart_words
from app.colours import Tints, tints
from app.losses import Across, Column, Losses
from app.qt import (
    QColor,
    QEvent,
    QKeyEvent,
    QLineF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPointF,
    QPolygonF,
    QRectF,
    QSize,
    QSizePolicy,
    Qt,
)
from app.widgets.axis import Scale, clock_ticks, decimals, log_ticks, ticks
from app.widgets.chart import Chart
from app.words import translate

_DOTS_UP_TO = 40
"""Points that are few enough to be seen as points."""
_LEAST_DRAG_PX = 8
_LEAST_POINTS = 4
"""That a closer look still shows."""
_DOT_PX = 3.0


@dataclass(frozen=True, slots=True)
class _Frame:
    plot: QRectF
    x: Scale
    y: Scale
    columns: list[Column]


class LossCurve(Chart[int]):
    """Each step's loss, faint, and its running mean. Drag or `+` to look closer, double-click or Escape to see all
    again; the arrow keys go from point to point."""

    def __init__(self) -> None:
        super().__init__(translate("words", "Loss curve"))
        self._losses = Losses()
        self._drawn = 0
        self._across = Across.STEPS
        self._is_log = False
        self._view: tuple[float, float] | None = None
        self._drag: tuple[float, float] | None = None
        self._frame: _Frame | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_losses(self, losses: Losses) -> None:
        if losses is self._losses and len(losses) == self._drawn:
            return
        is_another, self._losses, self._drawn = losses is not self._losses, losses, len(losses)
        if is_another:
            self.choose(None)
        self._look(None if is_another else self._view)

    def show_across(self, across: Across) -> None:
        self._across = across
        self._look(None)

    def show_log(self, is_log: bool) -> None:
        self._is_log, self._frame = is_log, None
        self.update()

    @property
    def view(self) -> tuple[float, float]:
        """The part that is looked at, in the units below it."""
        if self._view is not None:
            return self._view
        values = self._losses.across(self._across)
        left, right = (values[0], values[-1]) if values else (0.0, 1.0)
        return (left, right) if right > left else (left - 1.0, right + 1.0)

    def look_at(self, left: float, right: float) -> None:
        """A part of the curve, or all of it where that is as much."""
        values = self._losses.across(self._across)
        if not values:
            return
        left, right = max(values[0], left), min(values[-1], right)
        first, last = self._losses.nearest(self._across, left), self._losses.nearest(self._across, right)
        if last - first < _LEAST_POINTS:
            return
        self._look(None if (left, right) == (values[0], values[-1]) else (left, right))

    def look_at_all(self) -> None:
        self._look(None)

    def _look(self, view: tuple[float, float] | None) -> None:
        """At that part, or at all there is."""
        self._view, self._frame = view, None
        ends = [self._losses.nearest(self._across, end) for end in self.view] if self._losses.steps else [0, 0]
        self._sum_up(self._losses.in_words(*ends))
        self.update()

    # --- reading a point ------------------------------------------------------------------------------------------

    def _told(self, place: int) -> str:
        return chart_words.loss_point(self._losses, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if not self._losses.steps:
            super().keyPressEvent(event)
            return
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right | Qt.Key.Key_Home | Qt.Key.Key_End as key:
                self._go(Qt.Key(key))
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._zoom(0.5)
            case Qt.Key.Key_Minus:
                self._zoom(2.0)
            case Qt.Key.Key_Escape if self._view is not None or self._chosen is not None:
                self.look_at_all()
                self.choose(None)
            case _:
                super().keyPressEvent(event)

    def _go(self, key: Qt.Key) -> None:
        """To the next point that is drawn apart from this one."""
        columns = self._framed().columns
        firsts = [column.first for column in columns]
        if self._chosen is None or key == Qt.Key.Key_End:
            number = len(columns) - 1
        elif key == Qt.Key.Key_Home:
            number = 0
        else:
            here = max((n for n, first in enumerate(firsts) if first <= self._chosen), default=0)
            number = min(len(columns) - 1, max(0, here + (1 if key == Qt.Key.Key_Right else -1)))
        column = columns[number]
        self.choose(column.end - 1 if number == len(columns) - 1 else column.first)

    def _zoom(self, factor: float) -> None:
        left, right = self.view
        values = self._losses.across(self._across)
        middle = (left + right) / 2 if self._chosen is None else values[self._chosen]
        half = (right - left) * factor / 2
        self.look_at(middle - half, middle + half)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() == Qt.MouseButton.LeftButton:
            self._drag = (event.position().x(), event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        x = event.position().x()
        if self._drag is not None:
            self._drag = (self._drag[0], x)
            self.update()
        elif self._losses.steps:
            self.choose(self._losses.nearest(self._across, self._framed().x.value(x)))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:  # noqa: N802
        drag, self._drag = self._drag, None
        if drag is not None and abs(drag[1] - drag[0]) >= _LEAST_DRAG_PX:
            x = self._framed().x
            self.look_at(x.value(min(drag)), x.value(max(drag)))
        self.update()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:  # noqa: N802
        self.look_at_all()

    # --- drawing --------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(400, 260)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, 220)

    def event(self, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Resize, QEvent.Type.FontChange}:
            self._frame = None
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Time runs from left to right in charts, whatever the language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        colours = tints(self.palette())
        if self._losses.steps:
            frame = self._framed()
            self._draw_axes(painter, frame, colours)
            painter.save()
            painter.setClipRect(frame.plot.adjusted(-4, -4, 4, 4))
            self._draw_amendments(painter, frame, colours)
            self._draw_curve(painter, frame, colours)
            self._draw_pointer(painter, frame, colours)
            painter.restore()
        self._draw_focus(painter, colours)
        painter.end()

    def _framed(self) -> _Frame:
        """Kept until losses, part or size change, so that moving the pointer counts nothing anew."""
        if self._frame is None:
            line = self.fontMetrics().height()
            left_px = self.fontMetrics().horizontalAdvance("00.000") + 12.0
            plot = QRectF(left_px, line * 0.5 + 4, self.width() - left_px - 10, self.height() - 2.2 * line - 8)
            left, right = self.view
            columns = self._losses.columns(self._across, left, right, max(2, int(plot.width())))
            low, high = _range(columns, is_log=self._is_log)
            self._frame = _Frame(
                plot,
                Scale(left, right, plot.left(), plot.right()),
                Scale(low, high, plot.bottom(), plot.top(), self._is_log),
                columns,
            )
        return self._frame

    def _draw_axes(self, painter: QPainter, frame: _Frame, colours: Tints) -> None:
        line = self.fontMetrics().height()
        most = max(2, int(frame.plot.height() / (2.5 * line)))
        y = frame.y
        values = log_ticks(y.low, y.high, most) if y.is_log else ticks(y.low, y.high, most)
        places = max(1, decimals(values))
        for value in values:
            at = y.at(value)
            painter.setPen(QPen(QColor(colours.sunken), 1))
            painter.drawLine(QLineF(frame.plot.left(), at, frame.plot.right(), at))
            painter.setPen(QColor(colours.muted))
            beside = QRectF(0, at - line / 2, frame.plot.left() - 6, line)
            painter.drawText(
                beside,
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                chart_words.number(value, places),
            )
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.drawLine(frame.plot.bottomLeft(), frame.plot.bottomRight())
        self._draw_ticks_below(painter, frame, colours)

    def _draw_ticks_below(self, painter: QPainter, frame: _Frame, colours: Tints) -> None:
        metrics = self.fontMetrics()
        most = max(2, int(frame.plot.width() / (metrics.averageCharWidth() * 10)))
        x, free_px = frame.x, -1.0
        times = self._across is Across.TIME
        painter.setPen(QColor(colours.muted))
        for value in clock_ticks(x.high, most, x.low) if times else ticks(x.low, x.high, most, whole=True):
            text = chart_words.clock_tick(value) if times else chart_words.compact(round(value))
            width = metrics.horizontalAdvance(text)
            left = min(max(frame.plot.left() - 4, x.at(value) - width / 2), self.width() - width)
            if left > free_px:
                below = QRectF(left, frame.plot.bottom() + 4, width + 2, metrics.height())
                painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), text)
                painter.drawLine(QLineF(x.at(value), frame.plot.bottom(), x.at(value), frame.plot.bottom() + 3))
                free_px = left + width + 10

    def _draw_amendments(self, painter: QPainter, frame: _Frame, colours: Tints) -> None:
        values = self._losses.across(self._across)
        painter.setBrush(QColor(colours.warning))
        for place, _ in self._losses.amendments:
            at = frame.x.at(values[place])
            painter.setPen(QPen(QColor(colours.warning), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QLineF(at, frame.plot.top(), at, frame.plot.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            top = frame.plot.top()
            painter.drawPolygon(QPolygonF([QPointF(at - 5, top - 4), QPointF(at + 5, top - 4), QPointF(at, top + 4)]))

    def _draw_curve(self, painter: QPainter, frame: _Frame, colours: Tints) -> None:
        values, raw = self._losses.across(self._across), self._losses.raw
        few = len(self._losses) <= _DOTS_UP_TO
        painter.setPen(QPen(QColor(colours.accent_soft), 1.0))
        if few:
            painter.setBrush(QColor(colours.accent_soft))
            for place in range(len(raw)):
                painter.drawEllipse(QPointF(frame.x.at(values[place]), frame.y.at(raw[place])), _DOT_PX, _DOT_PX)
        else:
            painter.drawPolyline(QPolygonF(_range_points(frame, values)))
        painter.setPen(QPen(QColor(colours.accent), 2.0))
        mean = [(column.first + column.end - 1) // 2 for column in frame.columns]
        points = [QPointF(frame.x.at(values[place]), frame.y.at(self._losses.mean(place))) for place in mean]
        painter.drawPolyline(QPolygonF(points))

    def _draw_pointer(self, painter: QPainter, frame: _Frame, colours: Tints) -> None:
        if self._drag is not None:
            tint = QColor(colours.accent)
            tint.setAlpha(50)
            left, right = sorted(self._drag)
            painter.fillRect(QRectF(left, frame.plot.top(), right - left, frame.plot.height()), tint)
        if self._chosen is None or self._chosen >= len(self._losses):
            return
        at = frame.x.at(self._losses.across(self._across)[self._chosen])
        painter.setPen(QPen(QColor(colours.muted), 1))
        painter.drawLine(QLineF(at, frame.plot.top(), at, frame.plot.bottom()))
        painter.setPen(QPen(QColor(colours.surface), 2))
        painter.setBrush(QColor(colours.accent))
        painter.drawEllipse(QPointF(at, frame.y.at(self._losses.raw[self._chosen])), 4.5, 4.5)


def _range(columns: list[Column], *, is_log: bool) -> tuple[float, float]:
    """Of the losses, with some room; never empty."""
    low, high = min((column.low for column in columns), default=0.0), max((c.high for c in columns), default=1.0)
    if is_log:
        low = max(low, 1e-9)
        return low / 1.05, max(high, low) * 1.05
    room = max(0.1, 0.06 * (high - low))
    return low - room, high + room


def _range_points(frame: _Frame, values: "array[float]") -> list[QPointF]:
    """Up and down through lowest and highest of each pixel."""
    points = []
    for number, column in enumerate(frame.columns):
        at = frame.x.at(values[column.first])
        ends = (column.low, column.high) if number % 2 else (column.high, column.low)
        points += [QPointF(at, frame.y.at(end)) for end in ends[: 1 if column.low == column.high else 2]]
    return points
