"""Pictures in parquet tables: as bytes, or as the records of bytes and path that `datasets` writes."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from core.data.building.payloads import picture, picture_fault
from core.data.building.supply import DOCUMENT_BYTES
from core.data.text import BrokenShard, Limits, OnFraction, check_row_groups
from core.errors import reason_of

PICTURE_COLUMNS = ("image", "img")
_ROWS = 64
_MOST_LABELS = 1 << 31


def kind_of_table(path: Path, column: str | None) -> str | None:
    """`text` or `pictures`, by the type of `column` or of the columns of usual names; None if there is none of them.
    Raises `BrokenShard`."""
    types = _column_types(path)
    for name in (column,) if column else ("text", *PICTURE_COLUMNS):
        if types.get(name) in {"string", "large_string"}:
            return "text"
        if name in types and (types[name] in {"binary", "large_binary"} or types[name].startswith("struct<bytes: ")):
            return "pictures"
    return None


def _column_types(path: Path) -> dict[str, str]:
    schema = _schema(path)
    return {field.name: str(field.type) for field in schema}


def _schema(path: Path) -> Any:
    import pyarrow
    from pyarrow import parquet

    try:
        return parquet.read_schema(path)
    except pyarrow.ArrowException as error:
        raise BrokenShard(path, f"it is not a sound parquet file ({str(error).splitlines()[0]})") from error
    except OSError as error:
        raise BrokenShard(path, reason_of(error)) from error


class _Feature(msgspec.Struct):
    names: list[str] = []


class _Info(msgspec.Struct):
    features: dict[str, Any] = {}


class _HubMetadata(msgspec.Struct):
    info: _Info = msgspec.field(default_factory=_Info)


def label_names_of(path: Path, label_column: str) -> tuple[str, ...]:
    """Names of the classes, from the metadata that this program or `datasets` writes; empty if there are none."""
    metadata = _schema(path).metadata or {}
    try:
        if b"label_names" in metadata:
            return tuple(msgspec.convert(json.loads(metadata[b"label_names"]), list[str]))
        if b"huggingface" in metadata:
            features = msgspec.json.decode(metadata[b"huggingface"], type=_HubMetadata).info.features
            return tuple(msgspec.convert(features.get(label_column, {}), _Feature).names)
    except (msgspec.DecodeError, ValueError) as error:
        raise BrokenShard(path, "its metadata on the classes' names are not as expected") from error
    return ()


@dataclass(frozen=True, slots=True)
class PictureTable:
    """One parquet file."""

    path: Path
    column: str
    """Empty: whichever of the usual ones there is."""
    label_column: str
    """May be absent."""

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        import pyarrow
        from pyarrow import parquet

        types = _column_types(self.path)
        column = self.column or next(name for name in PICTURE_COLUMNS if name in types)
        columns = [column, *([self.label_column] if self.label_column in types else [])]
        try:
            with parquet.ParquetFile(self.path) as file:
                check_row_groups(file.metadata, self.path, Limits(), column)
                done = 0
                for batch in file.iter_batches(batch_size=_ROWS, columns=columns):
                    for number, row in enumerate(batch.to_pylist(), done):
                        yield picture_of_row(row, column, self.label_column, f"row {number}", self.path)
                    done += batch.num_rows
                    on_fraction(done / file.metadata.num_rows)
        except pyarrow.ArrowException as error:
            what = f"it is not a sound parquet file ({str(error).splitlines()[0]})"
            raise BrokenShard(self.path, what) from error
        except OSError as error:
            raise BrokenShard(self.path, reason_of(error)) from error


def picture_of_row(row: dict[str, Any], column: str, label_column: str, place: str, path: Path) -> bytes:
    """The payload of a table's row. Raises `BrokenShard` that names `path` and `place`."""
    value, label = row.get(column), row.get(label_column)
    content = value.get("bytes") if isinstance(value, dict) else value
    if not isinstance(content, bytes):
        raise BrokenShard(path, f"{place} has no picture's bytes in the column `{column}`")
    if len(content) > DOCUMENT_BYTES:
        raise BrokenShard(path, f"the picture of {place} has more than {DOCUMENT_BYTES >> 20} MiB")
    if (fault := picture_fault(content)) is not None:
        raise BrokenShard(path, f"{place}: {fault}")
    if label is not None and not (isinstance(label, int) and 0 <= label < _MOST_LABELS):
        raise BrokenShard(path, f"the label of {place}, {str(label)[:40]!r}, is no whole number from 0 on")
    return picture(content, label)
