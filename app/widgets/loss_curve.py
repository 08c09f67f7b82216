"""The collaboration's loss over steps. The only place that loads pyqtgraph and numpy, when it is first shown."""

import warnings

import numpy
from numpy.typing import NDArray

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyqtgraph

from app import words
from app.colours import tints
from app.losses import Losses
from app.qt import QColor, QEvent, QFont, QSizePolicy, QVBoxLayout, QWidget
from app.widgets.text import name
from app.words import translate

Floats = NDArray[numpy.float64]

_LINE_PX = 2.0
_DOTS_UP_TO = 40
"""Points that are few enough to be seen as points."""


def running_width(points: int) -> int:
    """Odd number of steps to take the mean over: a fortieth of all, from 1 to 501."""
    return min(501, points // 40 | 1)


def running_mean(values: Floats, width: int) -> Floats:
    """Mean of the `width` (odd) values around each of the float64 (n,) `values`; of fewer towards both ends, alike."""
    sums = numpy.concatenate(([0.0], numpy.cumsum(values)))
    here = numpy.arange(len(values))
    reach = numpy.minimum(width // 2, numpy.minimum(here, len(values) - 1 - here))
    mean: Floats = (sums[here + reach + 1] - sums[here - reach]) / (2 * reach + 1)
    return mean


class StepAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Whole steps, written as the user's language writes numbers."""

    def tickStrings(self, values: list[float], _scale: float, _spacing: float) -> list[str]:  # noqa: N802
        return [words.count(int(value)) if value >= 0 and value == int(value) else "" for value in values]


class LossCurve(QWidget):
    """Each step's loss, faint, and its running mean. Drag to look closer, double-click to see all again."""

    def __init__(self) -> None:
        super().__init__()
        self._plot = pyqtgraph.PlotWidget(antialias=True, axisItems={"bottom": StepAxis("bottom")})
        self._plot.setMenuEnabled(False)
        self._plot.hideButtons()
        self._plot.setMouseEnabled(x=True, y=False)
        self._plot.getPlotItem().setDownsampling(auto=True, mode="peak")
        self._plot.getPlotItem().setClipToView(True)
        view = self._plot.getPlotItem().getViewBox()
        view.setLimits(minXRange=4.0, minYRange=0.2, xMin=-1.0)
        view.enableAutoRange()
        self._plot.setMinimumHeight(220)
        self._plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._raw = self._plot.plot()
        self._mean = self._plot.plot()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._plot)
        name(self, translate("words", "Loss curve"))
        self._colour()

    def show_losses(self, losses: Losses) -> None:
        few = len(losses.steps) <= _DOTS_UP_TO
        colours = tints(self.palette())
        self._raw.setData(losses.steps, losses.raw)
        self._raw.setSymbol("o" if few else None)
        self._raw.setSymbolSize(6)
        self._raw.setSymbolPen(None)
        self._raw.setSymbolBrush(QColor(colours.accent_soft))
        width = running_width(len(losses.steps))
        self._mean.setData(losses.steps, running_mean(numpy.asarray(losses.raw), width))
        name(self, translate("words", "Loss curve"), losses.in_words())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        colours = tints(self.palette())
        self._plot.setBackground(QColor(colours.surface))
        self._raw.setPen(pyqtgraph.mkPen(QColor(colours.accent_soft), width=1))
        self._mean.setPen(pyqtgraph.mkPen(QColor(colours.accent), width=_LINE_PX))
        font = QFont(self.font())
        for side, label in (("bottom", translate("words", "Step")), ("left", translate("words", "Loss"))):
            axis = self._plot.getPlotItem().getAxis(side)
            axis.setLabel(label, color=colours.muted)
            axis.setPen(QColor(colours.line))
            axis.setTextPen(QColor(colours.muted))
            axis.setStyle(tickFont=font, tickLength=-4)
            axis.enableAutoSIPrefix(False)
        self._plot.showGrid(x=False, y=True, alpha=0.15)
