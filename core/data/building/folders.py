"""Documents and pictures from files of this computer."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.data.building.payloads import picture, picture_fault
from core.data.building.supply import DOCUMENT_BYTES, Input, Supply
from core.data.building.tables import PictureTable, kind_of_table, label_names_of
from core.data.files import guarded
from core.data.text import BrokenShard, Limits, OnFraction, read_documents
from core.errors import UsageError, reason_of

TEXTS = {".jsonl.zst": "jsonl.zst", ".jsonl": "jsonl", ".txt": "text"}
TABLE = ".parquet"
PICTURES = (".jpg", ".jpeg", ".png", ".webp")


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    name: str
    """Below the folder, with slashes on every system."""
    size_bytes: int
    mark: str

    @property
    def weight(self) -> int:
        return self.size_bytes


@dataclass(frozen=True, slots=True)
class TextFile(_File):
    kind: str
    column: str

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        limits = Limits(document_bytes=DOCUMENT_BYTES)
        for text in read_documents(self.path, self.kind, limits, on_fraction, column=self.column):
            payload = text.encode()
            if len(payload) > DOCUMENT_BYTES:
                raise BrokenShard(self.path, f"it has a text of more than {DOCUMENT_BYTES >> 20} MiB")
            yield payload


@dataclass(frozen=True, slots=True)
class PictureFile(_File):
    label: int | None

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        try:
            content = self.path.read_bytes()
        except OSError as error:
            raise BrokenShard(self.path, reason_of(error)) from error
        if len(content) > DOCUMENT_BYTES:
            raise BrokenShard(self.path, f"it has more than {DOCUMENT_BYTES >> 20} MiB")
        if (fault := picture_fault(content)) is not None:
            raise BrokenShard(self.path, fault)
        yield picture(content, self.label)


@dataclass(frozen=True, slots=True)
class TableFile(_File):
    column: str
    label_column: str

    def payloads(self, on_fraction: OnFraction) -> Iterator[bytes]:
        return PictureTable(self.path, self.column, self.label_column).payloads(on_fraction)


def open_files(source: Path, column: str | None, label_column: str) -> Supply:
    """All files below the folder `source`, or that one file.

    `column`: of text or pictures in tables and JSON lines; else `text`, and `image` or `img`. Pictures in folders are
    labelled by the folder below `source` that they are in. Raises `UsageError` where there is nothing to build from, or
    both texts and pictures.
    """
    files = _files(source)
    kinds = {name: _kind(path, column) for name, path in files.items()}
    count = Counter(kind for kind in kinds.values() if kind)
    if not count:
        raise UsageError(
            f"There is nothing to build from in {source}: files are to end in .txt, .jsonl, .jsonl.zst, .parquet, "
            ".jpg, .png or .webp, with a column `text` or `image` (or the one of --column) in tables."
        )
    if len(count) > 1:
        raise UsageError(f"There are texts and pictures in {source}: build them one after the other.")
    known = {name: files[name] for name, kind in kinds.items() if kind}
    ignored = tuple(name for name, kind in kinds.items() if not kind)
    if "text" in count:
        inputs: list[Input] = [_text_input(name, path, column or "text") for name, path in known.items()]
        return Supply(tuple(inputs), is_pictures=False, origin=source.name, ignored=ignored)
    labels = _labels(known)
    inputs = [_picture_input(name, path, column, label_column, labels) for name, path in known.items()]
    return Supply(tuple(inputs), True, source.name, _names(known, label_column) or tuple(labels), ignored)


def _files(source: Path) -> dict[str, Path]:
    """By name, in the names' order; hidden ones are left out."""
    if source.is_file():
        return {source.name: source}
    found: dict[str, Path] = {}
    with guarded(source):
        for folder, folders, names in os.walk(source, followlinks=False, onerror=_fail):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for name in names:
                path = Path(folder, name)
                if not name.startswith(".") and path.is_file():
                    found[path.relative_to(source).as_posix()] = path
    return dict(sorted(found.items()))


def _fail(error: OSError) -> None:
    raise error


def _kind(path: Path, column: str | None) -> str | None:
    """`text` or `pictures`; None for what is neither."""
    name = path.name.lower()
    if name.endswith(tuple(TEXTS)):
        return "text"
    if name.endswith(PICTURES):
        return "pictures"
    return kind_of_table(path, column) if name.endswith(TABLE) else None


def _stated(name: str, path: Path) -> dict[str, Any]:
    with guarded(path):
        stat = path.stat()
    return {"path": path, "name": name, "size_bytes": stat.st_size, "mark": f"{name} {stat.st_size} {stat.st_mtime_ns}"}


def _text_input(name: str, path: Path, column: str) -> TextFile:
    kinds = TEXTS | {TABLE: "parquet"}
    kind = next(kind for ending, kind in kinds.items() if name.lower().endswith(ending))
    return TextFile(**_stated(name, path), kind=kind, column=column)


def _picture_input(name: str, path: Path, column: str | None, label_column: str, labels: dict[str, int]) -> Input:
    if name.lower().endswith(TABLE):
        return TableFile(**_stated(name, path), column=column or "", label_column=label_column)
    return PictureFile(**_stated(name, path), label=labels.get(_folder(name)))


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _labels(names: dict[str, Path]) -> dict[str, int]:
    """Classes by the folders of single pictures."""
    folders = {_folder(name) for name in names if not name.lower().endswith(TABLE)}
    return {folder: number for number, folder in enumerate(sorted(folders - {""}))}


def _names(files: dict[str, Path], label_column: str) -> tuple[str, ...]:
    """Of the classes in tables. Raises `UsageError` if they do not agree."""
    tables = {name: path for name, path in files.items() if name.lower().endswith(TABLE)}
    found = {label_names_of(path, label_column): name for name, path in tables.items()}
    if len(found) > 1 or (found and len(tables) < len(files)):
        raise UsageError(f"{' and '.join(list(found.values())[:2])} do not have the same classes as the other files.")
    return next(iter(found), ())
