"""Icons of Windows and macOS with a picture for each size that they show, drawn from the one in `resources`.

python installer/system_icons.py OUT/idlewild.ico
python installer/system_icons.py OUT/idlewild.icns
"""

import os
import struct
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "resources" / "icons" / "idlewild.svg"
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
"""Pixels: of lists, task bar and desktop at 100, 125, 150 and 200 %."""
ICNS_KINDS = {
    "icp4": 16,
    "icp5": 32,
    "ic07": 128,
    "ic08": 256,
    "ic09": 512,
    "ic11": 32,  # 16 at double resolution, and so on
    "ic12": 64,
    "ic13": 256,
    "ic14": 512,
    "ic10": 1024,
}
"""Kind of an element to its pixels; all of these are PNG."""
_ENTRY, _HEAD = struct.Struct("<BBBBHHII"), struct.Struct("<HHH")

Draw = Callable[[int], bytes]
"""A square picture of so many pixels, as PNG."""


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Size to PNG, of 256 pixels at most; Windows reads PNG in icons of any size since Vista."""
    offset = _HEAD.size + _ENTRY.size * len(pictures)
    entries, contents = b"", b""
    for size, png in sorted(pictures.items()):
        side = size % 256  # where 0 is 256
        entries += _ENTRY.pack(side, side, 0, 0, 1, 32, len(png), offset + len(contents))
        contents += png
    return _HEAD.pack(0, 1, len(pictures)) + entries + contents


def icns(pictures: Mapping[str, bytes]) -> bytes:
    """Kind to PNG."""
    elements = b"".join(struct.pack(">4sI", kind.encode(), 8 + len(png)) + png for kind, png in pictures.items())
    return struct.pack(">4sI", b"icns", 8 + len(elements)) + elements


def write(path: Path, draw: Draw) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".ico":
        content = ico({size: draw(size) for size in ICO_SIZES})
    else:
        content = icns({kind: draw(size) for kind, size in ICNS_KINDS.items()})
    path.write_bytes(content)
    return path


def drawn(size: int) -> bytes:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


if __name__ == "__main__":
    for word in sys.argv[1:]:
        print(write(Path(word), drawn))  # noqa: T201
