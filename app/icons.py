"""Pictures of the application and of its states, drawn from resources/icons."""

from functools import cache
from pathlib import Path

import resources
from app.qt import QIcon, QPainter, QPixmap, QRectF, QSvgRenderer, Qt
from app.situation import Mood

FOLDER = Path(resources.__file__).parent / "icons"
_SIZES = (16, 20, 22, 24, 32, 40, 44, 48, 64, 128)
"""Pixels. Drawn beforehand, because trays take pixmaps and scale what they are not given."""


def picture(name: str, side_px: int, ratio: float = 1.0) -> QPixmap:
    """One icon as a square of `side_px` logical pixels on a screen with `ratio` device pixels for each."""
    pixmap = QPixmap(round(side_px * ratio), round(side_px * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(str(FOLDER / f"{name}.svg")).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


@cache
def _icon(name: str) -> QIcon:
    icon = QIcon()
    for side_px in _SIZES:
        icon.addPixmap(picture(name, side_px))
    return icon


def application_icon() -> QIcon:
    return _icon("idlewild")


def mood_icon(mood: Mood) -> QIcon:
    return _icon(mood.value)
