"""Reading pictures from shards: the column `image` of a parquet file holds them as they were stored, encoded.

Nothing is decoded here: whether a library makes a picture of some bytes can change with its version, and how many
samples a shard has must not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.data.text import BrokenShard, Limits, OnFraction, check_row_groups
from core.errors import reason_of
from core.saying import say

_ROWS = 64
"""Unpacked at a time."""
_BYTES = {"binary", "large_binary"}
_KINDS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One row of a shard."""

    content: bytes | None
    """None where there is nothing that could be a picture: see `is_picture`."""
    label: int | None
    name: str
    """What the file calls it; empty if it does not."""


def is_picture(content: bytes) -> bool:
    """Whether the bytes begin as a JPEG, PNG or WebP file does. A rule that no library has a say in."""
    return content.startswith(_KINDS) or (content[:4] == b"RIFF" and content[8:12] == b"WEBP")


def read_pictures(
    path: Path, kind: str, limits: Limits | None = None, on_fraction: OnFraction = lambda fraction: None
) -> Iterator[PictureRow]:
    """The rows of a shard, in its order. Columns: `image`, either bytes or, as the library `datasets` writes it, a
    struct with `bytes` and perhaps `path`; `label` and `file` if there are any.

    Raises `BrokenShard`.
    """
    if kind != "parquet":
        raise BrokenShard(path, say("pictures are read from parquet files, with a column `image`"))
    import pyarrow  # here, because it takes 30 MB that other formats do not need
    from pyarrow import parquet

    limits = limits or Limits()
    try:
        with parquet.ParquetFile(path) as file:
            columns = _columns(file.schema_arrow, path)
            check_row_groups(file.metadata, path, limits, "image")
            done = 0
            for batch in file.iter_batches(batch_size=_ROWS, columns=columns):
                yield from _rows(batch, limits)
                done += batch.num_rows
                on_fraction(done / file.metadata.num_rows)
    except (pyarrow.ArrowException, UnicodeDecodeError) as error:
        raise BrokenShard(
            path, say("it is not a sound parquet file ({reason})", reason=str(error).splitlines()[0])
        ) from error
    except OSError as error:
        raise BrokenShard(path, reason_of(error)) from error


def _columns(schema: Any, path: Path) -> list[str]:
    """Those that are there and of a kind that is understood."""
    kinds = {field.name: field.type for field in schema}
    image = kinds.get("image")
    if image is None or not (str(image) in _BYTES or _bytes_inside(image)):
        raise BrokenShard(path, say("it has no column `image` of type binary"))
    wanted = {"label": {"int8", "int16", "int32", "int64"}, "file": {"string", "large_string"}}
    return ["image", *(name for name, known in wanted.items() if str(kinds.get(name)) in known)]


def _bytes_inside(kind: Any) -> bool:
    """Of a struct: whether it has a field `bytes` of bytes."""
    place = kind.get_field_index("bytes") if str(kind).startswith("struct<") else -1
    return place >= 0 and str(kind.field(place).type) in _BYTES


def _rows(batch: Any, limits: Limits) -> Iterator[PictureRow]:
    nothing = [None] * batch.num_rows
    images, labels, names = (
        batch.column(name).to_pylist() if name in batch.schema.names else nothing for name in ("image", "label", "file")
    )
    for image, label, name in zip(images, labels, names, strict=True):
        content, inner = (image.get("bytes"), image.get("path")) if isinstance(image, dict) else (image, None)
        is_usable = content is not None and len(content) <= limits.document_bytes and is_picture(content)
        yield PictureRow(content if is_usable else None, label, str(name or inner or ""))
