"""Samples per day as bars, the last 30 days."""

from datetime import date, timedelta

from app import words
from app.colours import Role, tints
from app.qt import (
    QColor,
    QEvent,
    QFontMetrics,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QRect,
    QRectF,
    QSize,
    QSizePolicy,
    Qt,
    QToolTip,
    QWidget,
)
from app.widgets.text import name
from app.words import translate

DAYS = 30


def last_days(samples_by_day: dict[str, int], today: date, days: int = DAYS) -> list[tuple[str, int]]:
    """(day, samples) for each of the last `days` days, days without any included."""
    wanted = [(today - timedelta(days=back)).isoformat() for back in reversed(range(days))]
    return [(day, samples_by_day.get(day, 0)) for day in wanted]


class DayBars(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._days: list[tuple[str, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        name(self, translate("words", "Samples per day"))

    def show_days(self, samples_by_day: dict[str, int], today: date) -> None:
        days = last_days(samples_by_day, today)
        if days == self._days:
            return
        self._days = days
        total = sum(samples for _, samples in days)
        name(
            self,
            translate("words", "Samples per day"),
            translate("words", "{total} samples in the last {days} days").format(total=words.count(total), days=DAYS),
        )
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(320, self.fontMetrics().height() * 2 + 96)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            for rect, (day, samples) in zip(self._slots(), self._days, strict=False):
                if rect.left() <= event.pos().x() < rect.right():
                    QToolTip.showText(event.globalPos(), f"{words.day(day)}: {words.count(samples)}", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        colours = tints(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.line))
        plot = self._plot()
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        self._draw_labels(painter, QColor(colours.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        most = max((samples for _, samples in self._days), default=0)
        for slot, (day, samples) in zip(self._slots(), self._days, strict=False):
            if samples == 0:
                continue
            height = max(2.0, slot.height() * samples / most)
            bar = QRectF(slot.left(), slot.bottom() - height, slot.width() * 0.72, height)
            painter.setBrush(QColor(colours.accent if day == self._days[-1][0] else colours.accent_soft))
            painter.drawRoundedRect(bar, min(2.0, bar.height() / 2), min(2.0, bar.height() / 2))
        painter.end()

    def _plot(self) -> QRect:
        line = QFontMetrics(self.font()).height()
        return self.rect().adjusted(0, line + 4, 0, -line - 6)

    def _slots(self) -> list[QRectF]:
        plot = QRectF(self._plot())
        width = plot.width() / max(1, len(self._days))
        return [
            QRectF(plot.left() + number * width, plot.top(), width, plot.height()) for number in range(len(self._days))
        ]

    def _draw_labels(self, painter: QPainter, colour: QColor) -> None:
        if not self._days:
            return
        painter.setPen(colour)
        below = self.rect().adjusted(0, self._plot().bottom() + 4, 0, 0)
        painter.drawText(
            below, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), words.day(self._days[0][0])
        )
        painter.drawText(
            below, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop), translate("words", "Today")
        )
        most = max(samples for _, samples in self._days)
        if most > 0:
            above = translate("words", "Best day: {samples}").format(samples=words.count(most))
            painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop), above)
        else:
            painter.setPen(self.palette().color(Role.PlaceholderText))
            painter.drawText(
                self._plot(), int(Qt.AlignmentFlag.AlignCenter), translate("words", "Nothing in the last 30 days")
            )
