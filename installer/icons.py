"""The program's icon in the forms that systems want, drawn from the one in `resources`."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QImage, QPainter, QPixmap

SOURCE = Path(__file__).resolve().parents[1] / "resources" / "icons" / "idlewild.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels; those of the freedesktop icon theme."""


def write_png(path: Path, size: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(_drawn(size), path, "PNG")
    return path


def for_program(folder: Path) -> Path | None:
    """The file that PyInstaller builds in, made in `folder`; None where a program file holds no icon (Linux)."""
    if sys.platform == "win32":
        return _write(_drawn(256), folder / "idlewild.ico", "ICO")
    if sys.platform == "darwin":
        return _write(_drawn(1024), folder / "idlewild.icns", "ICNS")
    return None


def _drawn(size: int) -> QImage:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    pixmap: QPixmap = QIcon(str(SOURCE)).pixmap(QSize(size, size), 1.0)
    painter = QPainter(image)
    painter.drawPixmap(0, 0, pixmap)
    painter.end()
    assert application is not None
    return image


def _write(image: QImage, path: Path, kind: str) -> Path:
    if not image.save(str(path), kind):
        raise OSError(f"{path} cannot be written as {kind}")
    return path
