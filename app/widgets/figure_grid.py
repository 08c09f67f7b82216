"""Figures beside each other, in as many columns as there is room for."""

from app.qt import QEvent, QFontMetrics, QGridLayout, QResizeEvent, QSizePolicy, Qt, QWidget
from app.widgets.card import Figure

_GAP_PX = 18


class FigureGrid(QWidget):
    def __init__(self, *figures: Figure, most_columns: int, column_characters: int = 20) -> None:
        """`column_characters`: width of a column, by the font alone and not by the numbers, so that nothing moves when
        these change."""
        super().__init__()
        self._column_characters = column_characters
        self._figures = figures
        self._most_columns = most_columns
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP_PX)
        self._grid.setVerticalSpacing(10)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._arrange(most_columns)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        column_px = QFontMetrics(self.font()).averageCharWidth() * self._column_characters
        self._arrange(min(self._most_columns, max(1, (self.width() + _GAP_PX) // (column_px + _GAP_PX))))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        for column in range(self._columns):
            self._grid.setColumnStretch(column, 0)
        self._columns = columns
        for place, figure in enumerate(self._figures):
            self._grid.addWidget(figure, place // columns, place % columns, Qt.AlignmentFlag.AlignTop)
        for column in range(columns):
            self._grid.setColumnStretch(column, 1)
