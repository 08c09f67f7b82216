"""Amounts over time as bars: by hour, day or month."""

from collections.abc import Sequence
from dataclasses import dataclass

from app import chart_words
from app.colours import Tints, tints
from app.qt import (
    QColor,
    QKeyEvent,
    QLineF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRectF,
    QSize,
    QSizePolicy,
    Qt,
    Signal,
)
from app.widgets.axis import ticks
from app.widgets.chart import Chart

_BAR_PART = 0.74
"""Of the room that each has."""
_WIDEST_BAR_PX = 28.0


@dataclass(frozen=True, slots=True)
class Bar:
    amount: int
    label: str
    """Short; stands below where there is room."""
    text: str
    """Read out when it is pointed at or chosen."""
    is_now: bool = False


class Bars(Chart[int]):
    """The arrow keys go from bar to bar, Page Up and Page Down to the time before and after."""

    stepped = Signal(int)
    """-1: the user wants to see what was before; 1: after."""

    def __init__(self, accessible_name: str) -> None:
        super().__init__(accessible_name)
        self._bars: Sequence[Bar] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.read.connect(self.setToolTip)

    @property
    def bars(self) -> Sequence[Bar]:
        return self._bars

    def show_bars(self, bars: Sequence[Bar], summary: str) -> None:
        """`summary`: all of them in one sentence."""
        if (bars, summary) == (self._bars, self._summary):
            return
        are_others = [bar.label for bar in bars] != [bar.label for bar in self._bars]
        self._bars = bars
        if are_others:
            self.choose(None)
        self._sum_up(summary)
        self.update()

    def _told(self, number: int) -> str:
        return self._bars[number].text

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        last = len(self._bars) - 1
        here = last if self._chosen is None else self._chosen
        match event.key():
            case Qt.Key.Key_PageUp:
                self.stepped.emit(-1)
            case Qt.Key.Key_PageDown:
                self.stepped.emit(1)
            case Qt.Key.Key_Left if last >= 0:
                self.choose(last if self._chosen is None else max(0, here - 1))
            case Qt.Key.Key_Right if last >= 0:
                self.choose(min(last, here + 1))
            case Qt.Key.Key_Home if last >= 0:
                self.choose(0)
            case Qt.Key.Key_End if last >= 0:
                self.choose(last)
            case _:
                super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        slots = self._slots()
        x = event.position().x()
        self.choose(next((n for n, slot in enumerate(slots) if slot.left() <= x < slot.right()), None))

    # --- drawing --------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(320, self.fontMetrics().height() * 2 + 110)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Time runs from left to right in charts, whatever the language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        most = max((bar.amount for bar in self._bars), default=0)
        steps = ticks(0, max(1, most), 3, whole=True)
        top = max(most, int(steps[-1]), 1)
        self._draw_grid(painter, [int(step) for step in steps], top, colours)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, (slot, bar) in enumerate(zip(self._slots(), self._bars, strict=True)):
            if bar.amount > 0:
                is_strong = bar.is_now or number == self._chosen
                painter.setBrush(QColor(colours.accent if is_strong else colours.accent_soft))
                painter.drawRoundedRect(_within(slot, bar.amount / top), 2, 2)
        self._draw_labels(painter, colours)
        self._draw_marks(painter, colours)
        painter.end()

    def _draw_grid(self, painter: QPainter, steps: list[int], top: int, colours: Tints) -> None:
        plot, line = self._plot(), self.fontMetrics().height()
        for step in steps:
            at = plot.bottom() - plot.height() * step / top
            painter.setPen(QPen(QColor(colours.line if step == 0 else colours.sunken), 1))
            painter.drawLine(QLineF(plot.left(), at, plot.right(), at))
            if step:
                painter.setPen(QColor(colours.muted))
                beside = QRectF(0, at - line / 2, plot.left() - 6, line)
                flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(beside, int(flags), chart_words.compact(step))

    def _draw_labels(self, painter: QPainter, colours: Tints) -> None:
        metrics, plot, free_px = self.fontMetrics(), self._plot(), -100.0
        painter.setPen(QColor(colours.muted))
        for slot, bar in zip(self._slots(), self._bars, strict=True):
            width = metrics.horizontalAdvance(bar.label)
            left = min(max(plot.left(), slot.center().x() - width / 2), self.width() - width)
            if bar.label and left >= free_px:
                painter.drawText(
                    QRectF(left, plot.bottom() + 4, width + 2, metrics.height()),
                    int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop),
                    bar.label,
                )
                free_px = left + width + metrics.averageCharWidth() * 2

    def _draw_marks(self, painter: QPainter, colours: Tints) -> None:
        """Which bar is read out, also where it is an empty one, and that this has the keyboard."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.accent), 1))
        if self._chosen is not None and self._chosen < len(self._bars):
            slot = self._slots()[self._chosen]
            painter.drawRoundedRect(slot.adjusted(0.5, -3, -0.5, 0), 2, 2)
        self._draw_focus(painter, colours)

    def _plot(self) -> QRectF:
        metrics = self.fontMetrics()
        most = max((bar.amount for bar in self._bars), default=0)
        left = metrics.horizontalAdvance(chart_words.compact(max(100, most))) + 10.0
        line = metrics.height()
        return QRectF(left, line / 2 + 4, self.width() - left - 4, self.height() - 1.5 * line - 14)

    def _slots(self) -> list[QRectF]:
        plot = self._plot()
        width = plot.width() / max(1, len(self._bars))
        return [QRectF(plot.left() + n * width, plot.top(), width, plot.height()) for n in range(len(self._bars))]


def _within(slot: QRectF, part: float) -> QRectF:
    """The bar itself: narrower than its room, and never so low that it cannot be seen."""
    height = max(2.0, slot.height() * part)
    width = min(_WIDEST_BAR_PX, slot.width() * _BAR_PART)
    return QRectF(slot.center().x() - width / 2, slot.bottom() - height, width, height)
