"""Tab goes as the layout does, also to controls that came later than those below them."""

from collections.abc import Iterator
from itertools import pairwise

from app.qt import QLayout, QScrollArea, Qt, QWidget


def tab_as_laid_out(root: QWidget | None) -> None:
    if root is not None:
        controls = [widget for widget in _laid_out(root) if widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value]
        for one, two in pairwise(controls):
            QWidget.setTabOrder(one, two)


def _laid_out(widget: QWidget) -> Iterator[QWidget]:
    yield widget
    if isinstance(widget, QScrollArea) and (inside := widget.widget()) is not None:
        yield from _laid_out(inside)
    elif (layout := widget.layout()) is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is not None and (widget := item.widget()) is not None:
            yield from _laid_out(widget)
        elif item is not None and (inner := item.layout()) is not None:
            yield from _in_layout(inner)
