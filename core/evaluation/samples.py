"""Labelled texts: JSON lines, or parquet tables with the same columns."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np

from core.errors import UsageError, reason_of

OUTSIDE = "O"
_TAG = re.compile(r"O|[BI]-\S+")
_LIMIT_SEED = 0


class TaggedSentence(msgspec.Struct, frozen=True):
    """Words and their entities in the BIO scheme, such as `B-PER`, `I-PER`, `O`."""

    tokens: list[str]
    ner_tags: list[str]
    source: str | None = None

    def __post_init__(self) -> None:
        if not self.tokens or len(self.tokens) != len(self.ner_tags):
            raise ValueError(f"it has {len(self.tokens)} tokens and {len(self.ner_tags)} ner_tags")
        for tag in self.ner_tags:
            if not _TAG.fullmatch(tag):
                raise ValueError(f"{tag!r} is no tag of the BIO scheme")


class LabelledText(msgspec.Struct, frozen=True):
    text: str
    label: str | int
    source: str | None = None


Sample = TypeVar("Sample", TaggedSentence, LabelledText)
Thing = TypeVar("Thing")


def read_samples(path: Path, kind: type[Sample], limit: int | None = None) -> list[Sample]:
    """All samples of a file, or `limit` of them drawn at random, in the file's order. Names ending in `.parquet` are
    tables, all others JSON lines. Raises `UsageError` for what is not such a file, or is empty."""
    rows = _table_rows(path, kind) if path.suffix == ".parquet" else _json_rows(path, kind)
    samples = draw(list(rows), limit)
    if not samples:
        raise UsageError(f"{path} holds no samples; name a file that does.")
    return samples


def draw(things: Sequence[Thing], limit: int | None) -> list[Thing]:
    """`limit` of them at most, chosen the same way every time, in their order."""
    if limit is None or limit >= len(things):
        return list(things)
    chosen = np.random.default_rng(_LIMIT_SEED).permutation(len(things))[:limit]
    return [things[place] for place in sorted(chosen.tolist())]


def _json_rows(path: Path, kind: type[Sample]) -> Iterator[Sample]:
    decoder = msgspec.json.Decoder(kind)
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _decoded(line, decoder, path, f"line {number}", kind)
    except OSError as error:
        raise _unreadable(path, reason_of(error)) from error


def _decoded(line: bytes, decoder: msgspec.json.Decoder[Sample], path: Path, place: str, kind: type[Sample]) -> Sample:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unfit(path, place, kind, error) from error


def _table_rows(path: Path, kind: type[Sample]) -> Iterator[Sample]:
    for number, row in enumerate(table_rows(path, kind.__struct_fields__, ("source",)), 1):
        try:
            yield msgspec.convert(row, kind)
        except msgspec.ValidationError as error:
            raise _unfit(path, f"row {number}", kind, error) from error


def table_rows(path: Path, columns: Sequence[str], optional: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows of a parquet file, with those of the `columns` that it has. Raises `UsageError` if it is none, or lacks a
    column that is not `optional`."""
    import pyarrow  # here, because JSON lines do not need its 30 MB
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            missing = [name for name in columns if name not in file.schema_arrow.names]
            if set(missing) - set(optional):
                raise UsageError(f"{path} has no column `{missing[0]}`; it needs {_listed(columns, optional)}.")
            for batch in file.iter_batches(columns=[name for name in columns if name not in missing]):
                yield from batch.to_pylist()
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error).splitlines()[0]) from error


def _unreadable(path: Path, why: str) -> UsageError:
    return UsageError(f"The data file {path} cannot be read ({why}); check its name and what it holds.")


def _unfit(path: Path, place: str, kind: type[Any], error: Exception) -> UsageError:
    return UsageError(
        f"{path}, {place}, cannot be used ({error}); it needs {_listed(kind.__struct_fields__, ('source',))}."
    )


def _listed(columns: Sequence[str], optional: Sequence[str]) -> str:
    needed = " and ".join(f"`{name}`" for name in columns if name not in optional)
    return f"{needed} (and {', '.join(f'`{name}`' for name in optional)} if you like)"
