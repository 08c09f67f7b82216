"""Invitations in what people paste, drag and save: text, addresses, pictures of a QR code."""

import contextlib
from pathlib import Path
from threading import Thread

from app import words
from app.qt import QImage, QImageReader, QMimeData, QObject, QPainter, QSize, Qt, Signal

PICTURES = ("png", "jpg", "jpeg", "webp", "gif", "bmp", "svg")
_LONGEST_SIDE_PX = 3_000
"""A photograph of a code on a screen is still sharp enough when it is scaled down to this."""
_LARGEST_FILE_BYTES = 50_000_000


def may_hold_link(mime: QMimeData) -> bool:
    """Looks at the kind alone, since this is asked while something is dragged over the window."""
    return mime.hasText() or mime.hasUrls() or mime.hasImage()


def link_in_text(mime: QMimeData) -> str:
    """The invitation that was pasted or dropped as text or address; empty where there is none."""
    candidates = [url.toString() for url in mime.urls()] + [mime.text()]
    return next((words.tidy_link(text) for text in candidates if words.link_trouble(text) is None), "")


def picture_in(mime: QMimeData) -> str | QImage | None:
    """Path of the file, or the picture itself, that may show a code."""
    for url in mime.urls():
        if url.isLocalFile():
            return url.toLocalFile()
    image = mime.imageData() if mime.hasImage() else None
    return image if isinstance(image, QImage) else None


class CodeReader(QObject):
    """Reads a picture in a thread of its own: that takes tenths of a second, in which the window would stand still."""

    done = Signal(str)
    """The invitation; empty where there is none in the picture."""

    def read(self, picture: str | QImage) -> None:
        Thread(target=self._work, args=(picture,), name="code reader", daemon=True).start()

    def _work(self, picture: str | QImage) -> None:
        link = link_in_file(picture) if isinstance(picture, str) else link_in_image(picture)
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self.done.emit(link)


def link_in_file(path: str) -> str:
    """The invitation in a picture of its code; empty for anything else."""
    file = Path(path)
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST_FILE_BYTES:
            return ""
    except OSError:
        return ""
    reader = QImageReader(path)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > _LONGEST_SIDE_PX:
        reader.setScaledSize(size.scaled(QSize(_LONGEST_SIDE_PX, _LONGEST_SIDE_PX), Qt.AspectRatioMode.KeepAspectRatio))
    return link_in_image(reader.read())


def link_in_image(image: QImage) -> str:
    for text in codes_in(image):
        if words.link_trouble(text) is None:
            return words.tidy_link(text)
    return ""


def codes_in(image: QImage) -> list[str]:
    """Texts of all QR codes in a picture."""
    if image.isNull() or image.width() * image.height() > 4 * _LONGEST_SIDE_PX**2:
        return []
    import zxingcpp  # late: most people join by a link, and never need it

    # What is transparent counts as white, as it is meant in pictures that were saved from a page.
    grey = QImage(image.size(), QImage.Format.Format_RGB32)
    grey.fill(Qt.GlobalColor.white)
    _lay(image, grey)
    grey = grey.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = memoryview(bytes(grey.constBits())).cast("B", shape=[grey.height(), grey.bytesPerLine()])
    found = zxingcpp.read_barcodes(rows, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return [code.text for code in found]


def _lay(image: QImage, ground: QImage) -> None:
    painter = QPainter(ground)
    painter.drawImage(0, 0, image)
    painter.end()
