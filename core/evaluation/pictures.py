"""Labelled images of a parquet table, decoded with Pillow."""

import json
import struct
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from core.errors import UsageError
from core.evaluation.samples import draw, table_rows

FORMATS = ("JPEG", "PNG", "WEBP", "BMP", "GIF")
PIXELS_MAX = 1 << 26
"""A larger image takes more than 200 MB, and is counted as one that cannot be decoded."""


@dataclass(frozen=True, slots=True)
class Picture:
    content: bytes
    """As encoded."""
    label: str
    source: str | None


def read_pictures(path: Path, limit: int | None = None) -> list[Picture]:
    """All rows, or `limit` of them drawn at random, in the file's order.

    Columns: `image` (binary), `label` (a string, or an integer that the JSON list `label_names` in the schema's
    metadata may name), and `source` if there is one. Raises `UsageError` for a file that is not such a table, or empty.
    """
    rows = draw(list(table_rows(path, ("image", "label", "source"), ("source",))), limit)
    if not rows:
        raise UsageError(f"{path} holds no images; name a file that does.")
    names = _label_names(path)
    return [_picture(path, number, row, names) for number, row in enumerate(rows, 1)]


def _picture(path: Path, number: int, row: dict[str, Any], names: list[str]) -> Picture:
    content, label, source = row["image"], row["label"], row.get("source")
    is_numbered = isinstance(label, int) and 0 <= label < len(names)
    if not isinstance(content, bytes) or not isinstance(label, str | int) or not isinstance(source, str | None):
        raise UsageError(
            f"{path}, image {number}, cannot be used; `image` must be the bytes of an encoded image, `label` a string "
            "or an integer, and `source` a string."
        )
    return Picture(content, names[int(label)] if is_numbered else str(label), source)


def _label_names(path: Path) -> list[str]:
    from pyarrow import parquet

    metadata = parquet.read_schema(path).metadata or {}
    try:
        names = json.loads(metadata.get(b"label_names", b"[]"))
    except ValueError:
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{path} has `label_names` that are no JSON list of strings; write the table anew.")
    return names


def decode(content: bytes) -> Image.Image | None:
    """Red, green and blue; None for what is no image, a broken one, or one too large."""
    try:
        with warnings.catch_warnings():
            # Of metadata that it cannot make sense of, or of a size that we have judged ourselves.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=FORMATS) as image:
                if image.width * image.height > PIXELS_MAX:
                    return None
                return image.convert("RGB")
    # As Pillow's decoders raise them for broken files.
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, Image.DecompressionBombError):
        return None
