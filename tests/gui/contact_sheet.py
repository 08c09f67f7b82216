"""Puts pictures beside each other into one: `python tests/gui/contact_sheet.py SHEET WIDTH_PX PICTURE…`."""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.qt import QApplication, QColor, QPainter, QPixmap, Qt

_GAP_PX = 16
_GROUND = "#d9dde2"


def sheet(pictures: list[QPixmap], width_px: int) -> QPixmap:
    """All of one height, as high as fits `width_px`."""
    room_px = width_px - _GAP_PX * (len(pictures) + 1)
    height_px = round(room_px / sum(picture.width() / picture.height() for picture in pictures))
    made = QPixmap(width_px, height_px + 2 * _GAP_PX)
    made.fill(QColor(_GROUND))
    painter, x = QPainter(made), _GAP_PX
    for picture in pictures:
        scaled = picture.scaledToHeight(height_px, Qt.TransformationMode.SmoothTransformation)
        painter.drawPixmap(x, _GAP_PX, scaled)
        x += scaled.width() + _GAP_PX
    painter.end()
    return made


def main() -> int:
    file, width_px, *names = sys.argv[1:]
    _application = QApplication(["idlewild"])
    return 0 if sheet([QPixmap(name) for name in names], int(width_px)).save(file) else 1


if __name__ == "__main__":
    sys.exit(main())
